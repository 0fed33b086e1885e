//! The keys of a table.

use std::time::{Duration, Instant};

use hotdice_core::Seat;
use ratatui::crossterm::event::KeyCode;

use super::acts::Act;
use super::dialog::ConfirmDialog;
use super::{PendingScreen, TableScreen, switch_pace};
use crate::full::screen::{Cx, KeyHint, Navigation};
use crate::full::widgets::TextField;
use crate::session::TablePhase;

impl TableScreen {
    /// Returns the keys that do something now. The footer shows as many as there is room for, so the way out is among the first.
    pub(super) fn key_hints(&self) -> Vec<KeyHint> {
        if let Some(dialog) = &self.dialog {
            return dialog.keys();
        }
        if self.typing.is_some() {
            return vec![
                KeyHint::new(KeyCode::Enter, "Enter", "do it"),
                KeyHint::new(KeyCode::Esc, "Esc", "cancel"),
            ];
        }
        let mut keys = Vec::new();
        let hint = |key, label, does: &str| KeyHint::new(KeyCode::Char(key), label, does);
        if self.is_over() {
            keys.push(KeyHint::new(KeyCode::Enter, "Enter", "review"));
            keys.push(hint('n', "n", "new game"));
        } else if self.is_yours() {
            keys.extend(self.choosing_hints());
        } else if self.showing.is_some() {
            keys.push(hint(' ', "Space", "skip"));
        }
        keys.push(hint('q', "q", "leave"));
        if self.is_yours() {
            if !self.listing {
                keys.push(KeyHint::new(KeyCode::Tab, "Tab", "list"));
            }
            if self.session.abilities().undo {
                keys.push(hint('u', "u", "undo"));
            }
        }
        keys.push(hint('c', "c", "coach"));
        keys.push(hint('i', "i", "rules"));
        if !self.session.status().offers.is_empty() {
            keys.push(hint('d', "d", "answer the draw offer"));
        } else if self.may_draw() {
            keys.push(hint('d', "d", "offer a draw"));
        }
        if self.is_yours() {
            let acts = self.selection.acts();
            let hints = acts.iter().filter_map(act_hint);
            let (usual, others): (Vec<KeyHint>, Vec<KeyHint>) =
                hints.partition(|hint| matches!(hint.key, KeyCode::Char('r' | 'b')));
            keys.extend(usual);
            if !self.listing {
                keys.push(KeyHint::new(KeyCode::Enter, "Enter", "confirm"));
            }
            if self.coach {
                keys.push(hint('.', ".", "pick the best"));
            }
            if self.selection.picks_items() {
                let does = format!("pick {}", self.selection.items_in_words());
                let label = self.selection.item_keys();
                keys.push(KeyHint::new(KeyCode::Char('1'), label, does));
            }
            keys.extend(others);
        }
        if self.has_triangle() {
            keys.push(hint('t', "t", "threats"));
        }
        if self.solving.cost().is_some() {
            keys.push(hint('S', "S", "solve the game"));
        }
        keys.push(hint('a', "a", "animation"));
        keys.push(KeyHint::new(
            KeyCode::PageUp,
            "PgUp PgDn",
            "scroll the story",
        ));
        if self.is_yours() {
            keys.push(hint(':', ":", "type a choice"));
        }
        if self.session.abilities().emote {
            keys.push(hint('e', "e", "react"));
        }
        keys
    }

    /// Returns the keys that choose.
    fn choosing_hints(&self) -> Vec<KeyHint> {
        let (arrows, moves) = (KeyCode::Right, "↑↓←→");
        if self.listing {
            return vec![
                KeyHint::new(KeyCode::Down, "↑↓", "choose"),
                KeyHint::new(KeyCode::Enter, "Enter", "do it"),
                KeyHint::new(KeyCode::Esc, "Esc Tab", "close the list"),
            ];
        }
        let mut keys = Vec::new();
        if self.selection.picks_items() {
            let does = match self.selection.items_in_words() {
                "dice" => "hold",
                _ => "pick",
            };
            keys.push(KeyHint::new(KeyCode::Char(' '), "Space", does));
        }
        keys.push(KeyHint::new(arrows, moves, "move"));
        keys
    }

    /// Answers a key.
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
        let skipped = self.showing.is_some() && !matches!(key, KeyCode::PageUp | KeyCode::PageDown);
        if skipped {
            if let Some(showing) = &mut self.showing {
                showing.hurry();
            }
            self.go_on(cx);
        }
        let hasty = self.type_ahead.note_key(skipped, cx.now);
        // A key that cut an animation short was not meant for a choice that nobody has seen yet. The end is seen at once, with the key
        // to how it went, which loses nothing.
        let chooses = self.decides(key) || (skipped && picks(key));
        if hasty && chooses && !(was_over && key == KeyCode::Enter) {
            return Navigation::Stay;
        }
        if self.is_yours() && self.selection.press(key) {
            self.look_ahead();
            return Navigation::Stay;
        }
        self.press_command(key, cx)
    }

    /// Tells whether a key chooses something, or leads away from a game that is over.
    fn decides(&self, key: KeyCode) -> bool {
        match key {
            KeyCode::Enter | KeyCode::Char('n') => true,
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
                if notation.is_empty() || self.choose(&[notation], cx) {
                    self.typing = None;
                }
            }
            key => drop(field.press(key)),
        }
    }

    fn press_command(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        match key {
            KeyCode::Enter => return self.enter(cx),
            // Esc closes what is open before it leads away.
            KeyCode::Tab | KeyCode::Esc
                if self.is_yours() && (self.listing || key == KeyCode::Tab) =>
            {
                self.listing ^= true;
                self.selection.switch_list(self.listing);
            }
            KeyCode::Esc | KeyCode::Char('q') => return self.leave(cx),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(cx),
            KeyCode::Char('c') => {
                self.coach ^= true;
                self.look(cx);
            }
            KeyCode::Char('.') if self.coach => self.pick_best(cx),
            KeyCode::Char('a') => switch_pace(cx),
            KeyCode::Char('i') => return self.read_rules(cx),
            KeyCode::PageUp => self.scroll_story(5),
            KeyCode::PageDown => self.scroll_story(-5),
            KeyCode::Char('t') if self.has_triangle() => self.threats ^= true,
            KeyCode::Char('S') => self.dialog = self.solve_dialog(),
            KeyCode::Char(':') if self.is_yours() => self.typing = Some(TextField::default()),
            KeyCode::Char('d') => self.dialog = self.draw_dialog(),
            KeyCode::Char('e') if self.session.abilities().emote => {
                self.dialog = Some(ConfirmDialog::Emote);
            }
            KeyCode::Char('n') if self.is_over() => {
                self.pending = Some(PendingScreen::Rematch);
                return self.fulfil(cx);
            }
            KeyCode::Char(letter) if self.is_yours() => self.press_letter(letter, cx),
            _ => {}
        }
        Navigation::Stay
    }

    /// Asks about a draw, if there can be one.
    fn draw_dialog(&self) -> Option<ConfirmDialog> {
        let status = self.session.status();
        match status.offers.first() {
            Some(seat) => {
                let by = status.name(*seat);
                Some(ConfirmDialog::Offered { by })
            }
            None => self.may_draw().then_some(ConfirmDialog::Draw),
        }
    }

    fn press_letter(&mut self, letter: char, cx: &mut Cx) {
        let acts = self.selection.acts();
        match acts.into_iter().find(|act| act.key == Some(letter)) {
            Some(act) => {
                self.choose(&act.steps, cx);
            }
            None if matches!(letter, 'r' | 'b') && self.selection.pick_problem().is_some() => {
                cx.complain(self.selection.way_out_in_words());
            }
            None if letter == 'r' => cx.say("There is nothing to roll now."),
            None if letter == 'b' => cx.say("There is nothing to bank now."),
            None => {}
        }
    }

    /// Points at what the coach would do.
    fn pick_best(&mut self, cx: &mut Cx) {
        let best = self.best_choice().map(|choice| choice.notation.clone());
        match best {
            Some(best) if self.is_yours() => {
                self.selection.point(&best);
                self.look_ahead();
            }
            _ => cx.say(self.advice.heading()),
        }
    }

    /// Scrolls the story by some lines, up if there are more than none.
    pub(super) fn scroll_story(&mut self, lines: isize) {
        let most = self.story.len().saturating_sub(1);
        self.scrolled = self.scrolled.saturating_add_signed(lines).min(most);
    }
}

/// Returns the letter of something that can be done.
fn act_hint(act: &Act) -> Option<KeyHint> {
    let letter = act.key?;
    let place = LETTERS.find(letter)?;
    let does = match letter {
        'r' => "roll",
        'b' => "bank",
        _ => &act.label,
    };
    let label = LETTERS.get(place..=place)?;
    Some(KeyHint::new(KeyCode::Char(letter), label, does))
}

/// The letters as they are written.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// Tells whether a key picks something on the board.
const fn picks(key: KeyCode) -> bool {
    matches!(key, KeyCode::Char(' ' | '0'..='9'))
}

/// Keys that follow each other faster than this are not thought about.
const HASTY: Duration = Duration::from_millis(300);

/// Keys that were pressed before the player could see what they would do.
///
/// Whoever mashes keys to see the others move faster does not mean to choose when their own turn begins. So a burst of keys, each
/// soon after the one before, that began before the turn chooses nothing until there is a pause.
#[derive(Debug, Default)]
pub(super) struct TypeAhead {
    /// When the last key was pressed.
    pressed: Option<Instant>,
    /// Who decides here, until somebody else does.
    decider: Option<Seat>,
    /// When they began to.
    began: Option<Instant>,
    /// Whether the keys that come belong to a burst.
    burst: bool,
}

impl TypeAhead {
    /// Notes what the table waits for: whether somebody here begins to decide, or the game is over.
    pub(super) fn look(&mut self, phase: TablePhase, now: Instant) {
        match phase {
            TablePhase::Moving => {}
            TablePhase::Yours(seat) if self.decider == Some(seat) => {}
            TablePhase::Yours(seat) => (self.decider, self.began) = (Some(seat), Some(now)),
            TablePhase::Over(_) if self.decider.is_none() => {}
            TablePhase::Over(_)
            | TablePhase::Theirs(_)
            | TablePhase::Stuck
            | TablePhase::Closed => {
                (self.decider, self.began) = (None, Some(now));
            }
        }
    }

    /// Notes a key, and returns whether it was pressed too soon; one that skipped something always was.
    pub(super) fn note_key(&mut self, skipped: bool, now: Instant) -> bool {
        let since = |at: Instant| now.checked_duration_since(at);
        let follows = self
            .pressed
            .and_then(since)
            .is_some_and(|since| since < HASTY);
        let before_turn = match (self.pressed, self.began) {
            (Some(pressed), Some(began)) => pressed <= began,
            _ => false,
        };
        self.burst = skipped || (follows && (self.burst || before_turn));
        self.pressed = Some(now);
        self.burst
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_chooses_nothing_until_there_is_a_pause() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut keys = TypeAhead::default();
        // Keys before the turn, at its beginning and long into it.
        let turn = |keys: &mut TypeAhead, now| {
            keys.look(TablePhase::Theirs(Seat::FIRST), now);
            keys.look(TablePhase::Yours(Seat::FIRST), now);
        };
        assert!(!keys.note_key(false, at(0)));
        turn(&mut keys, at(50));
        for millis in (100..2000).step_by(100) {
            assert!(keys.note_key(false, at(millis)), "{millis}");
        }
        assert!(!keys.note_key(false, at(2500)));
        // Keys after a pause count, however soon after the turn begins and after each other.
        turn(&mut keys, at(5000));
        assert!(!keys.note_key(false, at(5010)));
        keys.look(TablePhase::Yours(Seat::FIRST), at(5015));
        assert!(!keys.note_key(false, at(5020)));
        // The key that ended the last turn was pressed before the next one.
        turn(&mut keys, at(5020));
        assert!(keys.note_key(false, at(5120)));
        assert!(keys.note_key(true, at(9000)));
    }
}
