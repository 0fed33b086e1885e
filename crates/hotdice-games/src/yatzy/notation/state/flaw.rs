//! What is wrong with a state that reads well: no game comes to it.

use hotdice_core::{Dice, Seat};

use crate::yatzy::Yatzy;
use crate::yatzy::rules::UnusedRolls;
use crate::yatzy::state::{BoxIndex, Column, Phase, State};

impl Yatzy {
    /// Says why no game of these rules comes to this state.
    pub(super) fn flaw(&self, state: &State) -> Option<&'static str> {
        if !self.rules().seats.contains(state.seats()) {
            Some("these rules do not allow that many seats")
        } else if state.seat.index() >= state.columns.len() {
            Some("there is no such seat")
        } else if !in_step(state) {
            Some("seats fill their boxes in turn")
        } else {
            let mut columns = state.columns.iter();
            let flaw = columns.find_map(|column| self.column_flaw(column));
            flaw.or_else(|| self.turn_flaw(state))
        }
    }

    fn column_flaw(&self, column: &Column) -> Option<&'static str> {
        let rules = self.rules();
        let filled = column.filled() as u16;
        let possible = self.places().all(|(place, _)| self.can_hold(column, place));
        let equal_paid = self.equal_box().and_then(|place| column.cell(place)) > Some(0);
        let has_hundreds = column.hundreds > 0;
        if !possible {
            Some("a box cannot pay that")
        } else if has_hundreds
            && (rules.joker.is_none() || !equal_paid || column.hundreds >= filled)
        {
            Some("hundreds come after a paid roll of equal dice, one at most for each further box")
        } else if column.saved > 0 && rules.unused == UnusedRolls::Lost {
            Some("these rules save no rolls")
        } else if column.saved > filled * u16::from(rules.rolls - 1) {
            Some("more rolls are saved than there were")
        } else {
            None
        }
    }

    /// Tells whether a cell is open or has points that the box can pay.
    fn can_hold(&self, column: &Column, place: BoxIndex) -> bool {
        let written = column.cell(place);
        written.is_none_or(|points| self.table().of_box(place).contains(&points))
    }

    fn turn_flaw(&self, state: &State) -> Option<&'static str> {
        let rules = self.rules();
        let first_roll =
            state.phase == Phase::Rolling { held: Dice::NONE } && state.left + 1 == rules.rolls;
        let (fits, holds) = match state.phase {
            Phase::Rolling { held } => (held.len() < rules.dice, !held.is_empty()),
            Phase::Choosing { dice } => (dice.len() == rules.dice, false),
        };
        if self.is_full(state.own()) && !first_roll {
            Some("the game is over when all boxes are filled")
        } else if !fits {
            Some("that is not the number of dice of this game")
        } else if holds && state.left + 1 == rules.rolls {
            Some("no dice are held before the first roll")
        } else {
            None
        }
    }
}

/// Tells whether every seat before the one in turn has filled one box more than it, and the others as many.
fn in_step(state: &State) -> bool {
    let filled = state.own().filled();
    Seat::all(state.seats()).all(|seat| {
        let ahead = usize::from(seat < state.seat);
        state.column(seat).filled() == filled + ahead
    })
}
