//! What every position of a race is worth, worked out again from the start-of-turn chances.

use std::ops::RangeInclusive;

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::push_luck::{Action, Phase, State};

use super::Race;
use super::chase::chased;
use super::side::RaceTurns;
use crate::push_luck::turn::{SPOTS, Scratch};

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
    /// The levels from the total of the state on.
    levels: Vec<[f64; 1]>,
    bust: f64,
}

impl<'a> OneTurn<'a> {
    fn new(race: &'a Race, state: &State) -> Result<Self, NoValue> {
        if state.seats() != 2 {
            return Err(NoValue::Seats(state.seats()));
        }
        let mut turn = Self {
            race,
            seat: state.seat(),
            levels: Vec::new(),
            bust: 0.0,
        };
        let steps = |points| race.steps(points).ok_or(NoValue::Points(points));
        let [mine, yours] = turn.seats().map(|seat| state.score(seat));
        let (mine, yours, total) = (steps(mine)?, steps(yours)?, steps(state.total())?);
        let goal = race.grids[0].goal();
        match state.phase() {
            Phase::Over | Phase::First => {}
            _ if state.closer().is_some() => turn.chase(mine, yours, total),
            _ if mine >= goal || yours >= goal => {
                return Err(NoValue::Points(state.score(turn.seat)));
            }
            _ => turn.race(state, mine, yours, total),
        }
        Ok(turn)
    }

    /// Returns the seat in turn and the other.
    fn seats(&self) -> [Seat; 2] {
        [self.seat, self.seat.next(2)]
    }

    /// Returns the totals to which one choice can lead.
    fn totals(&self, total: usize) -> RangeInclusive<usize> {
        total..=total + self.race.turns.depth
    }

    fn chase(&mut self, mine: usize, yours: usize, total: usize) {
        let least = self.race.grids[0].least[usize::from(mine != 0)];
        let ahead = yours.saturating_sub(mine);
        self.levels = chased(&self.race.turns, ahead, least, self.totals(total));
    }

    fn race(&mut self, state: &State, mine: usize, yours: usize, total: usize) {
        let race = self.race;
        let [my_busts, your_busts] = self.seats().map(|seat| usize::from(state.busts(seat)));
        self.bust = race.after_bust(mine, yours, my_busts, your_busts);
        let grid = race.grid(your_busts, 0);
        let side = RaceTurns::new(&race.turns, grid, mine + yours, yours as isize, [true]);
        let mut scratch = Scratch::default();
        self.levels = side
            .fill(self.totals(total), [self.bust], &mut scratch)
            .to_vec();
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
        let throw = &self.race.turns.throws[usize::from(dice) - 1];
        throw.value(&self.levels[total * SPOTS..], [self.bust])[0]
    }

    /// Returns the chance of the other seat when its turn begins.
    fn handed_over(&self, state: &State) -> f64 {
        let [me, you] = self.seats();
        let [mine, yours] =
            [me, you].map(|seat| (state.score(seat) / self.race.turns.step) as usize);
        let [my_busts, your_busts] = [me, you].map(|seat| usize::from(state.busts(seat)));
        self.race.grid(your_busts, my_busts).at(yours, mine)
    }
}
