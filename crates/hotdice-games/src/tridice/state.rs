//! A game of TriDice between two events.

use hotdice_core::Seat;

use super::past::{Past, QuietTurn};
use super::{Action, Board, Cell, Imprint};

/// A state of TriDice.
///
/// The board, the hands and the seat to move are all that future play depends on, but for draws by repetition and by
/// long quiet play: those follow from the past, the turns since the last placement or capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) board: Board,
    pub(super) hands: [u8; 2],
    pub(super) seat: Seat,
    /// The cell for which the seat in turn rolls a die.
    pub(super) rolling: Option<Cell>,
    pub(super) past: Past,
}

/// Why a game ended without a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Both players had to pass, one after the other.
    Passes,
    /// The same position with the same player to move came for the third time.
    Repetition,
    /// For 40 turns nothing was placed or captured.
    Quiet,
}

impl State {
    /// With this many turns in a row without placement or capture the game is a draw.
    pub const MOST_QUIET_TURNS: usize = Past::MOST;

    /// Returns the state before the first turn, with that many dice in each hand.
    pub(super) const fn new(dice: u8) -> Self {
        Self {
            board: Board::EMPTY,
            hands: [dice; 2],
            seat: Seat::FIRST,
            rolling: None,
            past: Past::NONE,
        }
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the seat whose turn it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns how many dice `seat` still has to place.
    #[must_use]
    pub const fn hand(&self, seat: Seat) -> u8 {
        self.hands[seat.index()]
    }

    /// Returns the cell that waits for its die to be rolled.
    #[must_use]
    pub const fn rolling(&self) -> Option<Cell> {
        self.rolling
    }

    /// Returns how many turns there were since the last placement or capture.
    #[must_use]
    pub const fn quiet_turns(&self) -> usize {
        self.past.len()
    }

    /// Returns the boards that stood since the last placement or capture, the latest first, without the present one.
    pub fn earlier_boards(&self) -> impl Iterator<Item = Board> {
        self.past.boards_before(self.board)
    }

    /// Returns how often this position has stood with the same player to move.
    #[must_use]
    pub fn times(&self) -> usize {
        self.past.times(&self.board)
    }

    /// Returns how many dice `seat` has left: in hand, on the board, and the one being rolled.
    #[must_use]
    pub fn dice_left(&self, seat: Seat) -> u8 {
        let rolled = u8::from(self.rolling.is_some() && seat == self.seat);
        self.hand(seat) + self.board.of(seat).len() + rolled
    }

    /// Returns the seat that has no dice left.
    #[must_use]
    pub fn loser(&self) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.dice_left(seat) == 0)
    }

    /// Says why the game is drawn, if it is.
    #[must_use]
    pub fn draw(&self) -> Option<Draw> {
        if self.past.ends_with_two_passes() {
            Some(Draw::Passes)
        } else if self.past.is_third_time(&self.board) {
            Some(Draw::Repetition)
        } else if self.past.is_full() {
            Some(Draw::Quiet)
        } else {
            None
        }
    }

    /// Applies a legal action.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Place(cell) => {
                self.hands[self.seat.index()] -= 1;
                self.rolling = Some(cell);
                self.past = Past::NONE;
            }
            Action::Move { from, to } => {
                match self.board.shift(from, to) {
                    Some(_captured) => self.past = Past::NONE,
                    None => self.past.push(QuietTurn::Move { from, to }),
                }
                self.end_turn();
            }
            Action::Pass => {
                self.past.push(QuietTurn::Pass);
                self.end_turn();
            }
        }
    }

    /// Sets down the die that was rolled.
    pub(super) fn set_down(&mut self, cell: Cell, imprint: Imprint) {
        self.board.put(cell, self.seat, imprint);
        self.rolling = None;
        self.end_turn();
    }

    fn end_turn(&mut self) {
        self.seat = self.seat.next(2);
    }
}
