//! How a table is drawn: dice and choices on the left, the board and the story on the right.

mod board;
mod choices;
mod dice;
mod story;

use hotdice_core::Scene;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;
use ratatui::widgets::Clear;

use super::TableScreen;
use crate::full::canvas::Canvas;
use crate::full::picture::{DiceRow, draw_tiles};
use crate::plain::draw;
use crate::session::Connectivity;

/// The least lines of a story that are worth a panel.
const LEAST_STORY: u16 = 5;

impl TableScreen {
    /// Draws the table.
    pub(super) fn draw_table(&mut self, canvas: &mut Canvas<'_, '_>) {
        if canvas.is_roomy() {
            self.draw_roomy(canvas);
        } else {
            self.draw_cramped(canvas);
        }
        if let Some(field) = &self.typing {
            let mut last = canvas.rows(canvas.area.height.saturating_sub(1), 1);
            last.put(Clear, last.area);
            field.draw(&mut last, "Your choice");
        }
    }

    fn scene(&self) -> &Scene {
        &self.session.status().scene
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
        if let Connectivity::Lost(cause) = &self.session.status().connection {
            lines.push(Line::styled(
                format!("! Reconnecting: {cause}"),
                canvas.look.bad,
            ));
        }
        let (trays, tiles) = (self.trays(), self.tiles());
        for (row, faces) in (0..).zip(&trays) {
            DiceRow { dice: faces }.draw(&mut canvas.rows(row, 1));
        }
        draw_tiles(&mut canvas.rows(trays.len() as u16, 1), &tiles);
        let above = trays.len() as u16 + u16::from(!tiles.is_empty());
        // Half of what is left is for choosing, but at least one line.
        let room = area.height.saturating_sub(above).div_ceil(2).max(1);
        let choosing = &mut canvas.rows(above, room);
        if self.is_yours() {
            self.draw_list(choosing);
        } else {
            self.draw_waiting(choosing);
        }
        self.draw_cramped_rest(&mut canvas.rows(above + room, u16::MAX), lines);
    }

    /// Draws what the game says, the board, and as much of the story as there is room for.
    fn draw_cramped_rest(&self, canvas: &mut Canvas<'_, '_>, mut lines: Vec<Line<'static>>) {
        let (scene, names) = (self.scene(), &self.session.status().names);
        let remarks = draw::remarks(scene, names).into_iter();
        let board = draw::board(scene, names, draw::OfferDisplay::Shown);
        let triangle = draw::triangles(scene, names);
        lines.extend(remarks.chain(board).chain(triangle).map(Line::from));
        let room = canvas.area.height.saturating_sub(lines.len() as u16);
        lines.extend(self.latest(room, canvas.area.width, canvas));
        canvas.lines(lines);
    }
}
