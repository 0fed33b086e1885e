//! Values that others have found.

use hotdice_core::Notation;
use hotdice_games::yatzy::Action;

use super::{game, solve};

#[track_caller]
fn check(line: &str, published: f64) {
    let expected = solve(line).expected();
    assert!(
        (expected - published).abs() < 2e-12_f64.max(published * 5e-15),
        "{line}: {expected}"
    );
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
    let sheet = "-,-,-,-,-,-,-,-,-,-,-,-,-,-,-";
    let state = format!("sheets={sheet} turn=1 left=2 dice=13356");
    let state = game("yatzy").read_state(&state).unwrap();
    let values = solved.action_values(&state);
    for (held, published) in [
        ("3 3", "245.754775"),
        ("5 6", "245.673137"),
        ("6", "245.639524"),
    ] {
        let action = Action::Hold(held.parse().unwrap());
        let found = values.iter().find(|(listed, _)| *listed == action);
        assert_eq!(format!("{:.6}", found.unwrap().1), published, "hold {held}");
    }
}

#[test]
fn kata() {
    check("kata", 211.148657873364);
}
