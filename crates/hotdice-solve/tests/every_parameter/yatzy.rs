//! The yatzy family, alone at the table and for points.

use hotdice_core::{Game, Seat};
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Unwatched;
use hotdice_solve::generic::Aim;
use hotdice_solve::yatzy::{Solved, Spread, expected_within};

use super::rules_alone::{close, solve, walk};

pub(super) fn check(rules: &str, game: &Yatzy) -> Vec<Option<f64>> {
    let Some(plain) = solve(game, 1, Aim::Points) else {
        return vec![None];
    };
    let solved = Solved::solve(game, &Unwatched).expect("a small table");
    walk(game, 1, 4, |state| {
        let expected = plain
            .value(state, Seat::FIRST)
            .expect("a state that comes up");
        let found = solved.value(state, Seat::FIRST);
        close(found, expected, 1e-9, || format!("{rules} {state:?}"));
        for (action, found) in solved.action_values(state) {
            let mut after = state.clone();
            game.act(&mut after, &action);
            let expected = plain.value(&after, Seat::FIRST);
            let expected = expected.expect("a state that comes up");
            close(found, expected, 1e-9, || {
                format!("{rules} {state:?} {action:?}")
            });
        }
    });
    let expected = solved.expected();
    let streamed = expected_within(game, 1 << 20, &Unwatched).expect("a small table");
    let spread = Spread::within(game, 1 << 20, &Unwatched).expect("a small table");
    let scores = solved.distribution(&Unwatched).expect("nobody stops it");
    for found in [streamed, spread.mean, scores.mean()] {
        close(found, expected, 1e-9, || rules.to_owned());
    }
    vec![Some(expected)]
}
