//! The search for the chances of a block: its three turns, one after the other, until nothing changes.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several arrays stay plain, so that they become vector code"
)]

use super::ThreeRace;
use super::block::{LANES, TripleBlock};
use super::corner::Corner;
use super::side::{TripleTurn, TwoChances};
use crate::push_luck::turn::{Scratch, SimdLanes};

/// The error at which the search ends.
const CLOSE: f64 = 1e-11;

/// How far chances of a bust may be wrong that were learned from neighbours.
const UNSURE: f64 = 0.02;

/// How far they may always be wrong, because a player may change their mind where nobody has looked.
const BEND: f64 = 1e-4;

/// How far the chances that come out of a turn may be rounded.
const ROUNDING: f64 = 1e-15;

/// Steps that are too small to learn from.
const LOST: f64 = 1e-12;

/// The largest chance of a bust that is believed.
const MOST_BUSTS: f64 = 0.96;

/// How much smaller a gap gets when nobody changes their mind.
const FORESEEN: f64 = 0.1;

/// The error after the last round that makes a triple restless.
const RESTLESS: f64 = 1e-9;

/// The rounds after which a triple is restless.
const PATIENCE: usize = 80;

/// The chances of a bust in each of the three turns of a block.
pub(super) type TurnBusts = [SimdLanes<LANES>; 3];

/// The three turns of a block.
pub(super) struct TripleSolution {
    pub(super) turns: [TwoChances; 3],
    pub(super) busts: TurnBusts,
    pub(super) is_restless: [bool; LANES],
}

/// The chances of a bust that were learned from the triples before, by the second and the third score.
pub(super) struct KnownBusts {
    corner: Corner,
    busts: Vec<[f64; 3]>,
}

impl KnownBusts {
    pub(super) fn new(corner: Corner) -> Self {
        let [_, second, third] = corner.widths();
        let busts = vec![[0.3; 3]; second * third];
        Self { corner, busts }
    }

    pub(super) fn lanes(&self, block: &TripleBlock) -> TurnBusts {
        let known = |lane: usize| &self.busts[self.place(block, lane)];
        std::array::from_fn(|turn| std::array::from_fn(|lane| known(lane)[turn]))
    }

    pub(super) fn learn(&mut self, block: &TripleBlock, busts: &TurnBusts) {
        for lane in 0..block.count {
            let place = self.place(block, lane);
            self.busts[place] = busts.map(|turn| turn[lane]);
        }
    }

    fn place(&self, block: &TripleBlock, lane: usize) -> usize {
        let Corner { goal, from, .. } = self.corner;
        let [_, second, third] = block.scores(lane);
        (second - from[1]) * (goal - from[2]) + third - from[2]
    }
}

/// The task to solve one block, to be compiled for every kind of processor.
pub(super) struct TripleKernel<'a> {
    pub(super) race: &'a ThreeRace,
    pub(super) block: TripleBlock,
    pub(super) busts: TurnBusts,
    pub(super) scratch: &'a mut Scratch,
}

impl pulp::WithSimd for TripleKernel<'_> {
    type Output = TripleSolution;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> TripleSolution {
        let Self {
            race,
            block,
            busts,
            scratch,
        } = self;
        let course = &*race.course;
        let sides: [TripleTurn; 3] = std::array::from_fn(|turn| TripleTurn::new(race, block, turn));
        let mut search = TripleSearch::new(guess(race, block), busts);
        for _ in 0..PATIENCE {
            let mut after = search.tried;
            let mut found = [after; 3];
            // A loop, so that the code of a turn is there once.
            for (side, found) in std::iter::zip(&sides, &mut found).rev() {
                *found = side.start(course, handed_on(after), scratch);
                after = *found;
            }
            if search.step(found) {
                break;
            }
        }
        TripleSolution {
            turns: search.turns,
            busts: search.busts,
            is_restless: search.error.map(|error| error > RESTLESS),
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

/// Returns by how much the worth of a bust changes when the chances after it change by these.
#[inline(always)]
fn moved_on([own, next]: TwoChances) -> TwoChances {
    let mut third = [0.0; LANES];
    for lane in 0..LANES {
        third[lane] = -own[lane] - next[lane];
    }
    [third, own]
}

/// Guesses the chances in the first turns of a block, as if they changed along each score like a parabola whose coefficients
/// change with the other scores like parabolas too; near the target as if by straight lines, or not at all.
fn guess(race: &ThreeRace, block: TripleBlock) -> TwoChances {
    let mut guess = [[1.0 / 3.0; LANES]; 2];
    for lane in 0..block.count {
        let scores = block.scores(lane);
        let along = scores.map(|score| match race.corner.goal - 1 - score {
            0 => &[1.0][..],
            1 => &[1.0, -1.0],
            _ => &[1.0, -2.0, 1.0],
        });
        let mut known = [0.0; 2];
        let mut is_alone = true;
        for (a, first) in along[0].iter().enumerate() {
            for (b, second) in along[1].iter().enumerate() {
                for (c, third) in along[2].iter().enumerate() {
                    if a + b + c > 0 {
                        let chances = race.at(0, [scores[0] + a, scores[1] + b, scores[2] + c]);
                        known[0] -= first * second * third * chances[0];
                        known[1] -= first * second * third * chances[1];
                        is_alone = false;
                    }
                }
            }
        }
        if !is_alone {
            guess[0][lane] = known[0].clamp(0.0, 1.0);
            guess[1][lane] = known[1].clamp(0.0, 1.0);
        }
    }
    guess
}

/// The search for the chances of a block.
///
/// While no choice changes, what comes out of a turn changes with what a bust in it is worth, times the chance of that bust. After
/// three turns the same players are in turn again, so a round of them shrinks every error by the chance of three busts in a row. The
/// chances of the busts are learned from two rounds, and the rest of the way is done in one step.
struct TripleSearch {
    /// The chances in the first turn that are put in.
    tried: TwoChances,
    turns: [TwoChances; 3],
    busts: TurnBusts,
    /// How far the chance of three busts may be wrong.
    doubt: SimdLanes<LANES>,
    /// What was put in before, and what came out.
    before: Option<[TwoChances; 4]>,
    /// By how much what came out differed from what was put in.
    gap: SimdLanes<LANES>,
    /// How far the chances may still be wrong.
    error: SimdLanes<LANES>,
}

impl TripleSearch {
    fn new(tried: TwoChances, busts: TurnBusts) -> Self {
        Self {
            tried,
            turns: [tried; 3],
            busts,
            doubt: [UNSURE; LANES],
            before: None,
            gap: [1.0; LANES],
            error: [1.0; LANES],
        }
    }

    /// Puts in better chances, given what came out; returns whether the search is over.
    #[inline(always)]
    fn step(&mut self, found: [TwoChances; 3]) -> bool {
        let [first, second, third] = found;
        let round = [self.tried, third, second, first];
        if let Some(before) = self.before {
            self.learn(&before, &round);
        }
        self.before = Some(round);
        self.turns = found;
        let mut step = minus(&first, &self.tried);
        let mut error = 0.0_f64;
        for lane in 0..LANES {
            let all = self.busts[0][lane] * self.busts[1][lane] * self.busts[2][lane];
            let gap = step[0][lane].abs().max(step[1][lane].abs());
            let is_foreseen = gap < self.gap[lane] * FORESEEN;
            let doubt = if is_foreseen { self.doubt[lane] } else { 1.0 };
            self.gap[lane] = gap;
            self.error[lane] = gap * doubt;
            error = error.max(self.error[lane]);
            for which in 0..2 {
                step[which][lane] /= 1.0 - all;
                self.tried[which][lane] += step[which][lane];
            }
        }
        for (turn, busts) in std::iter::zip(&mut self.turns, &self.busts).rev() {
            step = moved_on(step);
            for which in 0..2 {
                for lane in 0..LANES {
                    step[which][lane] *= busts[lane];
                    turn[which][lane] += step[which][lane];
                }
            }
        }
        error < CLOSE
    }

    /// Learns the chances of the busts from two rounds, and how far they may be wrong.
    ///
    /// A step that is lost in rounding teaches nothing.
    #[inline(always)]
    fn learn(&mut self, before: &[TwoChances; 4], round: &[TwoChances; 4]) {
        self.doubt = [BEND; LANES];
        for turn in 0..3 {
            let put_in = moved_on(minus(&round[turn], &before[turn]));
            let came_out = minus(&round[turn + 1], &before[turn + 1]);
            // The last turn comes first.
            let busts = &mut self.busts[2 - turn];
            for lane in 0..LANES {
                let (mut along, mut length) = (0.0, 0.0);
                for which in 0..2 {
                    along += put_in[which][lane] * came_out[which][lane];
                    length += put_in[which][lane] * put_in[which][lane];
                }
                if length > LOST * LOST {
                    busts[lane] = (along / length).clamp(0.0, MOST_BUSTS);
                    self.doubt[lane] += ROUNDING / length.sqrt();
                }
            }
        }
    }
}

#[inline(always)]
fn minus(now: &TwoChances, before: &TwoChances) -> TwoChances {
    let mut moved = [[0.0; LANES]; 2];
    for which in 0..2 {
        for lane in 0..LANES {
            moved[which][lane] = now[which][lane] - before[which][lane];
        }
    }
    moved
}
