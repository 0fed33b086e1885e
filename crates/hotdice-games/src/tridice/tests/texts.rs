//! Texts that read back, and texts that do not.

use hotdice_core::{Game, Notation, Turn};
use proptest::prelude::*;

use super::{for_each_random_state, position};
use crate::find;
use crate::tridice::{Action, Rows, State, TriDice};

#[test]
fn every_state_of_a_game_reads_back() {
    for_each_random_state(6, |game, state| {
        let text = game.write_state(state);
        assert_eq!(game.read_state(&text).as_ref(), Ok(state), "{text}");
    });
}

#[test]
fn every_event_reads_back() {
    for_each_random_state(1, |game, state| match game.turn(state) {
        Turn::Decide(_) => game.for_each_action(state, |action| {
            let text = game.write_action(&action);
            assert_eq!(game.read_action(&text), Ok(action), "{text}");
        }),
        Turn::Roll => game.for_each_roll(state, |roll, _| {
            let text = game.write_roll(&roll);
            assert_eq!(game.read_roll(&text), Ok(roll), "{text}");
        }),
        Turn::Over(_) => {}
    });
}

#[test]
fn every_side_of_the_throw_is_another_roll() {
    let game = TriDice::USUAL;
    let mut state = game.start(2);
    game.act(&mut state, &game.read_action("place 33").unwrap());
    let mut weighed = Vec::new();
    game.for_each_roll(&state, |roll, weight| weighed.push((roll, weight)));
    let thrown = (0..game.throw(&state).sides).map(|side| (game.read_throw(&state, &[side]), 1));
    assert_eq!(thrown.collect::<Vec<_>>(), weighed);
    assert_eq!(weighed.len(), 12);
}

#[track_caller]
fn check_rules(line: &str, written: Option<&str>) {
    let found = find(line).ok().map(|game| game.rules_line());
    assert_eq!(found.as_deref(), written, "{line}");
}

#[test]
fn rules_lines_read_back() {
    check_rules("tridice", Some("tridice"));
    check_rules("tridice(rows=4,dice=4)", Some("tridice"));
    check_rules("tridice(dice=2,rows=3)", Some("tridice(rows=3,dice=2)"));
    for line in ["rows=2", "rows=6", "dice=0", "dice=5", "dice=", "seats=2"] {
        check_rules(&format!("tridice({line})"), None);
    }
}

#[test]
fn events_that_cannot_be_read() {
    let game = TriDice::USUAL;
    let actions = [
        "",
        "place",
        "place 51",
        "place 3 3",
        "move 33",
        "move 33-",
        "move 33-11 x",
        "pass 1",
    ];
    for text in actions {
        assert!(game.read_action(text).is_err(), "{text}");
    }
    assert_eq!(game.read_action("  pass "), Ok(Action::Pass));
    for text in ["", "33", "33=", "33=1234", "51=2413", "33=24133"] {
        assert!(game.read_roll(text).is_err(), "{text}");
    }
}

#[track_caller]
fn check(state: &str, reason: &str) {
    let error = TriDice::USUAL.read_state(state).unwrap_err().to_string();
    assert!(error.contains(reason), "{error}");
}

#[test]
fn states_that_no_game_comes_to() {
    check("turn=1 hands=4,4", "board=… is missing");
    check("turn=3 hands=4,4 board=empty", "turn=");
    check("turn=1 hands=4 board=empty", "hands=");
    check("turn=1 hands=4,4 board=11:1=1234", "board=");
    check("turn=1 hands=4,4 board=empty quiet=2", "there is no quiet=");
    check("turn=1 hands=255,4 board=empty", "seat 1 has more dice");
    check("turn=1 hands=4,4 board=11:2=2413", "seat 2 has more dice");
    check("turn=1 hands=4,4 board=empty rolling=11", "seat 1 has more");
    check("turn=1 hands=3,4 board=51:1=2413", "no cell 51");
    check("turn=1 hands=3,4 board=empty rolling=55", "no cell 55");
    check(
        "turn=1 hands=2,4 board=11:1=2413,11:1=2413",
        "two dice stand",
    );
    check(
        "turn=1 hands=2,4 board=11:1=2413 rolling=11",
        "a die stands on 11",
    );
    check("turn=1 hands=0,0 board=empty", "nobody has dice");
    check("turn=1 hands=0,0 board=11:1=2413", "seat 2 has lost");
    check("turn=1 hands=1,0 board=empty rolling=11", "seat 2 has lost");
}

#[test]
fn pasts_that_cannot_have_been() {
    let with = |past: &str| format!("turn=1 hands=0,0 board=22:1=2134,31:2=3142 past={past}");
    check(&with("11-33,44-31"), "no die came from 11 to 33");
    check(&with("44-31,33-22"), "no die came from 33 to 22");
    check(&with("22-22"), "no die came from 22 to 22");
    check(&with("33-22,34-31"), "not legal: the die on 34 moves");
    check(&with("33-22,pass"), "not legal: you can pass only");
    check(&with(&["pass"; 41].join(",")), "after 40 turns");
    check(&with(""), "past=");
    let round = ["22-33", "31-44", "33-22", "44-31"].join(",");
    check(
        &with(&[round.as_str(); 3].join(",")),
        "after the game was drawn",
    );
    assert!(
        TriDice::USUAL
            .read_state(&with(&[round.as_str(); 2].join(",")))
            .is_ok()
    );
    check(
        "turn=1 hands=2,4 board=22:1=2134 rolling=11 past=33-22",
        "leaves no past",
    );
}

#[test]
fn a_lost_game_reads_back() {
    let text = "turn=2 hands=0,0 board=22:1=2134";
    let lost = position(TriDice::USUAL, text);
    assert!(matches!(lost.turn(), Turn::Over(_)));
    assert_eq!(TriDice::USUAL.write_state(lost.state()), text);
}

#[test]
fn the_example_of_the_rule_page_reads_back() {
    let text = "turn=1 hands=3,3 board=22:1=2134,31:2=3142 past=33-22,44-31";
    let example = position(TriDice::USUAL, text);
    assert_eq!(TriDice::USUAL.write_state(example.state()), text);
    assert_eq!(example.state().quiet_turns(), 2);
}

/// Does all that can be done with a state.
fn exercise(game: &TriDice, state: &State) {
    let text = game.write_state(state);
    assert_eq!(game.read_state(&text).as_ref(), Ok(state), "{text}");
    let _ = hotdice_core::perft(game, state, 2);
    let position = hotdice_core::Position::from_state(*game, *state);
    let _ = hotdice_core::AnyPosition::scene(&position, hotdice_core::Viewer::Spectator);
}

fn any_state_text() -> impl Strategy<Value = String> {
    let die = "[1-5][1-9]:[12]=(2413|2134|3142|1324|1243)";
    let board = prop::collection::vec(die, 0..6).prop_map(|dice| {
        if dice.is_empty() {
            "empty".to_owned()
        } else {
            dice.join(",")
        }
    });
    let rest = "( rolling=[1-5][1-9])?( past=([1-4][1-7]-[1-4][1-7],){0,2}(pass|33-22))?";
    ("turn=[12] hands=[0-4],[0-4]", board, rest)
        .prop_map(|(start, board, rest)| format!("{start} board={board}{rest}"))
}

proptest! {
    #[test]
    fn no_text_breaks_the_rules(text in any_state_text(), rows in 3_u8..=5) {
        let game = TriDice::new(Rows::new(rows).unwrap(), 4).unwrap();
        if let Ok(state) = game.read_state(&text) {
            exercise(&game, &state);
        }
    }

    #[test]
    fn no_text_at_all_panics(text in "[a-z0-9=:, -]{0,40}") {
        let game = TriDice::USUAL;
        let _ = game.read_state(&text);
        let _ = game.read_action(&text);
        let _ = game.read_roll(&text);
    }
}
