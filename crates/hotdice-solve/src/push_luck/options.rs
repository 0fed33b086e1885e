//! What a roll lets a player do, with everything that makes no difference merged.
//!
//! Two rolls of as many dice are one when their keeps lead to the same points and the same dice left. Within a roll
//! a keep is dropped only for one that pays more and leaves **as many** dice: fewer dice left can be better (200
//! points and one die to roll are worth more than 200 points and two), so keeps of different sizes are never compared.

use std::collections::BTreeMap;

use hotdice_core::{Dice, Odds};
use hotdice_games::push_luck::{BankTakes, End, PushLuck, Scorer};

use super::rules::SolverRules;

/// The number of dice of every game of the family.
pub(super) const DICE: u8 = 6;

/// Where a choice leads: how many points it adds, and what is then possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Landing {
    pub(super) points: u32,
    pub(super) spot: TurnSpot,
}

/// What is possible once points have been added to the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TurnSpot {
    /// All six dice are kept.
    Hot,
    /// So many dice, 1 to 5, can be rolled.
    Left(u8),
    /// The whole roll has been taken to be banked.
    Taken,
}

impl TurnSpot {
    /// How many spots there are.
    pub(super) const COUNT: usize = 7;

    /// Returns the spot after a keep that leaves so many dice.
    pub(super) const fn after(left: u8) -> Self {
        match left {
            0 => Self::Hot,
            left => Self::Left(left),
        }
    }

    /// Returns the place of this spot in a table: the number of dice left, or 6 for a roll that was taken.
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Hot => 0,
            Self::Left(left) => left as usize,
            Self::Taken => DICE as usize,
        }
    }
}

/// All that a throw of some dice can bring, in integer weights.
#[derive(Clone, Debug)]
pub(super) struct ThrowMenu {
    /// The number of all throws.
    pub(super) throws: u64,
    /// In how many of them nothing scores and the turn is lost.
    pub(super) busts: u64,
    /// In how many of them nothing scores, which is paid and rolled again.
    pub(super) nothings: u64,
    /// The distinct sets of choices, each with the number of throws that offer it.
    pub(super) choices: Vec<(Vec<Landing>, u64)>,
    /// Whether a part of some throw pays more than the whole of it, as where dice are counted in order.
    pub(super) parts_pay_more: bool,
}

/// Which keeps of a roll are worth a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeepFilter {
    /// Every keep: fewer points can be better than more.
    Every,
    /// Of keeps that leave as many dice only the one that pays most.
    Best,
    /// Every die that scores, as a card asks.
    WholeScore,
}

impl KeepFilter {
    /// Returns which keeps matter to somebody who wants to win.
    ///
    /// In a final round more points can be worse: who reaches the target gives the other a last turn that aims at
    /// a known score, and who stays just below it does not.
    pub(super) const fn to_win(rules: &SolverRules) -> Self {
        match rules.end {
            End::FinalRound => Self::Every,
            End::OnRoll | End::OnBank => Self::Best,
        }
    }
}

/// Returns the menus of one to six dice.
pub(super) fn menus(game: &PushLuck, keeps: KeepFilter) -> [ThrowMenu; DICE as usize] {
    let takes = SolverRules::of(game).bank_takes;
    std::array::from_fn(|place| menu(game.scorer(), takes, place as u8 + 1, keeps))
}

/// Returns the largest number that divides every number of points in these menus.
pub(super) fn step(menus: &[ThrowMenu], no_score: u32) -> u32 {
    let points = menus.iter().flat_map(|menu| &menu.choices);
    let points = points.flat_map(|(landings, _)| landings.iter().map(|landing| landing.points));
    points.fold(no_score, gcd)
}

pub(super) const fn gcd(a: u32, b: u32) -> u32 {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}

fn menu(scorer: &Scorer, takes: BankTakes, dice: u8, keeps: KeepFilter) -> ThrowMenu {
    let odds = Odds::of_dice(dice);
    let mut merged = BTreeMap::new();
    let (mut busts, mut nothings) = (0, 0);
    let mut parts_pay_more = false;
    for (roll, weight) in odds.iter() {
        let worth = scorer.worth(*roll);
        if worth.points == 0 {
            busts += weight;
        } else if worth.is_for_nothing() {
            nothings += weight;
        } else {
            let landings = landings(scorer, takes, *roll, keeps);
            parts_pay_more |= landings.iter().any(|one| one.points > worth.points);
            *merged.entry(landings).or_insert(0) += weight;
        }
    }
    ThrowMenu {
        throws: odds.total(),
        busts,
        nothings,
        choices: merged.into_iter().collect(),
        parts_pay_more,
    }
}

/// Returns where the choices of a roll that scores lead, in order.
fn landings(scorer: &Scorer, takes: BankTakes, roll: Dice, keeps: KeepFilter) -> Vec<Landing> {
    let worth = scorer.worth(roll);
    let mut landings = Vec::new();
    let mut add = |keep: Dice, points: u32| {
        let spot = TurnSpot::after(roll.len() - keep.len());
        landings.push(Landing { points, spot });
    };
    match keeps {
        KeepFilter::WholeScore => add(worth.scoring, worth.points),
        KeepFilter::Every | KeepFilter::Best => for_each_keep(scorer, roll, add),
    }
    if takes == BankTakes::Roll && worth.scoring != roll {
        let (points, spot) = (worth.points, TurnSpot::Taken);
        landings.push(Landing { points, spot });
    }
    landings.sort_unstable_by_key(|landing| (landing.spot, std::cmp::Reverse(landing.points)));
    match keeps {
        KeepFilter::Best => landings.dedup_by_key(|landing| landing.spot),
        KeepFilter::Every | KeepFilter::WholeScore => landings.dedup(),
    }
    landings
}

/// Visits every keep that a roll allows, with its points.
pub(super) fn for_each_keep(scorer: &Scorer, roll: Dice, mut visit: impl FnMut(Dice, u32)) {
    roll.for_each_part(|part| {
        if let Some(points) = scorer.keep(part) {
            visit(part, points);
        }
    });
}
