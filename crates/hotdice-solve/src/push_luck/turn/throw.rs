//! One throw of a turn: what it can bring, and what that is worth.

use super::simd::{SimdForTwo, SimdLanes, Values, add_both, add_scaled};
use super::{AGAIN, SPOTS};
use crate::push_luck::options::{Landing, ThrowMenu};

/// What a throw of some dice can bring, in places of the levels ahead.
#[derive(Clone, Debug)]
pub(in crate::push_luck) struct ThrowTable {
    /// The chance that the turn is lost.
    pub(in crate::push_luck) bust: f64,
    /// Sets of choices, grouped by the number of choices.
    groups: Vec<ChoiceGroup>,
}

/// Sets of as many choices each.
#[derive(Clone, Debug)]
struct ChoiceGroup {
    width: usize,
    /// The places of the choices, set by set.
    places: Vec<u32>,
    chances: Vec<f64>,
}

/// A choice: how many steps it adds, and the place in a level that it leads to.
pub(super) type Choice = (usize, usize);

/// Choices of which a player takes one, and the chance to get them.
#[derive(Clone, Debug)]
pub(super) struct ChoiceSet {
    pub(super) choices: Vec<Choice>,
    pub(super) chance: f64,
}

impl ThrowTable {
    /// Makes a menu ready, with points counted in steps.
    pub(super) fn new(menu: &ThrowMenu, no_score: u32, step: u32) -> Self {
        let place =
            |landing: &Landing| landing.points / step * SPOTS as u32 + landing.spot.index() as u32;
        let again = no_score / step * SPOTS as u32 + AGAIN as u32;
        let chance = |weight: u64| weight as f64 / menu.throws as f64;
        let mut sets: Vec<(Vec<u32>, f64)> = menu
            .choices
            .iter()
            .map(|(landings, weight)| (landings.iter().map(place).collect(), chance(*weight)))
            .collect();
        if menu.nothings > 0 {
            sets.push((vec![again], chance(menu.nothings)));
        }
        Self {
            bust: chance(menu.busts),
            groups: grouped(&sets),
        }
    }

    /// Makes sets of choices ready for levels of so many values.
    pub(super) fn from_sets(bust: f64, sets: &[ChoiceSet], stride: usize) -> Self {
        let place = |(steps, spot): &Choice| (steps * stride + spot) as u32;
        let places = |set: &ChoiceSet| (set.choices.iter().map(place).collect(), set.chance);
        let sets: Vec<(Vec<u32>, f64)> = sets.iter().map(places).collect();
        Self {
            bust,
            groups: grouped(&sets),
        }
    }

    /// Returns the sets of choices.
    pub(super) fn sets(&self) -> Vec<ChoiceSet> {
        let choice = |place: &u32| (*place as usize / SPOTS, *place as usize % SPOTS);
        let sets = self.groups.iter().flat_map(|group| {
            std::iter::zip(group.places.chunks_exact(group.width), &group.chances)
        });
        let set = |(places, chance): (&[u32], &f64)| ChoiceSet {
            choices: places.iter().map(choice).collect(),
            chance: *chance,
        };
        sets.map(set).collect()
    }

    /// Returns the value of this throw, given the levels from its total on.
    #[inline(always)]
    pub(in crate::push_luck) fn value<const L: usize>(
        &self,
        ahead: &[SimdLanes<L>],
        bust: SimdLanes<L>,
    ) -> SimdLanes<L> {
        // Two sums, so that one addition need not wait for another.
        let mut sums = [[0.0; L]; 2];
        add_scaled(&mut sums[0], &bust, self.bust);
        for group in &self.groups {
            sums = match group.width {
                1 => group.add::<1, SimdLanes<L>>(sums, ahead),
                2 => group.add::<2, SimdLanes<L>>(sums, ahead),
                3 => group.add::<3, SimdLanes<L>>(sums, ahead),
                4 => group.add::<4, SimdLanes<L>>(sums, ahead),
                5 => group.add::<5, SimdLanes<L>>(sums, ahead),
                6 => group.add::<6, SimdLanes<L>>(sums, ahead),
                7 => group.add::<7, SimdLanes<L>>(sums, ahead),
                _ => group.add_any(sums, ahead),
            };
        }
        let [mut sum, other] = sums;
        add_scaled(&mut sum, &other, 1.0);
        sum
    }

    /// Returns the value of this throw, and what it is worth to somebody else when the best choices are made.
    ///
    /// Of equal choices the first counts.
    #[inline(always)]
    pub(in crate::push_luck) fn value_for_two<const L: usize>(
        &self,
        ahead: &[SimdForTwo<L>],
        bust: SimdForTwo<L>,
    ) -> SimdForTwo<L> {
        let mut sums = [[[0.0; L]; 2]; 2];
        add_both(&mut sums[0], &bust, self.bust);
        for group in &self.groups {
            sums = match group.width {
                1 => group.add::<1, SimdForTwo<L>>(sums, ahead),
                2 => group.add::<2, SimdForTwo<L>>(sums, ahead),
                3 => group.add::<3, SimdForTwo<L>>(sums, ahead),
                4 => group.add::<4, SimdForTwo<L>>(sums, ahead),
                5 => group.add::<5, SimdForTwo<L>>(sums, ahead),
                6 => group.add::<6, SimdForTwo<L>>(sums, ahead),
                7 => group.add::<7, SimdForTwo<L>>(sums, ahead),
                _ => group.add_any(sums, ahead),
            };
        }
        let [mut sum, other] = sums;
        add_both(&mut sum, &other, 1.0);
        sum
    }
}

impl ChoiceGroup {
    /// Adds the best of each set of `W` choices, to either sum in turn.
    ///
    /// The sums go in and out by value and the loop is a plain one. Where a crate is compiled in many units, iterators that are put together
    /// are not inlined into vector code, and around each call the sums go through memory.
    #[inline(always)]
    fn add<const W: usize, T: Values>(&self, mut sums: [T; 2], ahead: &[T]) -> [T; 2] {
        let (sets, _) = self.places.as_chunks::<W>();
        let (twos, last) = sets.as_chunks::<2>();
        let (chances, last_chance) = self.chances.as_chunks::<2>();
        let mut two = 0;
        while two < twos.len().min(chances.len()) {
            sums[0].add(best(&twos[two][0], ahead), chances[two][0]);
            sums[1].add(best(&twos[two][1], ahead), chances[two][1]);
            two += 1;
        }
        if let ([set], [chance]) = (last, last_chance) {
            sums[0].add(best(set, ahead), *chance);
        }
        sums
    }

    /// Adds the best of each set, however many choices it has.
    #[inline(always)]
    fn add_any<T: Values>(&self, mut sums: [T; 2], ahead: &[T]) -> [T; 2] {
        let sets = self.places.chunks_exact(self.width);
        for (set, chance) in std::iter::zip(sets, &self.chances) {
            sums[0].add(best(set, ahead), *chance);
        }
        sums
    }
}

/// Returns the best of a set of choices, of equal ones the first.
#[inline(always)]
fn best<T: Values>(set: &[u32], ahead: &[T]) -> T {
    let mut best = ahead[set[0] as usize];
    for choice in &set[1..] {
        best = best.or_better(ahead[*choice as usize]);
    }
    best
}

/// Groups sets of choices by the number of choices.
fn grouped(sets: &[(Vec<u32>, f64)]) -> Vec<ChoiceGroup> {
    let widest = sets.iter().map(|(places, _)| places.len()).max();
    let groups = (1..=widest.unwrap_or(0)).map(|width| {
        let of_width = || sets.iter().filter(move |(places, _)| places.len() == width);
        ChoiceGroup {
            width,
            places: of_width().flat_map(|(places, _)| places.clone()).collect(),
            chances: of_width().map(|(_, chance)| *chance).collect(),
        }
    });
    groups.filter(|group| !group.chances.is_empty()).collect()
}
