//! Many games between programs.

use hotdice_core::{Game, Seat, Turn, Viewer};
use hotdice_solve::{Stopped, Watch};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;

use crate::player::Player;

/// What came of many games.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// How many games were played.
    pub games: u64,
    /// One tally for each seat.
    pub seats: Vec<SeatTally>,
}

/// What came of many games for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SeatTally {
    /// Games won; a shared win counts its share.
    pub wins: f64,
    /// The squares of what each game counted, for the spread.
    pub wins_squared: f64,
    /// The points of all games.
    pub points: f64,
    /// The squares of the points of each game.
    pub points_squared: f64,
}

/// A mean of many games with the interval that holds the truth 95 times in a hundred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval.
    pub margin: f64,
}

impl Tally {
    /// Returns the share of games that a seat won.
    #[must_use]
    pub fn wins(&self, seat: Seat) -> Estimate {
        let tally = self.seats[seat.index()];
        estimate(tally.wins, tally.wins_squared, self.games)
    }

    /// Returns the mean points of a seat.
    #[must_use]
    pub fn points(&self, seat: Seat) -> Estimate {
        let tally = self.seats[seat.index()];
        estimate(tally.points, tally.points_squared, self.games)
    }

    fn new(seats: usize) -> Self {
        Self {
            games: 0,
            seats: vec![SeatTally::default(); seats],
        }
    }

    fn add(mut self, other: &Self) -> Self {
        self.games += other.games;
        for (mine, theirs) in std::iter::zip(&mut self.seats, &other.seats) {
            mine.wins += theirs.wins;
            mine.wins_squared += theirs.wins_squared;
            mine.points += theirs.points;
            mine.points_squared += theirs.points_squared;
        }
        self
    }
}

fn estimate(sum: f64, squares: f64, games: u64) -> Estimate {
    let games = games as f64;
    let mean = sum / games;
    let variance = (squares / games - mean * mean).max(0.0);
    let margin = 1.96 * (variance / games).sqrt();
    Estimate { mean, margin }
}

/// How many games share one stream of dice. Part of the promise that a seed gives the same games again.
const BATCH: u64 = 500;

/// Plays games between `players`, one for each seat, on all cores; the same seed gives the same tally on any machine.
///
/// # Errors
/// When the watch says stop.
pub fn simulate<G: Game>(
    game: &G,
    players: &[&dyn Player<G>],
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Stopped> {
    let batches = games.div_ceil(BATCH);
    let done = std::sync::atomic::AtomicU64::new(0);
    let tallies = (0..batches).into_par_iter().map(|batch| {
        if watch.is_stopped() {
            return Err(Stopped);
        }
        let size = BATCH.min(games - batch * BATCH);
        let tally = play_batch(game, players, size, stream(seed, batch));
        let done = done.fetch_add(size, std::sync::atomic::Ordering::Relaxed) + size;
        watch.progress(done, games);
        Ok(tally)
    });
    // Sums of floats depend on their order: they are added batch by batch, whoever was first.
    let tallies: Vec<Tally> = tallies.collect::<Result<_, _>>()?;
    let whole = Tally::new(players.len());
    Ok(tallies.iter().fold(whole, Tally::add))
}

/// Returns the dice of a batch: ChaCha8 with the seed and the number of the batch for its key.
fn stream(seed: u64, batch: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&batch.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

fn play_batch<G: Game>(
    game: &G,
    players: &[&dyn Player<G>],
    games: u64,
    mut dice: ChaCha8Rng,
) -> Tally {
    let mut tally = Tally::new(players.len());
    for _ in 0..games {
        play_one(game, players, &mut dice, &mut tally);
    }
    tally
}

fn play_one<G: Game>(
    game: &G,
    players: &[&dyn Player<G>],
    dice: &mut ChaCha8Rng,
    tally: &mut Tally,
) {
    let mut lying = [0; u8::MAX as usize];
    let mut state = game.start(players.len() as u8);
    loop {
        match game.turn(&state) {
            Turn::Roll => {
                let throw = game.throw(&state);
                let lying = &mut lying[..usize::from(throw.dice)];
                lying.fill_with(|| die(dice, throw.sides));
                let roll = game.read_throw(&state, lying);
                game.settle(&mut state, &roll);
            }
            Turn::Decide(seat) => {
                let view = game.view(&state, Viewer::Seat(seat));
                let action = players[seat.index()].choose(game, &view, &mut || dice.next_u64());
                game.act(&mut state, &action);
            }
            Turn::Over(standing) => {
                tally.games += 1;
                let share = 1.0 / f64::from(standing.winners.len());
                for (seat, tally) in
                    std::iter::zip(Seat::all(players.len() as u8), &mut tally.seats)
                {
                    let won = if standing.winners.contains(seat) {
                        share
                    } else {
                        0.0
                    };
                    let points = f64::from(game.points(&state, seat));
                    tally.wins += won;
                    tally.wins_squared += won * won;
                    tally.points += points;
                    tally.points_squared += points * points;
                }
                return;
            }
        }
    }
}

/// Draws a die by the upper half of a product, and draws again in the few cases that would favour a side (Lemire 2019).
fn die(dice: &mut ChaCha8Rng, sides: u16) -> u16 {
    let sides = u32::from(sides);
    loop {
        let product = u64::from(dice.next_u32()) * u64::from(sides);
        let low = product as u32;
        if low >= sides || low >= sides.wrapping_neg() % sides {
            return (product >> 32) as u16;
        }
    }
}
