//! What perfect play is worth against an opponent who is not perfect.
//!
//! The choices are those of the race; beside its values those against the other opponent are carried along.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several arrays stay plain, so that they become vector code"
)]

use hotdice_games::push_luck::End;

use super::Race;
use super::grid::Grid;
use super::pair::LANES;
use super::side::RaceTurns;
use crate::processor;
use crate::push_luck::turn::{SPOTS, Scratch, SimdForTwo, SimdLanes, Turns};

/// The values in the race and those against the other opponent.
type BothValues = SimdForTwo<LANES>;

/// What both are worth after a win.
const WON: BothValues = [[1.0; LANES]; 2];

impl Race {
    /// Returns the chances to win by banking and to bust in a turn of perfect play, at one sum of scores, against
    /// opponents who have `yours` and more. `theirs` are the opponents' chances at larger sums.
    pub(in crate::push_luck) fn against(
        &self,
        theirs: &Grid,
        sum: usize,
        yours: usize,
        scratch: &mut Scratch,
    ) -> [SimdLanes<LANES>; 2] {
        let (race, scratch) = (self, scratch);
        processor::best().dispatch(AgainstKernel {
            race,
            theirs,
            sum,
            yours,
            scratch,
        })
    }

    /// Returns the points of a step.
    pub(in crate::push_luck) fn step(&self) -> u32 {
        self.turns.step
    }
}

/// The task to follow some turns, to be compiled for every kind of processor.
struct AgainstKernel<'a> {
    race: &'a Race,
    theirs: &'a Grid,
    sum: usize,
    yours: usize,
    scratch: &'a mut Scratch,
}

impl pulp::WithSimd for AgainstKernel<'_> {
    type Output = [SimdLanes<LANES>; 2];

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> Self::Output {
        let (grid, goal) = (self.race.grid(0, 0), self.theirs.goal());
        let is_there = |yours: usize| yours <= self.sum && yours < goal && self.sum - yours < goal;
        let side = RaceTurns::new(
            &self.race.turns,
            grid,
            self.sum,
            self.yours as isize,
            std::array::from_fn(|lane| is_there(self.yours + lane)),
        );
        let mut bust = grid.lanes::<LANES>(self.sum, self.yours as isize);
        for chance in &mut bust {
            *chance = 1.0 - *chance;
        }
        let turn = TurnOfBoth {
            turns: &self.race.turns,
            side,
            theirs: self.theirs,
            sum: self.sum,
            yours: self.yours as isize,
        };
        // Against the other opponent the chance grows straight with what a bust is worth.
        let mut found = [[0.0; LANES]; 2];
        for (found, worth) in std::iter::zip(&mut found, [0.0, 1.0]) {
            *found = turn.start([bust, [worth; LANES]], self.scratch);
        }
        let [wins, mut busts] = found;
        for lane in 0..LANES {
            busts[lane] -= wins[lane];
        }
        [wins, busts]
    }
}

/// Turns of perfect players, with their worth in the race and against somebody else.
struct TurnOfBoth<'a> {
    turns: &'a Turns,
    side: RaceTurns<'a, LANES>,
    theirs: &'a Grid,
    sum: usize,
    yours: isize,
}

impl TurnOfBoth<'_> {
    /// Returns the chances against the other opponent at the start of the turn.
    #[inline(always)]
    fn start(&self, bust: BothValues, scratch: &mut Scratch) -> SimdLanes<LANES> {
        let turns = self.turns;
        // Where dice may have to be rolled on, levels are all alike only once nobody can be overtaken, whatever a bust costs.
        let risked = if turns.can_be_driven() {
            [1.0; LANES]
        } else {
            bust[0]
        };
        let cap = self.side.cap(risked).max(1);
        let len = (cap + turns.depth + 1) * SPOTS;
        let (levels, _) = scratch.lanes::<LANES>(2 * len).as_chunks_mut::<2>();
        self.fill_tail(cap, bust, levels);
        let span = (turns.depth + 1) * SPOTS;
        let mut rolled = [[[0.0; LANES]; 2]; 6];
        for total in (0..cap).rev() {
            rolled = turns.rolled_for_two(&levels[total * SPOTS..][..span], bust);
            let level = self.level(total, &rolled);
            levels[total * SPOTS..][..SPOTS].copy_from_slice(&level);
        }
        rolled[5][1]
    }

    /// Fills the levels from which on there is nothing to think about.
    #[inline(always)]
    fn fill_tail(&self, cap: usize, bust: BothValues, levels: &mut [BothValues]) {
        let (tail, _) = levels[cap * SPOTS..].as_chunks_mut::<SPOTS>();
        tail.fill([WON; SPOTS]);
        match self.side.end() {
            End::OnRoll => {}
            End::FinalRound if !self.turns.can_be_driven() => {
                for (total, level) in std::iter::zip(cap.., tail) {
                    *level = [self.pays(total); SPOTS];
                }
            }
            End::OnBank | End::FinalRound if self.turns.can_be_driven() => {
                self.turns
                    .fill_still_for_two(&mut levels[cap * SPOTS..], WON, bust);
            }
            End::OnBank | End::FinalRound => {}
        }
    }

    /// Returns the values of all spots at a total, given what rolling is worth.
    #[inline(always)]
    fn level(&self, total: usize, rolled: &[BothValues; 6]) -> [BothValues; SPOTS] {
        let bank = self.side.bank(total);
        let pays = self.pays(total);
        let mut level = self
            .turns
            .level_for_two(rolled, pays, [bank.allowed, pays[1]]);
        for lane in 0..LANES {
            if bank.won[lane] == 1.0 {
                for spot in &mut level {
                    spot[0][lane] = 1.0;
                    spot[1][lane] = 1.0;
                }
            }
        }
        level
    }

    /// Returns what banking pays, without a minimum.
    #[inline(always)]
    fn pays(&self, total: usize) -> BothValues {
        let mut against = self.theirs.lanes::<LANES>(self.sum + total, self.yours);
        for chance in &mut against {
            *chance = 1.0 - *chance;
        }
        [self.side.bank(total).pays, against]
    }
}
