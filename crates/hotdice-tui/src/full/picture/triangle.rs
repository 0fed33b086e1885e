//! The triangle board.

use std::ops::RangeInclusive;

use hotdice_core::{Piece, Seat, Triangle, TriangleCell};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::letter;
use crate::full::canvas::Canvas;
use crate::full::screen::ClickTarget;

/// A triangle board with what there is to point at.
pub(crate) struct TrianglePicture<'a> {
    pub(crate) triangle: &'a Triangle,
    /// The cells that can be reached or chosen now.
    pub(crate) open: &'a [&'a str],
    /// The cells of the choice under the cursor, from start to end.
    pub(crate) way: &'a [&'a str],
    /// The cell under the cursor.
    pub(crate) cursor: Option<&'a str>,
    /// The seat to whom it is shown where the dice of others could move.
    pub(crate) threats_to: Option<Seat>,
}

/// The heights in which a cell can be drawn with its sides.
const HEIGHTS: RangeInclusive<u16> = 3..=12;

/// Returns the width and the height of a board with the largest cells that fit: with their sides, or in one line for each row.
pub(crate) fn triangle_size(triangle: &Triangle, width: u16, height: u16) -> (u16, u16) {
    let rows = u16::from(triangle.rows);
    match cell_height(triangle, width, height) {
        Some(cell) => (2 * cell * rows + 1, cell * rows + 1),
        None => (slot(triangle, width) * (2 * rows - 1), rows),
    }
}

/// Returns how wide a cell is that stands in one line with the others of its row.
fn slot(triangle: &Triangle, width: u16) -> u16 {
    (width / (2 * u16::from(triangle.rows) - 1)).min(6)
}

fn cell_height(triangle: &Triangle, width: u16, height: u16) -> Option<u16> {
    let rows = u16::from(triangle.rows);
    let fits = |cell: &u16| 2 * cell * rows < width && cell * rows < height;
    HEIGHTS.rev().find(fits)
}

impl TrianglePicture<'_> {
    /// Draws the board as large as there is room. Cells can be clicked as [`ClickTarget::Cell`].
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        match cell_height(self.triangle, area.width, area.height) {
            Some(height) => self.draw_board(canvas, height),
            None => self.draw_rows(canvas),
        }
    }

    fn draw_board(&self, canvas: &mut Canvas<'_, '_>, height: u16) {
        let rows = u16::from(self.triangle.rows);
        let mut cells = self.triangle.cells.iter();
        for row in 0..rows {
            let y = canvas.area.y + row * height;
            // The left end of a row; every cell after it stands half a cell further to the right.
            let left = canvas.area.x + (rows - row - 1) * height;
            for (place, cell) in (0..).zip(cells.by_ref().take(2 * usize::from(row) + 1)) {
                self.draw_cell(canvas, (left + place * height, y), height, cell);
            }
        }
        let width = usize::from(2 * rows * height);
        let y = canvas.area.y + rows * height;
        canvas.write(canvas.area.x, y, &"▔".repeat(width), canvas.look.faint);
    }

    /// Draws a cell whose box begins at `x`, `y`: its two slanted sides, and what is on it.
    fn draw_cell(
        &self,
        canvas: &mut Canvas<'_, '_>,
        (x, y): (u16, u16),
        height: u16,
        cell: &TriangleCell,
    ) {
        let edge = canvas.look.faint;
        for line in 0..height {
            let (left, right) = sides(cell.points_up, height, line);
            let signs = if cell.points_up {
                ["╱", "╲"]
            } else {
                ["╲", "╱"]
            };
            canvas.write(x + left, y + line, signs[0], edge);
            canvas.write(x + right, y + line, signs[1], edge);
            let width = (right - left).saturating_sub(1);
            let inside = Rect::new(x + left + 1, y + line, width, 1);
            canvas.spot(inside, ClickTarget::Cell(cell.name.clone()));
        }
        self.draw_content(canvas, (x, y), height, cell);
    }

    fn draw_content(
        &self,
        canvas: &mut Canvas<'_, '_>,
        (x, y): (u16, u16),
        height: u16,
        cell: &TriangleCell,
    ) {
        let middle = x + height;
        // The wide end of a cell holds two numbers, the line next to it the name or the piece.
        let (wide, next, narrow) = if cell.points_up {
            (y + height - 1, y + height - 2, y + 1)
        } else {
            (y, y + 1, y + height - 2)
        };
        let style = self.style(canvas, cell);
        let Some(piece) = cell.piece else {
            let text = self.sign(cell);
            let at = middle - (text.chars().count() as u16).div_ceil(2);
            canvas.write(at, next, &text, style);
            return;
        };
        let text = self.die(cell, piece);
        if self.is_marked(&cell.name) {
            canvas.write(middle - 2, next, &format!("<{text}>"), style);
        } else {
            canvas.write(middle - 1, next, &text, style);
        }
        let [left, corner, right] = piece.corners.map(|corner| corner.to_string());
        let faint = canvas.look.faint;
        canvas.write(middle - height + 2, wide, &left, faint);
        canvas.write(middle + height - 3, wide, &right, faint);
        if height > 3 {
            canvas.write(middle - 1, narrow, &corner, faint);
        } else {
            canvas.write(middle - 1, wide, &corner, faint);
        }
    }

    /// Writes an empty cell: its name, in brackets where something can be done.
    fn sign(&self, cell: &TriangleCell) -> String {
        let name = cell.name.as_str();
        match (self.is_marked(name), self.open.contains(&name)) {
            (true, _) => format!("<{name}>"),
            (false, _) if self.is_threatened(cell) => format!("!{name}!"),
            (false, true) => format!("·{name}·"),
            (false, false) => name.to_owned(),
        }
    }

    /// Tells whether somebody else could move to a cell, if that is to be shown.
    fn is_threatened(&self, cell: &TriangleCell) -> bool {
        let others = |to: Seat| cell.reached_by.iter().any(|seat| *seat != to);
        self.threats_to.is_some_and(others)
    }

    /// Writes a die: whose it is and how far it walks, with a sign if it can be captured.
    fn die(&self, cell: &TriangleCell, piece: Piece) -> String {
        let own = self.threats_to == Some(piece.seat);
        let sign = if own && self.is_threatened(cell) {
            "!"
        } else {
            ""
        };
        format!("{}{}{sign}", letter(piece.seat), piece.number)
    }

    /// Tells whether a cell belongs to what is being chosen.
    fn is_marked(&self, name: &str) -> bool {
        self.cursor == Some(name) || self.way.contains(&name)
    }

    fn style(&self, canvas: &Canvas<'_, '_>, cell: &TriangleCell) -> Style {
        let look = canvas.look;
        let name = cell.name.as_str();
        match (self.is_marked(name), cell.piece) {
            (true, _) => look.chosen,
            (false, Some(piece)) => look.seat(piece.seat.index()),
            (false, None) if self.is_threatened(cell) => look.bad,
            (false, None) if self.open.contains(&name) => look.accent,
            (false, None) => look.faint,
        }
    }

    /// Writes every row of the board in one line, for small screens.
    fn draw_rows(&self, canvas: &mut Canvas<'_, '_>) {
        let rows = u16::from(self.triangle.rows);
        let slot = slot(self.triangle, canvas.area.width);
        let mut cells = self.triangle.cells.iter();
        for row in 0..rows {
            let y = canvas.area.y + row;
            let left = canvas.area.x + (rows - row - 1) * slot;
            for (place, cell) in (0..).zip(cells.by_ref().take(2 * usize::from(row) + 1)) {
                let x = left + place * slot;
                let text = match cell.piece {
                    Some(piece) if self.is_marked(&cell.name) => {
                        format!("<{}>", self.die(cell, piece))
                    }
                    Some(piece) => format!(" {}", self.die(cell, piece)),
                    None => self.sign(cell),
                };
                let width = usize::from(slot);
                canvas.write(x, y, &format!("{text:^width$}"), self.style(canvas, cell));
                canvas.spot(
                    Rect::new(x, y, slot, 1),
                    ClickTarget::Cell(cell.name.clone()),
                );
            }
        }
    }
}

/// Returns where the sides of a cell are on one of its lines.
fn sides(points_up: bool, height: u16, line: u16) -> (u16, u16) {
    let inset = if points_up { height - 1 - line } else { line };
    (inset, 2 * height - 1 - inset)
}
