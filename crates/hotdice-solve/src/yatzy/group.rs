//! Some sheets of a level side by side, and what comes after their turn.

use hotdice_games::yatzy::HUNDRED;

use super::boxes::{Effect, Filled, SolverBox, each};
use super::layout::{Layout, Sheet};
use super::turn::Outlook;
use super::worth::Mean;

/// `N` sheets with the same number of filled boxes, valued by expected points.
#[derive(Clone, Copy)]
pub(super) struct Group<'a, const N: usize> {
    layout: &'a Layout,
    sheets: [Sheet; N],
    /// The values of the next level.
    later: &'a [f64],
    open: Filled,
}

impl<'a, const N: usize> Group<'a, N> {
    #[inline(always)]
    pub(super) fn new(layout: &'a Layout, sheets: [Sheet; N], later: &'a [f64]) -> Self {
        let open = sheets
            .iter()
            .fold(0, |open, sheet| open | layout.open(sheet));
        Self {
            layout,
            sheets,
            later,
            open,
        }
    }

    /// Returns what each sheet is worth once points are written in a box, where it is open.
    #[inline(always)]
    fn after(&self, place: usize, points: u16, rolls: usize) -> [f64; N] {
        self.sheets.map(|sheet| {
            if sheet.filled >> place & 1 == 1 {
                return f64::NEG_INFINITY;
            }
            let after = self.layout.after(&sheet, place, points);
            self.later[self.layout.index(&after, rolls)]
        })
    }

    /// Returns what a joker is worth on one sheet.
    fn joker_on(&self, sheet: &Sheet, face: usize, rolls: usize) -> Option<f64> {
        let jokers = self.layout.boxes.jokers.as_ref()?;
        let wild = jokers.wild(self.layout.open(sheet), face);
        let rank = jokers.ranks[face];
        let on_top = if sheet.hundreds { HUNDRED } else { 0 };
        let worth = each(wild.allowed).map(|place| {
            let points = self.layout.boxes.all[place].pay(rank, wild.fits);
            let after = self.layout.after(sheet, place, points);
            f64::from(points + on_top) + self.later[self.layout.index(&after, rolls)]
        });
        worth.reduce(f64::max)
    }
}

#[inline(always)]
fn add<const N: usize>(points: u16, worth: [f64; N]) -> Mean<N> {
    Mean(worth.map(|worth| f64::from(points) + worth))
}

impl<const N: usize> Outlook<Mean<N>> for Group<'_, N> {
    #[inline(always)]
    fn open(&self) -> Filled {
        self.open
    }

    #[inline(always)]
    fn options(&self, place: usize, rolls: usize, worth: &mut [Mean<N>]) {
        let SolverBox { pays, effect, .. } = &self.layout.boxes.all[place];
        let pays = pays.iter().map(|paid| paid.points);
        match effect {
            Effect::None => {
                let after = self.after(place, 0, rolls);
                worth
                    .iter_mut()
                    .zip(pays)
                    .for_each(|(worth, points)| *worth = add(points, after));
            }
            Effect::Upper | Effect::Jokers => {
                worth.iter_mut().zip(pays).for_each(|(worth, points)| {
                    *worth = add(points, self.after(place, points, rolls));
                });
            }
        }
    }

    #[inline(always)]
    fn joker(&self, face: usize, rolls: usize, usual: Mean<N>) -> Mean<N> {
        let mut worth = usual;
        for (lane, sheet) in self.sheets.iter().enumerate() {
            if self.layout.has_jokers(sheet) {
                let joker = self.joker_on(sheet, face, rolls);
                worth.0[lane] = joker.unwrap_or(worth.0[lane]);
            }
        }
        worth
    }
}
