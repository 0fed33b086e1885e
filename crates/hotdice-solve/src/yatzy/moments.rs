//! The mean of the final points and how far they spread, under the play with the highest mean.

use hotdice_games::yatzy::Yatzy;

use super::layout::{Layout, TooLarge};
use super::levels::{LANES, last_level, level_before};
use super::progress::StateProgress;
use super::solved::{Solved, Unsolved};
use super::table::LevelTable;
use super::worth::{SimdLane, SimdWorth, Value, sixth};
use crate::{Stopped, Watch};

/// How the final points of a game are spread under the play with the highest mean.
///
/// Where two choices are worth exactly the same, rounding decides which is taken: the mean is the same either way, the
/// deviation may differ in the fourth decimal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The expected points.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Spread {
    /// Works out the spread of a game, with two levels of its table in memory at a time.
    ///
    /// # Errors
    /// When these two would take more than `limit` bytes, said before the work begins, or when `watch` stops it.
    pub fn within(game: &Yatzy, limit: u64, watch: &dyn Watch) -> Result<Self, Unsolved> {
        let layout = Layout::new(game, limit)?;
        TooLarge::check(2 * layout.streamed_bytes(), limit)?;
        let progress = StateProgress::new(layout.states(), watch);
        let mut values = last_level::<MeanSquare>(&layout);
        for filled in (0..layout.boxes.all.len()).rev() {
            values = level_before::<SimdMeanSquare<LANES>>(&layout, filled, &values, &progress)?;
        }
        Ok(values[0].spread())
    }
}

/// The standard deviation of what the rest of every sheet brings, under the play with the highest mean.
#[derive(Clone, Debug)]
pub struct Deviations {
    /// By the number of filled boxes, in the order of the table.
    levels: LevelTable<f32>,
}

impl Deviations {
    /// Works out the deviations of a solved game.
    ///
    /// # Errors
    /// When `watch` stops it.
    pub fn of(solved: &Solved, watch: &dyn Watch) -> Result<Self, Stopped> {
        let layout = &solved.layout;
        let progress = StateProgress::new(layout.states(), watch);
        let mut values = last_level::<MeanSquare>(layout);
        let mut levels = vec![deviations(&values)];
        for filled in (0..layout.boxes.all.len()).rev() {
            values = level_before::<SimdMeanSquare<LANES>>(layout, filled, &values, &progress)?;
            levels.push(deviations(&values));
        }
        levels.reverse();
        let levels = LevelTable::new(levels);
        Ok(Self { levels })
    }

    /// Returns the deviation of a whole game.
    #[must_use]
    pub fn whole(&self) -> f64 {
        f64::from(self.levels[0][0])
    }

    /// Returns the deviation at a place of a level.
    #[inline(always)]
    pub(super) fn at(&self, filled: usize, index: usize) -> f64 {
        f64::from(self.levels[filled][index])
    }

    /// Writes all of them.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let values = self.levels.iter();
        values.flat_map(f32::to_le_bytes).collect()
    }

    /// Reads those of a solved game; nothing if they are not all there.
    #[must_use]
    pub fn from_bytes(solved: &Solved, bytes: impl Into<Vec<u8>>) -> Option<Self> {
        let lengths = solved.layout.levels.iter().map(|level| level.states);
        let levels = LevelTable::read(lengths, bytes.into())?;
        Some(Self { levels })
    }
}

fn deviations(values: &[MeanSquare]) -> Vec<f32> {
    let deviation = |value: &MeanSquare| value.spread().deviation as f32;
    values.iter().map(deviation).collect()
}

/// The mean of some points, and the mean of their square.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeanSquare {
    mean: f64,
    square: f64,
}

impl MeanSquare {
    fn spread(self) -> Spread {
        let variance = self.square - self.mean * self.mean;
        Spread {
            mean: self.mean,
            deviation: variance.max(0.0).sqrt(),
        }
    }
}

impl Value for MeanSquare {
    const NEVER: Self = Self {
        mean: f64::NEG_INFINITY,
        square: 0.0,
    };

    fn certain(points: u16) -> Self {
        let mean = f64::from(points);
        let square = mean * mean;
        Self { mean, square }
    }

    #[inline(always)]
    fn with(self, points: u16) -> Self {
        let points = f64::from(points);
        Self {
            mean: self.mean + points,
            square: more_square(self.mean, self.square, points),
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        if other.mean > self.mean { other } else { self }
    }
}

/// Returns the mean square once points are added; a choice that is not there keeps its own.
#[inline(always)]
fn more_square(mean: f64, square: f64, points: f64) -> f64 {
    if mean == f64::NEG_INFINITY {
        square
    } else {
        square + points * (2.0 * mean + points)
    }
}

/// [`MeanSquare`]s of `N` states side by side.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct SimdMeanSquare<const N: usize> {
    /// What decides.
    pub(super) mean: [f64; N],
    /// What is carried along.
    pub(super) square: [f64; N],
}

impl<const N: usize> SimdWorth for SimdMeanSquare<N> {
    const NEVER: Self = Self {
        mean: [f64::NEG_INFINITY; N],
        square: [0.0; N],
    };
    const ZERO: Self = Self {
        mean: [0.0; N],
        square: [0.0; N],
    };
    const NEEDS_PLACING: bool = true;

    #[inline(always)]
    fn or(mut self, other: &Self) -> Self {
        for lane in 0..N {
            let better = other.mean[lane] > self.mean[lane];
            self.square[lane] = if better {
                other.square[lane]
            } else {
                self.square[lane]
            };
            self.mean[lane] = if better {
                other.mean[lane]
            } else {
                self.mean[lane]
            };
        }
        self
    }

    #[inline(always)]
    fn mean([a, b, c, d, e, f]: [&Self; 6]) -> Self {
        let mut mean = Self::ZERO;
        for lane in 0..N {
            mean.mean[lane] = sixth(
                a.mean[lane] + b.mean[lane],
                (c.mean[lane] + d.mean[lane]) + (e.mean[lane] + f.mean[lane]),
            );
            mean.square[lane] = sixth(
                a.square[lane] + b.square[lane],
                (c.square[lane] + d.square[lane]) + (e.square[lane] + f.square[lane]),
            );
        }
        mean
    }

    #[inline(always)]
    fn plus(mut self, weight: f64, other: &Self) -> Self {
        for lane in 0..N {
            self.mean[lane] += weight * other.mean[lane];
            self.square[lane] += weight * other.square[lane];
        }
        self
    }

    #[inline(always)]
    fn over(mut self, total: f64) -> Self {
        for lane in 0..N {
            self.mean[lane] /= total;
            self.square[lane] /= total;
        }
        self
    }
}

impl<const N: usize> SimdLane<N> for SimdMeanSquare<N> {
    type Value = MeanSquare;

    #[inline(always)]
    fn put(&mut self, lane: usize, value: MeanSquare) {
        self.mean[lane] = value.mean;
        self.square[lane] = value.square;
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> MeanSquare {
        MeanSquare {
            mean: self.mean[lane],
            square: self.square[lane],
        }
    }

    #[inline(always)]
    fn with(mut self, points: u16) -> Self {
        let points = f64::from(points);
        for lane in 0..N {
            self.square[lane] = more_square(self.mean[lane], self.square[lane], points);
            self.mean[lane] += points;
        }
        self
    }
}
