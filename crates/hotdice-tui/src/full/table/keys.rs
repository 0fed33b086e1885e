//! What keys do at a table.

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;

use super::dialog::ConfirmDialog;
use super::{PendingScreen, TableScreen};
use crate::full::screen::{Cx, KeyHint, Navigation};
use crate::full::widgets::TextField;
use crate::settings::Pace;

/// Keys that follow each other faster than this are not thought about.
const MASHED: Duration = Duration::from_millis(300);

impl TableScreen {
    /// Returns the keys that do something now.
    pub(super) fn hints(&self) -> Vec<KeyHint> {
        if let Some(dialog) = &self.dialog {
            return dialog.keys();
        }
        if self.typing.is_some() {
            return vec![
                KeyHint::new(KeyCode::Enter, "Enter", "do it"),
                KeyHint::new(KeyCode::Esc, "Esc", "back to the list"),
            ];
        }
        let mut keys = Vec::new();
        if self.is_over() {
            keys.push(KeyHint::new(KeyCode::Enter, "Enter", "how it went"));
            keys.push(KeyHint::new(KeyCode::Char('n'), "n", "new game"));
        } else if self.is_yours() {
            keys.push(KeyHint::new(KeyCode::Down, "↑↓", "choose"));
            keys.push(KeyHint::new(KeyCode::Enter, "Enter", "do it"));
            if self.selection.picks_items() {
                let does = format!("pick {}", self.selection.items_in_words());
                keys.push(KeyHint::new(
                    KeyCode::Char(' '),
                    self.selection.item_keys(),
                    does,
                ));
            }
            if self.session.abilities().undo {
                keys.push(KeyHint::new(KeyCode::Char('u'), "u", "undo"));
            }
        }
        keys.push(KeyHint::new(KeyCode::Char('c'), "c", "coach"));
        keys.push(KeyHint::new(KeyCode::Char('q'), "q", "leave"));
        keys.push(KeyHint::new(KeyCode::Char('i'), "i", "rules"));
        keys.push(KeyHint::new(KeyCode::Char('a'), "a", "animation"));
        if self.is_yours() {
            keys.push(KeyHint::new(KeyCode::Char(':'), ":", "type a choice"));
            if self.selection.picks_items() {
                let does = format!("pick {} one by one", self.selection.items_in_words());
                keys.push(KeyHint::new(KeyCode::Right, "←→ Space", does));
            }
        }
        if self.may_draw() {
            keys.push(KeyHint::new(KeyCode::Char('d'), "d", "offer a draw"));
        }
        if self.session.abilities().emote {
            keys.push(KeyHint::new(KeyCode::Char('e'), "e", "show a feeling"));
        }
        keys
    }

    /// Answers a key: for a question, a text, the selection, or the table.
    pub(super) fn press_key(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        self.now = cx.now;
        self.session.come_back();
        if let Some(dialog) = &self.dialog {
            let answer = dialog.press(key);
            return self.answer(answer, cx);
        }
        if self.typing.is_some() {
            self.press_typing(key, cx);
            return Navigation::Stay;
        }
        let was_over = self.is_over();
        let mut skipped = false;
        if let Some(showing) = &mut self.showing {
            showing.hurry();
            skipped = true;
            self.go_on(cx);
        }
        // Whoever mashes keys to see the others move faster does not mean to choose when their own turn begins: after a pause they do.
        let mashed = self
            .hurried
            .is_some_and(|at| cx.now.duration_since(at) < MASHED);
        let acts = self.decides(key) && !matches!(key, KeyCode::Char('0'..='9'));
        if skipped || (mashed && acts && !was_over) {
            self.hurried = Some(cx.now);
            skipped = true;
        }
        // A key that cut an animation short was not meant for a choice that nobody has seen yet. The end is seen at once, with the key
        // to how it went, which loses nothing.
        if skipped && self.decides(key) && !(was_over && key == KeyCode::Enter) {
            return Navigation::Stay;
        }
        if self.is_yours() && self.selection.press(key) {
            return Navigation::Stay;
        }
        self.press_command(key, cx)
    }

    /// Tells whether a key chooses something, or leads away from a game that is over.
    fn decides(&self, key: KeyCode) -> bool {
        match key {
            KeyCode::Enter | KeyCode::Char(' ' | '1'..='9' | 'n') => true,
            KeyCode::Char(letter) => self.selection.by_letter(letter).is_some(),
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

    fn press_command(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
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
            KeyCode::Char(':') if self.is_yours() => self.typing = Some(TextField::default()),
            KeyCode::Char('d') if self.may_draw() => self.dialog = Some(ConfirmDialog::Draw),
            KeyCode::Char('e') if self.session.abilities().emote => {
                self.dialog = Some(ConfirmDialog::Emote);
            }
            KeyCode::Char('n') if self.is_over() => {
                self.pending = Some(PendingScreen::Rematch);
                return self.fulfil(cx);
            }
            KeyCode::Char(letter) if self.is_yours() => {
                if let Some(place) = self.selection.by_letter(letter) {
                    let notation = self.selection.choices()[place].notation.clone();
                    self.choose(&notation, cx);
                }
            }
            _ => {}
        }
        Navigation::Stay
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
    cx.save_settings();
}
