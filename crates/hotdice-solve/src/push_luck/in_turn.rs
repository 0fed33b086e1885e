//! What every position of a turn is worth to all seats, given what is known of the turns of a game.
//!
//! Choices are made as solvers make them: rolling on only when it is better than banking, and of equal keeps the one that leaves
//! fewer dice.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hotdice_core::{Dice, Game, Seat, Turn};
use hotdice_games::push_luck::{Action, Phase, PushLuck, State};

use super::options::DICE;
use super::race::has_just_begun;
use super::turn::Turns;

/// What is known of the turns of a game.
pub(super) trait KnownTurns {
    /// Returns the rules.
    fn game(&self) -> &PushLuck;

    /// Returns the rules of a turn.
    fn turns(&self) -> &Turns;

    /// Returns the turn that was asked about last.
    fn recent(&self) -> &RecentTurn;

    /// Returns the chances of all seats where a turn begins; nothing where they are not known.
    fn begun(&self, state: &State) -> Option<Vec<f64>>;

    /// Returns what rolling one to six dice is worth at some totals of the turn of a state, to its seat and to another one;
    /// nothing where that is not known.
    fn rolls(&self, state: &State, totals: RangeInclusive<usize>) -> Option<Vec<[[f64; 2]; 6]>>;

    /// Returns the chances of all seats in the turn of a state, given what these two have.
    fn everyone(&self, state: &State, two: [f64; 2]) -> Vec<f64>;
}

/// Returns the chance of each seat to win from any state; nothing where it is not known.
pub(super) fn value<K: KnownTurns>(known: &K, state: &State) -> Option<Vec<f64>> {
    match known.game().turn(state) {
        Turn::Over(standing) => {
            let share = 1.0 / f64::from(standing.winners.len());
            let share = |seat| {
                if standing.winners.contains(seat) {
                    share
                } else {
                    0.0
                }
            };
            Some(Seat::all(state.seats()).map(share).collect())
        }
        Turn::Roll => match state.phase() {
            Phase::First => by_lot(known, state),
            _ if has_just_begun(state) => known.begun(state),
            Phase::Roll(dice) => rolled(known, state, dice),
            _ => None,
        },
        Turn::Decide(_) => best(after_actions(known, state)?),
    }
}

/// Returns every legal action with the chance of the seat that decides, in the order in which equal ones are preferred; nothing
/// where it is not known.
pub(super) fn action_values<K: KnownTurns>(known: &K, state: &State) -> Vec<(Action, f64)> {
    let after = after_actions(known, state).unwrap_or_default();
    after
        .into_iter()
        .map(|(action, mine, _)| (action, mine))
        .collect()
}

/// An action, what it is worth to the seat that decides, and what it is worth to all.
type AfterAction = (Action, f64, Vec<f64>);

fn after_actions<K: KnownTurns>(known: &K, state: &State) -> Option<Vec<AfterAction>> {
    let game = known.game();
    let mut actions = Vec::new();
    game.for_each_action(state, |action| actions.push(action));
    actions.sort_by_key(|action| preference(game, state, *action));
    let worth = |action: Action| {
        let mut after = state.clone();
        game.act(&mut after, &action);
        let values = value(known, &after)?;
        Some((action, values[state.seat().index()], values))
    };
    actions.into_iter().map(worth).collect()
}

/// Returns the place of an action among equal ones: keeps by the dice that they leave, then by their points; the bank of a whole
/// roll after its keeps, and that of what was kept before a roll.
fn preference(game: &PushLuck, state: &State, action: Action) -> (u8, u32) {
    match action {
        Action::Keep(dice) => {
            let left = state.roll().map_or(0, Dice::len) - dice.len();
            (left, u32::MAX - game.scorer().keep(dice).unwrap_or(0))
        }
        Action::Roll => (DICE + 2, 0),
        _ => (DICE + 1, 0),
    }
}

fn best(actions: Vec<AfterAction>) -> Option<Vec<f64>> {
    let better = |best: AfterAction, other: AfterAction| {
        if other.1 > best.1 { other } else { best }
    };
    actions.into_iter().reduce(better).map(|(_, _, all)| all)
}

/// Returns the chances before the seat that begins is drawn.
fn by_lot<K: KnownTurns>(known: &K, state: &State) -> Option<Vec<f64>> {
    let (game, seats) = (known.game(), f64::from(state.seats()));
    let mut sums = Some(vec![0.0; usize::from(state.seats())]);
    game.for_each_roll(state, |roll, _| {
        let mut begun = state.clone();
        game.settle(&mut begun, &roll);
        let each = known.begun(&begun);
        sums = std::mem::take(&mut sums).zip(each).map(|(mut sums, each)| {
            std::iter::zip(&mut sums, each).for_each(|(sum, chance)| *sum += chance / seats);
            sums
        });
    });
    sums
}

fn rolled<K: KnownTurns>(known: &K, state: &State, dice: u8) -> Option<Vec<f64>> {
    let step = known.turns().step;
    if !state.total().is_multiple_of(step) {
        return None;
    }
    let total = (state.total() / step) as usize;
    let turn = known.recent().get(known, state, total)?;
    let two = turn.rolls[total - turn.first][usize::from(dice) - 1];
    Some(known.everyone(state, two))
}

/// What rolling is worth at some totals of a turn.
#[derive(Debug)]
struct TurnRolls {
    of: TurnOf,
    first: usize,
    rolls: Vec<[[f64; 2]; 6]>,
}

/// Which turn it is: the seat in turn, the closer, and what the seats have banked.
type TurnOf = (Seat, Option<Seat>, Vec<u32>);

/// The turn that was asked about last, so that all positions after a roll are worked out once.
///
/// A clone begins without any.
#[derive(Debug, Default)]
pub(super) struct RecentTurn(Mutex<Option<Arc<TurnRolls>>>);

impl Clone for RecentTurn {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl RecentTurn {
    fn last(&self) -> MutexGuard<'_, Option<Arc<TurnRolls>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the turn of a state, which is worked out for the totals that two choices can lead to unless it is known.
    fn get<K: KnownTurns>(&self, known: &K, state: &State, total: usize) -> Option<Arc<TurnRolls>> {
        let scores = Seat::all(state.seats()).map(|seat| state.score(seat));
        let of = (state.seat(), state.closer(), scores.collect());
        let is_it = |turn: &&Arc<TurnRolls>| {
            (turn.first..turn.first + turn.rolls.len()).contains(&total) && turn.of == of
        };
        if let Some(turn) = self.last().as_ref().filter(is_it) {
            return Some(turn.clone());
        }
        let rolls = known.rolls(state, total..=total + 2 * known.turns().depth)?;
        let first = total;
        let turn = Arc::new(TurnRolls { of, first, rolls });
        *self.last() = Some(turn.clone());
        Some(turn)
    }
}
