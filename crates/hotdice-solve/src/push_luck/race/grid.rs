//! The chances of two players at the start of a turn, laid out by the sum of their scores.

use std::ops::{Range, RangeInclusive};

use hotdice_games::push_luck::End;

use super::chase::Chase;
use crate::push_luck::rules::SolverRules;
use crate::push_luck::turn::{SimdLanes, Turns};

/// The room on both sides of a row, for lanes that hang over its ends.
const MARGIN: usize = 8;

/// The chance to win at the start of a turn, in rows of equal sums of scores.
///
/// Within a row, the place is the score of the player in turn; the other's score is the rest. Where the other has reached the
/// target the row tells the chance in the last turn, or 0. So a player who banks moves up the rows in one column, and
/// neighbours in a row can be read as lanes.
#[derive(Clone, Debug)]
pub(in crate::push_luck) struct Grid {
    goal: usize,
    stride: usize,
    rows: usize,
    chances: Vec<f64>,
    pub(super) end: End,
    /// The least total to bank for a player without points, and for others.
    pub(super) least: [usize; 2],
    pub(super) chase: Chase,
}

impl Grid {
    /// Returns how many bytes a grid takes.
    pub(in crate::push_luck) fn bytes(rules: &SolverRules, turns: &Turns) -> u128 {
        let goal = u128::from(rules.target.div_ceil(turns.step));
        let chase = Chase::of(rules, turns).longest() as u128;
        (2 * goal + chase + 1) * (goal + 2 * MARGIN as u128) * size_of::<f64>() as u128
    }

    /// Returns a grid in which only the ends of the race are known.
    pub(in crate::push_luck) fn new(rules: &SolverRules, turns: &Turns) -> Self {
        let steps = |points: u32| points.div_ceil(turns.step) as usize;
        let goal = steps(rules.target);
        let chase = Chase::of(rules, turns);
        let rows = 2 * goal + chase.longest() + 1;
        let stride = goal + 2 * MARGIN;
        let mut grid = Self {
            goal,
            stride,
            rows,
            chances: vec![0.0; rows * stride],
            end: rules.end,
            least: rules.least.map(steps),
            chase,
        };
        let chase = grid.chase.clone();
        grid.fill_ends(0..goal, |ahead| chase.chance(ahead));
        grid
    }

    /// Fills in the chances in the last turn of players with some scores, by what they are behind.
    pub(in crate::push_luck) fn fill_ends(
        &mut self,
        scores: Range<usize>,
        chance: impl Fn(usize) -> f64,
    ) {
        for sum in self.goal..self.rows {
            let below = scores.end.min(sum - self.goal + 1);
            for mine in scores.start..below {
                self.chances[sum * self.stride + MARGIN + mine] = chance(sum - 2 * mine);
            }
        }
    }

    /// Returns the smallest lead that nobody overtakes in the last turn.
    pub(in crate::push_luck) fn longest_lead(&self) -> usize {
        self.chase.longest()
    }

    /// Returns the steps that win.
    pub(in crate::push_luck) fn goal(&self) -> usize {
        self.goal
    }

    /// Tells whether there is a pair of scores below the target with this sum and this smaller score.
    pub(super) fn has_pair(&self, sum: usize, smaller: usize) -> bool {
        2 * smaller <= sum && sum - smaller < self.goal
    }

    /// Returns the chance of the player in turn, who has `mine`, against one who has `yours`.
    pub(in crate::push_luck) fn at(&self, mine: usize, yours: usize) -> f64 {
        self.at_sum(mine + yours, mine)
    }

    /// Returns the chance of a player in turn who has `mine`, at one sum of scores.
    pub(in crate::push_luck) fn at_sum(&self, sum: usize, mine: usize) -> f64 {
        self.lanes::<1>(sum, mine as isize)[0]
    }

    pub(in crate::push_luck) fn set(&mut self, mine: usize, yours: usize, chance: f64) {
        self.chances[(mine + yours) * self.stride + MARGIN + mine] = chance;
    }

    /// Visits all chances of players below the target, in the order in which they are kept.
    pub(super) fn below_target(&self) -> impl Iterator<Item = f64> {
        let rows = self.chances.chunks_exact(self.stride);
        let rows = std::iter::zip(0..2 * self.goal - 1, rows);
        rows.flat_map(|(sum, row)| row[places(self.goal, sum)].iter().copied())
    }

    /// Visits the places of the chances that [`Grid::below_target`] visits.
    pub(super) fn below_target_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        let (goal, stride) = (self.goal, self.stride);
        let rows = self.chances.chunks_exact_mut(stride);
        let rows = std::iter::zip(0..2 * goal - 1, rows);
        rows.flat_map(move |(sum, row)| &mut row[places(goal, sum)])
    }

    /// Returns the chances of players in turn with `mine`, `mine` + 1 and so on, at one sum of scores.
    ///
    /// Lanes may hang over the ends of the row by less than their number; what they show there means nothing.
    #[inline(always)]
    pub(super) fn lanes<const L: usize>(&self, sum: usize, mine: isize) -> SimdLanes<L> {
        if sum >= self.rows {
            return [0.0; L];
        }
        let place = (sum * self.stride + MARGIN).wrapping_add_signed(mine);
        let mut lanes = [0.0; L];
        lanes.copy_from_slice(&self.chances[place..][..L]);
        lanes
    }
}

/// Returns where in its row the chances of players below the target are, at one sum of scores.
fn places(goal: usize, sum: usize) -> RangeInclusive<usize> {
    let lowest = (sum + 1).saturating_sub(goal);
    MARGIN + lowest..=MARGIN + sum.min(goal - 1)
}
