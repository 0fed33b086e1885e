//! States that know how many points are missing to a score.
//!
//! Each state of the table becomes a row of chances, one for each number of points that can be missing there. Where more
//! are missing than the open boxes can pay, the chance is 0 and not stored.

use std::ops::Range;

use hotdice_games::yatzy::HUNDRED;

use super::boxes::Filled;
use super::layout::{Layout, Sheet};
use super::levels::LANES;
use super::turn::Outlook;
use super::worth::{Mean, Worth};

/// Where the row of each state begins, and which numbers of missing points it has.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// By the set of filled boxes.
    sets: Vec<SetRows>,
    /// How many chances there are, by the number of filled boxes.
    levels: Vec<usize>,
}

/// The rows of a set of filled boxes.
#[derive(Clone, Copy, Debug)]
struct SetRows {
    /// Where they begin in their level.
    start: usize,
    /// How many there are.
    rows: usize,
    /// The least number of missing points.
    least: u32,
    /// How many numbers of missing points there are.
    width: u32,
}

impl Rows {
    pub(super) fn new(layout: &Layout, score: u32) -> Self {
        let mut rows = Self {
            sets: Vec::with_capacity(1 << layout.boxes.all.len()),
            levels: vec![0; layout.levels.len()],
        };
        for set in 0..=layout.boxes.full() {
            let level = set.count_ones() as usize;
            let written = layout.most_points(set);
            let to_come = layout.most_points(layout.boxes.full() & !set) + layout.most_bonus();
            let least = score.saturating_sub(written).max(1);
            let width = (score.min(to_come) + 1).saturating_sub(least);
            let set_rows = SetRows {
                start: rows.levels[level],
                rows: layout.sheets(set) * layout.levels[level].saved,
                least,
                width,
            };
            rows.sets.push(set_rows);
            rows.levels[level] += set_rows.cells();
        }
        rows
    }

    fn of(&self, set: Filled) -> SetRows {
        self.sets[set as usize]
    }

    /// Returns how many chances there are.
    pub(super) fn cells(&self) -> u64 {
        self.levels.iter().map(|&cells| cells as u64).sum()
    }

    /// Returns how many bytes all chances take.
    pub(super) fn bytes(&self) -> u64 {
        self.cells() * 8
    }

    /// Returns how many bytes the two largest levels that follow each other take.
    pub(super) fn streamed_bytes(&self) -> u64 {
        let pairs = self.levels.windows(2).map(|pair| pair[0] + pair[1]);
        pairs.max().unwrap_or(0) as u64 * 8
    }

    /// Returns how many chances a level has.
    pub(super) fn cells_at(&self, filled: usize) -> usize {
        self.levels[filled]
    }

    /// Returns how many chances a set has.
    pub(super) fn cells_of(&self, set: Filled) -> usize {
        self.of(set).cells()
    }

    /// Returns where the chances of a set begin in its level.
    pub(super) fn start(&self, set: Filled) -> usize {
        self.of(set).start
    }

    /// Returns all numbers of missing points that a set knows.
    pub(super) fn missing(&self, set: Filled) -> impl Iterator<Item = i64> + use<> {
        let SetRows { least, width, .. } = self.of(set);
        (least..least + width).map(i64::from)
    }

    /// Returns where the row of a state is in its level.
    #[inline(always)]
    pub(super) fn row(&self, layout: &Layout, sheet: &Sheet, saved: usize) -> Range<usize> {
        let rows = self.of(sheet.filled);
        let nth = layout.index(sheet, saved) - layout.start(sheet.filled);
        let start = rows.start + nth * rows.width as usize;
        start..start + rows.width as usize
    }

    /// Returns the chance of a state in a level.
    pub(super) fn chance(
        &self,
        layout: &Layout,
        sheet: &Sheet,
        saved: usize,
        missing: i64,
        level: &[f64],
    ) -> f64 {
        self.chances(layout, sheet, saved, missing, level).0[0]
    }

    /// Returns the chances of a state when `missing` points are missing, one more, and so on.
    #[inline(always)]
    fn chances(
        &self,
        layout: &Layout,
        sheet: &Sheet,
        saved: usize,
        missing: i64,
        level: &[f64],
    ) -> Mean<LANES> {
        let row = &level[self.row(layout, sheet, saved)];
        let first = missing - i64::from(self.of(sheet.filled).least);
        let mut chances = Mean::ZERO;
        if first >= 0 && first as usize + LANES <= row.len() {
            chances.0.copy_from_slice(&row[first as usize..][..LANES]);
        } else {
            for lane in 0..LANES as i64 {
                chances.0[lane as usize] = match usize::try_from(first + lane) {
                    _ if missing + lane <= 0 => 1.0,
                    Ok(place) => row.get(place).copied().unwrap_or(0.0),
                    // More was written than the boxes pay: no game comes here.
                    Err(_) => 1.0,
                };
            }
        }
        chances
    }
}

impl SetRows {
    fn cells(self) -> usize {
        self.rows * self.width as usize
    }
}

impl Layout {
    /// Returns more points than which a set of boxes cannot earn, without the bonus.
    fn most_points(&self, set: Filled) -> u32 {
        let on_top = if self.boxes.jokers.is_some() {
            HUNDRED
        } else {
            0
        };
        let boxes = super::boxes::each(set).map(|place| self.boxes.all[place].most() + on_top);
        boxes.map(u32::from).sum()
    }
}

/// One sheet with several numbers of missing points, one after the other.
#[derive(Clone, Copy)]
pub(super) struct MissingGroup<'a> {
    layout: &'a Layout,
    rows: &'a Rows,
    sheet: Sheet,
    /// The first number of missing points.
    missing: i64,
    /// The chances of the next level.
    later: &'a [f64],
}

impl<'a> MissingGroup<'a> {
    #[inline(always)]
    pub(super) fn new(
        layout: &'a Layout,
        rows: &'a Rows,
        sheet: Sheet,
        missing: i64,
        later: &'a [f64],
    ) -> Self {
        Self {
            layout,
            rows,
            sheet,
            missing,
            later,
        }
    }

    #[inline(always)]
    fn after(&self, place: usize, written: u16, earned: u16, rolls: usize) -> Mean<LANES> {
        let after = self.layout.after(&self.sheet, place, written);
        let missing = self.missing - i64::from(earned);
        self.rows
            .chances(self.layout, &after, rolls, missing, self.later)
    }
}

impl Outlook<Mean<LANES>> for MissingGroup<'_> {
    #[inline(always)]
    fn open(&self) -> Filled {
        self.layout.open(&self.sheet)
    }

    #[inline(always)]
    fn look_up(&self, place: usize, rolls: usize, after: &mut [Mean<LANES>]) {
        let pays = &self.layout.boxes.all[place].pays;
        for (after, paid) in after.iter_mut().zip(pays) {
            *after = self.after(place, paid.points, paid.points, rolls);
        }
    }

    #[inline(always)]
    fn option(&self, _place: usize, nth: usize, after: &[Mean<LANES>]) -> Mean<LANES> {
        after[nth]
    }

    #[inline(always)]
    fn joker(&self, face: usize, rolls: usize, usual: Mean<LANES>) -> Mean<LANES> {
        if !self.layout.has_jokers(&self.sheet) {
            return usual;
        }
        let on_top = if self.sheet.hundreds { HUNDRED } else { 0 };
        let ways = self.layout.joker_ways(&self.sheet, face);
        ways.fold(Mean::NEVER, |best, (place, points)| {
            best.or(&self.after(place, points, points + on_top, rolls))
        })
    }
}
