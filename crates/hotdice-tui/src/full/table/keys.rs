//! What keys do at a table.

use ratatui::crossterm::event::KeyCode;

use super::super::screen::{Cx, Hint, Step};
use super::super::widgets::Field;
use super::asking::Asking;
use super::{TableScreen, Wish};
use crate::settings::Pace;

impl TableScreen {
    /// Returns the keys that do something now.
    pub(super) fn hints(&self) -> Vec<Hint> {
        if let Some(asking) = &self.asking {
            return asking.keys();
        }
        if self.typing.is_some() {
            return vec![
                Hint::new(KeyCode::Enter, "Enter", "do it"),
                Hint::new(KeyCode::Esc, "Esc", "back to the list"),
            ];
        }
        let mut keys = Vec::new();
        if self.is_over() {
            keys.push(Hint::new(KeyCode::Enter, "Enter", "how it went"));
            keys.push(Hint::new(KeyCode::Char('n'), "n", "new game"));
        } else if self.is_yours() {
            keys.push(Hint::new(KeyCode::Down, "↑↓", "choose"));
            keys.push(Hint::new(KeyCode::Enter, "Enter", "do it"));
            if self.hand.takes_dice() {
                keys.push(Hint::new(KeyCode::Char(' '), "1-6", "pick dice"));
            }
            if self.sitting.may_undo() {
                keys.push(Hint::new(KeyCode::Char('u'), "u", "undo"));
            }
        }
        keys.push(Hint::new(KeyCode::Char('c'), "c", "coach"));
        keys.push(Hint::new(KeyCode::Char('q'), "q", "leave"));
        keys.push(Hint::new(KeyCode::Char('i'), "i", "rules"));
        keys.push(Hint::new(KeyCode::Char('a'), "a", "animation"));
        if self.is_yours() {
            keys.push(Hint::new(KeyCode::Char(':'), ":", "type a choice"));
            if self.hand.takes_dice() {
                keys.push(Hint::new(
                    KeyCode::Right,
                    "←→ Space",
                    "pick dice one by one",
                ));
            }
        }
        if self.may_draw() {
            keys.push(Hint::new(KeyCode::Char('d'), "d", "offer a draw"));
        }
        if self.has_company() {
            keys.push(Hint::new(KeyCode::Char('e'), "e", "show a feeling"));
        }
        keys
    }

    /// Answers a key: for a question, a text, the hand, or the table.
    pub(super) fn press_key(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        self.now = cx.now;
        self.sitting.come_back(cx);
        if let Some(asking) = &self.asking {
            let answer = asking.press(key);
            return self.answer(answer, cx);
        }
        if self.typing.is_some() {
            self.press_typing(key, cx);
            return Step::Stay;
        }
        let was_over = self.is_over();
        let mut skipped = false;
        if let Some(showing) = &mut self.showing {
            showing.hurry();
            skipped = true;
            self.go_on(cx);
        }
        // A key that cut an animation short was not meant for a choice that nobody has seen yet. The end is seen at once, with the key
        // to how it went, which loses nothing.
        if skipped && self.decides(key) && !(was_over && key == KeyCode::Enter) {
            return Step::Stay;
        }
        match self.is_yours() && self.hand.press(key) {
            true => Step::Stay,
            false => self.press_command(key, cx),
        }
    }

    /// Tells whether a key chooses something, or leads away from a game that is over.
    fn decides(&self, key: KeyCode) -> bool {
        match key {
            KeyCode::Enter | KeyCode::Char(' ' | '1'..='9' | 'n') => true,
            KeyCode::Char(letter) => self.hand.by_letter(letter).is_some(),
            _ => false,
        }
    }

    fn press_typing(&mut self, key: KeyCode, cx: &mut Cx) {
        let Some(field) = &mut self.typing else {
            return;
        };
        match key {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let notation = field.text().to_owned();
                // What is refused can be mended where it stands.
                if notation.is_empty() || self.choose(&notation, cx) {
                    self.typing = None;
                }
            }
            key => drop(field.press(key)),
        }
    }

    fn press_command(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        match key {
            KeyCode::Enter => return self.enter(cx),
            KeyCode::Esc | KeyCode::Char('q') => return self.leave(cx),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(cx),
            KeyCode::Char('c') => {
                self.coach ^= true;
                self.look(cx);
            }
            KeyCode::Char('a') => switch_pace(cx),
            KeyCode::Char('i') => return self.read_rules(cx),
            KeyCode::Char(':') if self.is_yours() => self.typing = Some(Field::default()),
            KeyCode::Char('d') if self.may_draw() => self.asking = Some(Asking::Draw),
            KeyCode::Char('e') if self.has_company() => self.asking = Some(Asking::Feeling),
            KeyCode::Char('n') if self.is_over() => {
                self.wish = Some(Wish::Rematch);
                return self.fulfil(cx);
            }
            KeyCode::Char(letter) if self.is_yours() => {
                if let Some(place) = self.hand.by_letter(letter) {
                    let notation = self.hand.choices()[place].notation.clone();
                    self.choose(&notation, cx);
                }
            }
            _ => {}
        }
        Step::Stay
    }
}

/// Switches the animation off, or on again.
fn switch_pace(cx: &mut Cx) {
    cx.settings.pace = match cx.settings.pace {
        Pace::Off => cx.moving,
        pace => {
            cx.moving = pace;
            Pace::Off
        }
    };
    cx.say(match cx.settings.pace {
        Pace::Off => "Dice lie at once from now on.",
        _ => "Dice roll from now on.",
    });
    cx.keep_settings();
}
