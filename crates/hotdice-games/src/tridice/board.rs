//! The board with the dice on it.

use hotdice_core::Seat;

use super::{Cell, CellSet, Imprint};

/// Who stands where, small and cheap to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    owned: [CellSet; 2],
    /// What stands on each cell; always the first imprint where nothing stands, so that equal boards are equal values.
    imprints: [Imprint; Cell::MOST],
}

impl Board {
    /// The board before the first placement.
    pub const EMPTY: Self = Self {
        owned: [CellSet::NONE; 2],
        imprints: [Imprint::FIRST; Cell::MOST],
    };

    /// Returns the cells on which dice of `seat` stand.
    #[must_use]
    pub const fn of(&self, seat: Seat) -> CellSet {
        self.owned[seat.index()]
    }

    /// Returns the cells on which any dice stand.
    #[must_use]
    pub const fn taken(&self) -> CellSet {
        let [first, second] = self.owned;
        first.or(second)
    }

    /// Returns whose die stands on `cell`.
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.of(seat).contains(cell))
    }

    /// Returns the die on `cell`.
    #[must_use]
    pub fn die(&self, cell: Cell) -> Option<(Seat, Imprint)> {
        let seat = self.owner(cell)?;
        Some((seat, self.imprints[cell.index()]))
    }

    /// Returns the number that the die on `cell` shows.
    #[must_use]
    pub fn number(&self, cell: Cell) -> Option<u8> {
        self.die(cell).map(|(_, imprint)| imprint.number_on(cell))
    }

    /// Puts a die on `cell`, in place of any that stands there.
    pub(super) fn put(&mut self, cell: Cell, seat: Seat, imprint: Imprint) {
        self.lift(cell);
        let owned = &mut self.owned[seat.index()];
        *owned = owned.or(CellSet::of(cell));
        self.imprints[cell.index()] = imprint;
    }

    /// Takes away whatever stands on `cell`.
    pub(super) fn lift(&mut self, cell: Cell) -> Option<(Seat, Imprint)> {
        let lifted = self.die(cell);
        self.owned = self.owned.map(|owned| owned.without(CellSet::of(cell)));
        self.imprints[cell.index()] = Imprint::FIRST;
        lifted
    }

    /// Moves the die on `from`, if there is one, and tells what it captured.
    pub(super) fn shift(&mut self, from: Cell, to: Cell) -> Option<(Seat, Imprint)> {
        let (seat, imprint) = self.lift(from)?;
        let captured = self.lift(to);
        self.put(to, seat, imprint);
        captured
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn a_die_shows_another_number_where_it_stands_now() {
        let imprint = "2341".parse().unwrap();
        let mut board = Board::EMPTY;
        board.put(Cell::TOP, Seat::FIRST, imprint);
        assert_eq!(board.number(Cell::TOP), Some(2));
        assert_eq!(board.shift(Cell::TOP, cell("22")), None);
        assert_eq!(board.number(cell("22")), Some(4));
        assert_eq!(board.number(Cell::TOP), None);
    }

    #[test]
    fn a_captured_die_is_gone() {
        let (first, second) = (Seat::FIRST, Seat::FIRST.next(2));
        let [mine, theirs] = ["2341", "4312"].map(|text| text.parse().unwrap());
        let mut board = Board::EMPTY;
        board.put(cell("21"), first, mine);
        board.put(cell("33"), second, theirs);
        assert_eq!(board.shift(cell("21"), cell("33")), Some((second, theirs)));
        assert_eq!(board.die(cell("33")), Some((first, mine)));
        assert!(board.of(second).is_empty());
        assert_eq!(board.lift(cell("33")), Some((first, mine)));
        assert_eq!(board, Board::EMPTY);
    }
}
