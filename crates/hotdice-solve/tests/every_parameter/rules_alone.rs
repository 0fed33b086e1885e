//! What the rules of a game say by themselves, slowly.

use std::collections::HashMap;

use hotdice_core::{Game, Seat, Show, Turn};
use hotdice_solve::Unwatched;
use hotdice_solve::generic::{Aim, Solution, Unsolved};

/// The most states of a game that is solved generically.
const MOST: usize = 200_000;

/// Solves a game generically if it is small enough.
pub(super) fn solve<G: Show>(game: &G, seats: u8, aim: Aim) -> Option<Solution> {
    match Solution::solve(game, &game.start(seats), seats, aim, MOST, &Unwatched) {
        Ok(solution) => Some(solution),
        Err(Unsolved::TooLarge(_)) => None,
        Err(unsolved) => unreachable!("{unsolved}"),
    }
}

/// Visits the states of some games that are played at random.
pub(super) fn walk<G: Game>(game: &G, seats: u8, games: u64, mut visit: impl FnMut(&G::State)) {
    for seed in 0..games {
        let mut word = seed;
        let mut state = game.start(seats);
        for _ in 0..40 {
            visit(&state);
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mut after = followers(game, &state);
            if after.is_empty() {
                break;
            }
            let place = (word >> 33) as usize % after.len();
            state = after.swap_remove(place).0;
        }
    }
}

/// Returns the states that can follow, each with its weight; nothing after the end of a game.
pub(super) fn followers<G: Game>(game: &G, state: &G::State) -> Vec<(G::State, f64)> {
    let mut after = Vec::new();
    match game.turn(state) {
        Turn::Over(_) => {}
        Turn::Decide(_) => game.for_each_action(state, |action| {
            let mut next = state.clone();
            game.act(&mut next, &action);
            after.push((next, 1.0));
        }),
        Turn::Roll => game.for_each_roll(state, |roll, weight| {
            let mut next = state.clone();
            game.settle(&mut next, &roll);
            after.push((next, weight as f64));
        }),
    }
    after
}

/// Returns what a state is worth to a seat, given what those are worth that can follow it: the best of them where the
/// seat decides, the worst where another one does, the mean where chance does; nothing after the end of a game.
pub(super) fn one_step<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    mut value: impl FnMut(&G::State) -> f64,
) -> Option<f64> {
    let after = followers(game, state);
    let values = after.iter().map(|(state, weight)| (value(state), weight));
    match game.turn(state) {
        Turn::Over(_) => None,
        Turn::Decide(mover) if mover == seat => values.map(|(value, _)| value).reduce(f64::max),
        Turn::Decide(_) => values.map(|(value, _)| value).reduce(f64::min),
        Turn::Roll => {
            let (sum, all) = values.fold((0.0, 0.0), |(sum, all), (value, weight)| {
                (sum + weight * value, all + weight)
            });
            Some(sum / all)
        }
    }
}

/// A part of a game, worked out from the rules alone up to states whose worth is given.
pub(super) struct UpTo<'a, G: Game, F> {
    game: &'a G,
    seat: Seat,
    given: F,
    known: HashMap<G::State, f64>,
}

impl<'a, G: Game, F: Fn(&G::State) -> Option<f64>> UpTo<'a, G, F> {
    pub(super) fn new(game: &'a G, seat: Seat, given: F) -> Self {
        let known = HashMap::new();
        Self {
            game,
            seat,
            given,
            known,
        }
    }

    /// Returns what a state is worth to the seat.
    pub(super) fn value(&mut self, state: &G::State) -> f64 {
        if let Some(value) = (self.given)(state) {
            return value;
        }
        let (game, seat) = (self.game, self.seat);
        // Different ways meet only where dice are rolled.
        let is_roll = matches!(game.turn(state), Turn::Roll);
        if is_roll && let Some(value) = self.known.get(state) {
            return *value;
        }
        let value = one_step(game, state, seat, |after| self.value(after));
        let value = value.expect("the end of a game is given");
        if is_roll {
            self.known.insert(state.clone(), value);
        }
        value
    }
}

#[track_caller]
pub(super) fn close(found: f64, expected: f64, within: f64, what: impl Fn() -> String) {
    let apart = (found - expected).abs();
    assert!(apart < within, "{}: {found}, not {expected}", what());
}
