//! Counts how games can go on: the classic check of a rules engine.

use crate::{Game, Turn};

/// Returns the number of different event sequences of exactly `depth` events from `state`.
///
/// An action is one event, and so is a distinct roll. Games that end earlier do not count.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sequences = 0;
    match game.turn(state) {
        Turn::Over(_) => {}
        Turn::Decide(_) if depth == 1 => game.for_each_action(state, |_| sequences += 1),
        Turn::Roll if depth == 1 => game.for_each_roll(state, |_, _| sequences += 1),
        Turn::Decide(_) => game.for_each_action(state, |action| {
            let mut next = state.clone();
            game.act(&mut next, &action);
            sequences += perft(game, &next, depth - 1);
        }),
        Turn::Roll => game.for_each_roll(state, |roll, _| {
            let mut next = state.clone();
            game.settle(&mut next, &roll);
            sequences += perft(game, &next, depth - 1);
        }),
    }
    sequences
}
