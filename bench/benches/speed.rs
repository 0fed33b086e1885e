//! Rolls, games and positions per second. `cargo bench -p hotdice-bench` runs them.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use hotdice_bench::{Chance, farkle, ordered_rolls, play_farkle, play_yatzy, rolls, yatzy, zilch};
use hotdice_games::find;

fn main() {
    divan::main();
}

/// Rolls of one run: many enough to hide the clock, few enough to stay in the cache.
const ROLLS: usize = 4096;

mod score {
    use super::*;

    #[divan::bench]
    fn by_counting(bencher: Bencher<'_, '_>) {
        let game = zilch();
        let rolls = rolls(ROLLS);
        bencher.counter(ItemsCount::new(ROLLS)).bench(|| {
            let splits = rolls
                .iter()
                .map(|&roll| game.scorer().split(black_box(roll)));
            splits.map(|split| split.total).sum::<u32>()
        });
    }

    #[divan::bench]
    fn by_table(bencher: Bencher<'_, '_>) {
        let game = zilch();
        let rolls = rolls(ROLLS);
        bencher.counter(ItemsCount::new(ROLLS)).bench(|| {
            let points = black_box(&rolls)
                .iter()
                .map(|&roll| game.scorer().worth(roll).points);
            points.sum::<u32>()
        });
    }

    #[divan::bench]
    fn by_ordered_table(bencher: Bencher<'_, '_>) {
        let table = zilch().scorer().ordered();
        let rolls = ordered_rolls(ROLLS);
        bencher.counter(ItemsCount::new(ROLLS)).bench(|| {
            let points = black_box(&rolls)
                .iter()
                .map(|&roll| table[usize::from(roll)]);
            points.sum::<u32>()
        });
    }
}

mod games {
    use super::*;

    const GAMES: usize = 1000;

    #[divan::bench]
    fn greedy_farkle(bencher: Bencher<'_, '_>) {
        let game = farkle();
        bencher.counter(ItemsCount::new(GAMES)).bench(|| {
            let mut chance = Chance::new(7);
            (0..GAMES)
                .map(|_| play_farkle(&game, &mut chance))
                .sum::<u32>()
        });
    }

    #[divan::bench]
    fn greedy_yatzy(bencher: Bencher<'_, '_>) {
        let game = yatzy();
        bencher.counter(ItemsCount::new(GAMES)).bench(|| {
            let mut chance = Chance::new(7);
            (0..GAMES)
                .map(|_| play_yatzy(&game, &mut chance))
                .sum::<u32>()
        });
    }
}

/// Counts sequences of events; an item is a sequence.
#[divan::bench(args = [("farkle", 2, 4), ("yatzy", 1, 4), ("tridice", 2, 5)], sample_count = 10)]
fn perft(bencher: Bencher<'_, '_>, (rules, seats, depth): (&str, u8, u32)) {
    let game = find(rules).expect("the name of a preset");
    let count = || {
        game.perft(seats, depth)
            .expect("as many seats as the rules allow")
    };
    bencher.counter(ItemsCount::new(count())).bench(count);
}
