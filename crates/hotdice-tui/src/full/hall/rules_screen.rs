//! House rules, with what they do to the game.

mod draw;

use std::mem;
use std::sync::Arc;

use hotdice_core::{AnyGame, ParameterValue};
use ratatui::crossterm::event::KeyCode;

use super::outlook::RulesOutlook;
use super::reader::RulesReader;
use super::seats::{GamePlan, SeatsScreen};
use crate::full::canvas::Canvas;
use crate::full::online;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::{Page, Picker, TextField};
use crate::rules_editor::{Direction, RulesEditor};

/// The screen on which rules are changed.
pub(super) struct RulesScreen {
    rules: RulesEditor,
    /// The game that is changed, and who plays it.
    plan: GamePlan,
    /// Whether the seats are the screen below.
    above_seats: bool,
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
        self.draw_all(canvas);
    }

    fn keys(&self) -> Vec<KeyHint> {
        if self.typing.is_some() {
            return vec![
                KeyHint::new(KeyCode::Enter, "Enter", "take it"),
                KeyHint::new(KeyCode::Esc, "Esc", "leave it as it was"),
            ];
        }
        vec![
            KeyHint::new(KeyCode::Right, "←→ hl", "change"),
            KeyHint::new(KeyCode::Enter, "Enter", "type"),
            KeyHint::new(KeyCode::Char('p'), "p", "play"),
            KeyHint::new(KeyCode::Char('r'), "r", "rules"),
            KeyHint::new(KeyCode::Esc, "Esc q", "back"),
            KeyHint::new(KeyCode::Char('x'), "x", "as usual"),
            KeyHint::new(KeyCode::Char('t'), "t", "type the line"),
            KeyHint::new(KeyCode::Char('X'), "X", "all as usual"),
            KeyHint::new(KeyCode::Char('o'), "o", "host it"),
            KeyHint::new(KeyCode::Down, "↑↓ jk", "choose a rule"),
        ]
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        if self.typing.is_some() {
            self.press_typing(key, cx);
            return Navigation::Stay;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Navigation::Back,
            KeyCode::Right | KeyCode::Char('l' | ' ' | '+') => self.step(Direction::Up, cx),
            KeyCode::Left | KeyCode::Char('h' | '-') => self.step(Direction::Down, cx),
            KeyCode::Enter => self.type_value(),
            KeyCode::Char('t') => self.type_line(),
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
                self.picker.press(key, self.rules.game().parameters().len());
            }
        }
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        match spot {
            ClickTarget::Item(place) if *place == self.picker.cursor() => {
                self.step(Direction::Up, cx);
            }
            ClickTarget::Item(place) => self.picker.point(*place),
            _ => {}
        }
        Navigation::Stay
    }

    fn wake(&mut self, _cx: &mut Cx) -> Navigation {
        self.now.look();
        self.usual.look();
        Navigation::Stay
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }
}
