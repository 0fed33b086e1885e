//! Values of several turns side by side, and what is done with all of them at once.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several arrays stay plain, so that they become vector code"
)]

use std::cell::RefCell;

/// The values of `L` turns side by side.
pub(in crate::push_luck) type SimdLanes<const L: usize> = [f64; L];

/// The values of `L` turns for the player who chooses, and for another one.
pub(in crate::push_luck) type SimdForTwo<const L: usize> = [SimdLanes<L>; 2];

/// A buffer for levels that is used again and again.
#[derive(Clone, Debug, Default)]
pub(in crate::push_luck) struct Scratch(Vec<f64>);

thread_local! {
    /// One buffer for each thread.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Scratch {
    /// Runs `work` with the scratch buffer of this thread.
    pub(in crate::push_luck) fn with<R>(work: impl FnOnce(&mut Self) -> R) -> R {
        SCRATCH.with_borrow_mut(work)
    }

    /// Returns a part of it for `len` lanes, at an address where none of them straddles two cache lines.
    #[inline(always)]
    pub(in crate::push_luck) fn lanes<const L: usize>(
        &mut self,
        len: usize,
    ) -> &mut [SimdLanes<L>] {
        const LINE: usize = 64;
        let needed = len * L + LINE / size_of::<f64>();
        if self.0.len() < needed {
            self.0.resize(needed, 0.0);
        }
        let skipped = self.0.as_ptr().align_offset(LINE);
        let (lanes, _) = self.0[skipped..][..len * L].as_chunks_mut::<L>();
        lanes
    }
}

/// Values to one player or to two, of which the better one counts for the player who chooses.
pub(in crate::push_luck) trait Values: Copy {
    /// Returns the better one in each lane, of equal ones this.
    fn or_better(self, second: Self) -> Self;

    /// Adds other values, times their chance.
    fn add(&mut self, values: Self, chance: f64);
}

impl<const L: usize> Values for SimdLanes<L> {
    #[inline(always)]
    fn or_better(self, second: Self) -> Self {
        larger(self, second)
    }

    #[inline(always)]
    fn add(&mut self, values: Self, chance: f64) {
        add_scaled(self, &values, chance);
    }
}

impl<const L: usize> Values for SimdForTwo<L> {
    #[inline(always)]
    fn or_better(mut self, second: Self) -> Self {
        raise_both(&mut self, &second);
        self
    }

    #[inline(always)]
    fn add(&mut self, values: Self, chance: f64) {
        add_both(self, &values, chance);
    }
}

/// Returns the larger value of each lane.
#[inline(always)]
pub(super) fn larger<const L: usize>(mut a: SimdLanes<L>, b: SimdLanes<L>) -> SimdLanes<L> {
    raise(&mut a, &b);
    a
}

/// Returns the smaller value of each lane.
#[inline(always)]
pub(super) fn smaller<const L: usize>(mut a: SimdLanes<L>, b: SimdLanes<L>) -> SimdLanes<L> {
    for lane in 0..L {
        a[lane] = if a[lane] < b[lane] { a[lane] } else { b[lane] };
    }
    a
}

/// Tells whether a value is larger than the other one of its lane.
#[inline(always)]
pub(super) fn any_above<const L: usize>(a: SimdLanes<L>, b: SimdLanes<L>) -> bool {
    let mut above = false;
    for lane in 0..L {
        above |= a[lane] > b[lane];
    }
    above
}

/// Raises each lane to that of `b` where that is larger.
#[inline(always)]
pub(super) fn raise<const L: usize>(a: &mut SimdLanes<L>, b: &SimdLanes<L>) {
    for lane in 0..L {
        a[lane] = if a[lane] > b[lane] { a[lane] } else { b[lane] };
    }
}

/// Takes each lane of a second choice where it is better for the one who chooses.
#[inline(always)]
pub(super) fn raise_both<const L: usize>(best: &mut SimdForTwo<L>, second: &SimdForTwo<L>) {
    *best = [chosen(best, second, 0), chosen(best, second, 1)];
}

/// Returns what the better of two choices is worth to one of two players.
///
/// A choice between floats becomes a branch for each lane, one between their bits a single vector instruction.
#[inline(always)]
fn chosen<const L: usize>(
    best: &SimdForTwo<L>,
    second: &SimdForTwo<L>,
    which: usize,
) -> SimdLanes<L> {
    let mut values = [0.0; L];
    for lane in 0..L {
        let is_better = 0_u64.wrapping_sub(u64::from(second[0][lane] > best[0][lane]));
        let taken = second[which][lane].to_bits() & is_better;
        let kept = best[which][lane].to_bits() & !is_better;
        values[lane] = f64::from_bits(taken | kept);
    }
    values
}

/// Adds what something is worth to both players, times its chance.
#[inline(always)]
pub(super) fn add_both<const L: usize>(
    sums: &mut SimdForTwo<L>,
    values: &SimdForTwo<L>,
    chance: f64,
) {
    add_scaled(&mut sums[0], &values[0], chance);
    add_scaled(&mut sums[1], &values[1], chance);
}

/// Adds a value, times its chance.
///
/// A product and a sum, not fused: the same bits on every machine.
#[inline(always)]
pub(super) fn add_scaled<const L: usize>(
    sum: &mut SimdLanes<L>,
    value: &SimdLanes<L>,
    chance: f64,
) {
    for lane in 0..L {
        sum[lane] += value[lane] * chance;
    }
}
