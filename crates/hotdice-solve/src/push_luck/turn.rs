//! One turn, worked backwards from its largest totals.
//!
//! The total of a turn only grows, so for a given value of a bust one pass from high totals to low ones gives the
//! value of every position of the turn. Values are lanes: `L` turns of the same rules that differ in what banking and
//! busting are worth go through together, as plain loops that the compiler turns into vector code.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several arrays stay plain, so that they become vector code"
)]

use hotdice_games::push_luck::{BankTakes, Hot, Rules, Scorer};

use super::options::{DICE, Keeps, Landing, Menu, Spot, gcd, menus, step};

/// The values of `L` turns side by side.
pub(super) type Lanes<const L: usize> = [f64; L];

/// The values of `L` turns for the player who chooses, and for another one.
pub(super) type ForTwo<const L: usize> = [Lanes<L>; 2];

/// The values of every spot at one turn total.
pub(super) type Level<const L: usize> = [Lanes<L>; SPOTS];

/// The spots of a level: those of [`Spot`], and six dice that have to be rolled again.
pub(super) const SPOTS: usize = Spot::COUNT + 1;

/// The place of six dice that have to be rolled.
pub(super) const AGAIN: usize = Spot::COUNT;

/// What banking is worth at some total.
#[derive(Clone, Copy, Debug)]
pub(super) struct Banking<const L: usize> {
    /// What it pays.
    pub(super) pays: Lanes<L>,
    /// What it pays by choice: the same, or −∞ where the total is too small.
    pub(super) allowed: Lanes<L>,
    /// What the total is worth by itself: −∞, or a win that needs no banking.
    pub(super) won: Lanes<L>,
}

impl<const L: usize> Banking<L> {
    /// Returns banking without a minimum.
    pub(super) const fn free(pays: Lanes<L>) -> Self {
        let won = [f64::NEG_INFINITY; L];
        let allowed = pays;
        Self { pays, allowed, won }
    }

    /// Returns banking that takes `least` by choice.
    #[inline(always)]
    pub(super) fn from_least(pays: Lanes<L>, total: usize, least: [usize; L]) -> Self {
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
    pub(super) throws: [Throw; DICE as usize],
}

/// What a throw of some dice can bring, in places of the levels ahead.
#[derive(Clone, Debug)]
pub(super) struct Throw {
    /// The chance that the turn is lost.
    pub(super) bust: f64,
    /// Sets of choices, grouped by the number of choices.
    groups: Vec<Group>,
}

/// Sets of as many choices each.
#[derive(Clone, Debug)]
struct Group {
    width: usize,
    /// The places of the choices, set by set.
    places: Vec<u32>,
    chances: Vec<f64>,
}

impl Turns {
    /// Makes the rules of a turn ready; `also` divides the step too.
    pub(super) fn new(scorer: &Scorer, keeps: Keeps, also: u32) -> Self {
        Self::from_menus(&menus(scorer, keeps), scorer.rules(), also)
    }

    /// Makes these menus ready; `also` divides the step too.
    pub(super) fn from_menus(menus: &[Menu; DICE as usize], rules: &Rules, also: u32) -> Self {
        let step = gcd(step(menus, rules), also).max(1);
        let depth = menus.iter().flat_map(points).chain([rules.no_score]).max();
        let throws = menus.each_ref().map(|menu| Throw::new(menu, rules, step));
        Self {
            step,
            depth: (depth.unwrap_or(0) / step) as usize,
            hot: rules.hot,
            takes: rules.bank_takes,
            throws,
        }
    }

    /// Returns the values of rolling one to six dice, given the levels from this total on.
    #[inline(always)]
    pub(super) fn rolled<const L: usize>(
        &self,
        ahead: &[Lanes<L>],
        bust: Lanes<L>,
    ) -> [Lanes<L>; DICE as usize] {
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
        rolled: &[Lanes<L>; DICE as usize],
        bank: Banking<L>,
    ) -> Level<L> {
        let Banking { pays, allowed, won } = bank;
        let six = rolled[5];
        let mut level = [[0.0; L]; SPOTS];
        level[Spot::Hot.index()] = match self.hot {
            Hot::Optional => larger(six, allowed),
            Hot::EndsTurn => pays,
            Hot::Forced => six,
        };
        level[1..=5].copy_from_slice(&rolled[..5]);
        if self.takes == BankTakes::Kept {
            for values in &mut level[1..=5] {
                raise(values, &allowed);
            }
        }
        level[Spot::Taken.index()] = allowed;
        level[AGAIN] = six;
        for values in &mut level {
            raise(values, &won);
        }
        level
    }

    /// Fills the levels below `levels.len() − depth`, from the highest down to `lowest`.
    ///
    /// `bank(total)` says what banking pays at each total.
    #[inline(always)]
    pub(super) fn pass<const L: usize>(
        &self,
        levels: &mut [Lanes<L>],
        lowest: usize,
        bust: Lanes<L>,
        bank: impl Fn(usize) -> Banking<L>,
    ) {
        let span = (self.depth + 1) * SPOTS;
        let cap = levels.len() / SPOTS - self.depth - 1;
        for total in (lowest..cap).rev() {
            let ahead = &levels[total * SPOTS..][..span];
            let rolled = self.rolled(ahead, bust);
            let level = self.level(&rolled, bank(total));
            levels[total * SPOTS..][..SPOTS].copy_from_slice(&level);
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
    #[inline(always)]
    pub(super) fn fill_still<const L: usize>(
        &self,
        levels: &mut [Lanes<L>],
        pays: Lanes<L>,
        bust: Lanes<L>,
    ) {
        levels.fill(pays);
        if !self.can_be_driven() {
            return;
        }
        // Rolls that neither bust nor can be banked are rare, so this settles within a few rounds.
        for _ in 0..200 {
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

impl Throw {
    fn new(menu: &Menu, rules: &Rules, step: u32) -> Self {
        let place =
            |landing: &Landing| landing.points / step * SPOTS as u32 + landing.spot.index() as u32;
        let again = rules.no_score / step * SPOTS as u32 + AGAIN as u32;
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

    /// Returns the value of this throw, given the levels from its total on.
    #[inline(always)]
    pub(super) fn value<const L: usize>(&self, ahead: &[Lanes<L>], bust: Lanes<L>) -> Lanes<L> {
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
}

impl Throw {
    /// Returns the value of this throw, and what it is worth to somebody else when the best choices are made.
    ///
    /// Of equal choices the first counts.
    #[inline(always)]
    pub(super) fn value_for_two<const L: usize>(
        &self,
        ahead: &[ForTwo<L>],
        bust: ForTwo<L>,
    ) -> ForTwo<L> {
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

impl Group {
    /// Adds the best of each set of `W` choices; the sums go in and out by value, so that they stay in registers.
    #[inline(always)]
    fn add_for_two<const W: usize, const L: usize>(
        &self,
        mut sums: ForTwo<L>,
        ahead: &[ForTwo<L>],
    ) -> ForTwo<L> {
        let (sets, _) = self.places.as_chunks::<W>();
        for (set, chance) in std::iter::zip(sets, &self.chances) {
            let mut best = ahead[set[0] as usize];
            for place in &set[1..] {
                raise_both(&mut best, &ahead[*place as usize]);
            }
            add_both(&mut sums, &best, *chance);
        }
        sums
    }

    /// Adds the best of each set, however many choices it has.
    #[inline(always)]
    fn add_any_for_two<const L: usize>(
        &self,
        mut sums: ForTwo<L>,
        ahead: &[ForTwo<L>],
    ) -> ForTwo<L> {
        let sets = self.places.chunks_exact(self.width);
        for (set, chance) in std::iter::zip(sets, &self.chances) {
            let mut best = ahead[set[0] as usize];
            for place in &set[1..] {
                raise_both(&mut best, &ahead[*place as usize]);
            }
            add_both(&mut sums, &best, *chance);
        }
        sums
    }

    /// Adds the best of each set of `W` choices, to either sum in turn.
    #[inline(always)]
    fn add<const W: usize, const L: usize>(&self, sums: &mut [Lanes<L>; 2], ahead: &[Lanes<L>]) {
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
    fn add_any<const L: usize>(&self, sum: &mut Lanes<L>, ahead: &[Lanes<L>]) {
        let sets = self.places.chunks_exact(self.width);
        for (set, chance) in std::iter::zip(sets, &self.chances) {
            add_scaled(sum, &best(set, ahead), *chance);
        }
    }
}

/// Returns the best of a set of choices.
#[inline(always)]
fn best<const L: usize>(set: &[u32], ahead: &[Lanes<L>]) -> Lanes<L> {
    let mut best = ahead[set[0] as usize];
    for place in &set[1..] {
        raise(&mut best, &ahead[*place as usize]);
    }
    best
}

/// Room for levels that is used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch(Vec<f64>);

impl Scratch {
    /// Returns room for `len` lanes, at an address where none of them straddles two cache lines.
    #[inline(always)]
    pub(super) fn lanes<const L: usize>(&mut self, len: usize) -> &mut [Lanes<L>] {
        const LINE: usize = 64;
        let needed = len * L + LINE / size_of::<f64>();
        if self.0.len() < needed {
            self.0.resize(needed, 0.0);
        }
        let skipped = self.0.as_ptr().align_offset(LINE);
        let (lanes, _) = self.0[skipped..][..len * L].as_chunks_mut::<L>();
        lanes
    }
}

/// Groups sets of choices by the number of choices.
fn grouped(sets: &[(Vec<u32>, f64)]) -> Vec<Group> {
    let widest = sets.iter().map(|(places, _)| places.len()).max();
    let groups = (1..=widest.unwrap_or(0)).map(|width| {
        let of_width = || sets.iter().filter(move |(places, _)| places.len() == width);
        Group {
            width,
            places: of_width().flat_map(|(places, _)| places.clone()).collect(),
            chances: of_width().map(|(_, chance)| *chance).collect(),
        }
    });
    groups.filter(|group| !group.chances.is_empty()).collect()
}

fn points(menu: &Menu) -> impl Iterator<Item = u32> + '_ {
    let landings = menu.choices.iter().flat_map(|(landings, _)| landings);
    landings.map(|landing| landing.points)
}

/// Returns the larger value of each lane.
#[inline(always)]
pub(super) fn larger<const L: usize>(mut a: Lanes<L>, b: Lanes<L>) -> Lanes<L> {
    raise(&mut a, &b);
    a
}

/// Raises each lane to that of `b` where that is larger.
#[inline(always)]
fn raise<const L: usize>(a: &mut Lanes<L>, b: &Lanes<L>) {
    for lane in 0..L {
        a[lane] = if a[lane] > b[lane] { a[lane] } else { b[lane] };
    }
}

/// Takes each lane of a second choice where it is better for the one who chooses.
#[inline(always)]
pub(super) fn raise_both<const L: usize>(best: &mut ForTwo<L>, second: &ForTwo<L>) {
    *best = [chosen(best, second, 0), chosen(best, second, 1)];
}

/// Returns what the better of two choices is worth to one of two players.
///
/// A choice between floats becomes a branch for each lane, one between their bits a single vector instruction.
#[inline(always)]
fn chosen<const L: usize>(best: &ForTwo<L>, second: &ForTwo<L>, which: usize) -> Lanes<L> {
    let mut values = [0.0; L];
    for lane in 0..L {
        let is_better = 0_u64.wrapping_sub(u64::from(second[0][lane] > best[0][lane]));
        let taken = second[which][lane].to_bits() & is_better;
        let kept = best[which][lane].to_bits() & !is_better;
        values[lane] = f64::from_bits(taken | kept);
    }
    values
}

#[inline(always)]
fn add_both<const L: usize>(sums: &mut ForTwo<L>, values: &ForTwo<L>, chance: f64) {
    add_scaled(&mut sums[0], &values[0], chance);
    add_scaled(&mut sums[1], &values[1], chance);
}

// A product and a sum, not fused: the same bits on every machine.
#[inline(always)]
fn add_scaled<const L: usize>(sum: &mut Lanes<L>, value: &Lanes<L>, chance: f64) {
    for lane in 0..L {
        sum[lane] += value[lane] * chance;
    }
}
