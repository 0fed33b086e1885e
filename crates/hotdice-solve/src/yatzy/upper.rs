//! Upper sums, merged where nothing that can still happen tells them apart.

use std::collections::BTreeSet;

use super::boxes::{Boxes, Filled, each};

/// The upper sums that matter, for each set of filled upper boxes.
#[derive(Clone, Debug)]
pub(super) struct UpperSums {
    /// Sums from here on are one.
    cap: usize,
    /// The class of each sum up to the cap, a row for each set.
    class: Vec<u16>,
    /// The least sum of each class, for each set.
    least: Vec<Vec<u16>>,
}

impl UpperSums {
    /// Returns the sums that matter for a bonus at `goal`, or one class for all where there is no bonus.
    pub(super) fn new(boxes: &Boxes, goal: Option<u16>) -> Self {
        let all = boxes.upper_part();
        let cap = cap(boxes, goal);
        let reach: Vec<BTreeSet<usize>> = (0..=all).map(|set| sums(boxes, set, cap)).collect();
        let mut upper = Self {
            cap,
            class: Vec::new(),
            least: Vec::new(),
        };
        for set in 0..=all {
            let ahead = &reach[(all & !set) as usize];
            upper.push(&reach[set as usize], ahead);
        }
        upper
    }

    /// Adds the next set, whose sums are `here` and which can still gain what is in `ahead`.
    fn push(&mut self, here: &BTreeSet<usize>, ahead: &BTreeSet<usize>) {
        // Two sums are alike when the same gains reach the cap.
        let missed = |sum: usize| ahead.range(..self.cap - sum).count();
        let mut least: Vec<u16> = Vec::new();
        let mut row = vec![0; self.cap + 1];
        let mut last = None;
        for &sum in here {
            if last != Some(missed(sum)) {
                last = Some(missed(sum));
                least.push(sum as u16);
            }
            row[sum] = least.len() as u16 - 1;
        }
        self.class.extend(row);
        self.least.push(least);
    }

    /// Returns how many classes a set has.
    #[inline(always)]
    pub(super) fn classes(&self, set: Filled) -> usize {
        self.least[set as usize].len()
    }

    /// Returns the class of each sum that a set can have; index with [`UpperSums::capped`].
    #[inline(always)]
    pub(super) fn row(&self, set: Filled) -> &[u16] {
        let width = self.cap + 1;
        &self.class[set as usize * width..][..width]
    }

    /// Returns the least sum of a class.
    pub(super) fn least(&self, set: Filled, class: usize) -> usize {
        usize::from(self.least[set as usize][class])
    }

    /// Returns the sum, or the cap when it is more.
    #[inline(always)]
    pub(super) fn capped(&self, sum: usize) -> usize {
        sum.min(self.cap)
    }
}

/// Returns the most that the upper boxes can pay, and one more, or the goal when that is less.
fn cap(boxes: &Boxes, goal: Option<u16>) -> usize {
    let most: usize = boxes.all[..boxes.upper]
        .iter()
        .map(|upper| usize::from(upper.most()))
        .sum();
    goal.map_or(0, |goal| usize::from(goal).min(most + 1))
}

/// Returns all sums that a set of upper boxes can have, capped.
fn sums(boxes: &Boxes, set: Filled, cap: usize) -> BTreeSet<usize> {
    each(set).fold(BTreeSet::from([0]), |sums, upper| {
        let pays = &boxes.all[upper].pays;
        let gains = pays.iter().map(|paid| usize::from(paid.points));
        gains
            .flat_map(|gain| sums.iter().map(move |sum| (sum + gain).min(cap)))
            .collect()
    })
}
