//! How fast TriDice is solved and searched.

use hotdice_core::Game;
use hotdice_games::tridice::{Rows, TriDice};
use hotdice_solve::Unwatched;
use hotdice_solve::tridice::{Budget, Endings, Extent, Search, Wanted, four_rule};

fn main() {
    divan::main();
}

#[divan::bench(args = [3, 4, 5])]
fn one_against_one(rows: u8) -> Option<Endings> {
    Endings::new(Rows::new(rows)?, Extent::OneAgainstOne, &Unwatched).ok()
}

#[divan::bench(args = [3, 4], sample_count = 3)]
fn two_against_one(rows: u8) -> Option<Endings> {
    Endings::new(Rows::new(rows)?, Extent::TwoAgainstOne, &Unwatched).ok()
}

#[divan::bench(sample_count = 20)]
fn hundred_thousand_positions(bencher: divan::Bencher<'_, '_>) {
    let game = TriDice::USUAL;
    let mut search = Search::new(game);
    let budget = Budget::of_nodes(100_000);
    let start = game.start(2);
    bencher.bench_local(|| search.advise(&start, Wanted::Best, budget, &Unwatched));
}

#[divan::bench]
fn four_rules(bencher: divan::Bencher<'_, '_>) {
    let game = TriDice::USUAL;
    let start = game.start(2);
    bencher.bench(|| four_rule(&game, &start, 7));
}
