//! One turn, worked backwards from its largest totals.
//!
//! The total of a turn only grows, so for a given value of a bust one pass from high totals to low ones gives the
//! value of every position of the turn. Values are lanes: `L` turns of the same rules that differ in what banking and
//! busting are worth go through together, as plain loops that the compiler turns into vector code.

mod shared;
mod simd;
mod staged;
mod throw;

use hotdice_games::push_luck::{BankTakes, End, Hot, PushLuck};

use super::options::{DICE, KeepFilter, ThrowMenu, TurnSpot, gcd, menus, step};
use super::rules::SolverRules;
use simd::{Values, larger};
use throw::ThrowTable;

pub(super) use shared::{Equals, SharedThrows};
pub(super) use simd::{Scratch, SimdForTwo, SimdLanes};
pub(super) use staged::StagedThrows;

/// The values of every spot at one turn total.
pub(super) type SpotValues<const L: usize> = [SimdLanes<L>; SPOTS];

/// The spots of a level: those of [`TurnSpot`], and six dice that have to be rolled again.
pub(super) const SPOTS: usize = TurnSpot::COUNT + 1;

/// The place of six dice that have to be rolled.
pub(super) const AGAIN: usize = TurnSpot::COUNT;

/// The rounds in which levels that are all alike come to rest.
///
/// Each round is wrong by what happens after one more throw of six dice than the round before counts: all six kept or none of
/// them scoring, which even the kindest rules let happen less than one time in five. Twenty-five rounds shrink
/// that below the last digit, and then the bits stand still.
const MOST_ROUNDS: usize = 200;

/// What banking is worth at some total.
#[derive(Clone, Copy, Debug)]
pub(super) struct Banking<const L: usize> {
    /// What it pays.
    pub(super) pays: SimdLanes<L>,
    /// What it pays by choice: the same, or −∞ where the total is too small.
    pub(super) allowed: SimdLanes<L>,
    /// What the total is worth by itself: −∞, or a win that needs no banking.
    pub(super) won: SimdLanes<L>,
}

impl<const L: usize> Banking<L> {
    /// Returns banking without a minimum.
    pub(super) const fn free(pays: SimdLanes<L>) -> Self {
        let won = [f64::NEG_INFINITY; L];
        let allowed = pays;
        Self { pays, allowed, won }
    }

    /// Returns what banking is worth by choice, which counts for nothing where the total has won already.
    #[inline(always)]
    pub(super) fn by_choice(&self) -> SimdLanes<L> {
        larger(self.allowed, self.won)
    }

    /// Returns banking that takes `least` by choice.
    #[inline(always)]
    pub(super) fn from_least(pays: SimdLanes<L>, total: usize, least: [usize; L]) -> Self {
        let mut bank = Self::free(pays);
        for (allowed, least) in std::iter::zip(&mut bank.allowed, least) {
            if total < least {
                *allowed = f64::NEG_INFINITY;
            }
        }
        bank
    }
}

/// Rules of a turn, made ready for passes. Points are counted in steps.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    pub(super) step: u32,
    /// The most points that one roll adds, in steps.
    pub(super) depth: usize,
    pub(super) hot: Hot,
    pub(super) takes: BankTakes,
    pub(super) throws: [ThrowTable; DICE as usize],
    parts_pay_more: bool,
}

impl Turns {
    /// Makes the rules of a turn ready; `also` divides the step too.
    pub(super) fn new(game: &PushLuck, keeps: KeepFilter, also: u32) -> Self {
        Self::from_menus(&menus(game, keeps), &SolverRules::of(game), also)
    }

    /// Makes these menus ready; `also` divides the step too.
    pub(super) fn from_menus(
        menus: &[ThrowMenu; DICE as usize],
        rules: &SolverRules,
        also: u32,
    ) -> Self {
        let step = gcd(step(menus, rules.no_score), also).max(1);
        let depth = menus.iter().flat_map(points).chain([rules.no_score]).max();
        let throws = menus
            .each_ref()
            .map(|menu| ThrowTable::new(menu, rules.no_score, step));
        Self {
            step,
            depth: (depth.unwrap_or(0) / step) as usize,
            hot: rules.hot,
            takes: rules.bank_takes,
            throws,
            parts_pay_more: menus.iter().any(|menu| menu.parts_pay_more),
        }
    }

    /// Tells whether it is enough to know the total after a keep to tell whether the game is won.
    ///
    /// Where a roll wins at once it does so with all its dice. A solver looks at the total after a keep instead, which is
    /// the same as long as no part of a roll pays more than the whole.
    pub(super) fn totals_tell(&self, end: End) -> bool {
        end != End::OnRoll || !self.parts_pay_more
    }

    /// Returns the values of rolling one to six dice, given the levels from this total on.
    #[inline(always)]
    pub(super) fn rolled<const L: usize>(
        &self,
        ahead: &[SimdLanes<L>],
        bust: SimdLanes<L>,
    ) -> [SimdLanes<L>; DICE as usize] {
        let mut values = [[0.0; L]; DICE as usize];
        for (value, throw) in std::iter::zip(&mut values, &self.throws) {
            *value = throw.value(ahead, bust);
        }
        values
    }

    /// Returns the values of all spots at a total, given what rolling is worth there and what banking is.
    #[inline(always)]
    pub(super) fn level<const L: usize>(
        &self,
        rolled: &[SimdLanes<L>; DICE as usize],
        bank: Banking<L>,
    ) -> SpotValues<L> {
        let mut level = [[0.0; L]; SPOTS];
        self.put_level(&mut level, rolled, bank);
        level
    }

    /// Puts in the values of all spots at a total.
    ///
    /// Spot by spot and each stored once: loops over spots become scattered stores.
    #[inline(always)]
    pub(super) fn put_level<const L: usize>(
        &self,
        level: &mut SpotValues<L>,
        rolled: &[SimdLanes<L>; DICE as usize],
        bank: Banking<L>,
    ) {
        let Banking { pays, allowed, won } = bank;
        let [one, two, three, four, five, six] = *rolled;
        let chosen = match self.takes {
            BankTakes::Kept => allowed,
            BankTakes::Roll => [f64::NEG_INFINITY; L],
        };
        let least = larger(chosen, won);
        let hot = match self.hot {
            Hot::Optional => larger(six, allowed),
            Hot::EndsTurn => pays,
            Hot::Forced => six,
        };
        level[TurnSpot::Hot.index()] = larger(hot, won);
        level[1] = larger(one, least);
        level[2] = larger(two, least);
        level[3] = larger(three, least);
        level[4] = larger(four, least);
        level[5] = larger(five, least);
        level[TurnSpot::Taken.index()] = larger(allowed, won);
        level[AGAIN] = larger(six, won);
    }

    /// Fills the levels below `levels.len() − depth`, from the highest down.
    ///
    /// `bank(place)` says what banking pays at the total of each level.
    #[inline(always)]
    pub(super) fn pass<const L: usize>(
        &self,
        levels: &mut [SimdLanes<L>],
        bust: SimdLanes<L>,
        bank: impl Fn(usize) -> Banking<L>,
    ) {
        let span = (self.depth + 1) * SPOTS;
        let cap = levels.len() / SPOTS - self.depth - 1;
        for place in (0..cap).rev() {
            let ahead = &levels[place * SPOTS..][..span];
            let rolled = self.rolled(ahead, bust);
            let level = self.level(&rolled, bank(place));
            levels[place * SPOTS..][..SPOTS].copy_from_slice(&level);
        }
    }

    /// Returns the values of rolling one to six dice to the player who chooses and to another one.
    #[inline(always)]
    pub(super) fn rolled_for_two<const L: usize>(
        &self,
        ahead: &[SimdForTwo<L>],
        bust: SimdForTwo<L>,
    ) -> [SimdForTwo<L>; DICE as usize] {
        let mut rolled = [[[0.0; L]; 2]; DICE as usize];
        for (value, throw) in std::iter::zip(&mut rolled, &self.throws) {
            *value = throw.value_for_two(ahead, bust);
        }
        rolled
    }

    /// Returns the values of all spots to two players, given what rolling is worth, what banking is and what it is by
    /// choice; of equal choices the bank counts.
    #[inline(always)]
    pub(super) fn level_for_two<const L: usize>(
        &self,
        rolled: &[SimdForTwo<L>; DICE as usize],
        pays: SimdForTwo<L>,
        allowed: SimdForTwo<L>,
    ) -> [SimdForTwo<L>; SPOTS] {
        let mut level = [[[0.0; L]; 2]; SPOTS];
        self.put_level_for_two(&mut level, rolled, pays, allowed);
        level
    }

    /// Puts in what [`Turns::level_for_two`] returns.
    #[inline(always)]
    pub(super) fn put_level_for_two<const L: usize>(
        &self,
        level: &mut [SimdForTwo<L>; SPOTS],
        rolled: &[SimdForTwo<L>; DICE as usize],
        pays: SimdForTwo<L>,
        allowed: SimdForTwo<L>,
    ) {
        level[TurnSpot::Hot.index()] = match self.hot {
            Hot::Optional => allowed.or_better(rolled[5]),
            Hot::EndsTurn => pays,
            Hot::Forced => rolled[5],
        };
        for left in 1..=5 {
            level[left] = match self.takes {
                BankTakes::Kept => allowed.or_better(rolled[left - 1]),
                BankTakes::Roll => rolled[left - 1],
            };
        }
        level[TurnSpot::Taken.index()] = allowed;
        level[AGAIN] = rolled[5];
    }

    /// Does for two players what [`Turns::fill_still`] does for one.
    #[inline(never)]
    pub(super) fn fill_still_for_two<const L: usize>(
        &self,
        levels: &mut [SimdForTwo<L>],
        pays: SimdForTwo<L>,
        bust: SimdForTwo<L>,
    ) {
        levels.fill(pays);
        if !self.can_be_driven() {
            return;
        }
        for _ in 0..MOST_ROUNDS {
            let rolled = self.rolled_for_two(levels, bust);
            let level = self.level_for_two(&rolled, pays, pays);
            if level == levels[..SPOTS] {
                break;
            }
            let (all, _) = levels.as_chunks_mut::<SPOTS>();
            all.fill(level);
        }
    }

    /// Tells whether a turn can be made to roll six dice on, whatever its total is.
    pub(super) fn can_be_driven(&self) -> bool {
        self.hot == Hot::Forced || self.six_are_safe()
    }

    /// Tells whether a roll of six dice never busts.
    pub(super) fn six_are_safe(&self) -> bool {
        self.throws[5].bust == 0.0
    }

    /// Returns the smallest chance to bust of any roll that a player may choose to make and that can bust; 0 where such a
    /// roll may also be forced on a player.
    pub(super) fn least_risk(&self) -> f64 {
        let chosen = match self.hot {
            Hot::Forced if !self.six_are_safe() => return 0.0,
            Hot::Optional if !self.six_are_safe() => &self.throws[..],
            Hot::Optional | Hot::EndsTurn | Hot::Forced => &self.throws[..5],
        };
        chosen.iter().map(|throw| throw.bust).fold(1.0, f64::min)
    }

    /// Fills levels that are all alike because banking pays `pays` at every total from here on.
    ///
    /// Few rules need it, so it is not compiled into every kernel.
    #[inline(never)]
    pub(super) fn fill_still<const L: usize>(
        &self,
        levels: &mut [SimdLanes<L>],
        pays: SimdLanes<L>,
        bust: SimdLanes<L>,
    ) {
        levels.fill(pays);
        if !self.can_be_driven() {
            return;
        }
        for _ in 0..MOST_ROUNDS {
            let rolled = self.rolled(levels, bust);
            let level = self.level(&rolled, Banking::free(pays));
            if level == levels[..SPOTS] {
                break;
            }
            let (all, _) = levels.as_chunks_mut::<SPOTS>();
            all.fill(level);
        }
    }
}

fn points(menu: &ThrowMenu) -> impl Iterator<Item = u32> + '_ {
    let landings = menu.choices.iter().flat_map(|(landings, _)| landings);
    landings.map(|landing| landing.points)
}
