//! Some of the cells, as bits.

use std::fmt;
use std::iter;

use super::Cell;

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u32);

impl CellSet {
    /// No cells.
    pub const NONE: Self = Self(0);

    /// Returns the first `count` cells, row by row from the top.
    pub(super) const fn first(count: u8) -> Self {
        Self((1 << count) - 1)
    }

    /// Returns the set of one cell.
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        Self(1 << cell.index())
    }

    /// Tells whether `cell` is in the set.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// Tells whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many cells are in the set.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Tells whether no cell is in both sets.
    #[must_use]
    pub const fn is_apart_from(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Returns the cells that are in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cells that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the cells that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the cells, row by row from the top.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let mut left = self.0;
        iter::from_fn(move || {
            let cell = Cell::from_index(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(cell)
        })
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells
            .into_iter()
            .fold(Self::NONE, |set, cell| set.or(Self::of(cell)))
    }
}

impl fmt::Display for CellSet {
    /// Writes the names of the cells with spaces between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for cell in self.iter() {
            write!(f, "{gap}{cell}")?;
            gap = " ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_its_cells_in_order() {
        let cells = ["59", "11", "33"].map(|cell| cell.parse().unwrap());
        let set = CellSet::from_iter(cells);
        assert_eq!(set.to_string(), "11 33 59");
        assert_eq!(set.len(), 3);
        assert_eq!(CellSet::NONE.to_string(), "");
    }

    #[test]
    fn takes_sets_together_and_apart() {
        let (upper, board) = (CellSet::first(4), CellSet::first(9));
        assert_eq!(board.without(upper).to_string(), "31 32 33 34 35");
        assert_eq!(board.and(upper), upper);
        assert!(upper.is_apart_from(board.without(upper)));
        assert_eq!(CellSet::first(25).len(), 25);
    }
}
