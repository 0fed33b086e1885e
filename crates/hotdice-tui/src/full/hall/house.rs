//! House rules, with what they do to the game.

mod draw;

use std::mem;
use std::sync::Arc;

use hotdice_core::{AnyGame, ParameterValue};
use ratatui::crossterm::event::KeyCode;

use super::super::canvas::Canvas;
use super::super::online;
use super::super::screen::{Cx, Hint, Screen, Spot, Step};
use super::super::widgets::{Field, Page, Picker};
use super::outlook::Outlook;
use super::reader::Reader;
use super::seats::{Plan, Seats};
use crate::house::{Direction, HouseRules};

/// The screen on which rules are changed.
pub(super) struct House {
    rules: HouseRules,
    /// The game that is changed, and who plays it.
    plan: Plan,
    /// Whether the seats are the screen below.
    above_seats: bool,
    picker: Picker,
    typing: Option<Typing>,
    /// The game as it stands in words.
    words: Reader,
    page: Page,
    now: Outlook,
    /// The game that nothing is changed in.
    usual: Outlook,
}

/// What letters are typed for.
struct Typing {
    what: Typed,
    field: Field,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typed {
    Value(&'static str),
    Line,
}

impl House {
    /// Opens the house rules of a game.
    pub(super) fn open(game: &Arc<dyn AnyGame>, cx: &mut Cx) -> Box<dyn Screen> {
        Self::of(Plan::new(game.clone(), cx), false, cx)
    }

    /// Opens the house rules of a game whose seats are on the screen below.
    pub(super) fn above_seats(plan: Plan, cx: &mut Cx) -> Box<dyn Screen> {
        Self::of(plan, true, cx)
    }

    fn of(plan: Plan, above_seats: bool, cx: &mut Cx) -> Box<dyn Screen> {
        let game = plan.game();
        match HouseRules::read(&game.rules_line()) {
            Ok(rules) => Box::new(Self::new(rules, plan, above_seats, cx)),
            Err(_) => Box::new(Reader::new(&*game)),
        }
    }

    fn new(rules: HouseRules, plan: Plan, above_seats: bool, cx: &Cx) -> Self {
        let usual = match rules.is_changed() {
            true => Outlook::new(rules.preset(), cx),
            false => Outlook::default(),
        };
        Self {
            words: Reader::new(&**rules.game()),
            now: Outlook::new(rules.game(), cx),
            usual,
            rules,
            plan,
            above_seats,
            picker: Picker::default(),
            typing: None,
            page: Page::default(),
        }
    }

    fn chosen(&self) -> Option<ParameterValue> {
        let mut parameters = self.rules.game().parameters();
        let place = self.picker.cursor();
        (place < parameters.len()).then(|| parameters.swap_remove(place))
    }

    /// Looks at the game anew if it was changed.
    fn changed(&mut self, before: &str, cx: &Cx) {
        if self.rules.game().rules_line() != before {
            self.plan.play_by(self.rules.game());
            self.words = Reader::new(&**self.rules.game());
            let now = Outlook::new(self.rules.game(), cx);
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
        change: impl FnOnce(&mut HouseRules) -> Result<(), E>,
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
            Ok::<(), crate::house::NoStep>(())
        });
        if let Some(reason) = passed {
            cx.say(format!("Passed over: {reason}"));
        }
    }

    fn type_value(&mut self) {
        if let Some(parameter) = self.chosen() {
            self.typing = Some(Typing {
                what: Typed::Value(parameter.name),
                field: Field::new(parameter.value),
            });
        }
    }

    fn type_line(&mut self) {
        self.typing = Some(Typing {
            what: Typed::Line,
            field: Field::new(self.rules.game().rules_line()),
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

    fn typed(&mut self, what: Typed, text: &str, cx: &mut Cx) -> bool {
        match what {
            Typed::Value(name) => self.change(cx, |rules| rules.set(name, text)),
            Typed::Line => match HouseRules::read(text) {
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

    fn reset(&mut self, cx: &mut Cx) {
        if let Some(parameter) = self.chosen() {
            self.change(cx, |rules| rules.reset(parameter.name));
        }
    }

    fn reset_all(&mut self, cx: &mut Cx) {
        self.change(cx, |rules| {
            rules.reset_all();
            Ok::<(), crate::house::NoStep>(())
        });
    }

    /// Goes to the seats, wherever they are.
    fn seats(&self) -> Step {
        match self.above_seats {
            true => Step::Back,
            false => Step::Open(Box::new(Seats::above_rules(self.plan.clone()))),
        }
    }
}

impl Screen for House {
    fn title(&self) -> String {
        format!("House rules: {}", self.rules.game().rules_line())
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        self.draw_all(canvas);
    }

    fn keys(&self) -> Vec<Hint> {
        if self.typing.is_some() {
            return vec![
                Hint::new(KeyCode::Enter, "Enter", "take it"),
                Hint::new(KeyCode::Esc, "Esc", "leave it as it was"),
            ];
        }
        vec![
            Hint::new(KeyCode::Right, "←→ hl", "change"),
            Hint::new(KeyCode::Enter, "Enter", "type"),
            Hint::new(KeyCode::Char('p'), "p", "play"),
            Hint::new(KeyCode::Char('r'), "r", "rules"),
            Hint::new(KeyCode::Esc, "Esc q", "back"),
            Hint::new(KeyCode::Char('x'), "x", "as usual"),
            Hint::new(KeyCode::Char('t'), "t", "type the line"),
            Hint::new(KeyCode::Char('X'), "X", "all as usual"),
            Hint::new(KeyCode::Char('o'), "o", "host it"),
            Hint::new(KeyCode::Down, "↑↓ jk", "choose a rule"),
        ]
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        if self.typing.is_some() {
            self.press_typing(key, cx);
            return Step::Stay;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Step::Back,
            KeyCode::Right | KeyCode::Char('l' | ' ' | '+') => self.step(Direction::Up, cx),
            KeyCode::Left | KeyCode::Char('h' | '-') => self.step(Direction::Down, cx),
            KeyCode::Enter => self.type_value(),
            KeyCode::Char('t') => self.type_line(),
            KeyCode::Char('x') | KeyCode::Backspace | KeyCode::Delete => self.reset(cx),
            KeyCode::Char('X') => self.reset_all(cx),
            KeyCode::Char('p') => return self.seats(),
            KeyCode::Char('r') => {
                return Step::Open(Box::new(Reader::new(&**self.rules.game())));
            }
            KeyCode::Char('o') => {
                return Step::Open(online::host(Some(self.rules.game().clone()), cx));
            }
            _ => {
                self.picker.press(key, self.rules.game().parameters().len());
            }
        }
        Step::Stay
    }

    fn point(&mut self, spot: &Spot, cx: &mut Cx) -> Step {
        match spot {
            Spot::Item(place) if *place == self.picker.cursor() => self.step(Direction::Up, cx),
            Spot::Item(place) => self.picker.point(*place),
            _ => {}
        }
        Step::Stay
    }

    fn wake(&mut self, _cx: &mut Cx) -> Step {
        self.now.look();
        self.usual.look();
        Step::Stay
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }
}
