//! Totals so large that a turn's decisions no longer change.

use hotdice_games::push_luck::{BankTakes, Hot};

use super::payoffs::{BestPays, Payoff, Payoffs};
use crate::push_luck::options::TurnSpot;
use crate::push_luck::rules::SolverRules;
use crate::push_luck::turn::{AGAIN, SPOTS};

/// What positions are worth at large totals: banking is best, and hot dice are worth a straight line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    begins: usize,
    rule: Hot,
    takes: BankTakes,
    bust: f64,
    hot: ValueLine,
    again: ValueLine,
}

/// `slope` × total + `rise`.
#[derive(Clone, Copy, Debug)]
struct ValueLine {
    slope: f64,
    rise: f64,
}

impl ValueLine {
    const BANK: Self = Self {
        slope: 1.0,
        rise: 0.0,
    };

    fn at(self, total: f64) -> f64 {
        self.slope * total + self.rise
    }
}

impl Tail {
    pub(super) fn new(payoffs: &Payoffs, rules: &SolverRules, bust: f64) -> Self {
        let six = &payoffs[5];
        let again = match rules.hot {
            hot if six.bust == 0.0 => safe_line(six, hot),
            Hot::Forced => forced_line(six, bust),
            Hot::Optional | Hot::EndsTurn => ValueLine::BANK,
        };
        let hot = match rules.hot {
            Hot::Optional | Hot::Forced => again,
            Hot::EndsTurn => ValueLine::BANK,
        };
        let mut tail = Self {
            begins: 0,
            rule: rules.hot,
            takes: rules.bank_takes,
            bust,
            hot,
            again,
        };
        let chosen = if rules.hot == Hot::Optional { 6 } else { 5 };
        for payoff in &payoffs[..chosen] {
            tail.begins = tail.begins.max(tail.bank_from(payoff));
        }
        tail.begins = tail.begins.max(tail.shun_hot_from(six));
        tail
    }

    /// Goes on below `cap`, down to `lowest`, as long as nobody rolls fewer than six dice; returns the last total for which
    /// that holds.
    ///
    /// Six dice are rolled long after everything else is banked, and a throw of them is then soon worked out.
    pub(super) fn go_down(
        &self,
        payoffs: &Payoffs,
        levels: &mut [[f64; 1]],
        cap: usize,
        lowest: usize,
    ) -> usize {
        for total in (lowest..cap).rev() {
            let rolled = payoffs
                .each_ref()
                .map(|payoff| payoff.value(total, levels, self.bust));
            let least = match (self.rule, self.takes) {
                // Whoever has to roll may prefer fewer dice.
                (Hot::Forced, BankTakes::Roll) => rolled[5].min(total as f64),
                _ => total as f64,
            };
            if rolled[..5].iter().any(|&value| value > least) {
                return total + 1;
            }
            let level = self.banked(total, rolled);
            levels[total * SPOTS..][..SPOTS].copy_from_slice(&level);
        }
        lowest
    }

    /// Returns the total from which on this holds, in steps.
    pub(super) fn begins(&self) -> usize {
        self.begins
    }

    /// Returns the level of a total from which on this holds.
    pub(super) fn level(&self, total: usize) -> [[f64; 1]; SPOTS] {
        let mut rolled = [f64::NEG_INFINITY; 6];
        rolled[5] = self.again.at(total as f64);
        let mut level = self.banked(total, rolled);
        level[TurnSpot::Hot.index()] = [self.hot.at(total as f64)];
        level
    }

    /// Returns the level of a total that is banked wherever that is allowed, given what throws are worth.
    fn banked(&self, total: usize, rolled: [f64; 6]) -> [[f64; 1]; SPOTS] {
        let banked = total as f64;
        let mut level = [[banked]; SPOTS];
        if self.takes == BankTakes::Roll {
            for left in 1..=5 {
                level[left] = [rolled[left - 1]];
            }
        }
        level[AGAIN] = [rolled[5]];
        level[TurnSpot::Hot.index()] = match self.rule {
            Hot::Optional => [rolled[5].max(banked)],
            Hot::EndsTurn => [banked],
            Hot::Forced => [rolled[5]],
        };
        level
    }

    /// Returns the total from which on banking is better than one more throw, and so better than several.
    fn bank_from(&self, payoff: &Payoff) -> usize {
        if payoff.bust == 0.0 {
            return 0;
        }
        let rise = self.hot.rise.max(0.0);
        let gain: f64 = payoff.sets.iter().map(|set| gain(set, rise)).sum();
        (gain / payoff.bust + self.bust).max(0.0).ceil() as usize
    }

    /// Returns the total from which on nobody rolls all six dice who can bank instead.
    fn shun_hot_from(&self, six: &Payoff) -> usize {
        let lost = 1.0 - self.hot.slope;
        if lost <= 0.0 {
            return 0;
        }
        let hot = six.sets.iter().filter_map(|set| set.hot).max();
        let hot = hot.map_or(0.0, f64::from);
        ((hot + self.hot.rise) / lost).max(0.0).ceil() as usize
    }
}

/// Returns what a set of choices adds on average, where hot dice add `rise` to their points.
fn gain(set: &BestPays, rise: f64) -> f64 {
    let hot = set.hot.map_or(0.0, |hot| f64::from(hot) + rise);
    set.chance * set.points().max(hot)
}

/// Returns what six dice are worth that cannot bust: the total and a fixed gain.
fn safe_line(six: &Payoff, hot: Hot) -> ValueLine {
    let nothing = six.pays as f64;
    let mut rise = 0.0;
    for _ in 0..100 {
        let on = if hot == Hot::EndsTurn { 0.0 } else { rise };
        let sum: f64 = six.sets.iter().map(|set| gain(set, on)).sum();
        rise = six.nothing * (nothing + rise) + sum;
    }
    ValueLine { slope: 1.0, rise }
}

/// Returns what six dice are worth that must be rolled again whenever all of them are kept.
fn forced_line(six: &Payoff, bust: f64) -> ValueLine {
    let (mut banked, mut driven, mut rise) = (0.0, 0.0, six.bust * bust);
    for set in &six.sets {
        match set.banked {
            Some(points) => {
                banked += set.chance;
                rise += set.chance * f64::from(points);
            }
            None => driven += set.chance,
        }
    }
    let slope = banked / (1.0 - driven);
    for set in six.sets.iter().filter(|set| set.banked.is_none()) {
        rise += set.chance * slope * set.hot.map_or(0.0, f64::from);
    }
    let rise = rise / (1.0 - driven);
    ValueLine { slope, rise }
}
