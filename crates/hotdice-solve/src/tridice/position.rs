//! A position as the search sees it: small, quick to copy, with a key to recognise it by.

use hotdice_core::Seat;
use hotdice_games::tridice::{Board, Cell, CellSet, Imprint, State, TriDice};

use super::search::keys;

/// A position between two turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchPosition {
    owned: [CellSet; 2],
    imprints: [Option<Imprint>; Cell::MOST],
    hands: [u8; 2],
    mover: Seat,
    /// Turns since the last placement or capture.
    quiet: u8,
    /// How many of the last turns were passes.
    passes: u8,
    key: u64,
}

impl SearchPosition {
    /// Returns the field of a state that does not wait for a roll.
    pub(super) fn of(state: &State) -> Self {
        let mut field = Self::of_board(state.board(), state.seat());
        for seat in Seat::all(2) {
            let hand = state.hand(seat);
            field.hands[seat.index()] = hand;
            field.key ^= keys::hand(seat, hand);
        }
        field.quiet = state.quiet_turns() as u8;
        let is_same = |earlier: &Board| earlier == state.board();
        field.passes = state.earlier_boards().take_while(is_same).count().min(2) as u8;
        field
    }

    /// Returns the same field as if nothing had gone before.
    #[cfg(test)]
    pub(super) const fn without_past(mut self) -> Self {
        self.quiet = 0;
        self.passes = 0;
        self
    }

    /// Returns the keys of the positions since the last placement or capture, the oldest first, the present one last.
    pub(super) fn keys_of_past(state: &State) -> Vec<u64> {
        let hands = Seat::all(2).fold(0, |key, seat| key ^ keys::hand(seat, state.hand(seat)));
        let mut mover = state.seat();
        let mut found = vec![Self::of(state).key];
        for board in state.earlier_boards() {
            mover = mover.next(2);
            found.push(Self::of_board(&board, mover).key ^ hands);
        }
        found.reverse();
        found
    }

    fn of_board(board: &Board, mover: Seat) -> Self {
        let mut field = Self {
            owned: [CellSet::NONE; 2],
            imprints: [None; Cell::MOST],
            hands: [0; 2],
            mover,
            quiet: 0,
            passes: 0,
            key: keys::mover(mover),
        };
        for cell in board.taken().iter() {
            if let Some((seat, imprint)) = board.die(cell) {
                field.put(cell, seat, imprint);
            }
        }
        field
    }

    /// Returns the seat in turn.
    pub(super) const fn mover(&self) -> Seat {
        self.mover
    }

    /// Returns the cells on which dice of `seat` stand.
    pub(super) const fn cells_of(&self, seat: Seat) -> CellSet {
        self.owned[seat.index()]
    }

    /// Returns the cells on which any dice stand.
    pub(super) const fn taken(&self) -> CellSet {
        let [first, second] = self.owned;
        first.or(second)
    }

    /// Returns how many dice `seat` still has to place.
    pub(super) const fn hand(&self, seat: Seat) -> u8 {
        self.hands[seat.index()]
    }

    /// Returns how many dice `seat` has left.
    pub(super) const fn dice_left(&self, seat: Seat) -> u8 {
        self.hand(seat) + self.cells_of(seat).len()
    }

    /// Returns the turns since the last placement or capture.
    pub(super) const fn quiet_turns(&self) -> u8 {
        self.quiet
    }

    /// Tells whether both players had to pass.
    pub(super) const fn is_passed_twice(&self) -> bool {
        self.passes >= 2
    }

    /// Returns a number that this position has and hardly any other, whatever came before.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    /// Returns the imprint of the die on `cell`.
    pub(super) const fn imprint(&self, cell: Cell) -> Option<Imprint> {
        self.imprints[cell.index()]
    }

    /// Returns the number that the die on `cell` shows, or 0 when there is none.
    pub(super) fn number(&self, cell: Cell) -> u8 {
        self.imprint(cell)
            .map_or(0, |imprint| imprint.number_on(cell))
    }

    /// Returns the cells that the die on `from`, one of `seat`, can move to.
    pub(super) fn targets(&self, game: &TriDice, seat: Seat, from: Cell) -> CellSet {
        game.reach(from, self.number(from), self.taken())
            .without(self.cells_of(seat))
    }

    /// Returns the cells on which the mover may place a die.
    pub(super) fn placements(&self, game: &TriDice) -> CellSet {
        match self.hand(self.mover) {
            0 => CellSet::NONE,
            _ => game.rows().cells().without(self.taken()),
        }
    }

    /// Returns the position after the mover's die has walked.
    pub(super) fn moved(&self, from: Cell, to: Cell) -> Self {
        let mut next = *self;
        let captured = next.lift(to);
        if let Some(imprint) = next.lift(from) {
            next.put(to, self.mover, imprint);
        }
        next.quiet = match captured {
            Some(_) => 0,
            None => self.quiet + 1,
        };
        next.passes = 0;
        next.end_turn();
        next
    }

    /// Returns the position after the mover had to pass.
    pub(super) fn passed(&self) -> Self {
        let mut next = *self;
        next.quiet += 1;
        next.passes += 1;
        next.end_turn();
        next
    }

    /// Returns the position after the mover has placed a die that came to stand with this imprint.
    pub(super) fn placed(&self, cell: Cell, imprint: Imprint) -> Self {
        let mut next = *self;
        let hand = &mut next.hands[self.mover.index()];
        next.key ^= keys::hand(self.mover, *hand);
        *hand -= 1;
        next.key ^= keys::hand(self.mover, *hand);
        next.put(cell, self.mover, imprint);
        next.quiet = 0;
        next.passes = 0;
        next.end_turn();
        next
    }

    fn put(&mut self, cell: Cell, seat: Seat, imprint: Imprint) {
        let owned = &mut self.owned[seat.index()];
        *owned = owned.or(CellSet::of(cell));
        self.imprints[cell.index()] = Some(imprint);
        self.key ^= keys::die(seat, cell, imprint);
    }

    fn lift(&mut self, cell: Cell) -> Option<Imprint> {
        let imprint = self.imprints[cell.index()].take()?;
        for seat in Seat::all(2) {
            if self.cells_of(seat).contains(cell) {
                self.owned[seat.index()] = self.cells_of(seat).without(CellSet::of(cell));
                self.key ^= keys::die(seat, cell, imprint);
            }
        }
        Some(imprint)
    }

    fn end_turn(&mut self) {
        self.key ^= keys::mover(self.mover);
        self.mover = self.mover.next(2);
        self.key ^= keys::mover(self.mover);
    }
}
