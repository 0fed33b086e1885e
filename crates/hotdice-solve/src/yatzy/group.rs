//! Some sheets of a level side by side, and what comes after their turn.

use super::boxes::{Effect, Filled, SolverBox};
use super::later::Later;
use super::layout::{Layout, SheetState};
use super::turn::PlacingValues;
use super::worth::{SimdLane, Value};

/// `N` sheets with the same number of filled boxes.
pub(super) struct SheetGroup<'a, L: ?Sized, const N: usize> {
    layout: &'a Layout,
    sheets: [SheetState; N],
    /// The values of the next level.
    later: &'a L,
    /// The boxes that are open on any sheet.
    open: Filled,
    jokers: bool,
    /// Where each sheet stands among those with the same filled boxes, once a box is filled that changes nothing else.
    offset: [usize; N],
}

impl<'a, L: Later + ?Sized, const N: usize> SheetGroup<'a, L, N> {
    #[inline(always)]
    pub(super) fn new(layout: &'a Layout, sheets: [SheetState; N], later: &'a L) -> Self {
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
    fn plain<W: SimdLane<N, Value = L::Value>>(&self, place: usize, rolls: usize) -> W {
        let mut after = W::NEVER;
        for (lane, sheet) in self.sheets.iter().enumerate() {
            if sheet.filled >> place & 1 == 0 {
                let start = self.layout.start(sheet.filled | 1 << place);
                let rolls = rolls * self.layout.classes(sheet.filled);
                let later = self.later.at(start + rolls + self.offset[lane]);
                after.put(lane, later);
            }
        }
        after
    }

    /// Looks up what comes after each sheet for everything that an upper box can pay.
    #[inline(always)]
    fn upper<W: SimdLane<N, Value = L::Value>>(&self, place: usize, rolls: usize, after: &mut [W]) {
        let layout = self.layout;
        let pays = &layout.boxes.all[place].pays;
        for (lane, sheet) in self.sheets.iter().enumerate() {
            if sheet.filled >> place & 1 == 1 {
                after
                    .iter_mut()
                    .for_each(|after| after.put(lane, L::Value::NEVER));
                continue;
            }
            let filled = sheet.filled | 1 << place;
            let row = layout.row(&SheetState { filled, ..*sheet }, rolls);
            let classes = layout.class_row(filled);
            for (after, paid) in after.iter_mut().zip(pays) {
                let sum = layout.upper.capped(sheet.sum + paid.points);
                after.put(lane, self.later.at(row + usize::from(classes[sum])));
            }
        }
    }

    /// Looks up what comes after each sheet for everything that the box for equal dice can pay.
    #[inline(always)]
    fn equal<W: SimdLane<N, Value = L::Value>>(&self, place: usize, rolls: usize, after: &mut [W]) {
        let pays = &self.layout.boxes.all[place].pays;
        for (after, paid) in after.iter_mut().zip(pays) {
            *after = W::NEVER;
            for (lane, sheet) in self.sheets.iter().enumerate() {
                if sheet.filled >> place & 1 == 0 {
                    after.put(lane, self.later(sheet, place, paid.points, rolls));
                }
            }
        }
    }

    #[inline(always)]
    fn later(&self, sheet: &SheetState, place: usize, points: u16, rolls: usize) -> L::Value {
        let after = self.layout.after(sheet, place, points);
        self.later.at(self.layout.index(&after, rolls))
    }

    /// Returns what a joker is worth on one sheet.
    fn joker_on(&self, sheet: &SheetState, face: usize, rolls: usize) -> Option<L::Value> {
        let on_top = sheet.on_top();
        let ways = self.layout.joker_ways(sheet, face);
        let worth = ways.map(|(place, points)| {
            let later = self.later(sheet, place, points, rolls);
            later.with(points + on_top)
        });
        worth.reduce(L::Value::or)
    }
}

impl<W, L, const N: usize> PlacingValues<W> for SheetGroup<'_, L, N>
where
    W: SimdLane<N, Value = L::Value>,
    L: Later + ?Sized,
{
    #[inline(always)]
    fn open(&self) -> Filled {
        self.open
    }

    #[inline(always)]
    fn look_up(&self, place: usize, rolls: usize, after: &mut [W]) {
        match self.layout.boxes.all[place].effect {
            Effect::None => after[0] = self.plain(place, rolls),
            Effect::Upper => self.upper(place, rolls, after),
            Effect::Jokers => self.equal(place, rolls, after),
        }
    }

    #[inline(always)]
    fn option(&self, place: usize, nth: usize, after: &[W]) -> W {
        let SolverBox { effect, pays, .. } = &self.layout.boxes.all[place];
        let after = match effect {
            Effect::None => after[0],
            Effect::Upper | Effect::Jokers => after[nth],
        };
        after.with(pays[nth].points)
    }

    #[inline(always)]
    fn joker(&self, face: usize, rolls: usize, usual: W) -> W {
        let mut worth = usual;
        if self.jokers {
            for (lane, sheet) in self.sheets.iter().enumerate() {
                if self.layout.has_jokers(sheet) {
                    let joker = self.joker_on(sheet, face, rolls);
                    worth.put(lane, joker.unwrap_or(usual.get(lane)));
                }
            }
        }
        worth
    }
}
