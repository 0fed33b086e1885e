//! Pig, for two.

use hotdice_core::{Game, Seat};
use hotdice_games::pig::{Pig, State};
use hotdice_solve::Unwatched;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::Evaluator;
use hotdice_solve::pig::PigRace;

use super::rules_alone::{close, solve, walk};

pub(super) fn check(rules: &str, game: &Pig) -> Vec<Option<f64>> {
    let Some(plain) = solve(game, 2, Aim::Win) else {
        return vec![None];
    };
    let race = PigRace::solve(game, &Unwatched).expect("nobody stops it");
    let expected = |state: &State, seat| plain.value(state, seat).expect("a state that comes up");
    walk(game, 2, 40, |state| {
        for seat in Seat::all(2) {
            // Nothing is left to find at the end of a game.
            if let Some(found) = race.value(state, seat) {
                let what = || format!("{rules} {state:?}");
                close(found, expected(state, seat), 1e-12, what);
            }
        }
        for (action, found) in race.action_values(state) {
            let mut after = state.clone();
            game.act(&mut after, &action);
            let what = || format!("{rules} {state:?} {action:?}");
            close(found, expected(&after, state.seat()), 1e-12, what);
        }
    });
    vec![Some(race.first_wins())]
}
