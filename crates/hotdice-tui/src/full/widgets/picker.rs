//! A list with a cursor that is always in sight.

use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::full::canvas::Canvas;
use crate::full::screen::ClickTarget;

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
        self.draw_rest(canvas, lines.len(), room);
    }

    /// Says that there is more above or below.
    fn draw_rest(&self, canvas: &mut Canvas<'_, '_>, lines: usize, room: usize) {
        let (area, faint) = (canvas.area, canvas.look.faint);
        if area.is_empty() {
            return;
        }
        if self.first > 0 {
            canvas.write(area.right() - 1, area.y, "↑", faint);
        }
        if self.first + room < lines {
            canvas.write(area.right() - 1, area.bottom() - 1, "↓", faint);
        }
    }
}

/// Returns the first line to draw, moved no more than it must to keep the cursor in sight.
fn first_line(first: usize, cursor: usize, room: usize, lines: usize) -> usize {
    let least = (cursor + 1).saturating_sub(room);
    let most = cursor.min(lines.saturating_sub(room));
    first.clamp(least.min(most), most)
}

#[cfg(test)]
mod tests {
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
