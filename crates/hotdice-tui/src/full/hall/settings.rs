//! What a player likes.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::menu;
use crate::full::canvas::Canvas;
use crate::full::look::Shade;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::{Picker, TextField};
use crate::settings::{Setting, UserSettings};

/// The screen on which settings are changed.
#[derive(Default)]
pub(super) struct SettingsScreen {
    picker: Picker,
    /// The settings as they were drawn last.
    shown: UserSettings,
    ground: Option<Shade>,
    typing: Option<TextField>,
}

impl SettingsScreen {
    fn chosen(&self) -> Setting {
        let choice = Setting::ALL.get(self.picker.cursor());
        *choice.unwrap_or(&Setting::Name)
    }

    /// Returns the value of a setting; of a theme that the terminal decides, what it decided.
    fn value(&self, choice: Setting) -> String {
        let value = choice.value(&self.shown);
        match (choice, self.ground) {
            (Setting::Theme, Some(Shade::Dark)) if value == "auto" => "auto (dark)".to_owned(),
            (Setting::Theme, Some(Shade::Light)) if value == "auto" => "auto (light)".to_owned(),
            _ => value,
        }
    }

    fn show(&mut self, cx: &Cx) {
        self.shown = cx.settings.clone();
        self.ground = cx.ground;
    }

    fn turn(&mut self, forward: bool, cx: &mut Cx) {
        match self.chosen() {
            Setting::Name => self.typing = Some(TextField::new(cx.settings.name.clone())),
            choice => {
                choice.turn(&mut cx.settings, forward);
                cx.save_settings();
            }
        }
    }

    fn press_typing(&mut self, key: KeyCode, cx: &mut Cx) {
        let Some(field) = &mut self.typing else {
            return;
        };
        match key {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => match UserSettings::read_name(field.text()) {
                Ok(name) => {
                    cx.settings.name = name;
                    cx.save_settings();
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
        let line = |choice: &Setting| {
            let name = Span::raw(format!("{:<18} ", choice.name()));
            Line::from(vec![name, Span::styled(self.value(*choice), strong)])
        };
        let lines: Vec<Line<'_>> = Setting::ALL.iter().map(line).collect();
        self.picker.draw(&mut canvas.part(list), &lines);
        let mut foot = canvas.part(foot);
        if let Some(field) = &self.typing {
            return field.draw(&mut foot, "  Your name");
        }
        foot.paragraph(0, self.chosen().words(), foot.look.faint);
    }

    fn keys(&self) -> Vec<KeyHint> {
        if self.typing.is_some() {
            return vec![
                KeyHint::new(KeyCode::Enter, "Enter", "done"),
                KeyHint::new(KeyCode::Esc, "Esc", "cancel"),
            ];
        }
        vec![
            KeyHint::new(KeyCode::Down, "↑↓ jk", "choose"),
            KeyHint::new(KeyCode::Right, "←→ hl Enter", "change"),
            KeyHint::new(KeyCode::Esc, "Esc q", "back"),
        ]
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        if self.typing.is_some() {
            self.press_typing(key, cx);
            self.show(cx);
            return Navigation::Stay;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Navigation::Back,
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('l' | ' ') => self.turn(true, cx),
            KeyCode::Left | KeyCode::Char('h') => self.turn(false, cx),
            _ => match menu::place_of(key).filter(|place| *place < Setting::ALL.len()) {
                Some(place) => {
                    self.picker.point(place);
                    self.turn(true, cx);
                }
                None => {
                    self.picker.press(key, Setting::ALL.len());
                }
            },
        }
        self.show(cx);
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        if let ClickTarget::Item(place) = spot {
            self.typing = None;
            self.picker.point(*place);
            self.turn(true, cx);
            self.show(cx);
        }
        Navigation::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        self.show(cx);
        Navigation::Stay
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }
}
