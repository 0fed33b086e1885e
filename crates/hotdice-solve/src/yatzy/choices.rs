//! One turn on one sheet, whatever its end is worth.

use super::boxes::{Filled, each};
use super::layout::{Layout, SheetState};
use super::turn::PlacingValues;
use super::worth::SimdWorth;

/// What placing a roll on a sheet is worth, given what the sheet afterwards is worth: with so many rolls saved, and so
/// many points gained in this turn.
pub(super) struct Choices<'a, F> {
    pub(super) layout: &'a Layout,
    pub(super) sheet: SheetState,
    pub(super) after: F,
}

impl<F> Choices<'_, F> {
    /// Returns what it is worth to write points in a box, with some more on top of them.
    #[inline(always)]
    fn written<W>(&self, place: usize, points: u16, on_top: u16, rolls: usize) -> W
    where
        F: Fn(&SheetState, usize, u16) -> W,
    {
        let after = self.layout.after(&self.sheet, place, points);
        (self.after)(&after, rolls, points + on_top)
    }
}

impl<W: SimdWorth, F: Fn(&SheetState, usize, u16) -> W> PlacingValues<W> for Choices<'_, F> {
    #[inline(always)]
    fn open(&self) -> Filled {
        self.layout.open(&self.sheet)
    }

    #[inline(always)]
    fn look_up(&self, place: usize, rolls: usize, after: &mut [W]) {
        let pays = &self.layout.boxes.all[place].pays;
        for (after, paid) in after.iter_mut().zip(pays) {
            *after = self.written(place, paid.points, 0, rolls);
        }
    }

    #[inline(always)]
    fn option(&self, _place: usize, nth: usize, after: &[W]) -> W {
        after[nth]
    }

    #[inline(always)]
    fn joker(&self, face: usize, rolls: usize, usual: W) -> W {
        if !self.layout.has_jokers(&self.sheet) {
            return usual;
        }
        let on_top = self.sheet.on_top();
        let ways = self.layout.joker_ways(&self.sheet, face);
        let worth = ways.map(|(place, points)| self.written(place, points, on_top, rolls));
        worth
            .reduce(|one, other: W| one.or(&other))
            .unwrap_or(usual)
    }
}

impl Layout {
    /// Visits every way to write a roll down: the sheet afterwards, and all points that it brings.
    pub(super) fn for_each_way(&self, sheet: &SheetState, mut visit: impl FnMut(SheetState, u16)) {
        for place in each(self.open(sheet)) {
            for paid in &self.boxes.all[place].pays {
                visit(self.after(sheet, place, paid.points), paid.points);
            }
        }
        if self.has_jokers(sheet) {
            for face in 0..6 {
                for (place, points) in self.joker_ways(sheet, face) {
                    visit(self.after(sheet, place, points), points + sheet.on_top());
                }
            }
        }
    }
}
