//! House rules, with what they do to the game.

use std::mem;
use std::sync::Arc;

use hotdice_core::{AnyGame, ParameterValue};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use super::menu::{self, ListFilter};
use super::outlook::RulesOutlook;
use super::reader::RulesReader;
use super::seats::{GamePlan, SeatsScreen};
use crate::full::canvas::Canvas;
use crate::full::online;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::{Page, Picker, TextField};
use crate::plain::fold;
use crate::rules_editor::{Direction, RulesEditor, effect};
use crate::settings::NamedRules;

/// The screen on which rules are changed.
pub(super) struct RulesScreen {
    rules: RulesEditor,
    /// The game that is changed, and who plays it.
    plan: GamePlan,
    /// Whether the seats are the screen below.
    above_seats: bool,
    filter: ListFilter,
    picker: Picker,
    typing: Option<Typing>,
    /// The game as it stands in words.
    words: RulesReader,
    page: Page,
    now: RulesOutlook,
    /// The game that nothing is changed in.
    usual: RulesOutlook,
}

/// What letters are typed for.
struct Typing {
    what: TypedRule,
    field: TextField,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TypedRule {
    Value(&'static str),
    Line,
    Name,
}

impl RulesScreen {
    /// Opens the house rules of a game.
    pub(super) fn open(game: &Arc<dyn AnyGame>, cx: &mut Cx) -> Box<dyn Screen> {
        Self::of(GamePlan::new(game.clone(), cx), false, cx)
    }

    /// Opens the house rules of a game whose seats are on the screen below.
    pub(super) fn above_seats(plan: GamePlan, cx: &mut Cx) -> Box<dyn Screen> {
        Self::of(plan, true, cx)
    }

    fn of(plan: GamePlan, above_seats: bool, cx: &mut Cx) -> Box<dyn Screen> {
        let game = plan.game();
        match RulesEditor::read(&game.rules_line()) {
            Ok(rules) => Box::new(Self::new(rules, plan, above_seats, cx)),
            Err(_) => Box::new(RulesReader::new(&*game)),
        }
    }

    fn new(rules: RulesEditor, plan: GamePlan, above_seats: bool, cx: &Cx) -> Self {
        let usual = if rules.is_changed() {
            RulesOutlook::new(rules.preset(), cx)
        } else {
            RulesOutlook::default()
        };
        Self {
            words: RulesReader::new(&**rules.game()),
            now: RulesOutlook::new(rules.game(), cx),
            usual,
            rules,
            plan,
            above_seats,
            filter: ListFilter::default(),
            picker: Picker::default(),
            typing: None,
            page: Page::default(),
        }
    }

    /// Returns the rules that are shown, with what is usual.
    fn shown(&self) -> Vec<(ParameterValue, String)> {
        let mut parameters = self.rules.parameters();
        parameters.retain(|(parameter, _)| {
            let words = format!("{} {}", parameter.name, parameter.meaning);
            self.filter.passes(&words)
        });
        parameters
    }

    fn chosen(&self) -> Option<ParameterValue> {
        let mut parameters = self.shown();
        let place = self.picker.cursor();
        (place < parameters.len()).then(|| parameters.swap_remove(place).0)
    }

    /// Looks at the game anew if it was changed.
    fn changed(&mut self, before: &str, cx: &Cx) {
        if self.rules.game().rules_line() != before {
            self.plan.play_by(self.rules.game());
            self.words = RulesReader::new(&**self.rules.game());
            let now = RulesOutlook::new(self.rules.game(), cx);
            let old = mem::replace(&mut self.now, now);
            // What is being worked out about the preset goes on, to be compared with.
            if before == self.rules.preset().rules_line() {
                self.usual = old;
            }
        }
    }

    /// Changes the rules, and says why if they cannot be.
    fn change<E: ToString>(
        &mut self,
        cx: &mut Cx,
        change: impl FnOnce(&mut RulesEditor) -> Result<(), E>,
    ) -> bool {
        let before = self.rules.game().rules_line();
        let changed = change(&mut self.rules).map_err(|error| cx.complain(error.to_string()));
        self.changed(&before, cx);
        changed.is_ok()
    }

    fn step(&mut self, direction: Direction, cx: &mut Cx) {
        let Some(parameter) = self.chosen() else {
            return;
        };
        let mut passed = None;
        self.change(cx, |rules| {
            passed = rules.step(&parameter, direction)?;
            Ok::<(), crate::rules_editor::NoStep>(())
        });
        if let Some(reason) = passed {
            cx.say(format!("Passed over: {reason}"));
        }
    }

    fn type_value(&mut self) {
        if let Some(parameter) = self.chosen() {
            self.typing = Some(Typing {
                what: TypedRule::Value(parameter.name),
                field: TextField::new(parameter.value),
            });
        }
    }

    fn type_line(&mut self) {
        self.typing = Some(Typing {
            what: TypedRule::Line,
            field: TextField::new(self.rules.game().rules_line()),
        });
    }

    fn type_name(&mut self, cx: &Cx) {
        let line = self.rules.game().rules_line();
        let mut known = cx.settings.rules.iter();
        let name = known.find(|rules| rules.line == line);
        self.typing = Some(Typing {
            what: TypedRule::Name,
            field: TextField::new(name.map_or("", |rules| rules.name.as_str())),
        });
    }

    fn press_typing(&mut self, key: KeyCode, cx: &mut Cx) {
        let Some(typing) = &mut self.typing else {
            return;
        };
        match key {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let (what, text) = (typing.what, typing.field.text().to_owned());
                // What is refused can be mended where it stands.
                if self.typed(what, &text, cx) {
                    self.typing = None;
                }
            }
            _ => {
                typing.field.press(key);
            }
        }
    }

    fn typed(&mut self, what: TypedRule, text: &str, cx: &mut Cx) -> bool {
        match what {
            TypedRule::Value(name) => self.change(cx, |rules| rules.set(name, text)),
            TypedRule::Name => self.keep(text, cx),
            TypedRule::Line => match RulesEditor::read(text) {
                Ok(rules) => {
                    self.plan.play_by(rules.game());
                    *self = Self::new(rules, self.plan.clone(), self.above_seats, cx);
                    true
                }
                Err(error) => {
                    cx.complain(error);
                    false
                }
            },
        }
    }

    /// Keeps the rules under a name.
    fn keep(&self, name: &str, cx: &mut Cx) -> bool {
        match NamedRules::new(name, &self.rules.game().rules_line()) {
            Ok(rules) => {
                cx.say(format!(
                    "Saved as {}, first in the list of games.",
                    rules.name
                ));
                cx.settings.rules.retain(|old| old.name != rules.name);
                cx.settings.rules.push(rules);
                cx.save_settings();
                true
            }
            Err(why) => {
                cx.complain(format!("{why}."));
                false
            }
        }
    }

    fn reset(&mut self, cx: &mut Cx) {
        if let Some(parameter) = self.chosen() {
            self.change(cx, |rules| rules.reset(parameter.name));
        }
    }

    fn reset_all(&mut self, cx: &mut Cx) {
        self.change(cx, |rules| {
            rules.reset_all();
            Ok::<(), crate::rules_editor::NoStep>(())
        });
    }

    /// Goes to the seats, wherever they are.
    fn seats(&self) -> Navigation {
        if self.above_seats {
            Navigation::Back
        } else {
            Navigation::Open(Box::new(SeatsScreen::above_rules(self.plan.clone())))
        }
    }
}

impl Screen for RulesScreen {
    fn title(&self) -> String {
        format!("House rules: {}", self.rules.game().rules_line())
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        if !canvas.is_roomy() {
            return self.draw_narrow(canvas);
        }
        let [body, foot] = menu::with_foot(canvas.area, FOOT);
        let (widths, wide) = if canvas.area.width >= WIDE {
            ([36, 44, 0], true)
        } else {
            ([34, 0, 0], false)
        };
        let columns = if wide {
            [
                Constraint::Length(widths[0]),
                Constraint::Length(widths[1]),
                Constraint::Min(0),
            ]
        } else {
            [
                Constraint::Length(widths[0]),
                Constraint::Min(0),
                Constraint::Length(0),
            ]
        };
        let [list, effect, words] = Layout::horizontal(columns).areas(body);
        self.draw_list(canvas, list);
        self.draw_effect(canvas, effect);
        if wide {
            let mut inside = canvas.framed(words, "In words");
            let lines = self.words.lines(inside.area.width, inside.look);
            self.page.draw(&mut inside, &lines);
        }
        self.draw_foot(&mut canvas.part(foot));
    }

    fn keys(&self) -> Vec<KeyHint> {
        if self.typing.is_some() {
            return vec![
                KeyHint::new(KeyCode::Enter, "Enter", "done"),
                KeyHint::new(KeyCode::Esc, "Esc", "cancel"),
            ];
        }
        self.filter.keys(vec![
            KeyHint::new(KeyCode::Right, "←→ hl", "change"),
            KeyHint::new(KeyCode::Enter, "Enter", "type"),
            KeyHint::new(KeyCode::Char('p'), "p", "play"),
            KeyHint::new(KeyCode::Char('r'), "r", "rules"),
            KeyHint::new(KeyCode::Esc, "Esc q", "back"),
            KeyHint::new(KeyCode::Char('n'), "n", "name"),
            KeyHint::new(KeyCode::Char('x'), "x", "reset"),
            KeyHint::new(KeyCode::Char('t'), "t", "type the line"),
            KeyHint::new(KeyCode::Char('X'), "X", "reset all"),
            KeyHint::new(KeyCode::Char('o'), "o", "host"),
            KeyHint::new(KeyCode::Down, "↑↓ jk", "choose a rule"),
        ])
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        if self.typing.is_some() {
            self.press_typing(key, cx);
            return Navigation::Stay;
        }
        if self.filter.press(key) {
            self.picker.point(0);
            return Navigation::Stay;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Navigation::Back,
            KeyCode::Right | KeyCode::Char('l' | ' ' | '+') => self.step(Direction::Up, cx),
            KeyCode::Left | KeyCode::Char('h' | '-') => self.step(Direction::Down, cx),
            KeyCode::Enter => self.type_value(),
            KeyCode::Char('t') => self.type_line(),
            KeyCode::Char('n') => self.type_name(cx),
            KeyCode::Char('x') | KeyCode::Backspace | KeyCode::Delete => self.reset(cx),
            KeyCode::Char('X') => self.reset_all(cx),
            KeyCode::Char('p') => return self.seats(),
            KeyCode::Char('r') => {
                return Navigation::Open(Box::new(RulesReader::new(&**self.rules.game())));
            }
            KeyCode::Char('o') => {
                return Navigation::Open(online::host(Some(self.rules.game().clone()), cx));
            }
            _ => {
                let shown = self.shown().len();
                self.picker.press(key, shown);
            }
        }
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        if self.picker.click(spot) {
            self.step(Direction::Up, cx);
        }
        Navigation::Stay
    }

    fn wake(&mut self, _cx: &mut Cx) -> Navigation {
        self.now.look();
        self.usual.look();
        Navigation::Stay
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some() || self.filter.is_typing()
    }
}

/// From this width on the rules in words stand beside the rest.
const WIDE: u16 = 120;

/// The least lines of a list beside which anything is explained.
const LEAST_LIST: u16 = 6;

/// The lines below: what the rule under the cursor is, and what it takes.
const FOOT: u16 = 4;

impl RulesScreen {
    /// Draws the list, what is typed, and what the chosen rule means where the list leaves room for it.
    fn draw_narrow(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let typed = u16::from(self.typing.is_some());
        let most = area.height.saturating_sub(LEAST_LIST + typed);
        let meaning = self.meaning(usize::from(area.width).saturating_sub(2));
        let said = (meaning.len() as u16).min(most);
        let rows = [
            Constraint::Min(0),
            Constraint::Length(said),
            Constraint::Length(typed),
        ];
        let [list, words, foot] = Layout::vertical(rows).areas(area);
        let list = self.filter.draw(canvas, list);
        let lines = self.lines(canvas);
        self.picker.draw(&mut canvas.part(list), &lines);
        let faint = canvas.look.faint;
        let meaning = meaning.into_iter().take(usize::from(said));
        let meaning = meaning.map(|line| Line::styled(line, faint));
        canvas.part(words).lines(meaning);
        if let Some(typing) = &self.typing {
            typing
                .field
                .draw(&mut canvas.part(foot), label(typing.what));
        }
    }

    /// Says what the rule under the cursor means.
    fn meaning(&self, width: usize) -> Vec<String> {
        let Some(parameter) = self.chosen() else {
            return Vec::new();
        };
        fold(
            &format!(" {}: {}", parameter.name, parameter.meaning),
            width,
            1,
        )
    }

    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (plain, changed) = (canvas.look.plain, canvas.look.held);
        let line = |(parameter, usual): (ParameterValue, String)| {
            let (mark, style) = if parameter.value == usual {
                (" ", plain)
            } else {
                ("*", changed)
            };
            let name = format!("{:<14}", spoken(parameter.name));
            let value = Span::styled(format!("{mark}{}", parameter.value), style);
            Line::from(vec![Span::raw(name), value])
        };
        self.shown().into_iter().map(line).collect()
    }

    fn draw_list(&mut self, canvas: &mut Canvas<'_, '_>, area: Rect) {
        let heading = if self.rules.is_changed() {
            "Rules  (* changed)"
        } else {
            "Rules"
        };
        let lines = self.lines(canvas);
        let mut inside = canvas.framed(area, heading);
        let whole = inside.area;
        let list = self.filter.draw(&mut inside, whole);
        self.picker.draw(&mut inside.part(list), &lines);
    }

    fn draw_effect(&mut self, canvas: &mut Canvas<'_, '_>, area: Rect) {
        let mut inside = canvas.framed(area, "What they do");
        let width = usize::from(inside.area.width);
        let than = self.usual.answer().filter(|_| self.rules.is_changed());
        let mut row = 0;
        if let Some(answer) = self.now.answer() {
            for line in effect(answer, than, width) {
                inside.line(row, line);
                row += 1;
            }
        }
        let busy = self.now.is_busy() || (self.rules.is_changed() && self.usual.is_busy());
        if busy {
            inside.line(row, Span::styled("working…", inside.look.faint));
        } else if than.is_some() {
            let usual = format!(
                "in brackets: the difference from {}",
                self.rules.preset().rules_line()
            );
            let lines = fold(&usual, width, 2);
            for (row, line) in (row..).zip(lines) {
                inside.line(row, Span::styled(line, inside.look.faint));
            }
        }
    }

    fn draw_foot(&self, canvas: &mut Canvas<'_, '_>) {
        let Some(parameter) = self.chosen() else {
            return;
        };
        let width = usize::from(canvas.area.width).saturating_sub(2);
        let takes = format!(" takes {}", parameter.accepts);
        let mut lines = self.meaning(width);
        lines.extend(fold(&takes, width, 1));
        let last = canvas.area.height.saturating_sub(1);
        for (row, line) in (0..last).zip(lines) {
            canvas.line(row, line);
        }
        let area = Rect {
            x: canvas.area.x + 1,
            y: canvas.area.y + last,
            width: canvas.area.width.saturating_sub(1),
            height: canvas.area.height.min(1),
        };
        let mut below = canvas.part(area);
        match &self.typing {
            Some(typing) => typing.field.draw(&mut below, label(typing.what)),
            None => below.line(
                0,
                Span::styled(self.rules.game().rules_line(), below.look.accent),
            ),
        }
    }
}

/// Writes the name of a rule as people would; the line below the list has it as it is typed.
fn spoken(name: &str) -> String {
    let mut letters = name.chars().map(|letter| match letter {
        '_' => ' ',
        letter => letter,
    });
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn label(what: TypedRule) -> &'static str {
    match what {
        TypedRule::Value(name) => name,
        TypedRule::Line => "rules",
        TypedRule::Name => "save as",
    }
}
