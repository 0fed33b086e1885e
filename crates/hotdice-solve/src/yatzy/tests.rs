//! Published numbers, a plain solver beside the fast one, and a solver that knows nothing but the rules of the game.

mod advice;
mod contest;
mod paged_table;
mod plain;
mod precise;
mod published;
mod scores;
mod tables;
mod textbook;
mod winning;
mod words;

use hotdice_core::{Game, Turn};
use hotdice_games::yatzy::{State, Yatzy};

use super::Solved;
use crate::Unwatched;

fn game(line: &str) -> Yatzy {
    let line = line.parse().expect("a rules line");
    Yatzy::read(&line).expect("rules that can be played")
}

fn solve(line: &str) -> Solved {
    Solved::solve(&game(line), &Unwatched).expect("a table that fits")
}

/// Follows some lines of play to the end, and shows every state to `visit`.
fn follow(game: &Yatzy, seats: u8, ways: usize, mut visit: impl FnMut(&State)) {
    for way in 0..ways {
        let mut state = game.start(seats);
        let mut step = way;
        loop {
            visit(&state);
            step = (step * 31 + 7) % 10_007;
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Roll => {
                    let mut rolls = Vec::new();
                    game.for_each_roll(&state, |roll, _| rolls.push(roll));
                    game.settle(&mut state, &rolls[step % rolls.len()]);
                }
                Turn::Decide(_) => {
                    let mut actions = Vec::new();
                    game.for_each_action(&state, |action| actions.push(action));
                    game.act(&mut state, &actions[step % actions.len()]);
                }
            }
        }
    }
}

/// Small games of every kind: few dice, all joker rules, saved rolls, boxes nobody wrote code for.
const SMALL: &[&str] = &[
    "kata(dice=2,boxes=ones+pair+chance)",
    "kata(dice=1,rolls=2,boxes=ones+sixes+chance)",
    "kata(dice=3,rolls=1,boxes=twos+three-of-a-kind+chance+low:all-of-123:sum)",
    "kata(dice=2,rolls=4,boxes=ones+twos+pair,bonus=7/5)",
    "kata(dice=2,boxes=ones+pair+chance,saved_rolls=on)",
    "kata(dice=2,rolls=2,boxes=ones+twos+sixes+pair,bonus=9/8,saved_rolls=on)",
    "yahtzee(dice=2,rolls=2,boxes=ones+twos+twin:sets-2:50+run:run-2:20,bonus=10/3)",
    "yahtzee(dice=2,rolls=2,boxes=ones+twos+twin:sets-2:50+run:run-2:20,bonus=10/3,joker=free)",
    "yahtzee(dice=2,rolls=2,boxes=ones+twos+twin:sets-2:50+run:run-2:20,bonus=10/3,joker=original)",
    "yahtzee(dice=2,rolls=2,boxes=sixes+twin:sets-2:9+odd:2-of-135:6,bonus=10/200,saved_rolls=on)",
];
