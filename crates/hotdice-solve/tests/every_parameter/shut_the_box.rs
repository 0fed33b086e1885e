//! Shut the Box with one turn each, for two and three.

use hotdice_core::{Game, Seat};
use hotdice_games::shut_the_box::{ShutTheBox, State};
use hotdice_solve::Unwatched;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::Evaluator;
use hotdice_solve::shut_the_box::OneTurnEach;

use super::rules_alone::{close, solve, walk};

pub(super) fn check(rules: &str, game: &ShutTheBox) -> Vec<Option<f64>> {
    [2, 3].map(|seats| check_table(rules, game, seats)).to_vec()
}

fn check_table(rules: &str, game: &ShutTheBox, seats: u8) -> Option<f64> {
    let solved = OneTurnEach::solve(game, seats, &Unwatched).expect("nobody stops it");
    let plain = solve(game, seats, Aim::Win)?;
    let expected = |state: &State, seat| plain.value(state, seat).expect("a state that comes up");
    let start = expected(&game.start(seats), Seat::FIRST);
    let Some(solved) = solved else {
        return Some(start);
    };
    walk(game, seats, 40, |state| {
        for seat in Seat::all(seats) {
            let found = solved.value(state, seat).expect("its own table");
            let what = || format!("{rules} {state:?} {seat:?}");
            close(found, expected(state, seat), 1e-12, what);
        }
        for (action, found) in solved.action_values(state) {
            let mut after = state.clone();
            game.act(&mut after, &action);
            let what = || format!("{rules} {state:?} {action:?}");
            close(found, expected(&after, state.seat()), 1e-12, what);
        }
    });
    close(solved.wins(Seat::FIRST), start, 1e-12, || rules.to_owned());
    Some(solved.wins(Seat::FIRST))
}
