//! How a table is drawn: dice and choices on the left, the board and the story on the right.

mod board;
mod choices;
mod dice;
mod story;

use hotdice_core::Scene;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::Clear;

use super::super::canvas::Canvas;
use super::super::picture::DiceRow;
use super::TableScreen;
use super::sitting::Connection;
use crate::plain::draw;

/// The least lines of a story that are worth a panel.
const LEAST_STORY: u16 = 5;

impl TableScreen {
    /// Draws the table.
    pub(super) fn draw_table(&mut self, canvas: &mut Canvas<'_, '_>) {
        match canvas.is_roomy() {
            true => self.draw_roomy(canvas),
            false => self.draw_cramped(canvas),
        }
        if let Some(field) = &self.typing {
            let area = canvas.area;
            let last = Rect {
                y: area.bottom().saturating_sub(1),
                height: 1,
                ..area
            };
            canvas.put(Clear, last);
            field.draw(&mut canvas.part(last), "Your choice");
        }
    }

    fn scene(&self) -> &Scene {
        &self.sitting.standing().scene
    }

    fn draw_roomy(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let (width, height) = self.board_size(area);
        let columns = [Constraint::Min(40), Constraint::Length(width)];
        let [left, right] = Layout::horizontal(columns).areas(area);
        let [board, rest] =
            Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(right);
        self.draw_board(&mut canvas.part(board));
        if rest.height >= LEAST_STORY {
            self.draw_rest(&mut canvas.part(rest));
            self.draw_left(&mut canvas.part(left));
        } else {
            let rows = [Constraint::Min(0), Constraint::Length(LEAST_STORY)];
            let [upper, lower] = Layout::vertical(rows).areas(left);
            self.draw_left(&mut canvas.part(upper));
            self.draw_rest(&mut canvas.part(lower));
        }
    }

    /// Draws what matters most, line by line, on a screen too small for pictures.
    fn draw_cramped(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let mut lines: Vec<Line<'static>> = Vec::new();
        if let Connection::Lost(cause) = &self.sitting.standing().connection {
            lines.push(Line::styled(
                format!("! Reconnecting: {cause}"),
                canvas.look.bad,
            ));
        }
        let trays = self.trays();
        let dice = trays.len().min(usize::from(area.height)) as u16;
        for (row, faces) in (0..).zip(&trays) {
            let row = Rect {
                y: area.y + row,
                height: 1,
                ..area
            }
            .intersection(area);
            DiceRow { dice: faces }.draw(&mut canvas.part(row));
        }
        let below = Rect {
            y: area.y + dice,
            height: area.height - dice,
            ..area
        };
        // Half of what is left is for choosing, but at least one line.
        let room = below.height.div_ceil(2).max(1).min(below.height);
        let choosing = Rect {
            height: room,
            ..below
        };
        match self.is_yours() {
            true => self.draw_list(&mut canvas.part(choosing)),
            false => self.draw_waiting(&mut canvas.part(choosing)),
        }
        let rest = Rect {
            y: below.y + room,
            height: below.height - room,
            ..below
        };
        self.draw_cramped_rest(&mut canvas.part(rest), lines);
    }

    fn draw_cramped_rest(&self, canvas: &mut Canvas<'_, '_>, lines: Vec<Line<'static>>) {
        let mut lines = lines;
        let names = &self.sitting.standing().names;
        lines.extend(
            draw::board(self.scene(), names, draw::Offers::Shown)
                .into_iter()
                .map(Line::from),
        );
        let room = usize::from(canvas.area.height);
        lines.truncate(room);
        let left = room - lines.len();
        lines.extend(self.latest(left, canvas.area.width, canvas));
        for (row, line) in (0..).zip(lines) {
            canvas.line(row, line);
        }
    }
}
