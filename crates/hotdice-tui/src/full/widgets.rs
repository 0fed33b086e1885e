//! Things that many screens are made of.

use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType};

use super::canvas::Canvas;
use super::look::Look;
use super::screen::ClickTarget;

/// Returns a frame with a heading.
pub(crate) fn panel<'a>(heading: &'a str, look: &Look) -> Block<'a> {
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(look.faint);
    if heading.is_empty() {
        block
    } else {
        block.title(Span::styled(format!(" {heading} "), look.strong))
    }
}

/// Where a long text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    first: usize,
    /// How many lines were drawn last.
    room: usize,
}

impl Page {
    /// Scrolls, and says whether the key was meant for it.
    pub(crate) fn press(&mut self, key: KeyCode) -> bool {
        let page = self.room.saturating_sub(1).max(1);
        self.first = match key {
            KeyCode::Up | KeyCode::Char('k') => self.first.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.first + 1,
            KeyCode::PageUp | KeyCode::Char('b') => self.first.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.first + page,
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => usize::MAX / 2,
            _ => return false,
        };
        true
    }

    /// Draws as many lines as there is room for, and says whether there are more above and below.
    pub(crate) fn draw(&mut self, canvas: &mut Canvas<'_, '_>, lines: &[Line<'_>]) {
        let area = canvas.area;
        self.room = usize::from(area.height);
        self.first = self.first.min(lines.len().saturating_sub(self.room));
        for (row, line) in lines.iter().skip(self.first).take(self.room).enumerate() {
            canvas.line(row as u16, line.clone());
        }
        draw_more(canvas, self.first > 0, self.first + self.room < lines.len());
    }
}

/// The cursor of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Picker {
    cursor: usize,
    /// The first line that is drawn.
    first: usize,
}

impl Picker {
    /// Returns the line under the cursor.
    pub(crate) fn cursor(&self) -> usize {
        self.cursor
    }

    /// Moves the cursor to a line.
    pub(crate) fn point(&mut self, line: usize) {
        self.cursor = line;
    }

    /// Moves the cursor to a line that was clicked: the first click looks, and the second, which is told, goes.
    pub(crate) fn click(&mut self, spot: &ClickTarget) -> bool {
        let ClickTarget::Item(place) = spot else {
            return false;
        };
        std::mem::replace(&mut self.cursor, *place) == *place
    }

    /// Moves the cursor through a list of so many lines, and says whether the key was meant for it.
    pub(crate) fn press(&mut self, key: KeyCode, lines: usize) -> bool {
        let last = lines.saturating_sub(1);
        self.cursor = match key {
            KeyCode::Up | KeyCode::Char('k') if self.cursor == 0 => last,
            KeyCode::Up | KeyCode::Char('k') => self.cursor - 1,
            KeyCode::Down | KeyCode::Char('j') if self.cursor >= last => 0,
            KeyCode::Down | KeyCode::Char('j') => self.cursor + 1,
            KeyCode::PageUp => self.cursor.saturating_sub(10),
            KeyCode::PageDown => (self.cursor + 10).min(last),
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => last,
            _ => return false,
        };
        true
    }

    /// Draws lines from top to bottom, as many as there is room for, those around the cursor if not all.
    ///
    /// Every line can be clicked as [`ClickTarget::Item`].
    pub(crate) fn draw(&mut self, canvas: &mut Canvas<'_, '_>, lines: &[Line<'_>]) {
        let room = usize::from(canvas.area.height);
        self.cursor = self.cursor.min(lines.len().saturating_sub(1));
        self.first = first_line(self.first, self.cursor, room, lines.len());
        let chosen = canvas.look.chosen;
        for (row, (place, line)) in lines
            .iter()
            .enumerate()
            .skip(self.first)
            .take(room)
            .enumerate()
        {
            let row = row as u16;
            let area = canvas.rows(row, 1).area;
            if place == self.cursor {
                let text: String = line
                    .spans
                    .iter()
                    .map(|span| span.content.as_ref())
                    .collect();
                let width = usize::from(area.width);
                canvas.line(row, Line::styled(format!("▶ {text:<width$}"), chosen));
            } else {
                let mut spans = vec!["  ".into()];
                spans.extend(line.spans.iter().cloned());
                canvas.line(
                    row,
                    Line {
                        spans,
                        ..line.clone()
                    },
                );
            }
            canvas.spot(area, ClickTarget::Item(place));
        }
        draw_more(canvas, self.first > 0, self.first + room < lines.len());
    }
}

/// Says that there is more above or below.
fn draw_more(canvas: &mut Canvas<'_, '_>, above: bool, below: bool) {
    let (area, faint) = (canvas.area, canvas.look.faint);
    if above && !area.is_empty() {
        canvas.write(area.right() - 1, area.y, "↑", faint);
    }
    if below && !area.is_empty() {
        canvas.write(area.right() - 1, area.bottom() - 1, "↓", faint);
    }
}

/// Returns the first line to draw, moved no more than it must to keep the cursor in sight.
fn first_line(first: usize, cursor: usize, room: usize, lines: usize) -> usize {
    let least = (cursor + 1).saturating_sub(room);
    let most = cursor.min(lines.saturating_sub(room));
    first.clamp(least.min(most), most)
}

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
mod picker_tests {
    use super::*;

    #[test]
    fn the_cursor_is_always_in_sight() {
        for room in 1..8 {
            for lines in 1..20 {
                for cursor in 0..lines {
                    for first in 0..lines {
                        let drawn = first_line(first, cursor, room, lines);
                        assert!((drawn..drawn + room).contains(&cursor));
                        assert!(drawn + room <= lines.max(room));
                    }
                }
            }
        }
    }

    #[test]
    fn the_cursor_goes_round() {
        let mut picker = Picker::default();
        assert!(picker.press(KeyCode::Up, 3));
        assert_eq!(picker.cursor(), 2);
        assert!(picker.press(KeyCode::Char('j'), 3));
        assert_eq!(picker.cursor(), 0);
        assert!(!picker.press(KeyCode::Enter, 3));
        assert!(picker.press(KeyCode::Down, 0));
        assert_eq!(picker.cursor(), 0);
    }
}

#[cfg(test)]
mod field_tests {
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
