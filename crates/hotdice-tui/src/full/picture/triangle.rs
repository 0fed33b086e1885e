//! The triangle board.

use hotdice_core::{Triangle, TriangleCell};
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
}

/// The heights in which a cell can be drawn, the largest first.
const HEIGHTS: [u16; 2] = [4, 3];

/// Returns the width and the height of a board with the largest cells that fit, or nothing.
pub(crate) fn triangle_size(triangle: &Triangle, width: u16, height: u16) -> Option<(u16, u16)> {
    let cell = cell_height(triangle, width, height)?;
    let rows = u16::from(triangle.rows);
    Some((2 * cell * rows + 1, cell * rows + 1))
}

fn cell_height(triangle: &Triangle, width: u16, height: u16) -> Option<u16> {
    let rows = u16::from(triangle.rows);
    let fits = |cell: &u16| 2 * cell * rows < width && cell * rows < height;
    HEIGHTS.into_iter().find(fits)
}

impl TrianglePicture<'_> {
    /// Draws the board, or lists its cells where there is no room. Cells can be clicked as [`ClickTarget::Cell`].
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        match cell_height(self.triangle, area.width, area.height) {
            Some(height) => self.draw_board(canvas, height),
            None => self.draw_list(canvas),
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
        let text = format!("{}{}", letter(piece.seat), piece.number);
        canvas.write(middle - 1, next, &text, style);
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
        match (self.way.contains(&name), self.open.contains(&name)) {
            (true, _) => format!("<{name}>"),
            (false, true) => format!("·{name}·"),
            (false, false) => name.to_owned(),
        }
    }

    fn style(&self, canvas: &Canvas<'_, '_>, cell: &TriangleCell) -> Style {
        let look = canvas.look;
        let name = cell.name.as_str();
        match (self.way.contains(&name), cell.piece) {
            (true, _) => look.chosen,
            (false, Some(piece)) => look.seat(piece.seat.index()),
            (false, None) if self.open.contains(&name) => look.accent,
            (false, None) => look.faint,
        }
    }

    /// Lists what stands where, for the smallest screens.
    fn draw_list(&self, canvas: &mut Canvas<'_, '_>) {
        let pieces = self.triangle.cells.iter().filter_map(|cell| {
            let piece = cell.piece?;
            Some(format!(
                "{} {}{}",
                cell.name,
                letter(piece.seat),
                piece.number
            ))
        });
        let text = pieces.collect::<Vec<_>>().join(", ");
        canvas.line(0, text);
    }
}

/// Returns where the sides of a cell are on one of its lines.
fn sides(points_up: bool, height: u16, line: u16) -> (u16, u16) {
    let inset = if points_up { height - 1 - line } else { line };
    (inset, 2 * height - 1 - inset)
}
