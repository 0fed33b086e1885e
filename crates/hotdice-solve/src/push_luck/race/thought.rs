//! What the totals of one turn are worth, worked out from the start-of-turn chances and remembered for the next question.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Race;
use super::chase::{chased, share};
use super::side::RaceTurns;
use crate::push_luck::turn::{SPOTS, Scratch};

/// All that the values of a turn depend on; scores are in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnStart {
    /// The score of the player in turn.
    pub(super) mine: usize,
    /// The score of the other.
    pub(super) yours: usize,
    /// How often both have bust in a row.
    pub(super) busts: [usize; 2],
    /// Whether the other has closed the game.
    pub(super) is_last: bool,
}

/// What the totals of a turn are worth from some total on.
#[derive(Debug)]
pub(super) struct TurnValues {
    pub(super) first: usize,
    pub(super) worths: Vec<TotalValues>,
}

impl TurnValues {
    /// Tells whether it knows all of these totals.
    pub(super) fn knows(&self, totals: &RangeInclusive<usize>) -> bool {
        self.first <= *totals.start() && *totals.end() < self.first + self.worths.len()
    }

    /// Returns how many bytes it takes.
    fn bytes(&self) -> usize {
        bytes(self.worths.capacity())
    }

    /// Returns what a total is worth.
    pub(super) fn at(&self, total: usize) -> &TotalValues {
        &self.worths[total - self.first]
    }
}

/// What one total is worth: as chances, or by their places among others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TotalValues<T = f64> {
    /// To those who bank it, if they may.
    pub(super) bank: T,
    /// To those who roll one to six dice.
    pub(super) rolls: [T; 6],
}

/// The turns that were asked about last, the latest first.
///
/// A clone begins without any.
#[derive(Debug, Default)]
pub(super) struct LastTurns(Mutex<Vec<(TurnStart, Arc<TurnValues>)>>);

/// How many turns are remembered: those of a few who ask about games of their own.
const MOST_TURNS: usize = 8;

/// How many bytes they take at most. A turn that takes more by itself is worked out for every question.
const MOST_BYTES: usize = 1 << 20;

/// Returns how many bytes it takes to remember so many totals of a turn.
const fn bytes(totals: usize) -> usize {
    totals * size_of::<TotalValues>() + size_of::<(TurnStart, TurnValues)>()
}

impl Clone for LastTurns {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl LastTurns {
    /// Returns what is remembered of a turn, if that is enough to know these totals.
    fn find(&self, start: TurnStart, totals: &RangeInclusive<usize>) -> Option<Arc<TurnValues>> {
        let mut turns = self.turns();
        let is_known =
            |(known, values): &(_, Arc<TurnValues>)| *known == start && values.knows(totals);
        let place = turns.iter().position(is_known)?;
        turns[..=place].rotate_right(1);
        Some(turns[0].1.clone())
    }

    /// Remembers a turn, and forgets those for which there is no room beside it.
    fn keep(&self, start: TurnStart, values: Arc<TurnValues>) {
        let mut turns = self.turns();
        turns.insert(0, (start, values));
        let mut bytes = 0;
        let fitting = turns.iter().take(MOST_TURNS).take_while(|(_, values)| {
            bytes += values.bytes();
            bytes <= MOST_BYTES
        });
        let fitting = fitting.count();
        turns.truncate(fitting);
    }

    /// Returns how many bytes the remembered turns take.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.turns().iter().map(|(_, values)| values.bytes()).sum()
    }

    fn turns(&self) -> MutexGuard<'_, Vec<(TurnStart, Arc<TurnValues>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Race {
    /// Returns how many bytes a solved race takes at most beside its table, to remember what it was asked last.
    #[must_use]
    pub fn bytes_remembered(&self) -> usize {
        MOST_BYTES.min(MOST_TURNS * bytes(2 * self.turns.depth + 1))
    }

    /// Returns what every total of a turn is worth to which one choice can lead from `total`.
    pub(super) fn thought(&self, start: TurnStart, total: usize) -> Arc<TurnValues> {
        let depth = self.turns.depth;
        let totals = total..=total + depth;
        self.last.find(start, &totals).unwrap_or_else(|| {
            // A little further on, so that the next question about this turn is answered too.
            let values = Arc::new(self.think(start, total..=total + 2 * depth));
            self.last.keep(start, values.clone());
            values
        })
    }

    /// Works out what some totals of a turn are worth.
    pub(super) fn think(&self, start: TurnStart, totals: RangeInclusive<usize>) -> TurnValues {
        let TurnStart {
            mine,
            yours,
            busts: [my_busts, your_busts],
            is_last,
        } = start;
        let turns = &self.turns;
        let first = *totals.start();
        let worths = |levels: &[[f64; 1]], bust: f64, bank: &dyn Fn(usize) -> f64| {
            let worth = |total: usize| TotalValues {
                bank: bank(total),
                rolls: turns
                    .rolled(&levels[(total - first) * SPOTS..], [bust])
                    .map(|[value]| value),
            };
            totals.clone().map(worth).collect()
        };
        let worths = if is_last {
            // What is further ahead than any last turn comes is as good as out of reach from all of these totals.
            let furthest = totals.end() + self.grids[0].longest_lead();
            let ahead = yours.saturating_sub(mine).min(furthest);
            let least = self.grids[0].least[usize::from(mine != 0)];
            let levels = chased(turns, ahead, least, totals.clone());
            worths(&levels, 0.0, &|total| share(total, ahead))
        } else {
            let bust = self.after_bust(mine, yours, my_busts, your_busts);
            let grid = self.grid(your_busts, 0);
            let side = RaceTurns::new(turns, grid, mine + yours, yours as isize, [true]);
            let mut scratch = Scratch::default();
            let levels = side.fill(totals.clone(), [bust], &mut scratch);
            worths(levels, bust, &|total| side.bank(total).pays[0])
        };
        TurnValues { first, worths }
    }
}
