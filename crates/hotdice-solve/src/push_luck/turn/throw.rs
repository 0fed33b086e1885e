//! One throw of a turn: what it can bring, and what that is worth.

use super::simd::{SimdForTwo, SimdLanes, add_both, add_scaled, raise, raise_both};
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
    /// The choices, in order.
    pub(super) choices: Vec<Choice>,
    chance: f64,
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
        sets.map(|(places, chance)| {
            let mut choices: Vec<Choice> = places.iter().map(choice).collect();
            choices.sort_unstable();
            ChoiceSet {
                choices,
                chance: *chance,
            }
        })
        .collect()
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
            match group.width {
                1 => group.add::<1, L>(&mut sums, ahead),
                2 => group.add::<2, L>(&mut sums, ahead),
                3 => group.add::<3, L>(&mut sums, ahead),
                4 => group.add::<4, L>(&mut sums, ahead),
                5 => group.add::<5, L>(&mut sums, ahead),
                6 => group.add::<6, L>(&mut sums, ahead),
                7 => group.add::<7, L>(&mut sums, ahead),
                _ => group.add_any(&mut sums[0], ahead),
            }
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
        let mut sums = [[0.0; L]; 2];
        add_both(&mut sums, &bust, self.bust);
        for group in &self.groups {
            sums = match group.width {
                1 => group.add_for_two::<1, L>(sums, ahead),
                2 => group.add_for_two::<2, L>(sums, ahead),
                3 => group.add_for_two::<3, L>(sums, ahead),
                4 => group.add_for_two::<4, L>(sums, ahead),
                5 => group.add_for_two::<5, L>(sums, ahead),
                6 => group.add_for_two::<6, L>(sums, ahead),
                7 => group.add_for_two::<7, L>(sums, ahead),
                _ => group.add_any_for_two(sums, ahead),
            };
        }
        sums
    }
}

impl ChoiceGroup {
    /// Adds the best of each set of `W` choices, to either sum in turn.
    #[inline(always)]
    fn add<const W: usize, const L: usize>(
        &self,
        sums: &mut [SimdLanes<L>; 2],
        ahead: &[SimdLanes<L>],
    ) {
        let (sets, _) = self.places.as_chunks::<W>();
        let (twos, last) = sets.as_chunks::<2>();
        let (chances, last_chance) = self.chances.as_chunks::<2>();
        for (two, chance) in std::iter::zip(twos, chances) {
            add_scaled(&mut sums[0], &best(&two[0], ahead), chance[0]);
            add_scaled(&mut sums[1], &best(&two[1], ahead), chance[1]);
        }
        for (set, chance) in std::iter::zip(last, last_chance) {
            add_scaled(&mut sums[0], &best(set, ahead), *chance);
        }
    }

    /// Adds the best of each set, however many choices it has.
    #[inline(always)]
    fn add_any<const L: usize>(&self, sum: &mut SimdLanes<L>, ahead: &[SimdLanes<L>]) {
        let sets = self.places.chunks_exact(self.width);
        for (set, chance) in std::iter::zip(sets, &self.chances) {
            add_scaled(sum, &best(set, ahead), *chance);
        }
    }

    /// Adds the best of each set of `W` choices; the sums go in and out by value, so that they stay in registers.
    #[inline(always)]
    fn add_for_two<const W: usize, const L: usize>(
        &self,
        mut sums: SimdForTwo<L>,
        ahead: &[SimdForTwo<L>],
    ) -> SimdForTwo<L> {
        let (sets, _) = self.places.as_chunks::<W>();
        for (set, chance) in std::iter::zip(sets, &self.chances) {
            add_both(&mut sums, &best_for_two(set, ahead), *chance);
        }
        sums
    }

    /// Adds the best of each set, however many choices it has.
    #[inline(always)]
    fn add_any_for_two<const L: usize>(
        &self,
        mut sums: SimdForTwo<L>,
        ahead: &[SimdForTwo<L>],
    ) -> SimdForTwo<L> {
        let sets = self.places.chunks_exact(self.width);
        for (set, chance) in std::iter::zip(sets, &self.chances) {
            add_both(&mut sums, &best_for_two(set, ahead), *chance);
        }
        sums
    }
}

/// Returns the best of a set of choices.
#[inline(always)]
fn best<const L: usize>(set: &[u32], ahead: &[SimdLanes<L>]) -> SimdLanes<L> {
    let mut best = ahead[set[0] as usize];
    for place in &set[1..] {
        raise(&mut best, &ahead[*place as usize]);
    }
    best
}

/// Returns the best of a set of choices for the one who chooses, and what it is worth to the other.
#[inline(always)]
fn best_for_two<const L: usize>(set: &[u32], ahead: &[SimdForTwo<L>]) -> SimdForTwo<L> {
    let mut best = ahead[set[0] as usize];
    for place in &set[1..] {
        raise_both(&mut best, &ahead[*place as usize]);
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
