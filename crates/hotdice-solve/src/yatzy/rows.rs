//! Values for totals that follow each other, worked out side by side.
//!
//! Who plays to win does not play for points, so points are part of the state. All totals of one sheet go through the same
//! turn: a vector holds consecutive totals, and what comes after a turn is a vector that starts some points further on.

use pulp::NullaryFnOnce;

use super::choices::Choices;
use super::layout::{Layout, SheetState};
use super::levels::LANES;
use super::paths::PathSheet;
use super::turn::TurnScratch;
use super::worth::{Mean, SimdWorth};
use crate::processor;

/// What totals that follow each other are worth. Lower ones are worth what the first is, higher ones what the last is.
#[derive(Clone, Debug)]
pub(super) struct Row {
    first: i32,
    values: Vec<f64>,
}

impl Row {
    /// Returns the values of the totals from a first one on.
    pub(super) const fn of(first: i32, values: Vec<f64>) -> Self {
        Self { first, values }
    }

    /// Returns the values of these totals.
    pub(super) fn new(totals: Totals, value: impl FnMut(i32) -> f64) -> Self {
        Self {
            first: totals.first,
            values: (totals.first..=totals.last).map(value).collect(),
        }
    }

    /// Returns the value of a total.
    #[inline(always)]
    pub(super) fn at(&self, total: i32) -> f64 {
        let last = self.values.len() as i32 - 1;
        self.values[total.saturating_sub(self.first).clamp(0, last) as usize]
    }

    /// Returns the value between two totals, on the straight line from one to the other.
    #[inline(always)]
    pub(super) fn between(&self, total: f64) -> f64 {
        let below = total.floor();
        let share = total - below;
        let below = below as i32;
        (1.0 - share) * self.at(below) + share * self.at(below.saturating_add(1))
    }

    /// Returns the values of a total and of those that follow it.
    #[inline(always)]
    pub(super) fn from<const N: usize>(&self, total: i32) -> Mean<N> {
        let start = usize::try_from(total - self.first).ok();
        match start.and_then(|start| self.values.get(start..)?.first_chunk()) {
            Some(values) => Mean(*values),
            None => Mean(std::array::from_fn(|lane| self.at(total + lane as i32))),
        }
    }

    /// Returns the same of two who share what there is, as the other sees it.
    pub(super) fn of_the_other(mut self) -> Self {
        let last = self.first + self.values.len() as i32 - 1;
        self.values.reverse();
        for value in &mut self.values {
            *value = 1.0 - *value;
        }
        self.first = -last;
        self
    }
}

/// Totals that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) first: i32,
    pub(super) last: i32,
}

impl Totals {
    /// Returns one total.
    pub(super) const fn one(total: i32) -> Self {
        let (first, last) = (total, total);
        Self { first, last }
    }

    /// Returns those that can come up and are not decided yet; one of them if all are.
    ///
    /// All that can come up beyond the first and the last of `open` are worth what these are. Where the two do not meet, all
    /// that can come up lies beyond one end.
    pub(super) fn both(possible: Self, open: Self) -> Self {
        let first = possible.first.max(open.first).min(possible.last);
        let last = possible.last.min(open.last).max(first);
        Self { first, last }
    }

    /// Returns how many there are.
    pub(super) const fn len(self) -> usize {
        (self.last - self.first) as usize + 1
    }
}

/// Scratch memory for a turn, reused from row to row: allocating it would take as long as computing a short row.
pub(super) type RowScratch<W> = Option<TurnScratch<W>>;

/// Returns what totals before a turn are worth, given what they are worth after it: the sheet, the rolls saved, and the first of
/// the totals.
pub(super) fn row_before<F>(
    layout: &Layout,
    room: &mut RowScratch<Mean<LANES>>,
    from: &PathSheet,
    totals: Totals,
    after: F,
) -> Row
where
    F: Fn(&SheetState, usize, i32) -> Mean<LANES>,
{
    let mut row = Row {
        first: totals.first,
        values: Vec::with_capacity(totals.len().next_multiple_of(LANES)),
    };
    rows_before(layout, room, from, totals, after, |worth| {
        row.values.extend(worth.0);
    });
    row.values.truncate(totals.len());
    row
}

/// Calls `done` with what totals before a turn are worth, so many at a time; the last ones may lie beyond the end.
pub(super) fn rows_before<W, F>(
    layout: &Layout,
    room: &mut RowScratch<W>,
    from: &PathSheet,
    totals: Totals,
    after: F,
    done: impl FnMut(W),
) where
    W: SimdWorth,
    F: Fn(&SheetState, usize, i32) -> W,
{
    processor::best().dispatch(RowKernel {
        layout,
        work: room.get_or_insert_with(|| TurnScratch::new(layout)),
        from,
        totals,
        after,
        done,
    });
}

/// The work on a row, to be compiled for every kind of processor.
struct RowKernel<'a, W, F, D> {
    layout: &'a Layout,
    work: &'a mut TurnScratch<W>,
    from: &'a PathSheet,
    totals: Totals,
    after: F,
    done: D,
}

impl<W, F, D> NullaryFnOnce for RowKernel<'_, W, F, D>
where
    W: SimdWorth,
    F: Fn(&SheetState, usize, i32) -> W,
    D: FnMut(W),
{
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            layout,
            work,
            from,
            totals,
            after,
            mut done,
        } = self;
        for first in (totals.first..=totals.last).step_by(LANES) {
            let choices = Choices {
                layout,
                sheet: from.sheet,
                after: |sheet: &_, saved, points| after(sheet, saved, first + i32::from(points)),
            };
            layout.play_turn(&choices, work, from.saved + 1, |saved, worth| {
                if saved == from.saved {
                    done(worth);
                }
            });
        }
    }
}
