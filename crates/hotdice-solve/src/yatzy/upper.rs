//! Upper sums, merged where nothing that can still happen tells them apart.

use super::boxes::{Boxes, Filled, SolverBox};

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
        let cap = cap(boxes, goal);
        let reach = reachable(boxes, cap);
        let mut upper = Self {
            cap,
            class: Vec::with_capacity(reach.len() * (cap + 1)),
            least: Vec::with_capacity(reach.len()),
        };
        // The boxes still open are those not filled: their sums stand as far from the end as these from the start.
        for (here, ahead) in reach.iter().zip(reach.iter().rev()) {
            upper.push(here, ahead);
        }
        upper
    }

    /// Adds the next set, whose sums are `here` and which can still gain what is in `ahead`.
    fn push(&mut self, here: &[bool], ahead: &[bool]) {
        // Two sums are alike when the same gains reach the cap.
        let missed = |sum: usize| ahead[..self.cap - sum].iter().filter(|&&gain| gain).count();
        let mut least: Vec<u16> = Vec::new();
        let mut last = None;
        for (sum, _) in here.iter().enumerate().filter(|(_, there)| **there) {
            let missed = missed(sum);
            if last.replace(missed) != Some(missed) {
                least.push(sum as u16);
            }
        }
        let class = |sum: usize| least.partition_point(|&least| usize::from(least) <= sum) - 1;
        self.class
            .extend((0..=self.cap).map(|sum| class(sum) as u16));
        self.least.push(least);
    }

    /// Returns how many bytes the sums of that many upper boxes take at most, while they are worked out.
    pub(super) fn bytes(boxes: &Boxes, goal: Option<u16>) -> u64 {
        (1 << boxes.upper) * (cap(boxes, goal) as u64 + 1) * 5
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
    pub(super) fn least(&self, set: Filled, class: usize) -> u16 {
        self.least[set as usize][class]
    }

    /// Returns the sum, or the cap when it is more.
    #[inline(always)]
    pub(super) fn capped(&self, sum: u16) -> usize {
        usize::from(sum).min(self.cap)
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

/// Returns which sums, capped, each set of upper boxes can have.
fn reachable(boxes: &Boxes, cap: usize) -> Vec<Vec<bool>> {
    let mut reach = vec![vec![false; cap + 1]];
    reach[0][0] = true;
    for upper in &boxes.all[..boxes.upper] {
        for set in 0..reach.len() {
            reach.push(with_box(&reach[set], upper));
        }
    }
    reach
}

fn with_box(sums: &[bool], upper: &SolverBox) -> Vec<bool> {
    let cap = sums.len() - 1;
    let mut more = vec![false; cap + 1];
    for paid in &upper.pays {
        for (sum, _) in sums.iter().enumerate().filter(|(_, there)| **there) {
            more[cap.min(sum + usize::from(paid.points))] = true;
        }
    }
    more
}
