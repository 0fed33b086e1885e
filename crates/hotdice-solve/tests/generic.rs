//! The solver for any small game, held against figures that others have published.

use hotdice_core::{AnyGame, Game, Seat};
use hotdice_games::pig::Pig;
use hotdice_solve::Unwatched;
use hotdice_solve::generic::{Aim, Solution, Unsolved};
use hotdice_solve::oracle::Oracle;

fn solve_pig(target: u32) -> Solution {
    let pig = Pig {
        target,
        ..Pig::USUAL
    };
    let start = pig.start(2);
    Solution::solve(&pig, &start, 2, Aim::Win, 10_000_000, &Unwatched).expect("pig is small")
}

#[track_caller]
fn check_pig(target: u32, first_wins: f64) {
    let solution = solve_pig(target);
    let pig = Pig {
        target,
        ..Pig::USUAL
    };
    let value = solution.value(&pig.start(2), Seat::FIRST);
    let value = value.expect("the start comes up");
    assert!(
        (value - first_wins).abs() < 1e-12,
        "pig to {target}: {value}"
    );
}

/// Small targets by an independent program; 100 by Neller and Presser (2004), who give 0.5306.
#[test]
fn pig_has_its_published_values() {
    check_pig(10, 0.709424322598);
    check_pig(25, 0.588109237294);
    check_pig(50, 0.546150844167);
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn pig_to_a_hundred_has_its_published_value() {
    check_pig(100, 0.530592725274);
}

#[test]
fn the_chances_of_all_seats_make_one() {
    let pig = Pig {
        target: 12,
        ..Pig::USUAL
    };
    let start = pig.start(3);
    let solution = Solution::solve(&pig, &start, 3, Aim::Win, 1_000_000, &Unwatched);
    let solution = solution.expect("pig is small");
    let chances = Seat::all(3).filter_map(|seat| solution.value(&start, seat));
    assert!((chances.sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn actions_have_values_and_the_best_is_the_value_of_the_state() {
    let solution = solve_pig(25);
    let pig = Pig {
        target: 25,
        ..Pig::USUAL
    };
    let state =
        AnyGame::read_state(&pig, "scores=10,3 turn=1 total=4 next=choose").expect("a state");
    let values = solution.action_values(&*state);
    let best = values.iter().map(|each| each.value).fold(0.0, f64::max);
    assert_eq!(values.len(), 2);
    assert_eq!(Some(best), Oracle::value(&solution, &*state, Seat::FIRST));
}

#[test]
fn a_game_that_is_too_large_is_refused() {
    let start = Pig::USUAL.start(2);
    let refused = Solution::solve(&Pig::USUAL, &start, 2, Aim::Win, 1000, &Unwatched);
    assert_eq!(refused.err(), Some(Unsolved::TooLarge(1000)));
}
