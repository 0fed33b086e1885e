//! The four-rule player.

use hotdice_core::Game;
use hotdice_games::tridice::{Action, TriDice};
use proptest::prelude::*;

use super::{action, game, state, wander};
use crate::tridice::four_rule;

/// Checks that one action is chosen whatever the tie.
#[track_caller]
fn check(game: &TriDice, text: &str, expected: &str) {
    let state = state(game, text);
    for tie in 0..10 {
        assert_eq!(four_rule(game, &state, tie), Some(action(game, expected)));
    }
}

#[test]
fn it_captures_the_highest_number() {
    // The die on 22 shows 2 and reaches 32, where a 2 stands, and 34, where a 4 stands.
    let board = "turn=1 hands=1,0 board=22:1=1324,32:2=1432,34:2=1432";
    check(&game(4, 3), board, "move 22-34");
}

#[test]
fn it_leaves_a_threatened_cell() {
    // The die on 11 shows 1 and threatens 22; with a die in hand it could also be placed.
    let state = "turn=2 hands=0,1 board=11:1=1243,22:2=1324";
    let game = game(4, 2);
    let done = four_rule(&game, &super::state(&game, state), 0).unwrap();
    assert!(matches!(done, Action::Move { .. }), "{done:?}");
}

#[test]
fn it_places_on_a_safe_cell() {
    // The die on 11 shows 1: all cells but 22 are safe.
    let game = game(3, 2);
    let state = state(&game, "turn=2 hands=0,2 board=11:1=1243");
    let placed: Vec<_> = (0..7)
        .filter_map(|tie| four_rule(&game, &state, tie))
        .collect();
    assert_eq!(placed.len(), 7);
    assert!(!placed.contains(&action(&game, "place 22")));
}

#[test]
fn it_gets_a_four_on_top() {
    // The die on 33 shows 1: it goes to 32, 34 or 44, and shows 4 only on one of them.
    check(
        &game(4, 1),
        "turn=1 hands=0,0 board=33:1=3214,47:2=1243",
        "move 33-32",
    );
}

proptest! {
    #[test]
    fn it_always_acts_and_never_against_the_rules(
        rows in 3..=5_u8,
        dice in 1..=4_u8,
        choices in prop::collection::vec(any::<u16>(), 0..60),
        tie in any::<u64>(),
    ) {
        let game = game(rows, dice);
        if let Some(state) = wander(&game, &choices) {
            let chosen = four_rule(&game, &state, tie);
            prop_assert_eq!(chosen.map(|action| game.check(&state, &action)), Some(Ok(())));
            prop_assert_eq!(four_rule(&game, &state, tie), chosen);
        }
    }
}
