//! Races in which busts in a row cost points: scores fall, so value iteration sweeps the table until nothing changes.
//!
//! A bust that costs nothing leads to a pair of the same sum with one bust more, so within a sum the states are gone through
//! from many busts to few, and each only once. Only a bust that costs points leads to a smaller sum, whose chances are those
//! of the sweep before: a sweep is wrong by what happens after one more fall than the one before.
//!
//! So a sweep is a function of the chances of players who have just fallen, and contracts: by about fifteen in `zilch-playr`. Its
//! fixed point is found with Anderson acceleration, which makes that about fifty. The table has converged when what further
//! plain sweeps would change is too small to matter, by the estimate of [`Anderson::error`].

use super::Race;
use super::anderson::Anderson;
use super::grid::Grid;
use super::pair::LANES;
use super::side::{RaceTurns, TurnKernel};
use crate::parallel::map;
use crate::push_luck::turn::{Scratch, SimdLanes, StagedThrows};
use crate::{Stopped, Watch, processor};

/// The error below which the table has converged.
const CONVERGED: f64 = 1e-12;

/// How much of the bar a factor of ten in the residual is.
const DECADE: f64 = 1000.0;

impl Race {
    /// Returns what a bust is worth to a player in turn.
    pub(super) fn after_bust(
        &self,
        mine: usize,
        yours: usize,
        my_busts: usize,
        your_busts: usize,
    ) -> f64 {
        let theirs = if my_busts + 1 < self.row || self.penalty == 0 {
            let my_busts = (my_busts + 1) % self.row;
            self.grid(your_busts, my_busts).at(yours, mine)
        } else {
            let step = self.turns.step;
            let mine = (self.rules.after_penalty(mine as u32 * step) / step) as usize;
            self.grid(your_busts, 0).at(yours, mine)
        };
        1.0 - theirs
    }

    /// Sweeps the table until busts in a row are accounted for.
    pub(super) fn settle_penalties(&mut self, watch: &dyn Watch) -> Result<(), Stopped> {
        if self.row == 1 && self.penalty == 0 {
            return Ok(());
        }
        if let Some((solved, others)) = self.grids.split_first_mut() {
            others.iter_mut().for_each(|grid| grid.clone_from(solved));
        }
        let throws = StagedThrows::new(&self.turns);
        let mut bar = SweepProgress::new(watch);
        let mut anderson = Anderson::default();
        loop {
            let input = self.after_falls();
            self.sweep(&throws, &bar)?;
            let next = anderson.next(&input, self.after_falls());
            bar.swept(anderson.residual());
            if anderson.error() < CONVERGED {
                return Ok(());
            }
            self.set_after_falls(&next);
        }
    }

    /// Returns what a sweep takes from the one before: the chances against players who have just fallen, and so have no busts.
    fn after_falls(&self) -> Vec<f64> {
        let grids = self.grids.iter().step_by(self.row);
        grids.flat_map(Grid::below_target).collect()
    }

    /// Replaces the chances that [`Race::after_falls`] returns.
    fn set_after_falls(&mut self, chances: &[f64]) {
        let grids = self.grids.iter_mut().step_by(self.row);
        let places = grids.flat_map(Grid::below_target_mut);
        for (place, chance) in std::iter::zip(places, chances) {
            *place = chance.clamp(0.0, 1.0);
        }
    }

    /// Goes through all sums once.
    fn sweep(&mut self, throws: &StagedThrows, bar: &SweepProgress<'_>) -> Result<(), Stopped> {
        let sums = 2 * self.grids[0].goal() - 1;
        for sum in (0..sums).rev() {
            self.sweep_sum(throws, sum);
            bar.show((sums - sum) as f64 / sums as f64)?;
        }
        Ok(())
    }

    /// Goes through all pairs of a sum, those first in which there were most busts.
    fn sweep_sum(&mut self, throws: &StagedThrows, sum: usize) {
        let goal = self.grids[0].goal();
        let lowest = (sum + 1).saturating_sub(goal);
        let highest = sum.min(goal - 1);
        for busts in (0..2 * self.row - 1).rev() {
            let fewest = (busts + 1).saturating_sub(self.row);
            let counts = fewest..=busts.min(self.row - 1);
            let blocks = counts.flat_map(|mine| {
                let firsts = (lowest..=highest).step_by(LANES);
                firsts.map(move |first| (first, mine, busts - mine))
            });
            let solved = map(blocks.collect(), |(first, mine, yours)| {
                let values = self.block(throws, sum, first, mine, yours);
                (first, mine, yours, values)
            });
            for (first, mine, yours, values) in solved {
                self.put_block(sum, first, mine, yours, values);
            }
        }
    }

    /// Returns the chances of players in turn against those with `first`, `first` + 1 and so on.
    fn block(
        &self,
        throws: &StagedThrows,
        sum: usize,
        first: usize,
        my_busts: usize,
        your_busts: usize,
    ) -> SimdLanes<LANES> {
        let goal = self.grids[0].goal();
        let there = std::array::from_fn(|lane| is_there(goal, sum, first + lane));
        let bust = std::array::from_fn(|lane| {
            if !there[lane] {
                return 0.5;
            }
            let yours = first + lane;
            self.after_bust(sum - yours, yours, my_busts, your_busts)
        });
        let grid = self.grid(your_busts, 0);
        let side = RaceTurns::new(&self.turns, grid, sum, first as isize, there);
        Scratch::with(|scratch| {
            processor::best().dispatch(TurnKernel {
                side: &side,
                throws,
                bust,
                scratch,
                rolls: &mut [],
            })
        })
    }

    fn put_block(
        &mut self,
        sum: usize,
        first: usize,
        my_busts: usize,
        your_busts: usize,
        values: SimdLanes<LANES>,
    ) {
        let goal = self.grids[0].goal();
        let grid = &mut self.grids[my_busts * self.row + your_busts];
        for (lane, value) in values.into_iter().enumerate() {
            let yours = first + lane;
            if is_there(goal, sum, yours) {
                grid.set(sum - yours, yours, value);
            }
        }
    }
}

const fn is_there(goal: usize, sum: usize, yours: usize) -> bool {
    yours < goal && yours <= sum && sum - yours < goal
}

/// Shows how far the sweeps have come: the residual shrinks by about as much in every one.
struct SweepProgress<'a> {
    watch: &'a dyn Watch,
    /// How many tenfold shrinkings of the residual there have been.
    decades: f64,
    /// How many the last sweep brought.
    pace: f64,
}

impl<'a> SweepProgress<'a> {
    fn new(watch: &'a dyn Watch) -> Self {
        Self {
            watch,
            decades: 0.0,
            pace: 1.0,
        }
    }

    /// Takes note of a sweep with this residual.
    fn swept(&mut self, residual: f64) {
        let decades = -residual.max(CONVERGED).log10();
        self.pace = (decades - self.decades).max(0.0);
        self.decades = decades;
    }

    /// Shows that a part of the next sweep is done.
    fn show(&self, part: f64) -> Result<(), Stopped> {
        let all = -CONVERGED.log10();
        let done = (self.decades + part * self.pace).clamp(0.0, all);
        self.watch
            .progress((done * DECADE) as u64, (all * DECADE) as u64);
        self.watch.go_on()
    }
}
