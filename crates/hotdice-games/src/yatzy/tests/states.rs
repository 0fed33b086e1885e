//! States as text: what play produces reads back, and what no play produces is refused.

use hotdice_core::{AnyPosition, Seat, Turn, Viewer};

use super::game;

/// A tiny generator of numbers, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Does something possible, and returns whether there was anything to do.
fn step(position: &mut dyn AnyPosition, numbers: &mut Numbers) -> bool {
    match position.turn() {
        Turn::Over(_) => return false,
        Turn::Roll => {
            let rolls = position.rolls();
            // Equal dice more often than by chance, so that jokers come up.
            let place = match numbers.below(3) {
                0 => rolls.len() - 1,
                _ => numbers.below(rolls.len()),
            };
            position.settle(&rolls[place].0).unwrap();
        }
        Turn::Decide(_) => {
            let actions = position.actions();
            position
                .act(&actions[numbers.below(actions.len())])
                .unwrap();
        }
    }
    true
}

#[track_caller]
fn check_play(rules: &str, seats: u8, seed: u64) {
    let game = game(rules);
    let mut position = game.open(seats).unwrap();
    let mut numbers = Numbers(seed);
    while step(&mut *position, &mut numbers) {
        let text = position.state();
        let read = game.read_state(&text).unwrap();
        assert_eq!(read.state(), text);
        assert_eq!(read.turn(), position.turn());
        let choices = position.scene(Viewer::Seat(Seat::FIRST)).choices;
        let mine = position.turn() == Turn::Decide(Seat::FIRST);
        assert_eq!(
            choices.len(),
            if mine { position.actions().len() } else { 0 }
        );
    }
}

#[test]
fn every_state_of_random_play_reads_back() {
    for seed in 0..8 {
        for rules in [
            "kata",
            "yatzy",
            "yahtzee",
            "maxi-yatzy",
            "yahtzee(joker=free)",
        ] {
            check_play(rules, 1 + (seed % 3) as u8, seed);
        }
        check_play("yahtzee(joker=original,saved_rolls=on)", 2, seed);
        check_play("kata(boxes=ones+pair+chance,dice=2,rolls=1)", 2, seed);
        check_play("yatzy(add=five-odd:5-of-135:30,rolls=9)", 1, seed);
    }
}

#[track_caller]
fn check_refused(rules: &str, state: &str, reason: &str) {
    let message = game(rules).read_state(state).unwrap_err().to_string();
    assert!(message.contains(reason), "{message}");
}

#[test]
fn states_that_no_game_comes_to_are_refused() {
    let tiny = "yahtzee(boxes=ones+yahtzee+chance,seats=1-2)";
    let check = |state, reason| check_refused(tiny, state, reason);
    check("", "sheets=… is missing");
    check("sheets=-,-,- turn=1 left=2", "either dice=…");
    check(
        "sheets=-,-,- turn=1 left=2 dice=11111 held=none",
        "either dice=…",
    );
    check(
        "sheets=-,-,- turn=1 left=2 held=none x=1",
        "there is no x= in this game",
    );
    check("sheets=-,- turn=1 left=2 held=none", "value of sheets=");
    check("sheets=-,-,-,- turn=1 left=2 held=none", "value of sheets=");
    check(
        "sheets=-,-,65536 turn=1 left=2 held=none",
        "value of sheets=",
    );
    check(
        "sheets=-,-,-/-,-,-/-,-,- turn=1 left=2 held=none",
        "many seats",
    );
    check("sheets=-,-,- turn=2 left=2 held=none", "no such seat");
    check("sheets=-,-,- turn=0 left=2 held=none", "value of turn=");
    check("sheets=-,-,9/-,-,- turn=1 left=2 held=none", "in turn");
    check("sheets=-,-,-/-,-,- turn=2 left=2 held=none", "in turn");
    check("sheets=6,-,- turn=1 left=2 held=none", "cannot pay that");
    check("sheets=-,40,- turn=1 left=2 held=none", "cannot pay that");
    check("sheets=-,-,4 turn=1 left=2 held=none", "cannot pay that");
    check("sheets=-,-,31 turn=1 left=2 held=none", "cannot pay that");
    check(
        "sheets=-,-,9 hundreds=1 turn=1 left=2 held=none",
        "hundreds come after",
    );
    check(
        "sheets=-,0,9 hundreds=1 turn=1 left=2 held=none",
        "hundreds come after",
    );
    check(
        "sheets=-,50,9 hundreds=2 turn=1 left=2 held=none",
        "hundreds come after",
    );
    check(
        "sheets=-,50,9 hundreds=1,1 turn=1 left=2 held=none",
        "for each seat",
    );
    check(
        "sheets=-,-,9 saved=1 turn=1 left=2 held=none",
        "save no rolls",
    );
    check("sheets=-,-,- turn=1 left=3 held=none", "value of left=");
    check("sheets=-,-,- turn=1 left=255 held=none", "value of left=");
    check("sheets=-,-,- turn=1 left=2 held=1", "before the first roll");
    check("sheets=-,-,- turn=1 left=1 held=11111", "number of dice");
    check("sheets=-,-,- turn=1 left=1 dice=1111", "number of dice");
    check("sheets=-,-,- turn=1 left=1 dice=none", "number of dice");
    check("sheets=5,50,9 turn=1 left=1 dice=11111", "is over");
    check("sheets=5,50,9 turn=1 left=1 held=none", "is over");
    let saving = "kata(boxes=ones+chance,saved_rolls=on)";
    check_refused(
        saving,
        "sheets=-,9 saved=3 turn=1 left=2 held=none",
        "more rolls are saved",
    );
}

#[test]
fn what_a_state_leaves_out_is_zero() {
    let state = "sheets=-,50,9 turn=1 left=2 held=none";
    let position = game("yahtzee(boxes=ones+yahtzee+chance)")
        .read_state(state)
        .unwrap();
    assert_eq!(
        position.state(),
        "sheets=-,50,9 hundreds=0 turn=1 left=2 held=none"
    );
}
