//! The best reply of one player to others whose final totals are known as chances.

use super::layout::{Layout, SheetState};
use super::paths::{Gains, PathSheet, Paths};
use super::rows::{Row, Totals, row_before};
use crate::parallel::map_with;

/// What the totals of one player are worth, after every turn that is left.
#[derive(Debug)]
pub(super) struct ReplyTable {
    paths: Paths,
    /// What can be written before the first of these turns.
    written: Totals,
    turns: Vec<Vec<Row>>,
}

impl ReplyTable {
    /// Works out the best play from a sheet with so many points on it, given what final totals are worth; nothing if that takes more
    /// than `most` values.
    pub(super) fn within(
        layout: &Layout,
        (sheet, saved): (SheetState, usize),
        written: Totals,
        most: usize,
        worth: impl FnOnce() -> Row,
    ) -> Option<Self> {
        let paths = Paths::within(layout, sheet, saved, most / 64)?;
        let mut table = Self {
            paths,
            written,
            turns: Vec::new(),
        };
        let turns = table.paths.len();
        let count = |turn| {
            let sheets = table.paths.after(turn).iter();
            sheets
                .map(|from| table.totals(from.gained).len())
                .sum::<usize>()
        };
        if (1..turns).map(count).sum::<usize>() > most {
            return None;
        }
        let worth = worth();
        table.turns.resize_with(turns + 1, Vec::new);
        // What the first turn itself is worth is left to whoever is in the middle of it.
        for turn in (1..=turns).rev() {
            let sheets = table.paths.after(turn).iter().collect();
            table.turns[turn] = map_with(sheets, |room, from: &PathSheet| {
                let totals = table.totals(from.gained);
                if turn == turns {
                    let bonus = from.ahead.most;
                    return Row::new(totals, |total| worth.at(total + bonus));
                }
                row_before(layout, room, from, totals, |after, saved, total| {
                    table.row(layout, turn + 1, after, saved).from(total)
                })
            });
        }
        Some(table)
    }

    fn totals(&self, gained: Gains) -> Totals {
        Totals {
            first: self.written.first + gained.least,
            last: self.written.last + gained.most,
        }
    }

    /// Returns what totals are worth after so many turns.
    pub(super) fn row(
        &self,
        layout: &Layout,
        turns: usize,
        sheet: &SheetState,
        saved: usize,
    ) -> &Row {
        &self.turns[turns][self.paths.at(layout, turns, sheet, saved)]
    }
}
