//! What a player likes.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::super::canvas::Canvas;
use super::super::screen::{Cx, Hint, Screen, Spot, Step};
use super::super::widgets::{Field, Picker};
use super::menu;
use crate::house::fold;
use crate::settings::{Choice, Settings};

/// The screen on which settings are changed.
#[derive(Default)]
pub(super) struct SettingsScreen {
    picker: Picker,
    /// The settings as they were drawn last.
    shown: Settings,
    typing: Option<Field>,
}

impl SettingsScreen {
    fn chosen(&self) -> Choice {
        let choice = Choice::ALL.get(self.picker.cursor());
        *choice.unwrap_or(&Choice::Name)
    }

    fn turn(&mut self, forward: bool, cx: &mut Cx) {
        match self.chosen() {
            Choice::Name => self.typing = Some(Field::new(cx.settings.name.clone())),
            choice => {
                choice.turn(&mut cx.settings, forward);
                cx.keep_settings();
            }
        }
    }

    fn press_typing(&mut self, key: KeyCode, cx: &mut Cx) {
        let Some(field) = &mut self.typing else {
            return;
        };
        match key {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => match Settings::read_name(field.text()) {
                Ok(name) => {
                    cx.settings.name = name;
                    cx.keep_settings();
                    self.typing = None;
                }
                Err(refused) => cx.complain(refused),
            },
            _ => {
                field.press(key);
            }
        }
    }
}

impl Screen for SettingsScreen {
    fn title(&self) -> String {
        "Settings".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let foot = match (canvas.is_roomy(), &self.typing) {
            (true, _) => 4,
            (false, Some(_)) => 1,
            (false, None) => 0,
        };
        let [list, foot] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(foot)]).areas(canvas.area);
        let strong = canvas.look.strong;
        let line = |choice: &Choice| {
            let name = Span::raw(format!("{:<18} ", choice.name()));
            Line::from(vec![name, Span::styled(choice.value(&self.shown), strong)])
        };
        let lines: Vec<Line<'_>> = Choice::ALL.iter().map(line).collect();
        self.picker.draw(&mut canvas.part(list), &lines);
        let mut foot = canvas.part(foot);
        if let Some(field) = &self.typing {
            return field.draw(&mut foot, "  Your name");
        }
        let width = usize::from(foot.area.width).saturating_sub(4);
        for (row, line) in (0..).zip(fold(self.chosen().words(), width, 0)) {
            foot.line(row, Span::styled(format!("  {line}"), foot.look.faint));
        }
    }

    fn keys(&self) -> Vec<Hint> {
        if self.typing.is_some() {
            return vec![
                Hint::new(KeyCode::Enter, "Enter", "take the name"),
                Hint::new(KeyCode::Esc, "Esc", "leave it as it was"),
            ];
        }
        vec![
            Hint::new(KeyCode::Down, "↑↓ jk", "choose"),
            Hint::new(KeyCode::Right, "←→ hl Enter", "change"),
            Hint::new(KeyCode::Esc, "Esc q", "back"),
        ]
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        if self.typing.is_some() {
            self.press_typing(key, cx);
            self.shown = cx.settings.clone();
            return Step::Stay;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Step::Back,
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('l' | ' ') => self.turn(true, cx),
            KeyCode::Left | KeyCode::Char('h') => self.turn(false, cx),
            _ => match menu::place_of(key).filter(|place| *place < Choice::ALL.len()) {
                Some(place) => {
                    self.picker.point(place);
                    self.turn(true, cx);
                }
                None => {
                    self.picker.press(key, Choice::ALL.len());
                }
            },
        }
        self.shown = cx.settings.clone();
        Step::Stay
    }

    fn point(&mut self, spot: &Spot, cx: &mut Cx) -> Step {
        if let Spot::Item(place) = spot {
            self.typing = None;
            self.picker.point(*place);
            self.turn(true, cx);
            self.shown = cx.settings.clone();
        }
        Step::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Step {
        self.shown = cx.settings.clone();
        Step::Stay
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }
}
