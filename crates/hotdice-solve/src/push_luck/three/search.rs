//! The search for the chances of a block: its three turns, one after the other, until nothing changes.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several arrays stay plain, so that they become vector code"
)]

use super::ThreeRace;
use super::block::{LANES, TripleBlock};
use super::side::{Course, TripleTurn, TwoChances};
use crate::push_luck::turn::{Scratch, SimdLanes};

/// The change in one round at which a triple is at rest; what is left of the error is smaller by far.
const STILL: f64 = 1e-11;

/// The change in the last round that makes a triple restless.
const RESTLESS: f64 = 1e-9;

/// The rounds after which a triple is restless.
const PATIENCE: usize = 80;

/// The three turns of a block.
pub(super) struct TripleSolution {
    pub(super) turns: [TwoChances; 3],
    pub(super) is_restless: [bool; LANES],
}

/// The task to solve one block, to be compiled for every kind of processor.
pub(super) struct TripleKernel<'a> {
    pub(super) race: &'a ThreeRace,
    pub(super) course: &'a Course<'a>,
    pub(super) block: TripleBlock,
    pub(super) scratch: &'a mut Scratch,
}

impl pulp::WithSimd for TripleKernel<'_> {
    type Output = TripleSolution;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> TripleSolution {
        let Self {
            race,
            course,
            block,
            scratch,
        } = self;
        let sides: [TripleTurn; 3] =
            std::array::from_fn(|turn| TripleTurn::new(race, course, block, turn));
        let mut search = TripleSearch::new(guess(race, block));
        for _ in 0..PATIENCE {
            let mut after = search.tried;
            // A loop, so that the code of a turn is there once.
            for (side, turn) in std::iter::zip(&sides, &mut search.turns).rev() {
                *turn = side.start(course, handed_on(after), scratch);
                after = *turn;
            }
            if search.step() {
                break;
            }
        }
        TripleSolution {
            turns: search.turns,
            is_restless: search.gap.map(|gap| gap > RESTLESS),
        }
    }
}

/// Returns what a bust is worth when it leads to these chances of the next player, who is then in turn, and the one after.
#[inline(always)]
fn handed_on([own, next]: TwoChances) -> TwoChances {
    let mut third = [0.0; LANES];
    for lane in 0..LANES {
        third[lane] = 1.0 - own[lane] - next[lane];
    }
    [third, own]
}

/// Guesses the chances in the first turns of a block by going on straight from its neighbours.
fn guess(race: &ThreeRace, block: TripleBlock) -> TwoChances {
    let mut guess = [[1.0 / 3.0; LANES]; 2];
    for lane in 0..block.count {
        let [a, b, c] = block.scores(lane);
        if a + 1 < race.goal && b + 1 < race.goal {
            let near = [race.at(a + 1, b, c), race.at(a, b + 1, c)];
            let far = race.at(a + 1, b + 1, c);
            for which in 0..2 {
                let straight = near[0][which] + near[1][which] - far[which];
                guess[which][lane] = straight.clamp(0.0, 1.0);
            }
        }
    }
    guess
}

/// The search for the chances of a block.
///
/// While no choice changes, a round of three turns shrinks every error by the same factor: the chance of three busts in a row.
/// That factor is learned from two rounds, and the rest of the way is done in one step.
struct TripleSearch {
    /// The chances in the first turn that were put in.
    tried: TwoChances,
    turns: [TwoChances; 3],
    /// What was put in before, and by how much it changed.
    before: Option<[TwoChances; 2]>,
    shrinks: SimdLanes<LANES>,
    gap: SimdLanes<LANES>,
}

impl TripleSearch {
    fn new(tried: TwoChances) -> Self {
        Self {
            tried,
            turns: [tried; 3],
            before: None,
            shrinks: [0.02; LANES],
            gap: [1.0; LANES],
        }
    }

    /// Puts in better chances; returns whether the search is over.
    #[inline(always)]
    fn step(&mut self) -> bool {
        let mut moved = [[0.0; LANES]; 2];
        for which in 0..2 {
            for lane in 0..LANES {
                moved[which][lane] = self.turns[0][which][lane] - self.tried[which][lane];
            }
        }
        if let Some([tried, moved_before]) = self.before {
            self.learn(&tried, &moved_before, &moved);
        }
        self.before = Some([self.tried, moved]);
        for lane in 0..LANES {
            self.gap[lane] = moved[0][lane].abs().max(moved[1][lane].abs());
            for which in 0..2 {
                self.tried[which][lane] += moved[which][lane] / (1.0 - self.shrinks[lane]);
            }
        }
        self.gap.iter().all(|gap| *gap < STILL)
    }

    /// Learns by how much a round shrinks errors.
    #[inline(always)]
    fn learn(&mut self, tried: &TwoChances, moved_before: &TwoChances, moved: &TwoChances) {
        for lane in 0..LANES {
            let (mut along, mut length) = (0.0, 0.0);
            for which in 0..2 {
                let step = self.tried[which][lane] - tried[which][lane];
                let change = moved[which][lane] - moved_before[which][lane];
                along += step * (step + change);
                length += step * step;
            }
            if length > 1e-20 {
                self.shrinks[lane] = (along / length).clamp(0.0, 0.9);
            }
        }
    }
}
