//! The best decision for every roll of a turn, for several sheets side by side, found by one lookup.
//!
//! A [`Policy`](super::policy::Policy) knows what everything is worth, and finds out what to do when it is asked. Whoever plays many
//! games asks so often that it pays to carry along where each worth comes from while the turn is worked out. Both choose alike: equal
//! worths are told apart in the same order.

use pulp::NullaryFnOnce;

use super::group::SheetGroup;
use super::lattice::PLACES;
use super::layout::{Layout, SheetState};
use super::levels::LANES;
use super::turn::{PlacingValues, TurnScratch};
use super::worth::{SimdLane, SimdWorth, greater, sixth};
use crate::processor;

/// Everything that is done in a turn, for each number of rolls that may be left.
pub(super) struct RollPlan {
    /// For every roll of all dice what is done with it: one of the ways to place it, or a part that is kept.
    steps: Vec<Vec<[u16; LANES]>>,
    /// Where every way to place a roll writes how many points.
    ways: Vec<(u8, u16)>,
    /// What every roll is worth when it is placed.
    placed: Vec<Traced<LANES>>,
    work: TurnScratch<Traced<LANES>>,
}

/// What is done with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlannedStep {
    /// It is written in a box, for so many points; a joker is written by rules of its own.
    Place { place: usize, points: u16 },
    /// These dice are kept, and the others are rolled.
    Keep(usize),
}

/// Traces from here on are ways to place a roll; smaller ones are keeps.
const PLACED: usize = PLACES;

impl RollPlan {
    /// Returns room for turns with up to `rolls` more rolls after the first.
    pub(super) fn new(layout: &Layout, rolls: usize) -> Self {
        let rolled = layout.lattice.rolls();
        let ways = |(place, solver_box): (usize, &super::boxes::SolverBox)| {
            let pays = solver_box.pays.iter();
            let ways = pays.map(move |paid| (place as u8, paid.points));
            ways.collect::<Vec<_>>()
        };
        Self {
            steps: vec![vec![[0; LANES]; rolled]; rolls + 1],
            ways: layout.boxes.all.iter().enumerate().flat_map(ways).collect(),
            placed: vec![Traced::NEVER; rolled],
            work: TurnScratch::new(layout),
        }
    }

    /// Works out a turn on some sheets of a level, given the values of the next.
    pub(super) fn work_out(&mut self, layout: &Layout, sheets: [SheetState; LANES], later: &[f64]) {
        processor::best().dispatch(PlanKernel {
            plan: self,
            layout,
            group: SheetGroup::new(layout, sheets, later),
        });
    }

    /// Says what to do with a roll, counted from the first of all dice, when `rolls` rolls are left.
    #[inline]
    pub(super) fn step(&self, lane: usize, rolls: usize, roll: usize) -> PlannedStep {
        let trace = usize::from(self.steps[rolls][roll][lane]);
        match trace.checked_sub(PLACED) {
            None => PlannedStep::Keep(trace),
            Some(way) => {
                let (place, points) = self.ways[way];
                PlannedStep::Place {
                    place: place.into(),
                    points,
                }
            }
        }
    }
}

/// The work on a plan, to be compiled for every kind of processor.
struct PlanKernel<'a, P> {
    plan: &'a mut RollPlan,
    layout: &'a Layout,
    group: P,
}

impl<P: PlacingValues<Traced<LANES>>> NullaryFnOnce for PlanKernel<'_, P> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            plan,
            layout,
            group,
        } = self;
        let RollPlan {
            steps,
            placed,
            work,
            ways: _,
        } = plan;
        let full = layout.lattice.full();
        let used = full + layout.lattice.rolls();
        layout.place(&group, 0, work);
        placed.copy_from_slice(&work.keeps[full..used]);
        for (rolls, step) in steps.iter_mut().enumerate() {
            if rolls > 0 {
                layout.lattice.roll_on(&mut work.keeps);
                layout.lattice.choose_parts(&mut work.keeps);
                if layout.saves {
                    layout.place(&group, rolls, work);
                } else {
                    work.keeps[full..used].copy_from_slice(placed);
                }
                layout.lattice.choose_rolls(&mut work.keeps);
            }
            for (step, chosen) in step.iter_mut().zip(&work.keeps[full..used]) {
                *step = chosen.trace;
            }
        }
    }
}

/// What `N` states are worth side by side, and where that comes from.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Traced<const N: usize> {
    worth: [f64; N],
    /// A handful, or [`PLACED`] and the number of a way to place a roll.
    trace: [u16; N],
}

impl<const N: usize> SimdWorth for Traced<N> {
    const NEVER: Self = Self {
        worth: [f64::NEG_INFINITY; N],
        trace: [PLACED as u16; N],
    };
    const ZERO: Self = Self {
        worth: [0.0; N],
        trace: [PLACED as u16; N],
    };
    const NEEDS_PLACING: bool = false;

    #[inline(always)]
    fn or(mut self, other: &Self) -> Self {
        // As masks and in loops of their own: that becomes vectors, where a choice of two things at once would become branches.
        let mask = |lane: usize| {
            if other.worth[lane] > self.worth[lane] {
                u16::MAX
            } else {
                0
            }
        };
        let better: [u16; N] = std::array::from_fn(mask);
        for lane in 0..N {
            let (own, better) = (self.trace[lane], better[lane]);
            self.trace[lane] = other.trace[lane] & better | own & !better;
        }
        for lane in 0..N {
            self.worth[lane] = greater(self.worth[lane], other.worth[lane]);
        }
        self
    }

    #[inline(always)]
    fn mean([a, b, c, d, e, f]: [&Self; 6]) -> Self {
        let mut mean = Self::ZERO;
        for lane in 0..N {
            mean.worth[lane] = sixth(
                a.worth[lane] + b.worth[lane],
                (c.worth[lane] + d.worth[lane]) + (e.worth[lane] + f.worth[lane]),
            );
        }
        mean
    }

    #[inline(always)]
    fn plus(mut self, weight: f64, other: &Self) -> Self {
        for lane in 0..N {
            self.worth[lane] += weight * other.worth[lane];
        }
        self
    }

    #[inline(always)]
    fn over(mut self, total: f64) -> Self {
        for worth in &mut self.worth {
            *worth /= total;
        }
        self
    }

    #[inline(always)]
    fn of_keep(mut self, keep: usize) -> Self {
        self.trace = [keep as u16; N];
        self
    }

    #[inline(always)]
    fn of_way(mut self, way: usize) -> Self {
        self.trace = [(PLACED + way) as u16; N];
        self
    }
}

impl<const N: usize> SimdLane<N> for Traced<N> {
    type Value = f64;

    #[inline(always)]
    fn put(&mut self, lane: usize, value: f64) {
        self.worth[lane] = value;
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> f64 {
        self.worth[lane]
    }

    #[inline(always)]
    fn with(mut self, points: u16) -> Self {
        for worth in &mut self.worth {
            *worth += f64::from(points);
        }
        self
    }
}
