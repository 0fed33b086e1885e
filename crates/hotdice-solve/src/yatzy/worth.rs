//! What is compared and averaged: one number, or several side by side.

use std::array;

/// What a choice is worth, for some states side by side.
pub(super) trait Worth: Copy {
    /// Worse than anything: a choice that is not there.
    const NEVER: Self;
    /// Nothing yet.
    const ZERO: Self;
    /// Whether equal worths differ in something, so that placing has to be weighed anew with each roll.
    const NEEDS_PLACING: bool;

    /// Returns the better one; `self` when they are equal.
    fn or(self, other: Self) -> Self;

    /// Returns the mean of six.
    fn mean(faces: [Self; 6]) -> Self;

    /// Returns this and `other` weighted.
    fn plus(self, weight: f64, other: Self) -> Self;
}

/// Expected points, or chances, of `N` states side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mean<const N: usize>(pub(super) [f64; N]);

impl<const N: usize> Worth for Mean<N> {
    const NEVER: Self = Self([f64::NEG_INFINITY; N]);
    const ZERO: Self = Self([0.0; N]);
    const NEEDS_PLACING: bool = false;

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(array::from_fn(|lane| greater(self.0[lane], other.0[lane])))
    }

    #[inline(always)]
    fn mean([a, b, c, d, e, f]: [Self; 6]) -> Self {
        Self(array::from_fn(|lane| {
            mean([a, b, c, d, e, f].map(|face| face.0[lane]))
        }))
    }

    #[inline(always)]
    fn plus(self, weight: f64, other: Self) -> Self {
        Self(array::from_fn(|lane| self.0[lane] + weight * other.0[lane]))
    }
}

#[inline(always)]
fn mean([a, b, c, d, e, f]: [f64; 6]) -> f64 {
    ((a + b) + (c + d) + (e + f)) * (1.0 / 6.0)
}

/// Unlike `f64::max` this is one instruction: there is no NaN.
#[inline(always)]
fn greater(one: f64, other: f64) -> f64 {
    if other > one { other } else { one }
}
