//! Looking ahead in the plainest way: every action, every roll, over the rules themselves.

use hotdice_core::{Game, Turn};
use hotdice_games::tridice::{Action, State, TriDice};

use super::{actions, rolls};
use crate::tridice::evaluation::guess;
use crate::tridice::position::SearchPosition;

const FADE: f64 = 0.9995;

/// Returns the score of an action for the player in turn, `depth` turns ahead, from −1 to 1.
pub(super) fn score(game: &TriDice, state: &State, action: Action, depth: u8) -> f64 {
    let mut after = *state;
    game.act(&mut after, &action);
    if game.turn(&after) != Turn::Roll {
        return -FADE * best(game, &after, depth - 1);
    }
    let rolls = rolls(game, &after);
    let outcomes = rolls.iter().map(|roll| {
        let mut settled = after;
        game.settle(&mut settled, roll);
        -FADE * best(game, &settled, depth - 1)
    });
    outcomes.sum::<f64>() / rolls.len() as f64
}

fn best(game: &TriDice, state: &State, depth: u8) -> f64 {
    match game.turn(state) {
        Turn::Over(_) if state.loser().is_some() => -1.0,
        Turn::Over(_) => 0.0,
        _ if depth == 0 => captures(game, state),
        _ => actions(game, state)
            .into_iter()
            .map(|action| score(game, state, action, depth))
            .fold(f64::NEG_INFINITY, f64::max),
    }
}

fn captures(game: &TriDice, state: &State) -> f64 {
    if state.loser().is_some() {
        return -1.0;
    }
    let is_capture = |action: &Action| match *action {
        Action::Move { to, .. } => state.board().taken().contains(to),
        Action::Place(_) | Action::Pass => false,
    };
    let hits = actions(game, state).into_iter().filter(is_capture);
    let scores = hits.map(|action| {
        let mut after = *state;
        game.act(&mut after, &action);
        -FADE * captures(game, &after)
    });
    scores.fold(guess(game, &SearchPosition::of(state)).into(), f64::max)
}
