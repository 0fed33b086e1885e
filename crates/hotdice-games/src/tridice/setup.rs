//! From a position that somebody wrote down to one that the rules can deal with.

use hotdice_core::{Game, Seat, Turn};

use super::past::{Past, QuietTurn};
use super::{Action, Board, Cell, Imprint, Refusal, State, TriDice};

/// A position as it was written down.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) seat: Seat,
    pub(super) hands: [u8; 2],
    pub(super) dice: Vec<(Cell, Seat, Imprint)>,
    pub(super) rolling: Option<Cell>,
    pub(super) past: Vec<QuietTurn>,
}

/// Why no game of these rules comes to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Flaw {
    #[error("this board has no cell {0}")]
    NoSuchCell(Cell),
    #[error("two dice stand on {0}")]
    Crowded(Cell),
    #[error("seat {0} has more dice than these rules give")]
    TooManyDice(Seat),
    #[error("a die stands on {0}, so none can be rolled for it")]
    RollingOverDie(Cell),
    #[error("a placement leaves no past")]
    PastBeforeRoll,
    #[error("nobody has dice")]
    NoDice,
    #[error(
        "seat {0} has lost its last die, so it would be that seat's turn, with nothing to roll and no past"
    )]
    AfterTheEnd(Seat),
    #[error(
        "after {} turns without placement or capture the game is over",
        Past::MOST
    )]
    PastTooLong,
    #[error("the past cannot be taken back: no die came from {from} to {to}")]
    NotTakenBack { from: Cell, to: Cell },
    #[error("the past goes on after the game was drawn")]
    PastAfterDraw,
    #[error("a turn of the past was not legal: {0}")]
    IllegalPast(Refusal),
}

impl TriDice {
    /// Returns the state that was written down, if it is one the rules can deal with.
    pub(super) fn set_up(&self, setup: &Setup) -> Result<State, Flaw> {
        let board = self.set_up_board(&setup.dice)?;
        let state = State {
            board,
            hands: setup.hands,
            seat: setup.seat,
            rolling: setup.rolling,
            past: Past::NONE,
        };
        self.count_dice(&state)?;
        self.check_rolling(&state, &setup.past)?;
        check_loser(&state, &setup.past)?;
        self.replay(&state, &setup.past)
    }

    fn set_up_board(&self, dice: &[(Cell, Seat, Imprint)]) -> Result<Board, Flaw> {
        let mut board = Board::EMPTY;
        for &(cell, seat, imprint) in dice {
            self.check_cell(cell)?;
            if board.taken().contains(cell) {
                return Err(Flaw::Crowded(cell));
            }
            board.put(cell, seat, imprint);
        }
        Ok(board)
    }

    fn check_cell(&self, cell: Cell) -> Result<(), Flaw> {
        if self.rows.cells().contains(cell) {
            Ok(())
        } else {
            Err(Flaw::NoSuchCell(cell))
        }
    }

    fn count_dice(&self, state: &State) -> Result<(), Flaw> {
        let has_too_many = |&seat: &Seat| {
            // The hand is looked at by itself first, so that the sum fits.
            state.hand(seat) > self.dice || state.dice_left(seat) > self.dice
        };
        match Seat::all(2).find(has_too_many) {
            Some(seat) => Err(Flaw::TooManyDice(seat)),
            None => Ok(()),
        }
    }

    fn check_rolling(&self, state: &State, past: &[QuietTurn]) -> Result<(), Flaw> {
        let Some(cell) = state.rolling else {
            return Ok(());
        };
        self.check_cell(cell)?;
        if state.board.taken().contains(cell) {
            Err(Flaw::RollingOverDie(cell))
        } else if !past.is_empty() {
            Err(Flaw::PastBeforeRoll)
        } else {
            Ok(())
        }
    }

    /// Takes back the past and plays it again, by the rules.
    fn replay(&self, state: &State, past: &[QuietTurn]) -> Result<State, Flaw> {
        if past.len() > Past::MOST {
            return Err(Flaw::PastTooLong);
        }
        let mut state = *state;
        for &turn in past.iter().rev() {
            take_back(&mut state, turn)?;
        }
        for &turn in past {
            self.play_again(&mut state, turn)?;
        }
        Ok(state)
    }

    fn play_again(&self, state: &mut State, turn: QuietTurn) -> Result<(), Flaw> {
        let Turn::Decide(_) = self.turn(state) else {
            return Err(Flaw::PastAfterDraw);
        };
        let action = match turn {
            QuietTurn::Pass => Action::Pass,
            QuietTurn::Move { from, to } => Action::Move { from, to },
        };
        self.check(state, &action).map_err(Flaw::IllegalPast)?;
        state.act(action);
        Ok(())
    }
}

fn check_loser(state: &State, past: &[QuietTurn]) -> Result<(), Flaw> {
    let Some(loser) = state.loser() else {
        return Ok(());
    };
    if state.dice_left(loser.next(2)) == 0 {
        Err(Flaw::NoDice)
    } else if loser != state.seat || state.rolling.is_some() || !past.is_empty() {
        Err(Flaw::AfterTheEnd(loser))
    } else {
        Ok(())
    }
}

fn take_back(state: &mut State, turn: QuietTurn) -> Result<(), Flaw> {
    state.seat = state.seat.next(2);
    if let QuietTurn::Move { from, to } = turn {
        let came = state.board.of(state.seat).contains(to);
        if !came || state.board.taken().contains(from) {
            return Err(Flaw::NotTakenBack { from, to });
        }
        turn.take_back(&mut state.board);
    }
    Ok(())
}
