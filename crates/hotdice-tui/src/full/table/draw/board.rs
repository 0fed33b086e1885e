//! The sheet or the triangle.

use hotdice_core::{Seat, Target};

use crate::full::canvas::Canvas;
use crate::full::picture::{BoardPart, SheetPicture, TrianglePicture};
use crate::full::table::TableScreen;
use crate::plain::draw;

impl TableScreen {
    /// Returns how wide and how high the board is in so much room, if there is one.
    pub(super) fn board_size(&self, most: (u16, u16)) -> Option<(u16, u16)> {
        // The coach has a column from the beginning, so that nothing moves when it comes.
        let names = &self.session.status().names;
        Some(self.board()?.size(names, true, most))
    }

    /// Returns the least height in which the board can be played, where there is so much room.
    pub(super) fn least_board(&self, most: (u16, u16)) -> Option<u16> {
        let board = self.board()?;
        let room = match board {
            BoardPart::Triangle(_) => 0,
            BoardPart::Sheet(_) => most.1,
        };
        let (_, height) = board.size(&self.session.status().names, false, (most.0, room));
        Some(height.min(most.1))
    }

    /// Counts the dice that have been captured on a triangle, if there are any.
    pub(super) fn captured(&self) -> Option<String> {
        let Some(BoardPart::Triangle(triangle)) = self.board() else {
            return None;
        };
        let names = &self.session.status().names;
        let seats = Seat::all(names.len() as u8).zip(&triangle.captured);
        let counts = seats.map(|(seat, count)| format!("{} {count}", draw::name(names, seat)));
        let counts: Vec<String> = counts.collect();
        (!counts.is_empty()).then(|| format!(" Captured: {}", counts.join(", ")))
    }

    /// Tells whether the board is a triangle.
    pub(in crate::full::table) fn has_triangle(&self) -> bool {
        matches!(self.board(), Some(BoardPart::Triangle(_)))
    }

    /// Tells whether the board is a sheet.
    pub(super) fn has_sheet(&self) -> bool {
        matches!(self.board(), Some(BoardPart::Sheet(_)))
    }

    fn board(&self) -> Option<BoardPart<'_>> {
        BoardPart::of(self.scene())
    }

    pub(super) fn draw_board(&self, canvas: &mut Canvas<'_, '_>) {
        let Some(board) = self.board() else {
            return;
        };
        let area = canvas.area;
        if canvas.is_roomy() {
            self.draw_only_board(&board, &mut canvas.framed(area, ""));
        } else {
            self.draw_only_board(&board, canvas);
        }
    }

    fn draw_only_board(&self, board: &BoardPart<'_>, canvas: &mut Canvas<'_, '_>) {
        match board {
            BoardPart::Sheet(sheet) => {
                let worth = |row: &str| self.worth_of_row(row);
                let picture = SheetPicture {
                    sheet,
                    names: &self.session.status().names,
                    turn: self.scene().turn,
                    chosen: self.selection.row().filter(|_| self.is_yours()),
                    with_worth: true,
                    worth: &worth,
                };
                picture.draw(canvas);
            }
            BoardPart::Triangle(triangle) => {
                let (open, way) = (self.selection.open_cells(), self.selection.way());
                let picture = TrianglePicture {
                    triangle,
                    open: &open,
                    way: &way,
                    cursor: self.selection.cell().filter(|_| self.is_yours()),
                    threats_to: self.scene().turn.filter(|_| self.threats),
                };
                picture.draw(canvas);
            }
        }
    }

    /// Returns what writing the dice into a row is worth, if the coach is there.
    fn worth_of_row(&self, row: &str) -> Option<String> {
        if !self.coach {
            return None;
        }
        let target = Target::Row(row.to_owned());
        let mut choices = self.selection.choices().iter();
        let choice = choices.find(|choice| choice.target == target)?;
        Some(self.advice.worth(&choice.notation)?.value)
    }
}
