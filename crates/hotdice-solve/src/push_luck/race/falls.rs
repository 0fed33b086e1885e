//! Races in which busts in a row cost points: scores fall, so the table is swept until nothing changes.

use super::Race;
use super::pair::LANES;
use super::side::Side;
use crate::push_luck::parallel::each;
use crate::push_luck::turn::{Lanes, Scratch};
use crate::{Stopped, Watch};

/// The change below which the table is at rest.
const STILL: f64 = 1e-13;

/// How often each sum of scores is gone through in one sweep: a bust leads to another pair of the same sum.
const ROUNDS: usize = 3;

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
            let mine = mine.saturating_sub(self.penalty);
            self.grid(your_busts, 0).at(yours, mine)
        };
        1.0 - theirs
    }

    /// Sweeps the table until busts in a row are accounted for.
    pub(super) fn settle_falls(&mut self, watch: &dyn Watch) -> Result<(), Stopped> {
        if self.row == 1 && self.penalty == 0 {
            return Ok(());
        }
        let solved = self.grids[0].clone();
        self.grids.fill(solved);
        let mut change = 1.0;
        while change > STILL {
            change = self.sweep(watch)?;
        }
        Ok(())
    }

    /// Goes through all sums once; returns the largest change.
    fn sweep(&mut self, watch: &dyn Watch) -> Result<f64, Stopped> {
        let sums = 2 * self.grids[0].goal() - 1;
        let mut change = 0.0_f64;
        for sum in (0..sums).rev() {
            if watch.is_stopped() {
                return Err(Stopped);
            }
            for _ in 0..ROUNDS {
                change = change.max(self.sweep_sum(sum));
            }
            watch.progress((sums - sum) as u64, sums as u64);
        }
        Ok(change)
    }

    fn sweep_sum(&mut self, sum: usize) -> f64 {
        let goal = self.grids[0].goal();
        let lowest = (sum + 1).saturating_sub(goal);
        let highest = sum.min(goal - 1);
        let blocks = || (lowest..=highest).step_by(LANES);
        let mut change = 0.0_f64;
        for your_busts in 0..self.row {
            for my_busts in (0..self.row).rev() {
                let values = each(blocks().collect(), |scratch, first| {
                    self.block(sum, first, my_busts, your_busts, scratch)
                });
                for (first, values) in std::iter::zip(blocks(), values) {
                    change = change.max(self.put_block(sum, first, my_busts, your_busts, values));
                }
            }
        }
        change
    }

    /// Returns the chances of players in turn against those with `first`, `first` + 1 and so on.
    fn block(
        &self,
        sum: usize,
        first: usize,
        my_busts: usize,
        your_busts: usize,
        scratch: &mut Scratch,
    ) -> Lanes<LANES> {
        let goal = self.grids[0].goal();
        let there = std::array::from_fn(|lane| is_there(goal, sum, first + lane));
        let bust = std::array::from_fn(|lane| match there[lane] {
            true => {
                let yours = first + lane;
                self.after_bust(sum - yours, yours, my_busts, your_busts)
            }
            false => 0.5,
        });
        let grid = self.grid(your_busts, 0);
        let task = Start {
            side: Side::new(&self.turns, grid, sum, first as isize, there),
            bust,
            scratch,
        };
        pulp::Arch::new().dispatch(task)
    }

    fn put_block(
        &mut self,
        sum: usize,
        first: usize,
        my_busts: usize,
        your_busts: usize,
        values: Lanes<LANES>,
    ) -> f64 {
        let goal = self.grids[0].goal();
        let grid = &mut self.grids[my_busts * self.row + your_busts];
        let mut change = 0.0_f64;
        for (lane, value) in values.into_iter().enumerate() {
            let yours = first + lane;
            if is_there(goal, sum, yours) {
                change = change.max((grid.at(sum - yours, yours) - value).abs());
                grid.set(sum - yours, yours, value);
            }
        }
        change
    }
}

const fn is_there(goal: usize, sum: usize, yours: usize) -> bool {
    yours < goal && yours <= sum && sum - yours < goal
}

/// The task to work out the start of some turns, to be compiled for every kind of processor.
struct Start<'a> {
    side: Side<'a, LANES>,
    bust: Lanes<LANES>,
    scratch: &'a mut Scratch,
}

impl pulp::WithSimd for Start<'_> {
    type Output = Lanes<LANES>;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> Lanes<LANES> {
        self.side.start(self.bust, self.scratch)
    }
}
