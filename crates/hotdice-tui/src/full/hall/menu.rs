//! What lists of the hall have in common.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Span;

use crate::full::canvas::Canvas;
use crate::full::screen::KeyHint;
use crate::full::widgets::{Picker, TextField};

/// A list of which only what was typed is shown.
#[derive(Debug, Default)]
pub(super) struct ListFilter {
    field: TextField,
    typing: bool,
}

impl ListFilter {
    /// Answers a key, and says whether it was meant for the filter.
    pub(super) fn press(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char('/') if !self.typing => self.typing = true,
            KeyCode::Esc if self.is_on() => *self = Self::default(),
            KeyCode::Enter if self.typing => self.typing = false,
            key if self.typing => return self.field.press(key),
            _ => return false,
        }
        true
    }

    /// Tells whether letters are being typed.
    pub(super) fn is_typing(&self) -> bool {
        self.typing
    }

    fn is_on(&self) -> bool {
        self.typing || !self.field.text().is_empty()
    }

    /// Tells whether a line is shown: it has every word that was typed.
    pub(super) fn passes(&self, line: &str) -> bool {
        let (line, typed) = (line.to_lowercase(), self.field.text().to_lowercase());
        typed.split_whitespace().all(|word| line.contains(word))
    }

    /// Tells whether a name is just what was typed.
    pub(super) fn names(&self, name: &str) -> bool {
        name.to_lowercase() == self.field.text().trim().to_lowercase()
    }

    /// Returns the keys of a list that may be filtered.
    pub(super) fn keys(&self, mut usual: Vec<KeyHint>) -> Vec<KeyHint> {
        if self.typing {
            return vec![
                KeyHint::new(KeyCode::Enter, "Enter", "done"),
                KeyHint::new(KeyCode::Esc, "Esc", "show all"),
                KeyHint::new(KeyCode::Down, "↑↓", "choose"),
            ];
        }
        if self.is_on() {
            usual.retain(|hint| hint.key != KeyCode::Esc);
            usual.insert(0, KeyHint::new(KeyCode::Esc, "Esc", "show all"));
        }
        usual.push(KeyHint::new(KeyCode::Char('/'), "/", "filter"));
        usual
    }

    /// Draws what was typed below a list, and returns what is left for the list.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_, '_>, list: Rect) -> Rect {
        if !self.is_on() {
            return list;
        }
        let [list, foot] = with_foot(list, 1);
        let mut foot = canvas.part(foot);
        if self.typing {
            self.field.draw(&mut foot, "  Filter");
        } else {
            let text = format!("  Filter: {}", self.field.text());
            foot.line(0, Span::styled(text, foot.look.accent));
        }
        list
    }
}

/// What a key did to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MenuAction {
    /// A line was chosen.
    Chosen(usize),
    /// The cursor moved.
    Moved,
    /// The list is left.
    Left,
    /// The key was not meant for a list.
    Other,
}

/// Answers a key in a list of so many lines: arrows and vim keys move, Enter and digits choose, Esc and q leave.
pub(super) fn press(picker: &mut Picker, key: KeyCode, lines: usize) -> MenuAction {
    if let Some(place) = place_of(key).filter(|place| *place < lines) {
        picker.point(place);
        return MenuAction::Chosen(place);
    }
    match key {
        KeyCode::Enter | KeyCode::Char('l') | KeyCode::Right if lines > 0 => {
            MenuAction::Chosen(picker.cursor())
        }
        KeyCode::Esc | KeyCode::Char('q' | 'h') | KeyCode::Left | KeyCode::Backspace => {
            MenuAction::Left
        }
        _ if picker.press(key, lines) => MenuAction::Moved,
        _ => MenuAction::Other,
    }
}

/// Returns the place of the line that a digit stands for.
pub(super) fn place_of(key: KeyCode) -> Option<usize> {
    match key {
        KeyCode::Char(digit @ '1'..='9') => Some(digit as usize - '1' as usize),
        _ => None,
    }
}

/// Writes the digit in front of a line, if it has one.
pub(super) fn digit(place: usize) -> String {
    match place {
        0..9 => format!("{} ", place + 1),
        _ => "  ".to_owned(),
    }
}

/// Returns the keys that every list has.
pub(super) fn keys(go: &str, leave: &str) -> Vec<KeyHint> {
    vec![
        KeyHint::new(KeyCode::Down, "↑↓ jk", "choose"),
        KeyHint::new(KeyCode::Enter, "Enter", go),
        KeyHint::new(KeyCode::Esc, "Esc q", leave),
    ]
}

/// Cuts so many lines off the bottom, and leaves at least two above where there are as many.
pub(super) fn with_foot(area: Rect, foot: u16) -> [Rect; 2] {
    let foot = foot.min(area.height.saturating_sub(2));
    Layout::vertical([Constraint::Min(0), Constraint::Length(foot)]).areas(area)
}

/// Returns a text of exactly this width, cut if need be.
pub(super) fn padded(text: &str, width: usize) -> String {
    let wide = |text: &str| Span::raw(text).width();
    let mut cut = text.to_owned();
    if wide(text) > width {
        while wide(&cut) + 1 > width && cut.pop().is_some() {}
        cut.push('…');
    }
    let blanks = width.saturating_sub(wide(&cut));
    cut + &" ".repeat(blanks)
}
