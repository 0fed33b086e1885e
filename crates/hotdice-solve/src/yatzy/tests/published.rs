//! Values that others have found.

use hotdice_core::{Game, Seat};
use hotdice_games::yatzy::{Action, State};

use super::plain::close;
use super::{game, solve};
use crate::Unwatched;
use crate::yatzy::{Solved, expected_within};

/// Compares up to one in the last of twelve decimals: with twice the digits (see `precise`) free jokers come to
/// 254.58960948196315 and no jokers to 245.87077451411156, so that the last decimal of what is published is rounding.
#[track_caller]
fn check(line: &str, published: f64) {
    let expected = solve(line).expected();
    assert!((expected - published).abs() < 1e-12, "{line}: {expected}");
}

/// Verhoeff 1999: 254.5896.
#[test]
fn yahtzee_with_free_jokers() {
    check("yahtzee(joker=free)", 254.589609481964);
}

/// The boxed game, by two independent programs.
#[test]
fn yahtzee() {
    check("yahtzee", 254.587728734496);
}

/// Verhoeff, and Glenn 2006: 245.87.
#[test]
fn yahtzee_without_jokers() {
    check("yahtzee(joker=none)", 245.870774514111);
}

/// By two independent programs.
#[test]
fn yatzy() {
    let solved = solve("yatzy");
    assert_eq!(format!("{:.10}", solved.expected()), "248.4399893779");
    let game = game("yatzy");
    let mut state = game.start(1);
    game.settle(&mut state, &"1 3 3 5 6".parse().unwrap());
    // The mean agrees to all ten decimals, these three only to a millionth; so ours are added up roll by roll as well.
    for (held, published) in [("3 3", 245.754775), ("5 6", 245.673137), ("6", 245.639524)] {
        let value = hold(&solved, &state, held);
        assert!((value - published).abs() < 1.2e-6, "hold {held}: {value}");
        close(value, by_rolls(&solved, &state, held));
    }
}

fn hold(solved: &Solved, state: &State, held: &str) -> f64 {
    let action = Action::Hold(held.parse().unwrap());
    let values = solved.action_values(state).into_iter();
    let mut found = values.filter(|(listed, _)| *listed == action);
    found.next().unwrap().1
}

/// Returns what it is worth to hold some dice as the mean of what every roll of the others is worth.
fn by_rolls(solved: &Solved, state: &State, held: &str) -> f64 {
    let game = solved.game();
    let mut rolling = state.clone();
    game.act(&mut rolling, &Action::Hold(held.parse().unwrap()));
    let (mut sum, mut total) = (0.0, 0.0);
    game.for_each_roll(&rolling, |roll, weight| {
        let mut rolled = rolling.clone();
        game.settle(&mut rolled, &roll);
        sum += weight as f64 * solved.value(&rolled, Seat::FIRST);
        total += weight as f64;
    });
    sum / total
}

/// Every roll of a first turn at its best makes the value of the game.
#[test]
fn the_first_roll_makes_the_value_of_the_game() {
    let solved = solve("yahtzee");
    let game = solved.game();
    let start = game.start(1);
    let mut sum = 0.0;
    game.for_each_roll(&start, |roll, weight| {
        let mut rolled = start.clone();
        game.settle(&mut rolled, &roll);
        sum += weight as f64 * solved.value(&rolled, Seat::FIRST);
    });
    close(sum / 7776.0, solved.expected());
}

/// Ours: nobody has published it.
#[test]
fn kata() {
    check("kata", 211.148657873364);
}

/// Ours: nobody has published it. 29,360,128 states, with upper sums merged.
#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn maxi_yatzy_without_saved_rolls() {
    let game = game("maxi-yatzy(saved_rolls=off)");
    let expected = expected_within(&game, 1 << 30, &Unwatched).unwrap();
    assert_eq!(format!("{expected:.9}"), "394.557506820");
}
