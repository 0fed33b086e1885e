//! The part of a race of three that is solved: all scores from a corner up.
//!
//! Scores never fall, so what is solved from the scores of three players up is all that can follow, and near the target that is
//! little. From the start of the game all seats have the same lowest score; then a triple and its rotations are one problem,
//! whichever seat begins, and one layer holds them all.

use super::block::rotated;

/// Where a solved race begins, and where its values stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::push_luck) struct Corner {
    /// The steps that win.
    pub(super) goal: usize,
    /// The lowest score of each seat.
    pub(super) from: [usize; 3],
}

impl Corner {
    /// Tells whether all seats have the same lowest score.
    pub(super) fn is_even(&self) -> bool {
        self.from[0] == self.from[1] && self.from[1] == self.from[2]
    }

    /// Returns how many scores each seat can have.
    pub(super) fn widths(&self) -> [usize; 3] {
        self.from.map(|from| self.goal - from)
    }

    /// Returns how many starts of turns there are.
    pub(in crate::push_luck) fn turns(&self) -> usize {
        let layers = if self.is_even() { 1 } else { 3 };
        layers * self.widths().iter().product::<usize>()
    }

    /// Tells whether these scores of the seats, from the first on, are part of it.
    pub(super) fn covers(&self, scores: [usize; 3]) -> bool {
        let mut each = std::iter::zip(scores, self.from);
        each.all(|(score, from)| (from..self.goal).contains(&score))
    }

    /// Returns where the value of the turn of a seat stands, by its own score and those of the next two.
    #[inline(always)]
    pub(super) fn place(&self, seat: usize, [a, b, c]: [usize; 3]) -> usize {
        let [from_a, from_b, from_c] = rotated(self.from, seat);
        let (wide_b, wide_c) = (self.goal - from_b, self.goal - from_c);
        let layer = if self.is_even() {
            0
        } else {
            seat * (self.goal - from_a) * wide_b * wide_c
        };
        layer + ((a - from_a) * wide_b + b - from_b) * wide_c + c - from_c
    }
}
