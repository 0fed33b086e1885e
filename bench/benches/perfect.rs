//! How long perfect play takes, beside plain forms of the same.

#[path = "perfect/plain.rs"]
mod plain;
#[path = "../../crates/hotdice-solve/src/yatzy/tests/textbook.rs"]
mod textbook;

use divan::{Bencher, black_box};
use hotdice_core::Game;
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Unwatched;
use hotdice_solve::generic::{Aim, Solution};
use hotdice_solve::pig::PigRace;
use hotdice_solve::push_luck::{BestTurn, Race, ThreeRace};
use hotdice_solve::yatzy::Solved;

fn main() {
    divan::main();
}

fn game(line: &str) -> PushLuck {
    let line = line.parse().expect("a rules line");
    PushLuck::read(&line).expect("rules that can be played")
}

/// Every kind of turn: the slowest are those with penalties, and with cards.
const TURNS: &[&str] = &[
    "farkle-minimal",
    "zilch",
    "zilch-playr",
    "zilch(busts=3:-1000)",
    "cheese(deck=full)",
    "cheese(deck=full,busts=3:-500)",
];

#[divan::bench(args = TURNS, max_time = 3)]
fn best_turn(bencher: Bencher<'_, '_>, line: &str) {
    let game = game(line);
    bencher.bench_local(|| BestTurn::of(black_box(&game)));
}

/// The best turn of farkle-minimal from the rules alone, one total after the other.
#[divan::bench(max_time = 3)]
fn best_turn_plain(bencher: Bencher<'_, '_>) {
    let game = game("farkle-minimal");
    bencher.bench_local(|| plain::best_turn(black_box(&game)));
}

#[divan::bench(args = [600, 10_000], max_time = 5)]
fn race(bencher: Bencher<'_, '_>, target: u32) {
    let game = game(&format!("farkle-minimal(target={target})"));
    bencher.bench_local(|| Race::solve(black_box(&game), 1 << 30, &Unwatched));
}

/// The same short race as above, by plain substitution.
#[divan::bench(max_time = 5)]
fn race_plain(bencher: Bencher<'_, '_>) {
    let game = game("farkle-minimal(target=600)");
    bencher.bench_local(|| plain::race(black_box(&game)));
}

#[divan::bench(args = ["zilch-playr(target=1000)", "zilch(target=1000,busts=3:-1000)"], max_time = 5)]
fn race_with_falls(bencher: Bencher<'_, '_>, line: &str) {
    let game = game(line);
    bencher.bench_local(|| Race::solve(black_box(&game), 1 << 30, &Unwatched));
}

#[divan::bench(max_time = 5)]
fn race_of_three(bencher: Bencher<'_, '_>) {
    let game = game("farkle-minimal(target=1000)");
    bencher.bench_local(|| ThreeRace::solve(black_box(&game), 1 << 30, &Unwatched));
}

#[divan::bench(args = [50, 100], max_time = 5)]
fn pig(bencher: Bencher<'_, '_>, target: u32) {
    let game = pig_to(target);
    bencher.bench_local(|| PigRace::solve(black_box(&game), &Unwatched));
}

/// The shorter of these games, by plain value iteration.
#[divan::bench(max_time = 5)]
fn pig_plain(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| plain::pig(black_box(50)));
}

/// The same game, by the solver for any game.
#[divan::bench(max_time = 5)]
fn pig_generic(bencher: Bencher<'_, '_>) {
    let game = pig_to(50);
    let start = game.start(2);
    let solve = || Solution::solve(black_box(&game), &start, 2, Aim::Win, 1 << 20, &Unwatched);
    bencher.bench_local(solve);
}

fn pig_to(target: u32) -> Pig {
    let seats = Pig::USUAL.seats;
    Pig { target, seats }
}

/// The boxes of yahtzee that the textbook can do while somebody waits.
const FEW_BOXES: &str = "yahtzee(boxes=ones+sixes+yahtzee+chance,bonus=35/20)";

fn yatzy(line: &str) -> Yatzy {
    let line = line.parse().expect("a rules line");
    Yatzy::read(&line).expect("rules that can be played")
}

#[divan::bench(args = [FEW_BOXES, "yahtzee"], max_time = 5)]
fn yahtzee(bencher: Bencher<'_, '_>, line: &str) {
    let game = yatzy(line);
    bencher.bench_local(|| Solved::solve(black_box(&game), &Unwatched));
}

/// The same few boxes as above, by the textbook.
#[divan::bench(max_time = 5)]
fn yahtzee_plain(bencher: Bencher<'_, '_>) {
    let game = yatzy(FEW_BOXES);
    bencher.bench_local(|| textbook::expected(black_box(&game)));
}
