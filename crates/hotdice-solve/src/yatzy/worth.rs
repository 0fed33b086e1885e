//! What is compared and averaged: one number, or several side by side.

/// What a choice is worth, for some states side by side.
pub(super) trait SimdWorth: Copy {
    /// Worse than anything: a choice that is not there.
    const NEVER: Self;
    /// Nothing yet.
    const ZERO: Self;
    /// Whether equal worths differ in something, so that placing has to be weighed anew with each roll.
    const NEEDS_PLACING: bool;

    /// Returns the better one; `self` when they are equal.
    fn or(self, other: &Self) -> Self;

    /// Returns the mean of six.
    fn mean(faces: [&Self; 6]) -> Self;

    /// Returns this and `other` weighted.
    fn plus(self, weight: f64, other: &Self) -> Self;

    /// Returns this divided by a number.
    fn over(self, total: f64) -> Self;

    /// Returns this as what it is worth to keep a handful and roll on, for whoever wants to know where worths come from.
    #[inline(always)]
    fn of_keep(self, _keep: usize) -> Self {
        self
    }

    /// Returns this as what it is worth to place a roll in one of all ways, which are counted through box after box.
    #[inline(always)]
    fn of_way(self, _way: usize) -> Self {
        self
    }
}

/// What one state is worth.
pub(super) trait Value: Copy + Send + Sync {
    /// Worse than anything: a choice that is not there.
    const NEVER: Self;

    /// Returns the worth of points that are certain.
    fn certain(points: u16) -> Self;

    /// Returns this with points on top.
    fn with(self, points: u16) -> Self;

    /// Returns the better one; `self` when they are equal.
    fn or(self, other: Self) -> Self;
}

/// What `N` states are worth, side by side.
pub(super) trait SimdLane<const N: usize>: SimdWorth {
    /// What one of them is worth.
    type Value: Value;

    /// Sets the worth of one state.
    fn put(&mut self, lane: usize, value: Self::Value);

    /// Returns the worth of one state.
    fn get(&self, lane: usize) -> Self::Value;

    /// Returns this with points on top.
    fn with(self, points: u16) -> Self;
}

/// Expected points, or chances, of `N` states side by side.
///
/// They begin where a line of the cache begins: a vector that lies across two lines takes twice as long to read.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Mean<const N: usize>(pub(super) [f64; N]);

impl<const N: usize> SimdWorth for Mean<N> {
    const NEVER: Self = Self([f64::NEG_INFINITY; N]);
    const ZERO: Self = Self([0.0; N]);
    const NEEDS_PLACING: bool = false;

    #[inline(always)]
    fn or(mut self, other: &Self) -> Self {
        for lane in 0..N {
            self.0[lane] = greater(self.0[lane], other.0[lane]);
        }
        self
    }

    #[inline(always)]
    fn mean([a, b, c, d, e, f]: [&Self; 6]) -> Self {
        let mut mean = Self::ZERO;
        for lane in 0..N {
            mean.0[lane] = sixth(
                a.0[lane] + b.0[lane],
                (c.0[lane] + d.0[lane]) + (e.0[lane] + f.0[lane]),
            );
        }
        mean
    }

    #[inline(always)]
    fn plus(mut self, weight: f64, other: &Self) -> Self {
        for lane in 0..N {
            self.0[lane] += weight * other.0[lane];
        }
        self
    }

    #[inline(always)]
    fn over(mut self, total: f64) -> Self {
        for worth in &mut self.0 {
            *worth /= total;
        }
        self
    }
}

impl<const N: usize> SimdLane<N> for Mean<N> {
    type Value = f64;

    #[inline(always)]
    fn put(&mut self, lane: usize, value: f64) {
        self.0[lane] = value;
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> f64 {
        self.0[lane]
    }

    #[inline(always)]
    fn with(mut self, points: u16) -> Self {
        for worth in &mut self.0 {
            *worth += f64::from(points);
        }
        self
    }
}

impl Value for f64 {
    const NEVER: Self = Self::NEG_INFINITY;

    fn certain(points: u16) -> Self {
        Self::from(points)
    }

    #[inline(always)]
    fn with(self, points: u16) -> Self {
        self + Self::from(points)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        greater(self, other)
    }
}

/// Returns a sixth of two faces and four faces together.
///
/// The number nearest to 1/6 is a third of its last place too small, and over a whole game that adds up. The next number
/// is two thirds too large: where a third of the sum takes that one, nothing adds up.
#[inline(always)]
pub(super) fn sixth(two: f64, four: f64) -> f64 {
    const NEAREST: f64 = 1.0 / 6.0;
    two * NEAREST.next_up() + four * NEAREST
}

/// Unlike `f64::max` this is one instruction: there is no NaN.
#[inline(always)]
pub(super) fn greater(one: f64, other: f64) -> f64 {
    if other > one { other } else { one }
}
