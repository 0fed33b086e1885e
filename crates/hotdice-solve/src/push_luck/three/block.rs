//! Triples of scores that are worked out together.

use super::corner::Corner;

/// How many triples go through a pass together.
pub(super) const LANES: usize = 8;

/// Neighbouring triples: the second score is the same, the third grows and the first shrinks.
#[derive(Clone, Copy, Debug)]
pub(super) struct TripleBlock {
    first: usize,
    second: usize,
    third: usize,
    /// How many lanes there are.
    pub(super) count: usize,
}

impl TripleBlock {
    /// Returns the blocks of a sum, by the second score and the third; where triples stand for their rotations too, those in
    /// which the second score is the smallest.
    pub(super) fn all(corner: &Corner, sum: usize) -> Vec<Self> {
        let Corner { goal, from, .. } = *corner;
        let mut blocks = Vec::new();
        for second in from[1]..goal.min(sum + 1) {
            let rest = sum - second;
            let least = if corner.is_even() {
                [second; 2]
            } else {
                [from[0], from[2]]
            };
            let lowest = least[1].max((rest + 1).saturating_sub(goal));
            let highest = (rest + 1).saturating_sub(least[0]).min(goal);
            for third in (lowest..highest).step_by(LANES) {
                let count = (highest - third).min(LANES);
                blocks.push(Self {
                    first: rest - third,
                    second,
                    third,
                    count,
                });
            }
        }
        blocks
    }

    /// Returns the block of one triple.
    pub(super) const fn of([first, second, third]: [usize; 3]) -> Self {
        let count = 1;
        Self {
            first,
            second,
            third,
            count,
        }
    }

    /// Returns the scores of a lane; lanes beyond the last repeat it.
    pub(super) fn scores(&self, lane: usize) -> [usize; 3] {
        let lane = lane.min(self.count - 1);
        [self.first - lane, self.second, self.third + lane]
    }
}

/// Returns scores as the player sees them who is in turn after so many others.
pub(super) const fn rotated<T: Copy>([a, b, c]: [T; 3], turn: usize) -> [T; 3] {
    match turn {
        0 => [a, b, c],
        1 => [b, c, a],
        _ => [c, a, b],
    }
}
