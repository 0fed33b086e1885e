//! Turns that a perfect player remembers: not what their totals are worth, but which is worth more.
//!
//! Whoever only compares chances needs no more than their places among each other, which take an eighth or a fourth of the
//! memory. Games come to every pair of scores, so most of the time of a game would go into waiting for memory.

use std::sync::OnceLock;

use super::thought::TotalValues;

/// The places of all values of `N` totals, the first of which is 0.
pub(super) type Ranks<T, const N: usize> = [TotalValues<T>; N];

/// What choices are compared by.
pub(super) trait Comparable: Copy + PartialOrd {
    /// What is worse than any choice.
    const NEVER: Self;
}

impl Comparable for f64 {
    const NEVER: Self = Self::NEG_INFINITY;
}

impl Comparable for u16 {
    const NEVER: Self = 0;
}

impl Comparable for u8 {
    const NEVER: Self = 0;
}

/// The turns of all pairs of scores, in rows of equal scores of the player in turn that are laid out when the first of their turns is.
#[derive(Debug)]
pub(super) struct TurnMemory<T, const N: usize> {
    rows: Vec<OnceLock<TurnRow<T, N>>>,
}

type TurnRow<T, const N: usize> = Box<[OnceLock<Ranks<T, N>>]>;

impl<T: TryFrom<usize> + Copy + Default, const N: usize> TurnMemory<T, N> {
    /// Returns how many bytes the turns of so many scores take.
    pub(super) const fn bytes(goal: usize) -> usize {
        goal * goal * size_of::<OnceLock<Ranks<T, N>>>()
    }

    /// Returns a memory for so many scores.
    pub(super) fn new(goal: usize) -> Self {
        Self {
            rows: locks(goal).into_vec(),
        }
    }

    /// Remembers a turn.
    #[inline]
    pub(super) fn get(&self, mine: usize, yours: usize) -> Option<&Ranks<T, N>> {
        self.rows.get(mine)?.get()?.get(yours)?.get()
    }

    /// Keeps a turn; another thread may have been faster, with the same places.
    pub(super) fn put(&self, mine: usize, yours: usize, worths: &[TotalValues]) {
        let row = self.rows[mine].get_or_init(|| locks(self.rows.len()));
        row[yours].get_or_init(|| ranks(worths));
    }
}

fn locks<T>(count: usize) -> Box<[OnceLock<T>]> {
    std::iter::repeat_with(OnceLock::new).take(count).collect()
}

/// Returns the place of every value of the first totals among all values of these totals, counted from 1; equal values have equal
/// places.
///
/// # Panics
/// When there are fewer totals, or more values than places.
pub(super) fn ranks<T: TryFrom<usize> + Copy + Default, const N: usize>(
    worths: &[TotalValues],
) -> Ranks<T, N> {
    let values = worths[..N].iter().enumerate().flat_map(|(total, worth)| {
        let rolls = std::iter::zip(worth.rolls, 0..);
        rolls
            .chain([(worth.bank, BANK)])
            .map(move |(value, which)| (value, total as u32, which))
    });
    let mut order: Vec<(f64, u32, u32)> = values.collect();
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut ranks = [TotalValues::default(); N];
    for (nth, run) in (1..).zip(order.chunk_by(|a, b| a.0 == b.0)) {
        let Ok(place) = T::try_from(nth) else {
            panic!("{N} totals have more values than places");
        };
        for (_, total, which) in run {
            let total = &mut ranks[*total as usize];
            match *which {
                BANK => total.bank = place,
                dice => total.rolls[dice as usize] = place,
            }
        }
    }
    ranks
}

/// Stands for banking where rolls of one to six dice are 0 to 5.
const BANK: u32 = 6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_order_of_the_values() {
        let worth = |total: u32| TotalValues {
            bank: f64::from(total) / 40.0,
            rolls: std::array::from_fn(|dice| f64::from(total * 7 % 5) / 5.0 + dice as f64 / 40.0),
        };
        let worths: Vec<TotalValues> = (0..36).map(worth).collect();
        let ranks: Ranks<u8, 36> = ranks(&worths);
        let values = worths
            .iter()
            .flat_map(|worth| worth.rolls.into_iter().chain([worth.bank]));
        let places = ranks
            .iter()
            .flat_map(|rank| rank.rolls.into_iter().chain([rank.bank]));
        let both: Vec<(f64, u8)> = values.zip(places).collect();
        for (value, place) in &both {
            assert!(*place > u8::NEVER);
            for (other, other_place) in &both {
                assert_eq!(value.total_cmp(other), place.cmp(other_place));
            }
        }
    }
}
