//! Pairs of scores with the same sum, eight at a time.
//!
//! # Why the search ends
//! A player's chance x, given the other's chance y, is what a turn is worth in which a bust is worth 1 − y: x = F(1 − y), and likewise
//! y = G(1 − x). F is the largest of many straight lines, one for each way to play the turn, and the slope of each is the chance
//! to bust with it. So F and G rise with slopes from 0 to 1, and H(y) = G(1 − F(1 − y)) does too: H(y) − y never rises, is at
//! least 0 at 0 and at most 0 at 1, and its root is the pair that is looked for. Slopes below 1 make it the only one; a slope
//! of 1 would take two players who both rather bust than bank.
//!
//! Newton's method with the slopes of secants is exact once it stands on the right pair of lines, which takes two to four
//! rounds: three, mostly, because what the neighbours foretell is wrong by a millionth or less. Nothing forces it to get there: between pieces it can jump, and where nearly every turn busts 1 − slope drowns in
//! rounding. Therefore each round also narrows a bracket around the root, by the sign of H(y) − y, and after [`PATIENCE`]
//! rounds the bracket is halved instead. Less than fifty halvings make it narrower than [`CLOSE`], so that the search
//! always ends with a chance as near as the rounding of one turn allows.

use super::grid::Grid;
use super::side::RaceTurns;
use crate::parallel::map;
use crate::processor;
use crate::push_luck::turn::{Scratch, SimdLanes, StagedThrows, Turns};

/// How many pairs go through a pass together.
pub(in crate::push_luck) const LANES: usize = 8;

/// The error at which the search ends.
const CLOSE: f64 = 1e-14;

/// How far slopes may be wrong that were learned from neighbours.
const UNSURE: f64 = 0.05;

/// How far slopes may always be wrong, because what comes out may bend where nobody has looked.
const BEND: f64 = 1e-3;

/// How far the chances that come out of a turn may be rounded.
const ROUNDING: f64 = 1e-15;

/// Rounds after which secants give way to halving the bracket.
const PATIENCE: usize = 12;

/// Both chances of eight neighbouring pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairBlock {
    /// The chance of the player with the larger score, in turn.
    pub(super) mine: SimdLanes<LANES>,
    /// The chance of the other one, in turn.
    pub(super) yours: SimdLanes<LANES>,
    /// How much each of them grows with the value of a bust.
    slopes: [SimdLanes<LANES>; 2],
}

/// What was learned from the pairs before: the slopes, by the smaller score.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    slopes: Vec<[f64; 2]>,
}

impl Guess {
    pub(super) fn new(goal: usize) -> Self {
        let slopes = vec![[0.3; 2]; goal + LANES];
        Self { slopes }
    }

    pub(super) fn learn(&mut self, first: usize, block: &PairBlock) {
        for lane in 0..LANES {
            self.slopes[first + lane] = [block.slopes[0][lane], block.slopes[1][lane]];
        }
    }

    fn slopes(&self, first: usize) -> [SimdLanes<LANES>; 2] {
        [0, 1].map(|which| std::array::from_fn(|lane| self.slopes[first + lane][which]))
    }
}

/// All pairs of one sum of scores.
pub(super) struct Pairs<'a> {
    pub(super) turns: &'a Turns,
    pub(super) throws: &'a StagedThrows,
    pub(super) grid: &'a Grid,
    pub(super) sum: usize,
}

impl Pairs<'_> {
    /// Solves all pairs, in blocks that begin at some smaller score.
    pub(super) fn solve(&self, guess: &Guess) -> Vec<(usize, PairBlock)> {
        map(self.firsts().collect(), |first| {
            let block = Scratch::with(|scratch| {
                processor::best().dispatch(PairKernel {
                    pairs: self,
                    first,
                    guess,
                    scratch,
                })
            });
            (first, block)
        })
    }

    fn firsts(&self) -> impl Iterator<Item = usize> + use<> {
        let lowest = (self.sum + 1).saturating_sub(self.grid.goal());
        (lowest..=self.sum / 2).step_by(LANES)
    }

    #[inline(always)]
    fn solve_block(&self, first: usize, guess: &Guess, scratch: &mut Scratch) -> PairBlock {
        let mut search = PairSearch::new(self.guess(first), guess.slopes(first));
        let there = std::array::from_fn(|lane| self.grid.has_pair(self.sum, first + lane));
        let mirror = self.sum as isize - (first + LANES - 1) as isize;
        let sides = [(first as isize, there), (mirror, reversed(there))]
            .map(|(yours, there)| RaceTurns::new(self.turns, self.grid, self.sum, yours, there));
        for round in 0.. {
            let (mut theirs, mut found) = (search.yours, [[0.0; LANES]; 2]);
            // A loop, so that the code of a turn is there once.
            for (side, found) in std::iter::zip(&sides, &mut found) {
                *found = side.start(self.throws, theirs.map(|theirs| 1.0 - theirs), scratch);
                theirs = reversed(*found);
            }
            if search.step(found[0], theirs, there, round) {
                break;
            }
        }
        search.block()
    }

    /// Guesses the chances of the players with smaller scores, as if they changed along either score like a parabola whose
    /// coefficients change with the other score like a parabola too; near the target as if both were straight lines.
    fn guess(&self, first: usize) -> SimdLanes<LANES> {
        let (sum, goal) = (self.sum, self.grid.goal());
        let at = |yours: usize, mine: usize| {
            let first = (first + yours) as isize;
            self.grid.lanes::<LANES>(sum + yours + mine, first)
        };
        let (near, beyond) = ([at(1, 0), at(0, 1)], at(1, 1));
        let straight = |lane: usize| near[0][lane] + near[1][lane] - beyond[lane];
        let guess: SimdLanes<LANES> = if sum + 5 < 2 * goal {
            let (far, far_beyond) = ([at(2, 0), at(0, 2)], [at(2, 1), at(1, 2)]);
            let farthest = at(2, 2);
            let bent = |lane: usize| {
                let ones = 2.0 * (near[0][lane] + near[1][lane]) - 4.0 * beyond[lane];
                let twos = 2.0 * (far_beyond[0][lane] + far_beyond[1][lane]) - farthest[lane];
                ones + twos - far[0][lane] - far[1][lane]
            };
            let is_inside = |lane: usize| sum + 2 < goal + first + lane;
            std::array::from_fn(|lane| {
                if is_inside(lane) {
                    bent(lane)
                } else {
                    straight(lane)
                }
            })
        } else {
            std::array::from_fn(straight)
        };
        guess.map(|chance| chance.clamp(0.0, 1.0))
    }
}

/// The task to solve one block, to be compiled for every kind of processor.
struct PairKernel<'a> {
    pairs: &'a Pairs<'a>,
    first: usize,
    guess: &'a Guess,
    scratch: &'a mut Scratch,
}

impl pulp::WithSimd for PairKernel<'_> {
    type Output = PairBlock;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> PairBlock {
        self.pairs.solve_block(self.first, self.guess, self.scratch)
    }
}

/// The search for the chances of a block.
struct PairSearch {
    yours: SimdLanes<LANES>,
    mine: SimdLanes<LANES>,
    slopes: [SimdLanes<LANES>; 2],
    /// How far the product of the slopes may be wrong.
    doubt: SimdLanes<LANES>,
    /// The round before: the chances that were tried and what came out.
    tried: Option<[SimdLanes<LANES>; 3]>,
    /// Between these the chances of the players with smaller scores are.
    bracket: [SimdLanes<LANES>; 2],
}

impl PairSearch {
    fn new(yours: SimdLanes<LANES>, slopes: [SimdLanes<LANES>; 2]) -> Self {
        Self {
            yours,
            mine: [0.5; LANES],
            slopes,
            doubt: [UNSURE; LANES],
            tried: None,
            bracket: [[0.0; LANES], [1.0; LANES]],
        }
    }

    /// Learns that `self.yours` leads to `mine` and that to `next`; returns whether the search is over.
    #[inline(always)]
    fn step(
        &mut self,
        mine: SimdLanes<LANES>,
        next: SimdLanes<LANES>,
        there: [bool; LANES],
        round: usize,
    ) -> bool {
        self.learn_slopes(mine, next);
        self.tried = Some([self.yours, mine, next]);
        let mut error = 0.0_f64;
        for lane in 0..LANES {
            let [a, b] = [self.slopes[0][lane], self.slopes[1][lane]];
            let gap = next[lane] - self.yours[lane];
            let [low, high] = self.narrow(lane, gap);
            let (step, off) = if round < PATIENCE {
                let step = gap / (1.0 - a * b);
                (step, step.abs() * self.doubt[lane])
            } else {
                (f64::midpoint(low, high) - self.yours[lane], high - low)
            };
            self.yours[lane] = (self.yours[lane] + step).clamp(0.0, 1.0);
            self.mine[lane] = mine[lane] - a * step;
            if there[lane] {
                error = error.max(off);
            }
        }
        error < CLOSE
    }

    /// Narrows the bracket of a lane by what came out beyond what was put in, and returns it.
    #[inline(always)]
    fn narrow(&mut self, lane: usize, gap: f64) -> [f64; 2] {
        let tried = self.yours[lane];
        let [low, high] = &mut self.bracket;
        if gap >= 0.0 {
            low[lane] = low[lane].max(tried);
        }
        if gap <= 0.0 {
            high[lane] = high[lane].min(tried);
        }
        [low[lane], high[lane]]
    }

    /// Takes the slopes from the last two rounds, and notes how far their product may be wrong.
    ///
    /// A step that is lost in rounding teaches nothing; what was believed before remains, and so does the doubt.
    #[inline(always)]
    fn learn_slopes(&mut self, mine: SimdLanes<LANES>, next: SimdLanes<LANES>) {
        let Some([yours_before, mine_before, next_before]) = self.tried else {
            return;
        };
        for lane in 0..LANES {
            let moved = [
                self.yours[lane] - yours_before[lane],
                mine[lane] - mine_before[lane],
                next[lane] - next_before[lane],
            ];
            let mut off = [UNSURE; 2];
            for (which, slopes) in self.slopes.iter_mut().enumerate() {
                let noise = ROUNDING / moved[which].abs();
                if noise < UNSURE {
                    let slope = (-moved[which + 1] / moved[which]).clamp(0.0, 0.999);
                    off[which] = (slope - slopes[lane]).abs() + noise;
                    slopes[lane] = slope;
                }
            }
            self.doubt[lane] = off[0] + self.slopes[0][lane] * off[1] + BEND;
        }
    }

    fn block(&self) -> PairBlock {
        PairBlock {
            mine: self.mine,
            yours: self.yours,
            slopes: self.slopes,
        }
    }
}

fn reversed<T: Copy>(mut lanes: [T; LANES]) -> [T; LANES] {
    lanes.reverse();
    lanes
}
