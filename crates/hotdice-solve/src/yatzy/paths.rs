//! Every sheet that can come of one, turn by turn, and how many points can be gained on the way.

use std::collections::HashMap;

use super::layout::{Layout, SheetState};

/// Every sheet that can come of one.
#[derive(Debug)]
pub(super) struct Paths {
    /// The sheets after no turn, after one, and so on.
    turns: Vec<Vec<PathSheet>>,
    /// Where each stands there, by its place in the table of the layout.
    places: Vec<HashMap<usize, usize>>,
}

/// A sheet on the way, and the points before and after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathSheet {
    pub(super) sheet: SheetState,
    pub(super) saved: usize,
    /// The points that can have been gained on the way here.
    pub(super) gained: Gains,
    /// The points that can still be gained, the bonus included.
    pub(super) ahead: Gains,
}

/// The least and the most points that can be gained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gains {
    pub(super) least: i32,
    pub(super) most: i32,
}

impl Gains {
    const NONE: Self = Self::exactly(0);

    const fn exactly(points: i32) -> Self {
        let (least, most) = (points, points);
        Self { least, most }
    }

    fn plus(self, points: u16) -> Self {
        let points = i32::from(points);
        Self {
            least: self.least + points,
            most: self.most + points,
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }
}

impl Paths {
    /// Returns all that can come of a sheet; nothing if there are more than `most` sheets.
    pub(super) fn within(
        layout: &Layout,
        sheet: SheetState,
        saved: usize,
        most: usize,
    ) -> Option<Self> {
        let turns = layout.open(&sheet).count_ones();
        if 1_usize << turns.min(usize::BITS - 1) > most {
            return None;
        }
        let root = PathSheet {
            sheet,
            saved,
            gained: Gains::NONE,
            ahead: Gains::NONE,
        };
        let first = HashMap::from([(layout.index(&sheet, saved), 0)]);
        let mut paths = Self {
            turns: vec![vec![root]],
            places: vec![first],
        };
        let mut sheets = 1;
        for _ in 0..turns {
            paths.add_turn(layout);
            sheets += paths.turns.last().map_or(0, Vec::len);
            if sheets > most {
                return None;
            }
        }
        paths.look_ahead(layout);
        Some(paths)
    }

    fn add_turn(&mut self, layout: &Layout) {
        let mut next: Vec<PathSheet> = Vec::new();
        let mut places = HashMap::new();
        for from in self.turns.last().into_iter().flatten() {
            from.for_each_next(layout, |sheet, saved, points| {
                let gained = from.gained.plus(points);
                let place = places.entry(layout.index(&sheet, saved));
                let place = *place.or_insert_with(|| {
                    next.push(PathSheet {
                        sheet,
                        saved,
                        gained,
                        ahead: Gains::NONE,
                    });
                    next.len() - 1
                });
                next[place].gained = next[place].gained.or(gained);
            });
        }
        self.turns.push(next);
        self.places.push(places);
    }

    fn look_ahead(&mut self, layout: &Layout) {
        for last in self.turns.last_mut().into_iter().flatten() {
            last.ahead = Gains::exactly(layout.bonus(&last.sheet).into());
        }
        for turn in (0..self.turns.len() - 1).rev() {
            for nth in 0..self.turns[turn].len() {
                let from = self.turns[turn][nth];
                let mut ahead: Option<Gains> = None;
                from.for_each_next(layout, |sheet, saved, points| {
                    let next = self.at(layout, turn + 1, &sheet, saved);
                    let gains = self.turns[turn + 1][next].ahead.plus(points);
                    ahead = Some(ahead.map_or(gains, |ahead| ahead.or(gains)));
                });
                self.turns[turn][nth].ahead = ahead.unwrap_or(Gains::NONE);
            }
        }
    }

    /// Returns how many turns there are.
    pub(super) fn len(&self) -> usize {
        self.turns.len() - 1
    }

    /// Returns the sheets after so many turns.
    pub(super) fn after(&self, turns: usize) -> &[PathSheet] {
        &self.turns[turns]
    }

    /// Returns where a sheet stands among those after so many turns, if it is there.
    pub(super) fn find(
        &self,
        layout: &Layout,
        turns: usize,
        sheet: &SheetState,
        saved: usize,
    ) -> Option<usize> {
        let places = self.places.get(turns)?;
        places.get(&layout.index(sheet, saved)).copied()
    }

    /// Returns where a sheet stands that can come up after so many turns.
    pub(super) fn at(
        &self,
        layout: &Layout,
        turns: usize,
        sheet: &SheetState,
        saved: usize,
    ) -> usize {
        let place = self.find(layout, turns, sheet, saved);
        place.expect("every sheet that can come of one is there")
    }
}

impl PathSheet {
    /// Visits every sheet that the next turn can lead to, with the rolls saved and the points gained.
    fn for_each_next(&self, layout: &Layout, mut visit: impl FnMut(SheetState, usize, u16)) {
        let most = if layout.saves {
            layout.rolls - 1 + self.saved
        } else {
            0
        };
        layout.for_each_way(&self.sheet, |after, points| {
            for saved in 0..=most {
                visit(after, saved, points);
            }
        });
    }
}
