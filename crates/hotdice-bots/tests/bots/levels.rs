//! Levels are in order: in every preset each level beats the one below at a table of two.
//!
//! With `HOTDICE_LONG=1` all levels play, and `--nocapture` prints the ladder of `docs/levels.md`.

use hotdice_bots::{EmptyLibrary, Estimate, Level, Library, Tally, seat, tournament};
use hotdice_core::{AnyGame, Seat};
use hotdice_solve::Unwatched;

use crate::ledger::is_long;
use crate::memory::Memory;
use crate::playing::game;

/// How many standard deviations from an even match settle it: far more than chance brings in all pairs together.
const SETTLED: f64 = 4.5;

/// How many games a pair plays before it counts as even.
fn most_games() -> u64 {
    if is_long() { 200_000 } else { 20_000 }
}

/// Pairs that so many games do not settle, or that take too long for it: there a level must only not be found worse.
const CLOSE: &[(&str, Level)] = &[("shut-the-box", Level::Careful)];

/// How many games a close pair plays in the normal run.
const CLOSE_GAMES: u64 = 640;

/// What came of a pair of levels.
enum Match {
    /// The share of the better level.
    Played { wins: Estimate, games: u64 },
    /// Both make the same choices.
    SamePlayer,
    /// One of them does not play this game here, or takes too long for this run.
    NotPlayed,
}

/// Plays until it is settled who is better; every dice are thrown twice, with the seats exchanged.
fn play(
    game: &dyn AnyGame,
    [low, high]: [Level; 2],
    library: &dyn Library,
    most_games: u64,
) -> Match {
    let wins = |tally: &Tally, seat: Seat| tally.seats[seat.index()].wins;
    let second = Seat::FIRST.next(2);
    let (mut won, mut games, mut more) = (0.0, 0, 10);
    for seed in 0.. {
        let play = |levels| tournament(game, levels, library, more, seed, &Unwatched);
        let (Ok(one), Ok(other)) = (play(&[low, high]), play(&[high, low])) else {
            return Match::NotPlayed;
        };
        if seed == 3 && high == Level::Perfect && one == other {
            return Match::SamePlayer;
        }
        won += wins(&one, second) + wins(&other, Seat::FIRST);
        games += 2 * more;
        let deviation = (games as f64 / 4.0).sqrt();
        let is_settled = (won - games as f64 / 2.0).abs() > SETTLED * deviation;
        if seed > 0 && (is_settled || games >= most_games) {
            break;
        }
        more = games;
    }
    let wins = Estimate::of_share(won, games);
    Match::Played { wins, games }
}

/// Tells whether a level is for the long run: it needs a solved game.
fn needs_time(game: &dyn AnyGame, level: Level) -> bool {
    level == Level::Perfect || seat(game, level, 2, &EmptyLibrary, [0; 32]).is_err()
}

#[test]
fn every_level_beats_the_one_below() {
    let mut failed = Vec::new();
    println!(
        "| game | greedy beats random | careful beats greedy | strong beats careful | perfect beats strong |"
    );
    println!("| --- | --- | --- | --- | --- |");
    for (_, preset) in hotdice_games::presets() {
        let game = game(preset.name);
        let memory = Memory::default();
        let mut row = format!("| `{}` |", preset.name);
        for pair in Level::ALL.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            let is_close = !is_long() && CLOSE.contains(&(preset.name, high));
            let most = if is_close { CLOSE_GAMES } else { most_games() };
            let played = match needs_time(&*game, high) && !is_long() {
                true => Match::NotPlayed,
                false => play(&*game, [low, high], &memory, most),
            };
            row += &match played {
                Match::Played { wins, games } => {
                    let deviation = (0.25 / games as f64).sqrt();
                    let least = if is_close { -2.0 } else { SETTLED };
                    if wins.mean - 0.5 < least * deviation {
                        failed.push(format!("{}: {high} over {low}, {wins:?}", preset.name));
                    }
                    let [mean, low, high] = [wins.mean, wins.low, wins.high].map(|x| 100.0 * x);
                    format!(" {mean:.1} % ({low:.1} to {high:.1}), {games} games |")
                }
                Match::SamePlayer => " the same player |".to_owned(),
                Match::NotPlayed => " – |".to_owned(),
            };
        }
        println!("{row}");
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
