//! The turns since the last placement or capture, which is as far back as a position can repeat.

use super::{Board, Cell};

/// The turns since the last placement or capture.
///
/// Such turns can be taken back, so they are all that is needed to see every earlier position again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Past {
    len: u8,
    /// The turns; those after `len` are passes, so that equal pasts are equal values.
    turns: [QuietTurn; Self::MOST],
}

/// A turn that neither placed nor captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum QuietTurn {
    /// No action was legal.
    Pass,
    /// A die walked to an empty cell.
    Move { from: Cell, to: Cell },
}

impl Past {
    /// With this many quiet turns in a row the game is a draw.
    pub(super) const MOST: usize = 40;

    /// The least number of turns in which a position can come for the third time: both dice go and come back, twice.
    const LEAST_FOR_THIRD: usize = 8;

    /// Nothing since the last placement or capture.
    pub(super) const NONE: Self = Self {
        len: 0,
        turns: [QuietTurn::Pass; Self::MOST],
    };

    /// Returns how many turns there were.
    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns the turns, the oldest first.
    pub(super) fn turns(&self) -> &[QuietTurn] {
        &self.turns[..self.len()]
    }

    /// Adds a turn, unless the past is full and the game with it over.
    pub(super) fn push(&mut self, turn: QuietTurn) {
        if let Some(place) = self.turns.get_mut(usize::from(self.len)) {
            *place = turn;
            self.len += 1;
        }
    }

    /// Tells whether as many turns have passed as a game may have without placement or capture.
    pub(super) const fn is_full(&self) -> bool {
        self.len() == Self::MOST
    }

    /// Tells whether the last two turns were passes.
    pub(super) fn ends_with_two_passes(&self) -> bool {
        self.turns().ends_with(&[QuietTurn::Pass, QuietTurn::Pass])
    }

    /// Tells whether `board`, reached by these turns, stands for the third time with the same player to move.
    pub(super) fn is_third_time(&self, board: &Board) -> bool {
        self.len() >= Self::LEAST_FOR_THIRD && self.times(board) >= 3
    }

    /// Returns how often `board`, reached by these turns, has stood with the same player to move.
    pub(super) fn times(&self, board: &Board) -> usize {
        let same_to_move = self.boards_before(*board).skip(1).step_by(2);
        1 + same_to_move.filter(|earlier| earlier == board).count()
    }

    /// Returns the boards on the way to `board`, which was reached by these turns, the latest first.
    pub(super) fn boards_before(&self, mut board: Board) -> impl Iterator<Item = Board> {
        self.turns().iter().rev().map(move |turn| {
            turn.take_back(&mut board);
            board
        })
    }
}

impl QuietTurn {
    /// Puts the die back to where it came from.
    pub(super) fn take_back(self, board: &mut Board) {
        if let Self::Move { from, to } = self {
            board.shift(to, from);
        }
    }
}

#[cfg(test)]
mod tests {
    use hotdice_core::Seat;

    use super::*;

    const TO_AND_FRO: [(&str, &str); 4] = [("11", "22"), ("41", "42"), ("22", "11"), ("42", "41")];

    /// Plays turns of two dice that walk to and fro, and returns the board after them.
    fn play(past: &mut Past, turns: usize) -> Board {
        let imprint = "2341".parse().unwrap();
        let mut board = Board::EMPTY;
        board.put(cell("11"), Seat::FIRST, imprint);
        board.put(cell("41"), Seat::FIRST.next(2), imprint);
        for (from, to) in TO_AND_FRO.into_iter().cycle().take(turns) {
            let (from, to) = (cell(from), cell(to));
            board.shift(from, to);
            past.push(QuietTurn::Move { from, to });
        }
        board
    }

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[track_caller]
    fn check(turns: usize, times: usize) {
        let mut past = Past::NONE;
        let board = play(&mut past, turns);
        assert_eq!(past.times(&board), times);
        assert_eq!(past.is_third_time(&board), times >= 3);
    }

    #[test]
    fn counts_how_often_a_position_stood() {
        check(0, 1);
        check(2, 1);
        check(3, 1);
        check(4, 2);
        check(7, 2);
        check(8, 3);
        check(12, 4);
    }

    #[test]
    fn a_full_past_takes_no_more() {
        let mut past = Past::NONE;
        play(&mut past, Past::MOST);
        assert!(past.is_full());
        let full = past;
        past.push(QuietTurn::Pass);
        assert_eq!(past, full);
    }
}
