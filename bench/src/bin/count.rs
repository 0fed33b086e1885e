//! Scores a number of rolls and ends, for a profiler that counts instructions: `count split|worth|ordered ROLLS`.

use std::env;
use std::hint::black_box;
use std::process::ExitCode;

use hotdice_bench::{ordered_rolls, rolls, zilch};

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
    let Some(points) = score(way, count) else {
        return misused();
    };
    println!("{points} points");
    ExitCode::SUCCESS
}

fn misused() -> ExitCode {
    eprintln!("usage: count split|worth|ordered ROLLS");
    ExitCode::from(2)
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
