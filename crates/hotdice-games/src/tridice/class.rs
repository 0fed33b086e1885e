//! The four classes of cells: a die shows the same number on all cells of a class.

use super::{Cell, Die};

/// A class of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Class {
    /// The cells like 11.
    A,
    /// The cells like 21.
    B,
    /// The cells like 22.
    C,
    /// The cells like 23.
    D,
}

impl Class {
    /// Lists all classes.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// Returns the place of this class in [`Class::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the first cell of the class: the first four cells are of different classes.
    const fn first_cell(self) -> Cell {
        Cell::from_index(self.index()).expect("every board has four cells")
    }
}

impl Cell {
    /// Returns the class of this cell.
    #[must_use]
    pub const fn class(self) -> Class {
        CLASSES[self.index()]
    }
}

/// The class of every cell.
const CLASSES: [Class; Cell::MOST] = {
    let mut classes = [Class::A; Cell::MOST];
    let mut index = 0;
    while let Some(cell) = Cell::from_index(index) {
        classes[index] = class_by_rolling(cell);
        index += 1;
    }
    classes
};

/// Returns the class on whose first cell a die shows what it shows on `cell`.
const fn class_by_rolling(cell: Cell) -> Class {
    let shown = Die::HOME.rolled_down_to(cell).number();
    let mut index = 0;
    loop {
        let class = Class::ALL[index];
        if Die::HOME.rolled_down_to(class.first_cell()).number() == shown {
            return class;
        }
        index += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tridice::{CellSet, Rows};

    #[track_caller]
    fn check(rows: u8, class: Class, cells: &str) {
        let all = Rows::new(rows).unwrap().cells().iter();
        let members: CellSet = all.filter(|cell| cell.class() == class).collect();
        assert_eq!(members.to_string(), cells);
    }

    #[test]
    fn sixteen_cells_fall_into_four_classes() {
        check(4, Class::A, "11 31 35 44");
        check(4, Class::B, "21 34 41 45");
        check(4, Class::C, "22 33 42 46");
        check(4, Class::D, "23 32 43 47");
    }

    #[test]
    fn smaller_and_larger_boards_have_the_same_classes() {
        check(3, Class::A, "11 31 35");
        check(3, Class::B, "21 34");
        check(5, Class::A, "11 31 35 44 51 55 59");
        check(5, Class::C, "22 33 42 46 53 57");
    }
}
