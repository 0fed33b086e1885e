//! What a player may do with the dice on the table, and why something is refused.

use hotdice_core::Dice;

use super::Yatzy;
use super::rules::UnusedRolls;
use super::score_box::BoxName;
use super::state::{BoxIndex, Phase, State};

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Keeps these dice and rolls the others again.
    Hold(Dice),
    /// Writes the roll down in a box.
    Place(BoxIndex),
}

/// Why an action is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There are no dice on the table yet.
    #[error("roll the dice first")]
    NotRolled,
    /// All rolls of the turn are used.
    #[error("no rolls left: place the dice in a box")]
    NoRollsLeft,
    /// The dice to hold are not there.
    #[error("you can't hold {held}: the dice show {dice}")]
    NotOnTheTable {
        /// The dice to hold.
        held: Dice,
        /// The dice that are there.
        dice: Dice,
    },
    /// Nothing would be rolled.
    #[error("you're holding every die: place them in a box instead")]
    HoldsAll,
    /// The sheet has no such box.
    #[error("there is no such box on the sheet")]
    NoSuchBox,
    /// The box is used.
    #[error("{name} is already filled: choose an open box")]
    Filled {
        /// The name of the box.
        name: BoxName,
    },
    /// The joker rules say where the roll goes.
    #[error("not in {name}: the joker rule sends this roll to {allowed}")]
    Joker {
        /// The name of the box.
        name: BoxName,
        /// The boxes it may go in.
        allowed: String,
    },
}

/// Says why the dice to hold cannot be held.
pub(super) fn check_hold(state: &State, held: Dice, dice: Dice) -> Result<(), Refusal> {
    if !state.can_roll() {
        Err(Refusal::NoRollsLeft)
    } else if !dice.contains(held) {
        Err(Refusal::NotOnTheTable { held, dice })
    } else if held == dice {
        Err(Refusal::HoldsAll)
    } else {
        Ok(())
    }
}

/// Takes a roll of the turn, or else a saved one.
pub(super) fn hold(state: &mut State, held: Dice) {
    match state.left {
        0 => state.own_mut().saved -= 1,
        _ => state.left -= 1,
    }
    state.phase = Phase::Rolling { held };
}

impl Yatzy {
    pub(super) fn check_place(
        &self,
        state: &State,
        place: BoxIndex,
        dice: Dice,
    ) -> Result<(), Refusal> {
        let score_box = self.boxes().get(place.index()).ok_or(Refusal::NoSuchBox)?;
        let name = score_box.name.clone();
        if state.own().cell(place).is_some() {
            return Err(Refusal::Filled { name });
        }
        let allowed = self.placing(state.own(), dice).allowed;
        if !allowed.contains(place) {
            let names: Vec<&str> = allowed
                .iter()
                .map(|place| self.name(place).as_str())
                .collect();
            let allowed = names.join(" or ");
            return Err(Refusal::Joker { name, allowed });
        }
        Ok(())
    }

    pub(super) fn place(&self, state: &mut State, place: BoxIndex, dice: Dice) {
        let placing = self.placing(state.own(), dice);
        let left = state.left;
        let column = state.own_mut();
        column.fill(place, self.pays(&placing, place));
        column.hundreds += u16::from(placing.hundred);
        if self.rules().unused == UnusedRolls::Saved {
            column.saved += u16::from(left);
        }
        self.pass_the_dice(state);
    }
}
