//! How long perfect play of the yatzy family takes, beside the textbook on a small game.

#[path = "../src/yatzy/tests/textbook.rs"]
mod textbook;
#[path = "../src/yatzy/tests/words.rs"]
mod words;

use divan::{Bencher, black_box, counter::ItemsCount};
use hotdice_core::{Game, Notation};
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Unwatched;
use hotdice_solve::yatzy::{Solved, Spread};
use words::words;

fn main() {
    divan::main();
}

fn game(line: &str) -> Yatzy {
    let line = line.parse().expect("a rules line");
    Yatzy::read(&line).expect("rules that can be played")
}

fn solved(line: &str) -> Solved {
    Solved::solve(&game(line), &Unwatched).expect("a table that fits")
}

const SMALL: &str = "kata(dice=4,boxes=ones+sixes+pair+two-pairs+chance)";

#[divan::bench(args = [SMALL, "kata", "yahtzee", "yatzy"], max_time = 5)]
fn solve(bencher: Bencher<'_, '_>, line: &str) {
    let game = game(line);
    bencher.bench_local(|| Solved::solve(black_box(&game), &Unwatched));
}

/// The same small game as above, by the textbook.
#[divan::bench(max_time = 5)]
fn solve_by_the_textbook(bencher: Bencher<'_, '_>) {
    let game = game(SMALL);
    bencher.bench_local(|| textbook::expected(black_box(&game)));
}

#[divan::bench(args = ["kata", "yahtzee"], max_time = 5)]
fn spread(bencher: Bencher<'_, '_>, line: &str) {
    let game = game(line);
    bencher.bench_local(|| Spread::within(black_box(&game), 1 << 30, &Unwatched));
}

#[divan::bench(max_time = 5)]
fn hint(bencher: Bencher<'_, '_>) {
    let (game, solved) = (game("yatzy"), solved("yatzy"));
    let mut state = game.start(1);
    let roll = game.read_roll("1 3 3 5 6").expect("a roll");
    game.settle(&mut state, &roll);
    bencher.bench_local(|| solved.action_values(black_box(&state)));
}

#[divan::bench(args = [10_000, 1_000_000], max_time = 5)]
fn simulate(bencher: Bencher<'_, '_>, games: usize) {
    let solved = solved("yatzy");
    bencher
        .counter(ItemsCount::new(games))
        .bench_local(|| solved.simulate(games, words(), &Unwatched));
}
