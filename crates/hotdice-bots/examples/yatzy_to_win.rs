//! How often somebody who plays to win beats somebody who plays for points: `yatzy_to_win RULES GAMES [turn|endings] [SEED]`.
//!
//! Half of the games each has the first seat. Prints the share of the win, ties shared, with a 95 % interval.

use std::env;
use std::error::Error;
use std::sync::Arc;

use hotdice_bots::{Best, Player, simulate};
use hotdice_core::Seat;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Unwatched;
use hotdice_solve::yatzy::{Deviations, Effort, Solved, Winning};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let argument = |nth: usize, usual| arguments.get(nth).map_or(usual, String::as_str);
    let game = Yatzy::read(&argument(0, "yatzy").parse()?)?;
    let games: u64 = argument(1, "10000").parse()?;
    let effort = match argument(2, "turn") {
        "endings" => Effort::USUAL,
        _ => Effort::OneTurn,
    };
    let seed: u64 = argument(3, "1").parse()?;
    let solved = Arc::new(Solved::solve(&game, &Unwatched)?);
    let deviations = Arc::new(Deviations::of(&solved, &Unwatched)?);
    let winning = Winning::new(Arc::clone(&solved), deviations, 2, effort, &Unwatched)?;
    let (to_win, for_points) = (Best(Arc::new(winning)), Best(solved));
    let half = games / 2;
    let mut wins = 0.0;
    for (seat, seed) in Seat::all(2).zip(seed..) {
        let mut players: [&dyn Player<Yatzy>; 2] = [&to_win, &for_points];
        players.rotate_right(seat.index());
        let tally = simulate(&game, &players, half, seed, &Unwatched)?;
        wins += tally.seats[seat.index()].wins;
        println!("seat {seat}: {:.4} %", 100.0 * tally.wins(seat).mean);
    }
    let (low, high) = wilson(wins, 2.0 * half as f64);
    let share = wins / (2 * half) as f64;
    println!(
        "{:.4} % of {}, between {:.4} and {:.4}",
        100.0 * share,
        2 * half,
        100.0 * low,
        100.0 * high
    );
    Ok(())
}

/// Returns the interval of Wilson that holds the true share in 95 % of all cases.
fn wilson(wins: f64, games: f64) -> (f64, f64) {
    let z = 1.96;
    let (share, part) = (wins / games, z * z / games);
    let middle = (share + part / 2.0) / (1.0 + part);
    let margin = z / (1.0 + part) * (share * (1.0 - share) / games + part / (4.0 * games)).sqrt();
    (middle - margin, middle + margin)
}
