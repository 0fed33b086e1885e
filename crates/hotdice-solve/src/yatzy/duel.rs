//! Two players who both play to win, worked out exactly.
//!
//! All that counts beside the two sheets is how far one is ahead of the other, so a state is a pair of sheets and a row of leads.
//! The chance of whoever moves is the best that a turn can do against the chance of the other after it; turns alternate and every
//! turn fills a box, so one pass from the end is enough, whatever the rules of the sheet.

use super::layout::{Layout, SheetState};
use super::levels::LANES;
use super::paths::{PathSheet, Paths};
use super::rows::{Row, RowScratch, Totals, row_before};
use super::worth::Mean;
use crate::parallel::map_with;
use crate::{Stopped, Watch};

/// The chances of two players from one pair of sheets on.
#[derive(Debug)]
pub(super) struct DuelTable {
    /// Of the player who moves first, and of the other.
    paths: [Paths; 2],
    /// How many points the first is ahead.
    lead: i32,
    /// For each turn and each pair of sheets, those of whoever moves first: the chance of the one who has just moved, by how far it is ahead.
    turns: Vec<Vec<Row>>,
}

/// A sheet and the rolls saved.
pub(super) type SheetAndRolls = (SheetState, usize);

impl DuelTable {
    /// Works out the chances of two players, the first of whom moves and is so many points ahead, bonuses aside.
    ///
    /// Nothing if that takes more than `most` values.
    ///
    /// # Errors
    /// When `watch` stops it.
    pub(super) fn within(
        layout: &Layout,
        players: [SheetAndRolls; 2],
        lead: i32,
        most: usize,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, Stopped> {
        let [one, other] =
            players.map(|(sheet, saved)| Paths::within(layout, sheet, saved, most / 256));
        let (Some(one), Some(other)) = (one, other) else {
            return Ok(None);
        };
        let mut table = Self {
            paths: [one, other],
            lead,
            turns: Vec::new(),
        };
        let all = table.values(most);
        if all > most {
            return Ok(None);
        }
        table.turns.resize_with(table.len() + 1, Vec::new);
        let mut done = 0;
        for turn in (0..=table.len()).rev() {
            watch.go_on()?;
            let pairs: Vec<_> = table.pairs(turn).collect();
            let rows = map_with(pairs, |room, (mover, other)| {
                table.row(layout, room, turn, mover, other).of_the_other()
            });
            done += rows.len();
            table.turns[turn] = rows;
            watch.progress(done as u64, all as u64);
        }
        Ok(Some(table))
    }

    /// Returns how many turns there are.
    pub(super) fn len(&self) -> usize {
        self.paths[0].len() + self.paths[1].len()
    }

    /// Returns how many values there are, or some number above `most`.
    fn values(&self, most: usize) -> usize {
        let mut values = 0;
        for turn in 0..self.len() {
            for (mover, other) in self.pairs(turn) {
                values += self.leads(turn, mover, other).len();
                if values > most {
                    return values;
                }
            }
        }
        values
    }

    /// Returns the sheets of whoever moves in a turn, and of the other.
    pub(super) fn sheets(&self, turn: usize) -> (&[PathSheet], &[PathSheet]) {
        let [mover, other] = [turn % 2, (turn + 1) % 2].map(|who| &self.paths[who]);
        (mover.after(turn / 2), other.after(turn.div_ceil(2)))
    }

    pub(super) fn pairs(&self, turn: usize) -> impl Iterator<Item = (usize, usize)> {
        let (movers, others) = self.sheets(turn);
        let others = others.len();
        (0..movers.len()).flat_map(move |mover| (0..others).map(move |other| (mover, other)))
    }

    /// Returns how far whoever moves can be ahead with these sheets while nothing is decided.
    pub(super) fn leads(&self, turn: usize, mover: usize, other: usize) -> Totals {
        let (movers, others) = self.sheets(turn);
        let (mover, other) = (&movers[mover], &others[other]);
        let open = Totals {
            first: other.ahead.least - mover.ahead.most - 1,
            last: other.ahead.most - mover.ahead.least + 1,
        };
        Totals::both(self.possible(turn, mover, other), open)
    }

    /// Returns how far whoever moves can be ahead with these sheets.
    fn possible(&self, turn: usize, mover: &PathSheet, other: &PathSheet) -> Totals {
        let lead = if turn.is_multiple_of(2) {
            self.lead
        } else {
            -self.lead
        };
        Totals {
            first: lead + mover.gained.least - other.gained.most,
            last: lead + mover.gained.most - other.gained.least,
        }
    }

    /// Works out the chance of whoever moves, by how far it is ahead.
    pub(super) fn row(
        &self,
        layout: &Layout,
        room: &mut RowScratch<Mean<LANES>>,
        turn: usize,
        mover: usize,
        other: usize,
    ) -> Row {
        let leads = self.leads(turn, mover, other);
        let (movers, others) = self.sheets(turn);
        if turn == self.len() {
            let bonus = |side: &PathSheet| i32::from(layout.bonus(&side.sheet));
            let more = bonus(&movers[mover]) - bonus(&others[other]);
            return Row::new(leads, |lead| share(lead + more));
        }
        row_before(layout, room, &movers[mover], leads, |after, saved, lead| {
            self.after(layout, turn, other, after, saved).from(lead)
        })
    }

    /// Returns the chances of whoever moves in a turn, once it has written.
    pub(super) fn after(
        &self,
        layout: &Layout,
        turn: usize,
        other: usize,
        sheet: &SheetState,
        saved: usize,
    ) -> &Row {
        &self.turns[turn + 1][self.place_after(layout, turn, other, sheet, saved)]
    }

    /// Returns where these chances stand among those of the next turn.
    pub(super) fn place_after(
        &self,
        layout: &Layout,
        turn: usize,
        other: usize,
        sheet: &SheetState,
        saved: usize,
    ) -> usize {
        let own = &self.paths[turn % 2];
        let turns = turn / 2 + 1;
        other * own.after(turns).len() + own.at(layout, turns, sheet, saved)
    }

    /// Finds a pair of sheets, of whoever moves and of the other; nothing if it does not come up with that lead.
    pub(super) fn find<'a>(
        &'a self,
        layout: &'a Layout,
        players: [SheetAndRolls; 2],
        lead: i32,
    ) -> Option<DuelTurn<'a>> {
        let open = |(sheet, _): SheetAndRolls| layout.open(&sheet).count_ones() as usize;
        let turn = self
            .len()
            .checked_sub(open(players[0]) + open(players[1]))?;
        let find = |who: usize, turns: usize| {
            let (sheet, saved) = players[who];
            self.paths[(turn + who) % 2].find(layout, turns, &sheet, saved)
        };
        let (mover, other) = (find(0, turn / 2)?, find(1, turn.div_ceil(2))?);
        let (movers, others) = self.sheets(turn);
        let Totals { first, last } = self.possible(turn, &movers[mover], &others[other]);
        (first..=last).contains(&lead).then_some(DuelTurn {
            table: self,
            layout,
            turn,
            other,
            lead,
        })
    }
}

/// One turn of a duel.
pub(super) struct DuelTurn<'a> {
    table: &'a DuelTable,
    layout: &'a Layout,
    turn: usize,
    other: usize,
    lead: i32,
}

impl DuelTurn<'_> {
    /// Returns the chance of whoever moves, once it has written some points.
    pub(super) fn after(&self, sheet: &SheetState, saved: usize, points: u16) -> f64 {
        let row = self
            .table
            .after(self.layout, self.turn, self.other, sheet, saved);
        row.at(self.lead + i32::from(points))
    }
}

/// Returns the share of the win of somebody who is so many points ahead of one other at the end.
pub(super) fn share(lead: i32) -> f64 {
    match lead {
        ..0 => 0.0,
        0 => 0.5,
        1.. => 1.0,
    }
}
