//! One side of some pairs: a turn of players whose opponents have neighbouring scores.

use std::ops::RangeInclusive;

use hotdice_games::push_luck::End;

use super::grid::Grid;
use super::pair::LANES;
use crate::push_luck::options::TurnSpot;
use crate::push_luck::turn::{
    AGAIN, Banking, SPOTS, Scratch, SimdLanes, SpotValues, StagedThrows, Turns,
};

/// Turns of `L` players at one sum of scores.
pub(super) struct RaceTurns<'a, const L: usize> {
    turns: &'a Turns,
    grid: &'a Grid,
    sum: usize,
    /// The score of the first lane's opponent; those of the others follow.
    yours: isize,
    /// Lanes that are part of the race.
    there: [bool; L],
    /// What is missing to the target.
    reach: [usize; L],
    /// The least total to bank.
    least: [usize; L],
}

impl<'a, const L: usize> RaceTurns<'a, L> {
    #[inline(always)]
    pub(super) fn new(
        turns: &'a Turns,
        grid: &'a Grid,
        sum: usize,
        yours: isize,
        there: [bool; L],
    ) -> Self {
        let mine = |lane: usize| sum as isize - yours - lane as isize;
        let reach = |lane| (grid.goal() as isize - mine(lane)).max(0) as usize;
        let least = |lane| grid.least[usize::from(mine(lane) != 0)];
        Self {
            turns,
            grid,
            sum,
            yours,
            there,
            reach: std::array::from_fn(reach),
            least: std::array::from_fn(least),
        }
    }

    /// Returns the chances at the start of the turn, given what a bust is worth.
    #[inline(always)]
    pub(super) fn start(
        &self,
        throws: &StagedThrows,
        bust: SimdLanes<L>,
        scratch: &mut Scratch,
    ) -> SimdLanes<L> {
        self.work_out(throws, bust, scratch, &mut [])
    }

    /// Returns the chances at the start of the turn, and puts in what rolling one to six dice is worth at the smallest totals.
    #[inline(always)]
    fn work_out(
        &self,
        throws: &StagedThrows,
        bust: SimdLanes<L>,
        scratch: &mut Scratch,
        rolls: &mut [[SimdLanes<L>; 6]],
    ) -> SimdLanes<L> {
        let StagedThrows { stride, span, .. } = *throws;
        let cap = self.cap(bust).max(rolls.len()).max(1);
        let levels = scratch.lanes(cap * stride + span);
        let tail = &mut levels[cap * stride..];
        self.fill_tail(cap, bust, tail, stride);
        throws.pass(
            self.turns,
            &mut levels[..cap * stride + span],
            self.there,
            bust,
            |total| self.bank(total),
            |total, rolled| {
                if let Some(rolls) = rolls.get_mut(total) {
                    *rolls = *rolled;
                }
            },
        )
    }

    /// Works out the levels of some totals and of all above; the first level is that of the first total.
    #[inline(always)]
    pub(super) fn fill<'s>(
        &self,
        totals: RangeInclusive<usize>,
        bust: SimdLanes<L>,
        scratch: &'s mut Scratch,
    ) -> &'s [SimdLanes<L>] {
        let first = *totals.start();
        let cap = self.cap(bust).max(*totals.end());
        let levels = scratch.lanes((cap - first + self.turns.depth + 1) * SPOTS);
        self.fill_tail(cap, bust, &mut levels[(cap - first) * SPOTS..], SPOTS);
        self.turns
            .pass(levels, bust, |place| self.bank(first + place));
        levels
    }

    /// Fills the levels from which on there is nothing to think about, each of which has `stride` values.
    #[inline(always)]
    fn fill_tail(&self, cap: usize, bust: SimdLanes<L>, tail: &mut [SimdLanes<L>], stride: usize) {
        let depends_on_lead = self.turns.six_are_safe() || !self.turns.can_be_driven();
        let is_alike = match self.grid.end {
            End::OnRoll => false,
            End::OnBank => true,
            End::FinalRound => !depends_on_lead,
        };
        let mut alike = [[1.0; L]; SPOTS];
        if is_alike {
            let room = &mut tail[..(self.turns.depth + 1) * SPOTS];
            self.turns.fill_still(room, [1.0; L], bust);
            alike.copy_from_slice(&room[..SPOTS]);
        }
        for (total, level) in std::iter::zip(cap.., tail.chunks_exact_mut(stride)) {
            let Some((level, _)) = level.split_first_chunk_mut() else {
                return;
            };
            *level = alike;
            if self.grid.end == End::FinalRound && !is_alike {
                *level = [self.pays(total); SPOTS];
                self.fill_safe_six(total, level);
            }
        }
    }

    /// Puts in what six dice that cannot bust are worth to somebody who has closed the game.
    #[inline(always)]
    fn fill_safe_six(&self, total: usize, level: &mut SpotValues<L>) {
        let six = |lane: usize| {
            let ahead = (self.sum + total) as isize - 2 * (self.yours + lane as isize);
            self.grid.chase.safe_six(ahead.max(0) as usize)
        };
        if six(0).is_some() {
            level[TurnSpot::Hot.index()] =
                std::array::from_fn(|lane| six(lane).map_or(1.0, |six| six.hot));
            level[AGAIN] = std::array::from_fn(|lane| six(lane).map_or(1.0, |six| six.again));
        }
    }

    /// Returns the total from which on everybody banks, or has won.
    #[inline(always)]
    pub(super) fn cap(&self, bust: SimdLanes<L>) -> usize {
        let lanes = (0..L).filter(|lane| self.there[*lane]);
        let caps = lanes.map(|lane| match self.grid.end {
            End::OnRoll => self.reach[lane],
            End::OnBank => self.reach[lane].max(self.least[lane]),
            End::FinalRound => self.safe_total(lane, bust[lane]).max(self.least[lane]),
        });
        caps.max().unwrap_or(0)
    }

    /// Returns the total from which on nobody would risk a bust to make a closed game safer.
    #[inline(always)]
    fn safe_total(&self, lane: usize, bust: f64) -> usize {
        let risk = self.turns.least_risk() * (1.0 - bust);
        let lead = self.grid.chase.safe_lead(risk) as isize;
        let yours = self.yours + lane as isize;
        let total = 2 * yours + lead - self.sum as isize;
        self.reach[lane].max(total.max(0) as usize)
    }

    #[inline(always)]
    fn pays(&self, total: usize) -> SimdLanes<L> {
        let mut pays = self.grid.lanes::<L>(self.sum + total, self.yours);
        for chance in &mut pays {
            *chance = 1.0 - *chance;
        }
        pays
    }

    /// Returns how the race ends.
    pub(super) fn end(&self) -> End {
        self.grid.end
    }

    /// Says what banking is worth.
    #[inline(always)]
    pub(super) fn bank(&self, total: usize) -> Banking<L> {
        let mut bank = Banking::from_least(self.pays(total), total, self.least);
        if self.grid.end == End::OnRoll {
            for lane in 0..L {
                if total >= self.reach[lane] {
                    bank.won[lane] = 1.0;
                }
            }
        }
        bank
    }
}

/// The task to work out some turns, to be compiled for every kind of processor.
pub(super) struct TurnKernel<'a> {
    pub(super) side: &'a RaceTurns<'a, LANES>,
    pub(super) throws: &'a StagedThrows,
    pub(super) bust: SimdLanes<LANES>,
    pub(super) scratch: &'a mut Scratch,
    /// Room for what rolling is worth at the smallest totals.
    pub(super) rolls: &'a mut [[SimdLanes<LANES>; 6]],
}

impl pulp::WithSimd for TurnKernel<'_> {
    type Output = SimdLanes<LANES>;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> SimdLanes<LANES> {
        self.side
            .work_out(self.throws, self.bust, self.scratch, self.rolls)
    }
}
