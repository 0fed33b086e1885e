//! Many matches of perfect players, sheet by sheet.
//!
//! Perfect play for points does not look at the sheets of others, so a match of some players is as many games alone. Many
//! of them are played in step, and then dealt out to matches at random.

use hotdice_core::{Seat, SeatSet};
use hotdice_solve::yatzy::Solved;
use hotdice_solve::{Stopped, Watch};
use rand::Rng;
use rand::rngs::ChaCha8Rng;

use crate::simulate::{Tally, below, in_batches};

/// How many sheets are played in step: the more of them are alike, the less there is to think about.
const SHEETS: u64 = 250_000;

/// Plays matches between `seats` perfect players.
///
/// # Errors
/// When the watch says stop.
pub(crate) fn simulate(
    solved: &Solved,
    seats: u8,
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Stopped> {
    let batch = (SHEETS / u64::from(seats.max(1))).max(1);
    in_batches(batch, games, seed, watch, |dice, size| {
        let mut tally = Tally::new(usize::from(seats));
        let sheets = |_| sheets(solved, size as usize, dice, watch);
        let sheets = (0..seats).map(sheets).collect::<Result<Vec<_>, _>>()?;
        for game in 0..size as usize {
            let points = |seat: Seat| f64::from(sheets[seat.index()][game]);
            let winners = SeatSet::highest(sheets.iter().map(|points| points[game]));
            tally.count(winners, points);
        }
        Ok(tally)
    })
}

/// Returns the points of some games alone, in random order.
fn sheets(
    solved: &Solved,
    games: usize,
    dice: &mut ChaCha8Rng,
    watch: &dyn Watch,
) -> Result<Vec<u32>, Stopped> {
    let mut points = solved.simulate(games, || dice.next_u64(), &OnlyStops(watch))?;
    for place in (1..points.len()).rev() {
        points.swap(place, below(dice, place as u32 + 1) as usize);
    }
    Ok(points)
}

/// Lets somebody stop a part of the work, of which the whole shows the progress.
struct OnlyStops<'a>(&'a dyn Watch);

impl Watch for OnlyStops<'_> {
    fn progress(&self, _done: u64, _total: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
