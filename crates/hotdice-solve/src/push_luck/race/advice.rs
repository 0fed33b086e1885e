//! What every position of a race is worth, worked out again from the start-of-turn chances.

use std::sync::Arc;

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::push_luck::{Action, Phase, State};

use super::Race;
use super::thought::{TurnStart, TurnValues};
use crate::push_luck::options::DICE;

/// Why a state has no value in a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoValue {
    /// The race is one of two players.
    #[error("this race has two seats, and the state has {0}")]
    Seats(u8),
    /// No game comes to these points.
    #[error("no game of these rules comes to {0} points")]
    Points(u32),
}

impl Race {
    /// Returns the chance of each seat to win from any state; a tie is half a win for each.
    ///
    /// # Errors
    /// When the state is none of this race.
    pub fn value(&self, state: &State) -> Result<[f64; 2], NoValue> {
        let turn = OneTurn::new(self, state)?;
        let value = turn.value(state);
        Ok(for_seats(turn.seat, value))
    }

    /// Returns every legal action with the chance of the seat in turn to win after it, in the game's order.
    ///
    /// # Errors
    /// When the state is none of this race.
    pub fn action_values(&self, state: &State) -> Result<Vec<(Action, f64)>, NoValue> {
        Ok(OneTurn::new(self, state)?.action_values(state))
    }
}

const fn for_seats(seat: Seat, value: f64) -> [f64; 2] {
    match seat.index() {
        0 => [value, 1.0 - value],
        _ => [1.0 - value, value],
    }
}

/// The positions of one turn.
struct OneTurn<'a> {
    race: &'a Race,
    seat: Seat,
    /// What the totals are worth to which one choice leads; nothing where the state is not inside of a turn.
    values: Option<Arc<TurnValues>>,
}

impl<'a> OneTurn<'a> {
    fn new(race: &'a Race, state: &State) -> Result<Self, NoValue> {
        if state.seats() != 2 {
            return Err(NoValue::Seats(state.seats()));
        }
        let mut turn = Self {
            race,
            seat: state.seat(),
            values: None,
        };
        let steps = |points| race.steps(points).ok_or(NoValue::Points(points));
        let seats = turn.seats();
        let [mine, yours] = seats.map(|seat| state.score(seat));
        let (mine, yours, total) = (steps(mine)?, steps(yours)?, steps(state.total())?);
        let is_last = state.closer().is_some();
        let goal = race.grids[0].goal();
        match state.phase() {
            Phase::Over | Phase::First => return Ok(turn),
            _ if is_last || (mine < goal && yours < goal) => {}
            _ => return Err(NoValue::Points(state.score(turn.seat))),
        }
        if is_last || !has_just_begun(state) {
            let start = TurnStart {
                mine,
                yours,
                busts: seats.map(|seat| usize::from(state.busts(seat))),
                is_last,
            };
            turn.values = Some(race.thought(start, total));
        }
        Ok(turn)
    }

    /// Returns the seat in turn and the other.
    fn seats(&self) -> [Seat; 2] {
        [self.seat, self.seat.next(2)]
    }

    fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        let game = &self.race.game;
        let mut values = Vec::new();
        game.for_each_action(state, |action| {
            let mut after = state.clone();
            game.act(&mut after, &action);
            values.push((action, self.value(&after)));
        });
        values
    }

    /// Returns the chance of this turn's seat, in this turn or just after it.
    fn value(&self, state: &State) -> f64 {
        match self.race.game.turn(state) {
            Turn::Over(standing) if standing.winners.contains(self.seat) => {
                1.0 / f64::from(standing.winners.len())
            }
            Turn::Over(_) => 0.0,
            Turn::Roll => match state.phase() {
                Phase::First => 0.5,
                Phase::Roll(dice) if state.seat() == self.seat => self.rolled(state, dice),
                _ => 1.0 - self.handed_over(state),
            },
            Turn::Decide(_) => {
                let values = self.action_values(state);
                values.iter().fold(0.0, |best, (_, value)| value.max(best))
            }
        }
    }

    fn rolled(&self, state: &State, dice: u8) -> f64 {
        let total = (state.total() / self.race.turns.step) as usize;
        match &self.values {
            Some(values) => values.at(total).rolls[usize::from(dice) - 1],
            None => self.begun(self.seats(), state),
        }
    }

    /// Returns the chance of the other seat when its turn begins.
    fn handed_over(&self, state: &State) -> f64 {
        let [me, you] = self.seats();
        self.begun([you, me], state)
    }

    /// Returns the chance of the first of two seats, whose turn begins.
    fn begun(&self, seats: [Seat; 2], state: &State) -> f64 {
        let [mine, yours] = seats.map(|seat| (state.score(seat) / self.race.turns.step) as usize);
        let [my_busts, your_busts] = seats.map(|seat| usize::from(state.busts(seat)));
        self.race.grid(my_busts, your_busts).at(mine, yours)
    }
}

/// Tells whether the first roll of a turn is due.
pub(in crate::push_luck) fn has_just_begun(state: &State) -> bool {
    state.total() == 0 && state.phase() == Phase::Roll(DICE)
}
