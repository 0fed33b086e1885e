//! Solvers and plain forms of the same, in one run: how long both take, how many times as quick one is, and that they agree.
//!
//! The fastest of some rounds counts, in which both take turns, so that a busy machine is unfair to neither. `RAYON_NUM_THREADS=1` keeps
//! the solvers on one core; the plain forms know no other.

#[path = "perfect/plain.rs"]
mod plain;
#[path = "../../crates/hotdice-solve/src/yatzy/tests/textbook.rs"]
mod textbook;

use std::time::{Duration, Instant};

use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Unwatched;
use hotdice_solve::pig::PigRace;
use hotdice_solve::push_luck::{BestTurn, Race};
use hotdice_solve::yatzy::Solved;

/// How often both are run.
const ROUNDS: usize = 3;

fn main() {
    println!("{:44} {:>10} {:>10} {:>8}", "", "plain ms", "ms", "times");
    let minimal = push_luck("farkle-minimal");
    beside(
        "best turn of farkle-minimal",
        1e-6,
        || plain::best_turn(&minimal),
        || BestTurn::of(&minimal).value(),
    );
    let short = push_luck("farkle-minimal(target=600)");
    beside(
        "race of two to 600, farkle-minimal",
        1e-9,
        || plain::race(&short),
        || {
            let race = Race::solve(&short, 1 << 30, &Unwatched);
            race.expect("a race that fits").first_wins()
        },
    );
    let pig = Pig::USUAL;
    beside(
        "pig to 100",
        1e-9,
        || plain::pig(pig.target as usize),
        || {
            let race = PigRace::solve(&pig, &Unwatched);
            race.expect("nobody stops it").first_wins()
        },
    );
    let line = "yahtzee(boxes=ones+sixes+yahtzee+chance,bonus=35/20)".parse();
    let boxes = Yatzy::read(&line.expect("a rules line")).expect("rules that can be played");
    beside(
        "yahtzee with four boxes",
        1e-9,
        || textbook::expected(&boxes),
        || {
            let solved = Solved::solve(&boxes, &Unwatched);
            solved.expect("a table that fits").expected()
        },
    );
}

fn push_luck(line: &str) -> PushLuck {
    let line = line.parse().expect("a rules line");
    PushLuck::read(&line).expect("rules that can be played")
}

/// Prints how long a plain form and a solver take.
fn beside(what: &str, tolerance: f64, plain: impl Fn() -> f64, solver: impl Fn() -> f64) {
    let mut fastest = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let (expected, slow) = timed(&plain);
        let (value, quick) = timed(&solver);
        assert!(
            (value - expected).abs() < tolerance,
            "{what}: {value}, and {expected} in plain form"
        );
        fastest = [fastest[0].min(slow), fastest[1].min(quick)];
    }
    let [slow, quick] = fastest.map(|time| time.as_secs_f64() * 1e3);
    println!("{what:44} {slow:10.2} {quick:10.2} {:8.0}", slow / quick);
}

fn timed(work: impl Fn() -> f64) -> (f64, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}
