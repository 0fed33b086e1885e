//! Matches for tests.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses a part of this"
)]

pub mod host;
pub mod stones;

use hotdice_core::{DiceOrigin, Name, Seat, Turn};
use hotdice_table::dice::SeededDice;
use hotdice_table::{DiceSource, Match};

pub fn names(seats: usize) -> Vec<Name> {
    let name = |number| format!("Player {number}").parse();
    let names: Result<_, _> = (1..=seats).map(name).collect();
    names.expect("names")
}

pub fn seat(number: u8) -> Seat {
    number.to_string().parse().expect("a seat")
}

/// Plays a match to its end with the dice of a seed and choices that depend on the number of events.
pub fn play(rules: &str, seats: usize, seed: u64) -> Match {
    let opened = Match::open(rules, names(seats), DiceOrigin::Seed(seed));
    let mut game = opened.expect("rules and seats that go together");
    play_on(&mut game, &mut SeededDice::new(seed));
    game
}

/// Plays a match on to its end.
pub fn play_on(game: &mut Match, dice: &mut dyn DiceSource) {
    loop {
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Roll => {
                game.roll(dice).expect("dice are due");
            }
            Turn::Decide(_) => {
                let actions = game.position().actions();
                let action = &actions[game.log().len() / 2 % actions.len()];
                game.act(action).expect("a legal action");
            }
        }
    }
}
