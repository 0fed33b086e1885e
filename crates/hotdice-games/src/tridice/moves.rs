//! Where dice can go, and why not elsewhere.

use super::walks::Walks;
use super::{Board, Cell, CellSet, Refusal, State, TriDice};

impl TriDice {
    /// Returns the cells that exactly `steps` steps from `from` lead to when no way goes over `taken`.
    #[must_use]
    pub fn reach(&self, from: Cell, steps: u8, taken: CellSet) -> CellSet {
        Walks::on(self.rows).reach(from, steps, taken)
    }

    /// Returns the cells that the die on `from` can move to, empty ones and captures.
    #[must_use]
    pub fn targets(&self, board: &Board, from: Cell) -> CellSet {
        match board.die(from) {
            Some((seat, imprint)) => self
                .reach(from, imprint.number_on(from), board.taken())
                .without(board.of(seat)),
            None => CellSet::NONE,
        }
    }

    /// Returns one free way of the die on `from` to `to`, from start to end.
    #[must_use]
    pub fn way(&self, board: &Board, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        Walks::on(self.rows).way(from, to, board.number(from)?, board.taken())
    }

    /// Returns the cells on which the seat in turn may place a die.
    pub(super) fn placements(&self, state: &State) -> CellSet {
        match state.hand(state.seat) {
            0 => CellSet::NONE,
            _ => self.rows.cells().without(state.board.taken()),
        }
    }

    /// Tells whether the seat in turn can do anything but pass.
    pub(super) fn can_act(&self, state: &State) -> bool {
        let is_movable = |from| !self.targets(&state.board, from).is_empty();
        let mut own = state.board.of(state.seat).iter();
        !self.placements(state).is_empty() || own.any(is_movable)
    }

    pub(super) fn check_place(&self, state: &State, cell: Cell) -> Result<(), Refusal> {
        if !self.rows.cells().contains(cell) {
            Err(Refusal::NoSuchCell(cell))
        } else if state.hand(state.seat) == 0 {
            Err(Refusal::NoDiceInHand)
        } else if state.board.taken().contains(cell) {
            Err(Refusal::Taken(cell))
        } else {
            Ok(())
        }
    }

    pub(super) fn check_move(&self, state: &State, from: Cell, to: Cell) -> Result<(), Refusal> {
        let board = &state.board;
        let (owner, imprint) = board.die(from).ok_or(Refusal::Empty(from))?;
        let reach = self.targets(board, from);
        if owner != state.seat {
            Err(Refusal::NotYours(from))
        } else if reach.contains(to) {
            Ok(())
        } else if from != to && board.of(owner).contains(to) {
            Err(Refusal::OwnDie(to))
        } else {
            let steps = imprint.number_on(from);
            Err(Refusal::OutOfReach {
                from,
                to,
                steps,
                reach,
            })
        }
    }
}
