//! Does something a number of times and ends, for a profiler that counts instructions.
//!
//! `count split|worth|ordered ROLLS` scores rolls; `count race|three|falls|yatzy|pig TIMES` solves a short race of two players, of 400
//! pairs of scores, one of three, of 1,000 triples, one in which busts cost points, of 900 pairs with their busts, a short game of kata, of 256 states, or
//! pig to 100, of 10,000 pairs of scores; `count ledger TIMES` analyses 100 events of a solved game; `count sheets|contests GAMES` plays
//! kata for points, and of two the first to win.

use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;

use hotdice_bench::{Chance, ordered_rolls, rolls, zilch};
use hotdice_core::{AnyGame, Turn};
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Unwatched;
use hotdice_solve::generic::Aim;
use hotdice_solve::ledger::{Ledger, LedgerEvent};
use hotdice_solve::oracle::EvaluatorOracle;
use hotdice_solve::pig::PigRace;
use hotdice_solve::push_luck::{Race, ThreeRace};
use hotdice_solve::yatzy::{Deviations, Effort, Solved, Winning};

/// Different rolls, scored over and over.
const DIFFERENT: usize = 4096;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [way, count] = arguments.as_slice() else {
        return misused();
    };
    let Ok(count) = count.parse() else {
        return misused();
    };
    let said = match way.as_str() {
        "race" => races(count).map(|chance| format!("{chance} won")),
        "pig" => pigs(count).map(|chance| format!("{chance} won")),
        "ledger" => ledgers(count).map(|luck| format!("{luck} of luck")),
        "three" => triples(count).map(|chance| format!("{chance} won")),
        "falls" => falls(count).map(|chance| format!("{chance} won")),
        "sheets" => sheets(count).map(|points| format!("{points} points")),
        "contests" => contests(count).map(|points| format!("{points} points")),
        "yatzy" => games(count).map(|points| format!("{points} points")),
        way => score(way, count).map(|points| format!("{points} points")),
    };
    let Some(said) = said else {
        return misused();
    };
    println!("{said}");
    ExitCode::SUCCESS
}

fn misused() -> ExitCode {
    eprintln!(
        "usage: count split|worth|ordered ROLLS\n       count race|three|falls|yatzy|pig|ledger TIMES\n       count sheets|contests GAMES"
    );
    ExitCode::from(2)
}

/// Solves a short race `count` times.
fn races(count: usize) -> Option<f64> {
    let game = PushLuck::read(&"farkle-minimal(target=1000)".parse().ok()?).ok()?;
    let race = || Race::solve(black_box(&game), 1 << 20, &Unwatched);
    (0..count).map(|_| Some(race().ok()?.first_wins())).sum()
}

/// Solves a short race of three `count` times.
fn triples(count: usize) -> Option<f64> {
    let game = PushLuck::read(&"farkle-minimal(target=500)".parse().ok()?).ok()?;
    let race = || ThreeRace::solve(black_box(&game), 1 << 20, &Unwatched);
    (0..count).map(|_| Some(race().ok()?.from_start()[0])).sum()
}

/// Solves a short race in which busts cost points `count` times.
fn falls(count: usize) -> Option<f64> {
    let game = PushLuck::read(&"zilch-playr(target=500)".parse().ok()?).ok()?;
    let race = || Race::solve(black_box(&game), 1 << 24, &Unwatched);
    (0..count).map(|_| Some(race().ok()?.first_wins())).sum()
}

/// Solves pig `count` times.
fn pigs(count: usize) -> Option<f64> {
    let race = || PigRace::solve(black_box(&Pig::USUAL), &Unwatched);
    (0..count).map(|_| Some(race().ok()?.first_wins())).sum()
}

/// Analyses the beginning of one game of farkle `count` times, each time by a race that remembers no turn of it.
///
/// Every roll is the middle one of those that can come, and every choice the first.
fn ledgers(count: usize) -> Option<f64> {
    const EVENTS: usize = 100;
    let game = PushLuck::read(&"farkle(target=5000)".parse().ok()?).ok()?;
    let race = Race::solve(&game, 1 << 30, &Unwatched).ok()?;
    let start = game.open(2).ok()?;
    let mut position = start.clone();
    let mut events = Vec::new();
    while events.len() < EVENTS {
        let event = match position.turn() {
            Turn::Over(_) => return None,
            Turn::Roll => {
                let rolls = position.rolls();
                LedgerEvent::Rolled(rolls.get(rolls.len() / 2)?.0.notation().to_owned())
            }
            Turn::Decide(_) => LedgerEvent::Acted(position.actions().first()?.to_string()),
        };
        let (LedgerEvent::Rolled(text) | LedgerEvent::Acted(text)) = &event else {
            return None;
        };
        position.play(text).ok()?;
        events.push(event);
    }
    let analysed = |_| {
        let oracle = EvaluatorOracle::new(game.clone(), race.clone());
        let ledger = Ledger::new(&oracle, &*start, 2, black_box(&events)).ok()?;
        Some(ledger.accounts.first()?.luck)
    };
    (0..count).map(analysed).sum()
}

/// Solves a short game of kata `count` times.
fn games(count: usize) -> Option<f64> {
    let boxes = "ones+twos+threes+pair+two-pairs+full-house+small-straight+chance";
    let game = Yatzy::read(&format!("kata(boxes={boxes})").parse().ok()?).ok()?;
    let solved = || Solved::solve(black_box(&game), &Unwatched);
    (0..count).map(|_| Some(solved().ok()?.expected())).sum()
}

/// Fills `count` sheets of kata for points.
fn sheets(count: usize) -> Option<u32> {
    let solved = Solved::solve(&kata()?, &Unwatched).ok()?;
    let mut chance = Chance::new(1);
    let points = solved.simulate(count, || chance.word(), &Unwatched).ok()?;
    Some(points.iter().sum())
}

/// Plays `count` games of kata, the first of two to win and the other for points.
fn contests(count: usize) -> Option<u32> {
    let solved = Arc::new(Solved::solve(&kata()?, &Unwatched).ok()?);
    let deviations = Arc::new(Deviations::of(&solved, &Unwatched).ok()?);
    let winning = Winning::new(solved, deviations, 2, Effort::OneTurn, &Unwatched).ok()?;
    let mut chance = Chance::new(1);
    let aims = [Aim::Win, Aim::Points];
    let points = winning.simulate(&aims, count, || chance.word(), &Unwatched);
    Some(points.ok()?.iter().flatten().sum())
}

fn kata() -> Option<Yatzy> {
    Yatzy::read(&"kata".parse().ok()?).ok()
}

/// Sums the points of `count` rolls.
fn score(way: &str, count: usize) -> Option<u64> {
    let game = zilch();
    let scorer = game.scorer();
    let rolls = rolls(DIFFERENT);
    let rolls = rolls.iter().cycle().take(count);
    let points = match way {
        "split" => rolls
            .map(|&roll| u64::from(scorer.split(black_box(roll)).total))
            .sum(),
        "worth" => rolls
            .map(|&roll| u64::from(scorer.worth(black_box(roll)).points))
            .sum(),
        "ordered" => {
            let table = scorer.ordered();
            let rolls = ordered_rolls(DIFFERENT);
            let rolls = rolls.iter().cycle().take(count);
            rolls
                .map(|&roll| u64::from(table[usize::from(black_box(roll))]))
                .sum()
        }
        _ => return None,
    };
    Some(points)
}
