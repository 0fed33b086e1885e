//! Many games between programs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hotdice_core::{AnyGame, AnyPosition, Game, Seat, SeatSet, Turn, Viewer};
use hotdice_solve::{Stopped, Watch, parallel};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::library::Unsolvable;
use crate::player::{AnyPlayer, Player};

/// What came of many games.
#[derive(Clone, Debug, PartialEq, Default)]
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
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// Half the width of the interval.
    pub margin: f64,
}

impl Estimate {
    /// Returns the share of a sum of numbers from 0 to 1, by the interval of Wilson.
    ///
    /// It asks for which shares the sum would not be surprising, so it holds near 0 and 1 too, where the spread of what was
    /// seen says nothing: after 50 games without a win it reaches from 0 to 7 %. Shared wins spread less than the p(1 - p) that it
    /// reckons with, because squares of numbers from 0 to 1 are not above them; then the interval is a little wider than it need be.
    #[must_use]
    pub fn of_share(sum: f64, games: u64) -> Self {
        let games = games as f64;
        let mean = sum / games;
        let weight = DEVIATIONS * DEVIATIONS / games;
        let centre = (mean + weight / 2.0) / (1.0 + weight);
        let spread = (mean * (1.0 - mean)).max(0.0) / games + weight / (4.0 * games);
        let margin = DEVIATIONS * spread.sqrt() / (1.0 + weight);
        Self {
            mean,
            // Rounding must not put the mean outside.
            low: (centre - margin).clamp(0.0, mean),
            high: (centre + margin).clamp(mean, 1.0),
            margin,
        }
    }

    /// Returns the mean of numbers of any size, from their sum and that of their squares.
    fn of_mean(sum: f64, squares: f64, games: u64) -> Self {
        let games = games as f64;
        let mean = sum / games;
        let variance = (squares / games - mean * mean).max(0.0);
        let margin = DEVIATIONS * (variance / games).sqrt();
        Self {
            mean,
            low: mean - margin,
            high: mean + margin,
            margin,
        }
    }

    /// Returns the same of what counts below zero.
    pub(crate) fn negated(self) -> Self {
        Self {
            mean: -self.mean,
            low: -self.high,
            high: -self.low,
            margin: self.margin,
        }
    }
}

/// How many standard deviations from the mean hold 95 of a hundred.
const DEVIATIONS: f64 = 1.96;

impl Tally {
    /// Returns the share of games that a seat won.
    #[must_use]
    pub fn wins(&self, seat: Seat) -> Estimate {
        Estimate::of_share(self.seats[seat.index()].wins, self.games)
    }

    /// Returns the mean points of a seat.
    #[must_use]
    pub fn points(&self, seat: Seat) -> Estimate {
        let tally = self.seats[seat.index()];
        Estimate::of_mean(tally.points, tally.points_squared, self.games)
    }

    /// Returns a tally without games.
    pub(crate) fn new(seats: usize) -> Self {
        Self {
            games: 0,
            seats: vec![SeatTally::default(); seats],
        }
    }

    /// Counts one game.
    pub(crate) fn count(&mut self, winners: SeatSet, points: impl Fn(Seat) -> f64) {
        self.games += 1;
        let share = 1.0 / f64::from(winners.len());
        let seats = Seat::all(self.seats.len() as u8);
        for (seat, tally) in std::iter::zip(seats, &mut self.seats) {
            let won = if winners.contains(seat) { share } else { 0.0 };
            tally.add(won, points(seat));
        }
    }

    /// Adds other games at the same table.
    pub(crate) fn add(mut self, other: &Self) -> Self {
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

impl SeatTally {
    fn add(&mut self, won: f64, points: f64) {
        self.wins += won;
        self.wins_squared += won * won;
        self.points += points;
        self.points_squared += points * points;
    }
}

/// How many games share one stream of dice. Part of the promise that a seed gives the same games again.
pub(crate) const BATCH: u64 = 500;

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
    in_batches(BATCH, games, seed, watch, |dice, games| {
        let mut tally = Tally::new(players.len());
        for _ in 0..games {
            play_one(game, players, dice, &mut tally);
        }
        Ok(tally)
    })
}

/// Plays games in batches on all cores, each with dice of its own; `play` plays as many as it is told.
pub(crate) fn in_batches(
    batch: u64,
    games: u64,
    seed: u64,
    watch: &dyn Watch,
    play: impl Fn(&mut ChaCha8Rng, u64) -> Result<Tally, Stopped> + Sync,
) -> Result<Tally, Stopped> {
    let done = AtomicU64::new(0);
    let batches = (0..games.div_ceil(batch)).collect();
    let tallies = parallel::map(batches, |number: u64| {
        if watch.is_stopped() {
            return Err(Stopped);
        }
        let size = batch.min(games - number * batch);
        let tally = play(&mut stream(seed, number), size)?;
        watch.progress(done.fetch_add(size, Relaxed) + size, games);
        Ok(tally)
    });
    // Sums of floats depend on their order: they are added batch by batch, whoever was first.
    let tallies: Vec<Tally> = tallies.into_iter().collect::<Result<_, _>>()?;
    let whole = tallies.into_iter().reduce(|sum, tally| sum.add(&tally));
    Ok(whole.unwrap_or_else(|| Tally::new(0)))
}

/// Returns the dice of a batch: ChaCha8 with the seed and the number of the batch for its key.
pub(crate) fn stream(seed: u64, batch: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&batch.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// Plays games between players of any game, one for each seat; the same seed gives the same tally on any machine.
pub(crate) fn simulate_any(
    game: &dyn AnyGame,
    players: &[Arc<dyn AnyPlayer>],
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Unsolvable> {
    let start = game.open(players.len() as u8);
    let start = start.map_err(|refused| Unsolvable::Refused(refused.to_string()))?;
    let tally = in_batches(ANY_BATCH, games, seed, watch, |dice, games| {
        let mut tally = Tally::new(players.len());
        for _ in 0..games {
            if watch.is_stopped() {
                return Err(Stopped);
            }
            play_any(&*start, players, dice, &mut tally);
        }
        Ok(tally)
    });
    Ok(tally?)
}

/// How many games of any kind share one stream of dice: fewer, because these players may think long.
const ANY_BATCH: u64 = 50;

fn play_any(
    start: &dyn AnyPosition,
    players: &[Arc<dyn AnyPlayer>],
    dice: &mut ChaCha8Rng,
    tally: &mut Tally,
) {
    let mut position = start.boxed_clone();
    let finished = finish_any(&mut *position, |seat| &*players[seat.index()], dice);
    match (finished, position.turn()) {
        (Some(_), Turn::Over(standing)) => {
            tally.count(standing.winners, |seat| f64::from(position.points(seat)));
        }
        // A game that waits for what it refuses is broken: it counts as one that nobody won.
        _ => tally.count(SeatSet::default(), |_| 0.0),
    }
}

/// Plays a game to its end, and returns how many rolls that took; nothing if the game waits for what it refuses.
pub(crate) fn finish_any<'a>(
    position: &mut dyn AnyPosition,
    player: impl Fn(Seat) -> &'a dyn AnyPlayer,
    dice: &mut ChaCha8Rng,
) -> Option<u64> {
    let mut rolls = 0;
    loop {
        match position.turn() {
            Turn::Over(_) => return Some(rolls),
            Turn::Roll => {
                let throw = position.throw()?;
                let mut lying = vec![0; usize::from(throw.dice)];
                draw(dice, throw.sides, &mut lying);
                let roll = position.read_throw(&lying)?;
                position.settle(&roll).ok()?;
                rolls += 1;
            }
            Turn::Decide(seat) => {
                let action = player(seat).choose(position, &mut || dice.next_u64())?;
                position.act(&action).ok()?;
            }
        }
    }
}

fn play_one<G: Game>(
    game: &G,
    players: &[&dyn Player<G>],
    dice: &mut ChaCha8Rng,
    tally: &mut Tally,
) {
    let mut state = game.start(players.len() as u8);
    let (winners, _) = finish(game, &mut state, |seat| players[seat.index()], dice);
    tally.count(winners, |seat| f64::from(game.points(&state, seat)));
}

/// Plays a game to its end, and returns who won and how many rolls that took.
pub(crate) fn finish<'a, G: Game>(
    game: &G,
    state: &mut G::State,
    player: impl Fn(Seat) -> &'a dyn Player<G>,
    dice: &mut ChaCha8Rng,
) -> (SeatSet, u64) {
    let mut lying = [0; u8::MAX as usize];
    let mut rolls = 0;
    loop {
        match game.turn(state) {
            Turn::Roll => {
                let throw = game.throw(state);
                let lying = &mut lying[..usize::from(throw.dice)];
                draw(dice, throw.sides, lying);
                let roll = game.read_throw(state, lying);
                game.settle(state, &roll);
                rolls += 1;
            }
            Turn::Decide(seat) => {
                let view = game.view(state, Viewer::Seat(seat));
                let action = player(seat).choose(game, &view, &mut || dice.next_u64());
                game.act(state, &action);
            }
            Turn::Over(standing) => return (standing.winners, rolls),
        }
    }
}

/// Throws dice: as many at a time as have at most 2¹⁶ throws, by the number of their throw.
fn draw(dice: &mut ChaCha8Rng, sides: u16, lying: &mut [u16]) {
    let sides = u32::from(sides.max(1));
    let together = (1..).take_while(|dice| sides.pow(*dice) <= 1 << 16 && *dice < 17);
    let together = together.last().unwrap_or(1);
    for lying in lying.chunks_mut(together as usize) {
        let mut number = below(dice, sides.pow(lying.len() as u32));
        for side in lying {
            *side = (number % sides) as u16;
            number /= sides;
        }
    }
}

/// Draws a number by the upper half of a product, and draws again in the few cases that would favour some numbers (Lemire
/// 2019).
#[inline]
pub(crate) fn below(dice: &mut ChaCha8Rng, numbers: u32) -> u32 {
    loop {
        let product = u64::from(dice.next_u32()) * u64::from(numbers);
        let low = product as u32;
        if low >= numbers || low >= numbers.wrapping_neg() % numbers {
            return (product >> 32) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The interval of a share is the set of shares at which what was seen is within so many deviations: each end solves
    /// (mean - p)² = z² p (1 - p) / n.
    #[test]
    fn intervals_hold_near_the_ends() {
        for (wins, games) in [(0.0, 50), (6.0, 6), (1.0, 1), (12.5, 40), (499.0, 1000)] {
            let Estimate {
                mean, low, high, ..
            } = Estimate::of_share(wins, games);
            assert!((0.0..=mean).contains(&low) && (mean..=1.0).contains(&high));
            assert!(high - low > 0.0, "{wins} of {games}");
            for end in [low, high] {
                let away = (mean - end).powi(2);
                let allowed = DEVIATIONS.powi(2) * end * (1.0 - end) / games as f64;
                assert!((away - allowed).abs() < 1e-12, "{wins} of {games}: {end}");
            }
        }
        let none = Estimate::of_share(0.0, 50);
        assert!((none.high - 0.071_350).abs() < 1e-6, "{none:?}");
    }
}
