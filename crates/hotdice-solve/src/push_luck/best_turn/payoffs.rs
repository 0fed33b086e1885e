//! What throws bring where everything but hot dice is banked: there are far fewer sets of choices to tell apart.

use std::collections::BTreeMap;

use hotdice_games::push_luck::BankTakes;

use crate::push_luck::options::{DICE, ThrowMenu, TurnSpot};
use crate::push_luck::rules::SolverRules;
use crate::push_luck::turn::{AGAIN, SPOTS};

/// What one to six dice bring, in steps.
pub(super) type Payoffs = [Payoff; DICE as usize];

/// What a throw of some dice brings.
#[derive(Clone, Debug)]
pub(super) struct Payoff {
    /// The chance that the turn is lost.
    pub(super) bust: f64,
    /// The chance that nothing scores and six dice are rolled again.
    pub(super) nothing: f64,
    /// What that pays.
    pub(super) pays: usize,
    /// The distinct sets of choices.
    pub(super) sets: Vec<BestPays>,
    /// The chance of a set that is only banked, and what that brings on average, times the chance.
    banked: [f64; 2],
    /// The sets in which all six dice can be kept.
    hot: Vec<HotSet>,
}

/// A set of choices in which all six dice can be kept.
#[derive(Clone, Copy, Debug)]
struct HotSet {
    /// Where that leads, in places of the levels ahead.
    place: usize,
    /// The most that can be banked instead, or −∞.
    banked: f64,
    chance: f64,
}

/// What a set of choices pays: the most that can be banked, and the most for all six dice.
#[derive(Clone, Copy, Debug)]
pub(super) struct BestPays {
    pub(super) banked: Option<u32>,
    pub(super) hot: Option<u32>,
    pub(super) chance: f64,
}

impl Payoff {
    /// Merges the sets of a menu.
    pub(super) fn new(menu: &ThrowMenu, rules: &SolverRules, step: u32) -> Self {
        let is_banked = |spot: TurnSpot| match rules.bank_takes {
            BankTakes::Kept => spot != TurnSpot::Hot,
            BankTakes::Roll => spot == TurnSpot::Taken,
        };
        let mut merged: BTreeMap<[Option<u32>; 2], u64> = BTreeMap::new();
        for (landings, weight) in &menu.choices {
            let most = |fits: &dyn Fn(TurnSpot) -> bool| {
                let fitting = landings.iter().filter(|landing| fits(landing.spot));
                fitting.map(|landing| landing.points / step).max()
            };
            let best = [most(&|spot| spot == TurnSpot::Hot), most(&is_banked)];
            *merged.entry(best).or_default() += weight;
        }
        let chance = |weight: u64| weight as f64 / menu.throws as f64;
        let sets: Vec<BestPays> = merged
            .into_iter()
            .map(|([hot, banked], weight)| BestPays {
                banked,
                hot,
                chance: chance(weight),
            })
            .collect();
        let only_banked = sets.iter().filter(|set| set.hot.is_none());
        let banked = only_banked.fold([0.0; 2], |[all, sum], set| {
            [all + set.chance, sum + set.chance * set.points()]
        });
        let hot = sets.iter().filter_map(|set| {
            Some(HotSet {
                place: set.hot? as usize * SPOTS + TurnSpot::Hot.index(),
                banked: set.banked.map_or(f64::NEG_INFINITY, f64::from),
                chance: set.chance,
            })
        });
        Self {
            hot: hot.collect(),
            bust: chance(menu.busts),
            nothing: chance(menu.nothings),
            pays: (rules.no_score / step) as usize,
            sets,
            banked,
        }
    }

    /// Returns what this throw is worth on top of a total, where every total ahead is banked unless the dice are hot.
    pub(super) fn value(&self, total: usize, levels: &[[f64; 1]], bust: f64) -> f64 {
        let ahead = &levels[total * SPOTS..];
        let total = total as f64;
        let [banked, sum] = self.banked;
        let mut value = self.bust * bust + banked * total + sum;
        if self.nothing > 0.0 {
            value += self.nothing * ahead[self.pays * SPOTS + AGAIN][0];
        }
        for set in &self.hot {
            let [hot] = ahead[set.place];
            let banked = total + set.banked;
            value += set.chance * if hot > banked { hot } else { banked };
        }
        value
    }
}

impl BestPays {
    /// Returns the most that can be banked, or 0.
    pub(super) fn points(&self) -> f64 {
        self.banked.map_or(0.0, f64::from)
    }
}
