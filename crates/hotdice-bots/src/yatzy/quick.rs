//! Many games of perfect players for points, each alone at its table.

use hotdice_core::{Seat, SeatSet};
use hotdice_solve::yatzy::Solved;
use hotdice_solve::{Stopped, Watch};
use rand::Rng;

use crate::simulate::{Tally, in_batches};

/// How many sheets are played in step: the more of them are alike, the less there is to think about.
const SHEETS: u64 = 250_000;

/// Plays games alone.
///
/// # Errors
/// When the watch says stop.
pub(crate) fn simulate(
    solved: &Solved,
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Stopped> {
    in_batches(SHEETS, games, seed, watch, |dice, size| {
        let mut tally = Tally::new(1);
        let alone = SeatSet::from_iter([Seat::FIRST]);
        let sheets = solved.simulate(size as usize, || dice.next_u64(), &OnlyStops(watch))?;
        for points in sheets {
            tally.count(alone, |_| f64::from(points));
        }
        Ok(tally)
    })
}

/// Lets somebody stop a part of the work, of which the whole shows the progress.
struct OnlyStops<'a>(&'a dyn Watch);

impl Watch for OnlyStops<'_> {
    fn progress(&self, _done: u64, _total: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
