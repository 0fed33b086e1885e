//! What lists of the hall have in common.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};

use crate::full::screen::KeyHint;
use crate::full::widgets::Picker;

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
