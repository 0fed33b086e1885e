//! Triples of scores that are worked out together.

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
    /// Returns the blocks of a sum: triples in which the second score is the smallest, by that and the third.
    pub(super) fn all(goal: usize, sum: usize) -> Vec<Self> {
        let mut blocks = Vec::new();
        for second in 0..=(sum / 3).min(goal - 1) {
            let rest = sum - second;
            let lowest = second.max((rest + 1).saturating_sub(goal));
            let highest = (rest - second).min(goal - 1);
            for third in (lowest..=highest).step_by(LANES) {
                let count = (highest + 1 - third).min(LANES);
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

    /// Returns the scores of a lane; lanes beyond the last repeat it.
    pub(super) fn scores(&self, lane: usize) -> [usize; 3] {
        let lane = lane.min(self.count - 1);
        [self.first - lane, self.second, self.third + lane]
    }
}

/// Returns scores as the player sees them who is in turn after so many others.
pub(super) const fn rotated([a, b, c]: [usize; 3], turn: usize) -> [usize; 3] {
    match turn {
        0 => [a, b, c],
        1 => [b, c, a],
        _ => [c, a, b],
    }
}
