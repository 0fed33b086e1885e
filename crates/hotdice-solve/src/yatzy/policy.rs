//! Decisions of perfect play in one turn, for some sheets side by side.

use std::mem;

use pulp::NullaryFnOnce;

use super::boxes::{BoxWay, each};
use super::group::SheetGroup;
use super::lattice::{KeepValues, PLACES, at, empty_keeps};
use super::layout::{Layout, SheetState};
use super::levels::LANES;
use super::turn::{PlacingValues, TurnScratch};
use super::worth::{Mean, SimdWorth};
use crate::processor;

/// Everything that decides a turn on some sheets, for each number of rolls that may be left.
pub(super) struct Policy {
    steps: Vec<RollDecisions>,
    work: TurnScratch<Mean<LANES>>,
}

/// What decides with a number of rolls left. Without saved rolls it does not matter for placing how many that are: then
/// only the first step knows what that is worth.
struct RollDecisions {
    /// What it is worth to roll on from a handful, or to place a roll of all dice.
    now: Box<KeepValues<Mean<LANES>>>,
    /// What the best part of a handful is worth, if there are rolls left.
    best: Box<KeepValues<Mean<LANES>>>,
    /// What comes after each way to fill a box.
    after: Vec<Mean<LANES>>,
}

/// What to do with a roll, or with what is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeepChoice {
    /// This is it: places it if it is a roll of all dice, rolls on otherwise.
    Take,
    /// Goes on with this part.
    Part(usize),
}

/// A roll written down.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedRoll {
    /// The box.
    pub(super) place: usize,
    /// The points in the box.
    pub(super) written: u16,
    /// All points that it earned.
    pub(super) points: u16,
    /// Where what comes after it was looked up.
    option: usize,
}

impl Policy {
    /// Returns room for the decisions of turns with up to `rolls` more rolls after the first.
    pub(super) fn new(layout: &Layout, rolls: usize) -> Self {
        let step = || RollDecisions {
            now: empty_keeps(),
            best: empty_keeps(),
            after: vec![Mean::NEVER; layout.boxes.options()],
        };
        Self {
            steps: (0..=rolls).map(|_| step()).collect(),
            work: TurnScratch::new(layout),
        }
    }

    /// Works out the decisions on some sheets of a level, given the values of the next.
    pub(super) fn work_out(&mut self, layout: &Layout, sheets: [SheetState; LANES], later: &[f64]) {
        self.work_out_for(layout, SheetGroup::new(layout, sheets, later));
    }

    /// Works out the decisions, given what placing a roll is worth.
    pub(super) fn work_out_for(
        &mut self,
        layout: &Layout,
        outlook: impl PlacingValues<Mean<LANES>>,
    ) {
        processor::best().dispatch(PolicyKernel {
            policy: self,
            layout,
            outlook,
        });
    }

    /// Says what to do with a handful when `rolls` rolls are left.
    #[inline]
    pub(super) fn choice(
        &self,
        layout: &Layout,
        lane: usize,
        rolls: usize,
        keep: usize,
    ) -> KeepChoice {
        if rolls == 0 {
            return KeepChoice::Take;
        }
        let RollDecisions { now, best, .. } = &self.steps[rolls];
        let now = if keep < layout.lattice.full() {
            now
        } else {
            &self.placing(layout, rolls).now
        };
        let worth = |keeps: &KeepValues<Mean<LANES>>, keep: usize| keeps[keep % PLACES].0[lane];
        let wanted = worth(best, keep);
        if worth(now, keep) == wanted {
            return KeepChoice::Take;
        }
        let parts = layout.lattice.without(keep);
        let part = parts.iter().find(|&&part| worth(best, at(part)) == wanted);
        part.map_or(KeepChoice::Take, |&part| KeepChoice::Part(at(part)))
    }

    /// Returns the step that knows what placing is worth when `rolls` rolls are left.
    #[inline]
    fn placing(&self, layout: &Layout, rolls: usize) -> &RollDecisions {
        &self.steps[if layout.saves { rolls } else { 0 }]
    }

    /// Returns a roll written down in the best box when `rolls` rolls are left.
    #[inline]
    pub(super) fn written(
        &self,
        layout: &Layout,
        sheet: &SheetState,
        lane: usize,
        rolls: usize,
        rank: usize,
    ) -> PlacedRoll {
        let after = &self.placing(layout, rolls).after;
        let worth = |option: usize| after[option].0[lane];
        match layout.joker_face(sheet, rank) {
            Some(face) => best_of(layout.joker_options(sheet, face), worth, |_| false),
            None => best_of(layout.options(sheet, rank), worth, |way| way.points > 0),
        }
    }
}

/// Returns what is kept of a roll: all of it when it is placed.
#[inline]
pub(super) fn decide(
    layout: &Layout,
    policy: &Policy,
    lane: usize,
    rolls: usize,
    roll: usize,
) -> usize {
    let mut keep = roll;
    while let KeepChoice::Part(part) = policy.choice(layout, lane, rolls, keep) {
        keep = part;
    }
    keep
}

/// Returns the best way to write a roll down; `wins_ties` says when one that is as good as an earlier one is taken.
///
/// Equal ways are told apart as [`Layout::place`] does it, so that all figures are those of one and the same play.
#[inline]
fn best_of(
    ways: impl Iterator<Item = PlacedRoll>,
    worth: impl Fn(usize) -> f64,
    wins_ties: impl Fn(&PlacedRoll) -> bool,
) -> PlacedRoll {
    let valued = ways.map(|way| (worth(way.option) + f64::from(way.points), way));
    let best = valued.reduce(|one, other| {
        let wins = other.0 > one.0 || other.0 == one.0 && wins_ties(&other.1);
        if wins { other } else { one }
    });
    best.expect("a roll can always be placed").1
}

impl Layout {
    /// Returns every way to write a roll down that is no joker.
    #[inline]
    fn options(&self, sheet: &SheetState, rank: usize) -> impl Iterator<Item = PlacedRoll> {
        let ways = self.boxes.ways(rank);
        each(self.open(sheet)).map(move |place| PlacedRoll::new(place, ways[place], 0))
    }

    /// Returns every way to write a joker down.
    fn joker_options(&self, sheet: &SheetState, face: usize) -> impl Iterator<Item = PlacedRoll> {
        let on_top = sheet.on_top();
        let ways = self.joker_ways(sheet, face);
        ways.map(move |(place, points)| {
            let way = self.boxes.all[place].way(points);
            PlacedRoll::new(place, way, on_top)
        })
    }
}

impl PlacedRoll {
    #[inline]
    fn new(place: usize, way: BoxWay, on_top: u16) -> Self {
        Self {
            place,
            written: way.points,
            points: way.points + on_top,
            option: usize::from(way.option),
        }
    }
}

/// The work on a policy, to be compiled for every kind of processor.
struct PolicyKernel<'a, P> {
    policy: &'a mut Policy,
    layout: &'a Layout,
    outlook: P,
}

impl<P: PlacingValues<Mean<LANES>>> NullaryFnOnce for PolicyKernel<'_, P> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            policy,
            layout,
            outlook,
        } = self;
        let used = layout.lattice.full() + layout.lattice.rolls();
        let full = layout.lattice.full();
        let Policy { steps, work } = policy;
        let (placed, again) = steps.split_at_mut(1);
        let placed = &mut placed[0];
        layout.place(&outlook, 0, work);
        mem::swap(&mut placed.now, &mut work.keeps);
        mem::swap(&mut placed.after, &mut work.after);
        let mut before = &*placed.now;
        for (step, rolls) in again.iter_mut().zip(1..) {
            work.keeps[full..used].copy_from_slice(&before[full..used]);
            layout.lattice.roll_on(&mut work.keeps);
            step.now[..full].copy_from_slice(&work.keeps[..full]);
            layout.lattice.choose_parts(&mut work.keeps);
            if layout.saves {
                layout.place(&outlook, rolls, work);
                step.now[full..used].copy_from_slice(&work.keeps[full..used]);
                mem::swap(&mut step.after, &mut work.after);
            } else {
                work.keeps[full..used].copy_from_slice(&placed.now[full..used]);
            }
            layout.lattice.choose_rolls(&mut work.keeps);
            mem::swap(&mut step.best, &mut work.keeps);
            before = &step.best;
        }
    }
}
