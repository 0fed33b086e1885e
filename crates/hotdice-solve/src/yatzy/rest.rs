//! What the rest of a sheet brings to somebody who plays for points, and how likely that is enough.

use std::sync::{Arc, OnceLock};

use hotdice_games::yatzy::{Column, Yatzy};

use super::distribution::Distribution;
use super::layout::{Layout, SheetState};
use super::moments::Deviations;
use super::rows::{Row, Totals};
use super::solved::{Solved, written};
use crate::Unwatched;

/// With so many open boxes or fewer it is known how likely every number of points is; before that a normal distribution stands
/// for it, with the mean and the deviation that are known.
const KNOWN: usize = 3;

/// How many bytes the chances of a sheet with few open boxes take, about.
const KNOWN_BYTES: usize = 2048;

/// How many deviations away a normal number never is: less than one in three million is.
const FAR: f64 = 5.0;

/// What the rest of every sheet brings.
#[derive(Debug)]
pub(super) struct Rests {
    solved: Arc<Solved>,
    deviations: Arc<Deviations>,
    /// By the number of open boxes, in the order of the table: what somebody has asked for already.
    known: Vec<Vec<OnceLock<Arc<Distribution>>>>,
}

/// What the rest of a sheet brings.
#[derive(Clone, Debug)]
pub(super) enum Rest {
    /// How likely every number of points is.
    Known(Arc<Distribution>),
    /// About a normal distribution.
    Normal {
        /// The expected points.
        mean: f64,
        /// The standard deviation.
        deviation: f64,
    },
}

/// What a seat comes to: what is written, and what the rest brings.
#[derive(Clone, Debug)]
pub(super) struct Final {
    pub(super) written: i32,
    pub(super) rest: Rest,
}

impl Rests {
    pub(super) fn new(solved: Arc<Solved>, deviations: Arc<Deviations>) -> Self {
        let levels = solved.layout.levels.iter().rev().take(KNOWN + 1);
        let known = levels.map(|level| (0..level.states).map(|_| OnceLock::new()).collect());
        Self {
            known: known.collect(),
            solved,
            deviations,
        }
    }

    /// Returns how many bytes it takes at most, the solved game aside.
    pub(super) fn most_bytes(solved: &Solved) -> u64 {
        let levels = solved.layout.levels.iter().rev().take(KNOWN + 1);
        let sheets: usize = levels.map(|level| level.states).sum();
        (sheets * KNOWN_BYTES) as u64
    }

    /// Returns how a game is laid out.
    pub(super) fn layout(&self) -> &Layout {
        &self.solved.layout
    }

    /// Returns the solved game.
    pub(super) fn solved(&self) -> &Solved {
        &self.solved
    }

    /// Returns the game.
    pub(super) fn game(&self) -> &Yatzy {
        self.solved.game()
    }

    /// Returns what the rest of a sheet brings.
    #[inline(always)]
    pub(super) fn rest(&self, sheet: &SheetState, saved: usize) -> Rest {
        let layout = self.layout();
        let open = layout.open(sheet).count_ones() as usize;
        let (filled, index) = (layout.boxes.all.len() - open, layout.index(sheet, saved));
        let Some(known) = self.known.get(open) else {
            return Rest::Normal {
                mean: self.mean(sheet, saved),
                deviation: self.deviations.at(filled, index),
            };
        };
        Rest::Known(match known[index].get() {
            Some(known) => Arc::clone(known),
            None => self.learn(sheet, saved, &known[index]),
        })
    }

    /// Works out how likely every number of points is that the rest of a sheet brings.
    ///
    /// Before the lock is taken: what works it out may do other work while it waits, and come by here again.
    #[cold]
    fn learn(
        &self,
        sheet: &SheetState,
        saved: usize,
        known: &OnceLock<Arc<Distribution>>,
    ) -> Arc<Distribution> {
        let exact = self.exact(sheet, saved);
        Arc::clone(known.get_or_init(|| exact))
    }

    /// Returns what the rest of a sheet brings on average.
    #[inline(always)]
    pub(super) fn mean(&self, sheet: &SheetState, saved: usize) -> f64 {
        let filled = sheet.filled.count_ones() as usize;
        self.solved.levels[filled][self.layout().index(sheet, saved)]
    }

    /// Returns how likely every number of points is that the rest of a sheet brings.
    pub(super) fn exact(&self, sheet: &SheetState, saved: usize) -> Arc<Distribution> {
        let found = self.solved.distribution_from(sheet, saved, &Unwatched);
        Arc::new(found.unwrap_or_else(|_| unreachable!("nobody stops it")))
    }

    /// Returns what a seat that is not in turn comes to.
    pub(super) fn of_column(&self, column: &Column) -> Final {
        let (sheet, saved) = standing(self.layout(), column);
        Final {
            written: written(self.game(), column) as i32,
            rest: self.rest(&sheet, saved),
        }
    }

    /// Returns the same with every chance known exactly, which may take a while.
    pub(super) fn exactly_of_column(&self, column: &Column) -> Final {
        let (sheet, saved) = standing(self.layout(), column);
        Final {
            written: written(self.game(), column) as i32,
            rest: Rest::Known(self.exact(&sheet, saved)),
        }
    }
}

/// Returns the sheet of a column and the rolls saved.
pub(super) fn standing(layout: &Layout, column: &Column) -> (SheetState, usize) {
    (layout.sheet(column), usize::from(column.saved()))
}

impl Final {
    /// Visits how likely the final total is less than each of these, and equal to it.
    fn for_each_below_and_at(&self, totals: Totals, mut visit: impl FnMut(f64, f64)) {
        let points = totals.first - self.written..=totals.last - self.written;
        match &self.rest {
            Rest::Known(known) => points.for_each(|points| match usize::try_from(points) {
                Ok(points) => {
                    let at = known.chances().get(points).copied().unwrap_or(0.0);
                    visit(known.below(points), at);
                }
                Err(_) => visit(0.0, 0.0),
            }),
            Rest::Normal { mean, deviation } => {
                let up_to = |points: f64| normal((points - mean) / deviation);
                let mut below = up_to(f64::from(*points.start()) - 0.5);
                for points in points {
                    let above = up_to(f64::from(points) + 0.5);
                    visit(below, above - below);
                    below = above;
                }
            }
        }
    }

    /// Returns a total below which this one never ends, and one above all others.
    fn ends(&self) -> Totals {
        let (least, most) = match &self.rest {
            Rest::Known(known) => {
                let least = known.chances().iter().position(|&chance| chance > 0.0);
                (least.unwrap_or(0) as i32, known.chances().len() as i32)
            }
            Rest::Normal { mean, deviation } => {
                let far = FAR * deviation;
                ((mean - far) as i32, (mean + far) as i32)
            }
        };
        Totals {
            first: self.written + least - 1,
            last: self.written + most,
        }
    }

    /// Returns what this is worth on average.
    pub(super) fn expected(&self, worth: &Row) -> f64 {
        self.rest.expected(worth, self.written)
    }
}

impl Rest {
    /// Returns what it is worth on average on top of what is written.
    #[inline(always)]
    pub(super) fn expected(&self, worth: &Row, written: i32) -> f64 {
        match self {
            Self::Known(known) => {
                let chances = known.chances().iter().zip(written..);
                chances
                    .map(|(chance, total)| chance * worth.at(total))
                    .sum()
            }
            Self::Normal { mean, deviation } => {
                let at = |away: f64| worth.between(f64::from(written) + mean + deviation * away);
                let pairs = PAIRS.map(|(away, weight)| weight * (at(away) + at(-away)));
                MIDDLE * at(0.0) + pairs.iter().sum::<f64>()
            }
        }
    }
}

/// The mean of a function under the normal distribution by seven of its values, right for polynomials up to the thirteenth
/// degree (Gauss and Hermite): the weight of the middle, and how far away the others are, in deviations, with their weights.
const MIDDLE: f64 = 16.0 / 35.0;
const PAIRS: [(f64, f64); 3] = [
    (1.154_405_394_739_968_3, 0.240_123_178_605_012_7),
    (2.366_759_410_734_541, 0.030_757_123_967_586_5),
    (3.750_439_717_725_742_4, 0.000_548_268_855_972_2),
];

/// Returns the share of the win that every final total is worth against others, ties shared.
pub(super) fn shares(others: &[Final]) -> Row {
    let ends = others.iter().map(Final::ends);
    let totals = ends.reduce(|one, other| Totals {
        first: one.first.max(other.first),
        last: one.last.max(other.last),
    });
    let totals = totals.unwrap_or(Totals { first: 0, last: 0 });
    // For every total the chances that so many of the others are level and all the rest are below.
    let ties = others.len() + 1;
    let mut levels = vec![0.0; totals.len() * ties];
    levels.iter_mut().step_by(ties).for_each(|none| *none = 1.0);
    for (seen, other) in others.iter().enumerate() {
        let mut levels = levels.chunks_exact_mut(ties);
        other.for_each_below_and_at(totals, |below, at| {
            let level = levels.next().unwrap_or_default();
            for tied in (0..=seen + 1).rev() {
                let one_more = if tied > 0 { level[tied - 1] * at } else { 0.0 };
                level[tied] = level[tied] * below + one_more;
            }
        });
    }
    let share = |level: &[f64]| {
        let shared = level.iter().zip(1..);
        shared
            .map(|(chance, winners)| chance / f64::from(winners))
            .sum()
    };
    Row::of(totals.first, levels.chunks_exact(ties).map(share).collect())
}

/// Returns how likely a normal number is below this many deviations.
///
/// By the rational approximation 26.2.17 of Abramowitz and Stegun, which is right to 7.5e-8.
fn normal(deviations: f64) -> f64 {
    if deviations.is_nan() || deviations == 0.0 {
        return 0.5;
    }
    let far = deviations.abs();
    let t = 1.0 / (1.0 + 0.231_641_9 * far);
    let series = [
        1.330_274_429,
        -1.821_255_978,
        1.781_477_937,
        -0.356_563_782,
        0.319_381_530,
    ];
    let sum = series.iter().fold(0.0, |sum, next| sum * t + next) * t;
    let tail = (-0.5 * far * far).exp() / std::f64::consts::TAU.sqrt() * sum;
    if deviations < 0.0 { tail } else { 1.0 - tail }
}
