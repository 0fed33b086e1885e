//! A line in which letters are typed.

use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use crate::full::canvas::Canvas;

/// The most letters of a field.
const MOST: usize = 400;

/// The key that empties a field: Ctrl-U, as a terminal writes it.
pub(crate) const EMPTY: KeyCode = KeyCode::Char('\u{15}');

/// The key that deletes the word before the cursor: Ctrl-W, as a terminal writes it.
pub(crate) const RUB_OUT: KeyCode = KeyCode::Char('\u{17}');

/// A line of letters with a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextField {
    text: String,
    /// How many letters stand before the cursor.
    cursor: usize,
}

impl TextField {
    /// Returns a field that holds a text already.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let cursor = text.chars().count();
        Self { text, cursor }
    }

    /// Returns what was typed.
    pub(crate) fn text(&self) -> &str {
        self.text.trim()
    }

    /// Answers a key, and says whether it was meant for the field.
    pub(crate) fn press(&mut self, key: KeyCode) -> bool {
        let letters = self.text.chars().count();
        match key {
            EMPTY => *self = Self::default(),
            RUB_OUT => self.rub_out(),
            KeyCode::Char(letter) if letters < MOST => self.insert(letter),
            KeyCode::Char(_) => {}
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.remove();
            }
            KeyCode::Delete if self.cursor < letters => self.remove(),
            KeyCode::Backspace | KeyCode::Delete => {}
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(letters),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = letters,
            _ => return false,
        }
        true
    }

    fn insert(&mut self, letter: char) {
        let at = self.byte();
        self.text.insert(at, letter);
        self.cursor += 1;
    }

    fn remove(&mut self) {
        let at = self.byte();
        self.text.remove(at);
    }

    /// Deletes the word before the cursor, and the blanks behind it.
    fn rub_out(&mut self) {
        let before: Vec<char> = self.text.chars().take(self.cursor).collect();
        let is_blank = |letter: &char| letter.is_whitespace();
        let word = before.iter().rposition(|letter| !is_blank(letter));
        let end = word.map_or(0, |last| last + 1);
        let begin = before[..end].iter().rposition(is_blank);
        let begin = begin.map_or(0, |blank| blank + 1);
        while self.cursor > begin {
            self.cursor -= 1;
            self.remove();
        }
    }

    /// Returns where the cursor is, in bytes.
    fn byte(&self) -> usize {
        let mut letters = self.text.char_indices();
        letters
            .nth(self.cursor)
            .map_or(self.text.len(), |(at, _)| at)
    }

    /// Draws the field in the first line of a canvas, behind a label, with the terminal's cursor in it.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_, '_>, label: &str) {
        let area = canvas.area;
        let label = format!("{label}: ");
        let room = usize::from(area.width).saturating_sub(Span::raw(&label).width() + 1);
        // The end of a long text is what is being typed.
        let hidden = self.cursor.saturating_sub(room);
        let shown: String = self.text.chars().skip(hidden).take(room).collect();
        let before: String = self
            .text
            .chars()
            .skip(hidden)
            .take(self.cursor - hidden)
            .collect();
        let x = area.x + (Span::raw(&label).width() + Span::raw(before).width()) as u16;
        let label = Span::styled(label, canvas.look.strong);
        let text = Span::styled(shown, canvas.look.accent);
        canvas.line(0, Line::from(vec![label, text]));
        canvas.cursor(x, area.y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(keys: &[KeyCode], text: &str) {
        let mut field = TextField::new("Åda");
        for key in keys {
            assert!(field.press(*key));
        }
        assert_eq!(field.text(), text);
    }

    #[test]
    fn letters_go_where_the_cursor_is() {
        check(&[KeyCode::Char('!')], "Åda!");
        check(&[KeyCode::Home, KeyCode::Char('🎲')], "🎲Åda");
        check(&[KeyCode::Left, KeyCode::Backspace], "Åa");
        check(
            &[
                KeyCode::Home,
                KeyCode::Delete,
                KeyCode::Delete,
                KeyCode::Backspace,
            ],
            "a",
        );
        check(&[KeyCode::Right, KeyCode::End, KeyCode::Delete], "Åda");
    }

    #[test]
    fn a_word_or_everything_is_deleted_at_once() {
        check(&[EMPTY], "");
        check(&[EMPTY, KeyCode::Char('x')], "x");
        check(&[RUB_OUT], "");
        let mut field = TextField::new("keep 1  ö5 ");
        for left in ["keep 1", "keep", "", ""] {
            assert!(field.press(RUB_OUT));
            assert_eq!(field.text(), left);
        }
        let mut field = TextField::new("two words");
        field.press(KeyCode::Left);
        field.press(RUB_OUT);
        assert_eq!(field.text(), "two s");
    }

    #[test]
    fn other_keys_are_for_others() {
        assert!(!TextField::default().press(KeyCode::Enter));
    }
}
