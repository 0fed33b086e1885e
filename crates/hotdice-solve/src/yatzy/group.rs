//! Some sheets of a level side by side, and what comes after their turn.

use hotdice_games::yatzy::HUNDRED;

use super::boxes::{Effect, Filled, SolverBox, each};
use super::layout::{Layout, Sheet};
use super::turn::Outlook;
use super::worth::{Mean, Worth};

/// `N` sheets with the same number of filled boxes, valued by expected points.
#[derive(Clone, Copy)]
pub(super) struct Group<'a, const N: usize> {
    layout: &'a Layout,
    sheets: [Sheet; N],
    /// The values of the next level.
    later: &'a [f64],
    /// The boxes that are open on any sheet.
    open: Filled,
    jokers: bool,
    /// Where each sheet stands among those with the same filled boxes, once a box is filled that changes nothing else.
    offset: [usize; N],
}

impl<'a, const N: usize> Group<'a, N> {
    #[inline(always)]
    pub(super) fn new(layout: &'a Layout, sheets: [Sheet; N], later: &'a [f64]) -> Self {
        let mut group = Self {
            layout,
            sheets,
            later,
            open: 0,
            jokers: false,
            offset: [0; N],
        };
        for (sheet, offset) in sheets.iter().zip(&mut group.offset) {
            group.open |= layout.open(sheet);
            group.jokers |= layout.has_jokers(sheet);
            *offset = layout.offset_later(sheet);
        }
        group
    }

    /// Returns what comes after each sheet when a box is filled that changes nothing else.
    #[inline(always)]
    fn plain(&self, place: usize, rolls: usize) -> Mean<N> {
        let mut after = Mean::NEVER;
        for (lane, sheet) in self.sheets.iter().enumerate() {
            if sheet.filled >> place & 1 == 0 {
                let start = self.layout.start(sheet.filled | 1 << place);
                let rolls = rolls * self.layout.classes(sheet.filled);
                after.0[lane] = self.later[start + rolls + self.offset[lane]];
            }
        }
        after
    }

    /// Looks up what comes after each sheet for everything that an upper box can pay.
    #[inline(always)]
    fn upper(&self, place: usize, rolls: usize, after: &mut [Mean<N>]) {
        let layout = self.layout;
        let pays = &layout.boxes.all[place].pays;
        for (lane, sheet) in self.sheets.iter().enumerate() {
            if sheet.filled >> place & 1 == 1 {
                after
                    .iter_mut()
                    .for_each(|after| after.0[lane] = f64::NEG_INFINITY);
                continue;
            }
            let filled = sheet.filled | 1 << place;
            let row = &self.later[layout.row(&Sheet { filled, ..*sheet }, rolls)..];
            let classes = layout.class_row(filled);
            for (after, paid) in after.iter_mut().zip(pays) {
                let sum = layout.upper.capped(sheet.sum + usize::from(paid.points));
                after.0[lane] = row[usize::from(classes[sum])];
            }
        }
    }

    /// Looks up what comes after each sheet for everything that the box for equal dice can pay.
    #[inline(always)]
    fn equal(&self, place: usize, rolls: usize, after: &mut [Mean<N>]) {
        let pays = &self.layout.boxes.all[place].pays;
        for (after, paid) in after.iter_mut().zip(pays) {
            *after = Mean::NEVER;
            for (lane, sheet) in self.sheets.iter().enumerate() {
                if sheet.filled >> place & 1 == 0 {
                    after.0[lane] = self.later(sheet, place, paid.points, rolls);
                }
            }
        }
    }

    #[inline(always)]
    fn later(&self, sheet: &Sheet, place: usize, points: u16, rolls: usize) -> f64 {
        let after = self.layout.after(sheet, place, points);
        self.later[self.layout.index(&after, rolls)]
    }

    /// Returns what a joker is worth on one sheet.
    fn joker_on(&self, sheet: &Sheet, face: usize, rolls: usize) -> Option<f64> {
        let jokers = self.layout.boxes.jokers.as_ref()?;
        let wild = jokers.wild(self.layout.open(sheet), face);
        let rank = jokers.ranks[face];
        let on_top = if sheet.hundreds { HUNDRED } else { 0 };
        let worth = each(wild.allowed).map(|place| {
            let points = self.layout.boxes.all[place].pay(rank, wild.fits);
            f64::from(points + on_top) + self.later(sheet, place, points, rolls)
        });
        worth.reduce(f64::max)
    }
}

impl<const N: usize> Outlook<Mean<N>> for Group<'_, N> {
    #[inline(always)]
    fn open(&self) -> Filled {
        self.open
    }

    #[inline(always)]
    fn look_up(&self, place: usize, rolls: usize, after: &mut [Mean<N>]) {
        match self.layout.boxes.all[place].effect {
            Effect::None => after[0] = self.plain(place, rolls),
            Effect::Upper => self.upper(place, rolls, after),
            Effect::Jokers => self.equal(place, rolls, after),
        }
    }

    #[inline(always)]
    fn option(&self, place: usize, nth: usize, after: &[Mean<N>]) -> Mean<N> {
        let SolverBox { effect, pays, .. } = &self.layout.boxes.all[place];
        let after = match effect {
            Effect::None => after[0],
            Effect::Upper | Effect::Jokers => after[nth],
        };
        after.with(pays[nth].points)
    }

    #[inline(always)]
    fn joker(&self, face: usize, rolls: usize, usual: Mean<N>) -> Mean<N> {
        let mut worth = usual;
        if self.jokers {
            for (lane, sheet) in self.sheets.iter().enumerate() {
                if self.layout.has_jokers(sheet) {
                    let joker = self.joker_on(sheet, face, rolls);
                    worth.0[lane] = joker.unwrap_or(worth.0[lane]);
                }
            }
        }
        worth
    }
}
