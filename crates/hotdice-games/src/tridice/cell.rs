//! The cells of the triangle and the steps between them.

use std::fmt;
use std::str::FromStr;

/// A triangular cell, named by its row and its place in the row: `11` on top, then `21 22 23` and so on.
///
/// Cells are counted row by row, so a cell is the same on boards of every size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

/// One step over an edge of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// To the cell on the left.
    Left,
    /// To the cell on the right.
    Right,
    /// To the cell below a cell that points up, or above one that points down.
    Vertical,
}

impl Cell {
    /// The cell in the first row.
    pub const TOP: Self = Self(0);

    /// How many cells the largest board has.
    pub const MOST: usize = 25;

    /// Returns the cell at a place of a row, both counted from 1, or nothing when no board has it.
    #[must_use]
    pub const fn new(row: u8, place: u8) -> Option<Self> {
        if row >= 1 && row <= 5 && place >= 1 && place < 2 * row {
            Some(Self((row - 1) * (row - 1) + place - 1))
        } else {
            None
        }
    }

    /// Returns the cell with this index, or nothing when no board has it.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::MOST {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns the place of this cell when cells are counted row by row, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, counted from 1 at the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0.isqrt() + 1
    }

    /// Returns the place in the row, counted from 1 on the left.
    #[must_use]
    pub const fn place(self) -> u8 {
        let above = self.row() - 1;
        self.0 - above * above + 1
    }

    /// Tells whether the cell's tip points up.
    #[must_use]
    pub const fn points_up(self) -> bool {
        self.place() % 2 == 1
    }

    /// Returns the cell one step away, or nothing at the rim of the largest board.
    #[must_use]
    pub const fn after(self, step: Step) -> Option<Self> {
        let (row, place) = (self.row(), self.place());
        match step {
            Step::Left => Self::new(row, place - 1),
            Step::Right => Self::new(row, place + 1),
            Step::Vertical if self.points_up() => Self::new(row + 1, place + 1),
            Step::Vertical => Self::new(row - 1, place - 1),
        }
    }

    /// Returns the step that leads towards the top, always the same one for the same cell.
    pub(super) const fn step_up(self) -> Step {
        match self.place() {
            1 => Step::Right,
            place if place % 2 == 0 => Step::Vertical,
            _ => Step::Left,
        }
    }
}

impl Step {
    /// Lists all steps.
    pub const ALL: [Self; 3] = [Self::Left, Self::Right, Self::Vertical];

    /// Returns the step that leads back.
    #[must_use]
    pub const fn back(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Vertical => Self::Vertical,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row(), self.place())
    }
}

/// A text that names no cell of any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cell is its row and its place in the row, such as 33")]
pub struct NotACell;

impl FromStr for Cell {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Self, NotACell> {
        match *text.as_bytes() {
            [row @ b'1'..=b'9', place @ b'1'..=b'9'] => {
                Self::new(row - b'0', place - b'0').ok_or(NotACell)
            }
            _ => Err(NotACell),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cell: &str, step: Step, expected: Option<&str>) {
        let after = cell.parse::<Cell>().unwrap().after(step);
        assert_eq!(after, expected.map(|cell| cell.parse().unwrap()));
    }

    #[test]
    fn steps_lead_over_edges() {
        check("11", Step::Vertical, Some("22"));
        check("11", Step::Left, None);
        check("11", Step::Right, None);
        check("22", Step::Left, Some("21"));
        check("22", Step::Right, Some("23"));
        check("34", Step::Vertical, Some("23"));
        check("59", Step::Right, None);
        check("59", Step::Vertical, None);
    }

    #[test]
    fn every_cell_has_a_name_that_reads_back() {
        for index in 0..Cell::MOST {
            let cell = Cell::from_index(index).unwrap();
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(Cell::new(cell.row(), cell.place()), Some(cell));
        }
        for text in ["", "1", "12", "24", "60", "61", "333", "3 3", "é1", "+1"] {
            assert_eq!(text.parse::<Cell>(), Err(NotACell), "{text}");
        }
    }

    #[test]
    fn every_step_can_be_taken_back() {
        for cell in (0..Cell::MOST).filter_map(Cell::from_index) {
            for step in Step::ALL {
                if let Some(next) = cell.after(step) {
                    assert_eq!(next.after(step.back()), Some(cell));
                    assert_ne!(next.points_up(), cell.points_up());
                }
            }
        }
    }
}
