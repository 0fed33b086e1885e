//! Games between bots per second, and the exact chance of two of them: the quick ways beside the plain ones.
//! `cargo bench -p hotdice-bench --bench matches` runs them; `RAYON_NUM_THREADS=1` before it keeps them on one core.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use hotdice_bench::{farkle, yatzy};
use hotdice_bots::{Best, Entrant, Level, Player, Solvable, push_luck, simulate, tournament};
use hotdice_core::AnyGame;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::yatzy::Yatzy;
use hotdice_solutions::{ProgressReporter, SolutionCache};
use hotdice_solve::generic::Aim;
use hotdice_solve::push_luck::{
    Duelist, Offer, Race, RollChoice, Scores, Then, TurnPlan, TurnPolicy, duel,
};
use hotdice_solve::yatzy::Solved;
use hotdice_solve::{Unwatched, Watch};

fn main() {
    divan::main();
}

/// Nobody looks at the benchmarks while they run.
struct Alone;

impl ProgressReporter for Alone {
    fn watch(&self, _what: &str) -> Box<dyn Watch + '_> {
        Box::new(Unwatched)
    }
}

fn tables() -> SolutionCache {
    SolutionCache::new(None, Box::new(Alone), 1 << 30)
}

/// Plays a tournament as `hotdice simulate` does.
fn play(bencher: Bencher<'_, '_>, game: &dyn AnyGame, bot: impl Into<Entrant>, games: u64) {
    let (tables, bot) = (tables(), bot.into());
    let play = || tournament(game, &[bot; 2], &tables, games, 7, &Unwatched);
    play().expect("a tournament that can be played");
    bencher.counter(ItemsCount::new(games)).bench(play);
}

/// Plays the same games state by state.
fn play_plainly(bencher: Bencher<'_, '_>, player: &dyn Player<PushLuck>, games: u64) {
    let game = farkle();
    let play = || simulate(&game, &[player; 2], games, 7, &Unwatched);
    bencher.counter(ItemsCount::new(games)).bench(play);
}

mod greedy_farkle {
    use super::*;

    #[divan::bench(sample_count = 10)]
    fn quick(bencher: Bencher<'_, '_>) {
        play(bencher, &farkle(), Level::Greedy, 100_000);
    }

    #[divan::bench(sample_count = 10)]
    fn plain(bencher: Bencher<'_, '_>) {
        play_plainly(bencher, &push_luck::Greedy, 20_000);
    }
}

mod strong_farkle {
    use super::*;

    #[divan::bench(sample_count = 10)]
    fn quick(bencher: Bencher<'_, '_>) {
        play(bencher, &farkle(), Level::Strong, 20_000);
    }

    #[divan::bench(sample_count = 10)]
    fn plain(bencher: Bencher<'_, '_>) {
        play_plainly(bencher, &push_luck::Strong::new(&farkle()), 500);
    }
}

/// A match of two is two sheets.
mod greedy_yatzy {
    use super::*;

    #[divan::bench(sample_count = 10)]
    fn quick(bencher: Bencher<'_, '_>) {
        play(bencher, &yatzy(), Level::Greedy, 50_000);
    }

    #[divan::bench(sample_count = 10)]
    fn plain(bencher: Bencher<'_, '_>) {
        let game = yatzy();
        let greedy: &dyn Player<Yatzy> = &hotdice_bots::yatzy::Greedy;
        let play = || simulate(&game, &[greedy; 2], 10_000, 7, &Unwatched);
        bencher.counter(ItemsCount::new(10_000_u64)).bench(play);
    }
}

/// A match of two is two sheets.
mod perfect_yatzy {
    use super::*;

    #[divan::bench(sample_count = 3)]
    fn quick(bencher: Bencher<'_, '_>) {
        let bot = Entrant {
            level: Level::Perfect,
            aim: Some(Aim::Points),
        };
        play(bencher, &yatzy(), bot, 125_000);
    }

    #[divan::bench(sample_count = 3)]
    fn plain(bencher: Bencher<'_, '_>) {
        let game = yatzy();
        let best = Best(Solved::get(&tables(), &game).expect("a solved game"));
        let play = || simulate(&game, &[&best, &best], 500, 7, &Unwatched);
        bencher.counter(ItemsCount::new(500_u64)).bench(play);
    }
}

/// Keeps every die that scores, and banks from 300 points on.
struct From300;

impl TurnPolicy for From300 {
    fn begin(&self, _: Scores) -> Box<dyn TurnPlan + '_> {
        Box::new(Self)
    }

    fn looks_at_scores(&self) -> bool {
        false
    }
}

impl TurnPlan for From300 {
    fn choices(&self, total: u32, offer: &Offer, visit: &mut dyn FnMut(RollChoice, f64)) {
        let keep = offer.whole();
        let is_enough = total + offer.points() >= 300;
        let then = if is_enough { Then::Bank } else { Then::Roll };
        visit(RollChoice { keep, then }, 1.0);
    }
}

/// The exact chance of perfect play against somebody simple.
mod exact {
    use super::*;

    fn race(target: u32) -> (PushLuck, Arc<Race>) {
        let line = format!("farkle(target={target})");
        let line = line.parse().expect("a rules line");
        let game = PushLuck::read(&line).expect("a game");
        let race = Race::solve(&game, 1 << 30, &Unwatched).expect("a race");
        (game, Arc::new(race))
    }

    #[divan::bench(args = [1000, 10_000], sample_count = 3)]
    fn quick(bencher: Bencher<'_, '_>, target: u32) {
        let (game, race) = race(target);
        let players = [Duelist::Perfect(&race), Duelist::Steady(&From300)];
        bencher.bench(|| duel(&game, players, &Unwatched));
    }
}
