//! How large the board is.

use std::fmt;
use std::str::FromStr;

use super::{Cell, CellSet, Step};

/// The number of rows of a board: 3, 4 or 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rows(u8);

impl Rows {
    /// Lists every size of board.
    pub const ALL: [Self; 3] = [Self(3), Self(4), Self(5)];

    /// Four rows, the usual board.
    pub const USUAL: Self = Self(4);

    /// Returns the board with that many rows, or nothing when there is none.
    #[must_use]
    pub const fn new(rows: u8) -> Option<Self> {
        match rows {
            3..=5 => Some(Self(rows)),
            _ => None,
        }
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0
    }

    /// Returns all cells of the board.
    #[must_use]
    pub const fn cells(self) -> CellSet {
        CellSet::first(self.0 * self.0)
    }

    /// Returns the cells that share an edge with `cell`.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        Step::ALL
            .into_iter()
            .filter_map(move |step| cell.after(step))
            .filter(move |&next| self.cells().contains(next))
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is not a number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board has 3, 4 or 5 rows")]
pub struct NotRows;

impl FromStr for Rows {
    type Err = NotRows;

    fn from_str(text: &str) -> Result<Self, NotRows> {
        text.parse().ok().and_then(Self::new).ok_or(NotRows)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns the length of the shortest way from `from` to `to` that does not begin by crossing their common edge.
    fn way_around(rows: Rows, from: Cell, to: Cell) -> Option<usize> {
        let mut seen = HashSet::from([from]);
        let mut rim = vec![from];
        for length in 1.. {
            let next = rim.iter().flat_map(|&cell| {
                rows.neighbours(cell)
                    .filter(move |&next| (cell, next) != (from, to))
            });
            rim = next.filter(|&cell| seen.insert(cell)).collect();
            if rim.contains(&to) {
                return Some(length);
            }
            if rim.is_empty() {
                break;
            }
        }
        None
    }

    #[track_caller]
    fn check(rows: u8, cells: u8, edges: usize) {
        let rows = Rows::new(rows).unwrap();
        let crossed: Vec<(Cell, Cell)> = rows
            .cells()
            .iter()
            .flat_map(|cell| rows.neighbours(cell).map(move |next| (cell, next)))
            .collect();
        assert_eq!(rows.cells().len(), cells);
        assert_eq!(crossed.len(), 2 * edges, "every edge from both sides");
        let ways = crossed
            .iter()
            .filter_map(|&(from, to)| way_around(rows, from, to));
        assert_eq!(
            ways.min(),
            Some(5),
            "with the edge itself, a cycle of six cells"
        );
    }

    #[test]
    fn boards_have_their_cells_and_edges_and_no_cycle_shorter_than_six() {
        check(3, 9, 9);
        check(4, 16, 18);
        check(5, 25, 30);
    }

    #[test]
    fn there_are_three_sizes() {
        for rows in Rows::ALL {
            assert_eq!(rows.to_string().parse(), Ok(rows));
        }
        for text in ["2", "6", "", "four", "-3"] {
            assert_eq!(text.parse::<Rows>(), Err(NotRows), "{text}");
        }
    }
}
