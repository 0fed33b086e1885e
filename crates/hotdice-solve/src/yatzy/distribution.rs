//! How likely every final score is, under the play with the highest mean.
//!
//! Goes forward from the start: each state that perfect play can come to carries the chance of every number of points
//! that were written on the way there.

use std::collections::BTreeMap;

use super::layout::{Layout, SheetState};
use super::levels::LANES;
use super::policy::{KeepChoice, Policy};
use super::solved::Solved;
use crate::parallel::map;
use crate::{Stopped, Watch};

/// How likely every final score is.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    chances: Vec<f64>,
    /// The chance of fewer points, for each of these and one more.
    below: Vec<f64>,
}

impl Distribution {
    /// Returns the chance of every score, from 0 up to the highest that can come.
    #[must_use]
    pub fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// Returns the chance of that many points or more.
    #[must_use]
    pub fn at_least(&self, points: usize) -> f64 {
        let from = points.min(self.chances.len());
        self.chances[from..].iter().rev().sum()
    }

    /// Returns the chance of fewer points.
    #[must_use]
    pub fn below(&self, points: usize) -> f64 {
        self.below[points.min(self.chances.len())]
    }

    /// Returns the expected points.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.expected(|points| points)
    }

    /// Returns the standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        self.expected(|points| (points - mean) * (points - mean))
            .sqrt()
    }

    fn expected(&self, of: impl Fn(f64) -> f64) -> f64 {
        let scores = self.chances.iter().enumerate();
        scores
            .map(|(points, chance)| chance * of(points as f64))
            .sum()
    }
}

/// How many states are worked on together, so that not all their turns are in memory at once.
const BATCH: usize = 1 << 14;

/// A state at the start of a turn that perfect play can come to.
#[derive(Clone, Debug)]
struct Reached {
    sheet: SheetState,
    saved: usize,
    scores: ScoreChances,
}

/// How likely it is to come somewhere with so many points.
#[derive(Clone, Debug, Default)]
struct ScoreChances {
    /// The points of the first chance.
    first: usize,
    chances: Vec<f64>,
}

/// One way in which a turn ends.
#[derive(Clone, Copy, Debug)]
struct TurnEnd {
    sheet: SheetState,
    saved: usize,
    points: usize,
    chance: f64,
}

/// All states of a level that perfect play can come to, by their place in the table.
type Front = BTreeMap<usize, Reached>;

impl Solved {
    /// Returns how likely every final score is under the play with the highest expected points.
    ///
    /// Where two choices are worth the same, the one is taken that [`Solved::simulate`] takes.
    ///
    /// # Errors
    /// When `watch` stops it.
    pub fn distribution(&self, watch: &dyn Watch) -> Result<Distribution, Stopped> {
        self.distribution_from(&SheetState::EMPTY, 0, watch)
    }

    /// Returns how likely every number of points is that the rest of a sheet brings.
    pub(super) fn distribution_from(
        &self,
        sheet: &SheetState,
        saved: usize,
        watch: &dyn Watch,
    ) -> Result<Distribution, Stopped> {
        let start = Reached {
            sheet: *sheet,
            saved,
            scores: ScoreChances {
                first: 0,
                chances: vec![1.0],
            },
        };
        let mut front = Front::from([(0, start)]);
        let turns = self.layout.boxes.all.len();
        for filled in sheet.filled.count_ones() as usize..turns {
            front = self.next_front(&front, filled, watch)?;
            watch.progress(filled as u64 + 1, turns as u64);
        }
        Ok(self.final_scores(&front))
    }

    fn next_front(
        &self,
        front: &Front,
        filled: usize,
        watch: &dyn Watch,
    ) -> Result<Front, Stopped> {
        let mut next = Front::new();
        let reached: Vec<&Reached> = front.values().collect();
        for batch in reached.chunks(BATCH) {
            watch.go_on()?;
            let shares: Vec<&[&Reached]> = batch.chunks(LANES * 32).collect();
            let ends = map(shares, |share| self.ends_of(share, filled));
            for (from, ends) in batch.iter().zip(ends.iter().flatten()) {
                for end in ends {
                    let place = self.layout.index(&end.sheet, end.saved);
                    let to = next.entry(place).or_insert_with(|| Reached::at(end));
                    to.scores.add(&from.scores, end.points, end.chance);
                }
            }
        }
        Ok(next)
    }

    /// Returns every way in which the turns of some states end.
    fn ends_of(&self, share: &[&Reached], filled: usize) -> Vec<Vec<TurnEnd>> {
        let layout = &self.layout;
        let most = layout.rolls - 1 + layout.levels[filled].saved - 1;
        let mut policy = Policy::new(layout, most);
        let mut ends = Vec::new();
        for lanes in share.chunks(LANES) {
            let mut sheets = [lanes[0].sheet; LANES];
            for (sheet, reached) in sheets.iter_mut().zip(lanes) {
                *sheet = reached.sheet;
            }
            policy.work_out(layout, sheets, &self.levels[filled + 1]);
            let lanes = lanes.iter().enumerate();
            ends.extend(lanes.map(|(lane, reached)| turn_ends(layout, &policy, lane, reached)));
        }
        ends
    }

    fn final_scores(&self, front: &Front) -> Distribution {
        let mut all = ScoreChances::default();
        for reached in front.values() {
            let bonus = usize::from(self.layout.bonus(&reached.sheet));
            all.add(&reached.scores, bonus, 1.0);
        }
        let mut chances = vec![0.0; all.first];
        chances.append(&mut all.chances);
        let mut sum = 0.0;
        let sums = chances.iter().map(|chance| {
            sum += chance;
            sum
        });
        Distribution {
            below: std::iter::once(0.0).chain(sums).collect(),
            chances,
        }
    }
}

impl Reached {
    fn at(end: &TurnEnd) -> Self {
        Self {
            sheet: end.sheet,
            saved: end.saved,
            scores: ScoreChances::default(),
        }
    }
}

impl ScoreChances {
    /// Adds a share of other scores, each with some more points.
    fn add(&mut self, other: &Self, points: usize, share: f64) {
        let first = other.first + points;
        self.make_room(first, first + other.chances.len());
        let mine = &mut self.chances[first - self.first..];
        for (mine, chance) in mine.iter_mut().zip(&other.chances) {
            *mine += share * chance;
        }
    }

    fn make_room(&mut self, first: usize, end: usize) {
        if self.chances.is_empty() {
            self.first = first;
        }
        if first < self.first {
            let more = self.first - first;
            self.chances.splice(..0, std::iter::repeat_n(0.0, more));
            self.first = first;
        }
        let length = self.chances.len().max(end - self.first);
        self.chances.resize(length, 0.0);
    }
}

/// Follows all rolls of a turn at once, and returns every way in which it ends.
fn turn_ends(layout: &Layout, policy: &Policy, lane: usize, reached: &Reached) -> Vec<TurnEnd> {
    let lattice = &layout.lattice;
    let full = lattice.full();
    let mut chances = vec![0.0; full];
    chances.extend(lattice.odds());
    let mut ends = BTreeMap::new();
    for rolls in (0..layout.rolls + reached.saved).rev() {
        choose(layout, policy, lane, rolls, &mut chances);
        for (rank, chance) in chances[full..].iter_mut().enumerate() {
            if *chance > 0.0 {
                let written = policy.written(layout, &reached.sheet, lane, rolls, rank);
                let saved = if layout.saves { rolls } else { 0 };
                let end = ends.entry((written.place, written.points, saved));
                let end = end.or_insert_with(|| TurnEnd {
                    sheet: layout.after(&reached.sheet, written.place, written.written),
                    saved,
                    points: usize::from(written.points),
                    chance: 0.0,
                });
                end.chance += std::mem::take(chance);
            }
        }
        roll_on(layout, &mut chances);
    }
    ends.into_values().collect()
}

/// Passes the chance of every handful down to the part of it that is kept.
fn choose(layout: &Layout, policy: &Policy, lane: usize, rolls: usize, chances: &mut [f64]) {
    for keep in (0..chances.len()).rev() {
        if chances[keep] > 0.0
            && let KeepChoice::Part(part) = policy.choice(layout, lane, rolls, keep)
        {
            chances[part] += std::mem::take(&mut chances[keep]);
        }
    }
}

/// Passes the chance of every handful that is kept up to the rolls that can come of it.
fn roll_on(layout: &Layout, chances: &mut [f64]) {
    for keep in 0..layout.lattice.full() {
        let chance = std::mem::take(&mut chances[keep]) / 6.0;
        if chance > 0.0 {
            for &more in layout.lattice.more(keep) {
                chances[usize::from(more)] += chance;
            }
        }
    }
}
