//! A long text that is scrolled.

use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::full::canvas::Canvas;

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
        if area.is_empty() {
            return;
        }
        let faint = canvas.look.faint;
        if self.first > 0 {
            canvas.write(area.right() - 1, area.y, "↑", faint);
        }
        if self.first + self.room < lines.len() {
            canvas.write(area.right() - 1, area.bottom() - 1, "↓", faint);
        }
    }
}
