//! The board of a game: a sheet or a triangle.

use hotdice_core::{Part, Sheet, Target, Triangle};
use ratatui::layout::Rect;

use crate::full::canvas::Canvas;
use crate::full::picture::{SheetPicture, TrianglePicture, sheet_size, triangle_size};
use crate::full::table::TableScreen;

/// How wide a row of six dice with pips is.
const DICE: u16 = 52;

/// How wide a row of six small dice is.
const SMALL_DICE: u16 = 40;

/// A part that needs a place of its own.
enum BoardPart<'a> {
    Sheet(&'a Sheet),
    Triangle(&'a Triangle),
}

impl TableScreen {
    /// Returns how wide the right column is, and how high the board in it.
    pub(super) fn board_size(&self, area: Rect) -> (u16, u16) {
        match self.board() {
            None => ((area.width * 2 / 5).clamp(26, area.width - DICE), 0),
            Some(BoardPart::Sheet(sheet)) => {
                let most = area.width - SMALL_DICE;
                let (width, height) = sheet_size(sheet, self.coach, most - 2);
                ((width + 2).clamp(24, most), (height + 2).min(area.height))
            }
            Some(BoardPart::Triangle(triangle)) => {
                let room = (area.width - 42, area.height - 2);
                let size = triangle_size(triangle, room.0, room.1);
                let (width, height) = size.unwrap_or((room.0, 3));
                ((width + 3).max(36), height + 2)
            }
        }
    }

    fn board(&self) -> Option<BoardPart<'_>> {
        self.scene().parts.iter().find_map(|part| match part {
            Part::Sheet(sheet) => Some(BoardPart::Sheet(sheet)),
            Part::Triangle(triangle) => Some(BoardPart::Triangle(triangle)),
            _ => None,
        })
    }

    pub(super) fn draw_board(&self, canvas: &mut Canvas<'_, '_>) {
        let Some(board) = self.board() else {
            return;
        };
        let area = canvas.area;
        self.draw_only_board(&board, &mut canvas.framed(area, ""));
    }

    fn draw_only_board(&self, board: &BoardPart<'_>, canvas: &mut Canvas<'_, '_>) {
        match board {
            BoardPart::Sheet(sheet) => {
                let worth = |row: &str| self.worth_of_row(row);
                let picture = SheetPicture {
                    sheet,
                    names: &self.session.status().names,
                    turn: self.scene().turn,
                    chosen: self.selection.row(),
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
