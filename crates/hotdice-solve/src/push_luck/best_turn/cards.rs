//! Turns under the cards of Pass the Cheese.

use hotdice_games::push_luck::{BankTakes, Card};

use super::reach::TurnReach;
use super::{Solver, UnderCards};
use crate::push_luck::options::{DICE, KeepFilter, ThrowMenu, TurnSpot, menus};
use crate::push_luck::turn::{AGAIN, SPOTS, SpotValues};

impl Solver<'_> {
    /// Returns the expected points of a turn over the cards of a whole deck.
    pub(super) fn mean_card(&mut self, bust: f64, stay: f64, least: u32) -> f64 {
        let values = self.card_values(bust, least);
        self.mean_of_cards(&values, stay)
    }

    /// Returns the mean over a whole deck, given the value under each card and that of a turn without dice.
    pub(super) fn mean_of_cards(&self, values: &[(Card, f64)], stay: f64) -> f64 {
        let kind = self.rules.deck;
        let (mut sum, mut cards, mut strike) = (0.0, 0.0, 0.0);
        for (card, value) in values {
            let count = f64::from(kind.count(*card));
            match card {
                Card::StrikesBack => {
                    strike = *value;
                    continue;
                }
                Card::NoCheese => sum += count * stay,
                _ => sum += count * value,
            }
            cards += count;
        }
        // Each strike that is declined leaves a deck with one strike less.
        let mut mean = sum / cards;
        for strikes in 1..=kind.count(Card::StrikesBack) {
            let strikes = f64::from(strikes);
            let best = f64::max(strike, mean);
            mean = (sum + strikes * best) / (cards + strikes);
        }
        mean
    }

    /// Works out what turns under cards have in common.
    pub(super) fn under_cards(&self, menus: &[ThrowMenu; DICE as usize]) -> UnderCards {
        const IDLE_THROWS: usize = 12;
        let step = self.turns.step;
        let nothing = (self.rules.no_score / step) as usize;
        let cap = 4 * self.turns.depth + IDLE_THROWS * nothing;
        let first = TurnReach::new(menus, step, nothing, cap, [0]);
        let second = TurnReach::new(menus, step, nothing, cap, first.passes());
        UnderCards {
            first,
            second,
            must_cut: self.must_cut(),
        }
    }

    /// Returns the expected points of a turn under each card of the deck.
    pub(super) fn card_values(&mut self, bust: f64, least: u32) -> Vec<(Card, f64)> {
        let Some(common) = self.under_cards.take() else {
            return Vec::new();
        };
        let kind = self.rules.deck;
        let cards = Card::ALL.into_iter().filter(|card| kind.count(*card) > 0);
        let bonus = cards.clone().map(Card::bonus).max().unwrap_or(0);
        let highest = common.first.totals() + self.turns.depth + (bonus / self.turns.step) as usize;
        let passed = self.levels(bust, least, highest).to_vec();
        let step = f64::from(self.turns.step);
        let value = |card| match card {
            Card::NoCheese => 0.0,
            Card::MustCut => common.must_cut,
            Card::DoubleCheese => self.double_cheese(&common, bust / step),
            _ => self.until_pass(card, &common.first, &passed, bust / step, least),
        };
        let values = cards.map(|card| (card, value(card) * step)).collect();
        self.under_cards = Some(common);
        values
    }

    /// Returns the value of a turn in which the first pass brings something.
    fn until_pass(
        &self,
        card: Card,
        reach: &TurnReach,
        passed: &[[f64; 1]],
        bust: f64,
        least: u32,
    ) -> f64 {
        let step = self.turns.step;
        let bonus = (card.bonus() / step) as usize;
        let least = least.div_ceil(step) as usize;
        let may_bank = !matches!(card, Card::MustPass | Card::StrikesBack);
        let levels = self.climb(reach, bust, |total, rolled| {
            let banked = if may_bank && total >= least {
                total as f64
            } else {
                f64::NEG_INFINITY
            };
            let mut level = self.before_pass(rolled, banked);
            level[TurnSpot::Hot.index()] = passed[(total + bonus) * SPOTS + TurnSpot::Hot.index()];
            level
        });
        self.turns.throws[5].value(&levels, [bust])[0]
    }

    /// Returns the value of a turn that ends with the second pass, which doubles it.
    fn double_cheese(&self, common: &UnderCards, bust: f64) -> f64 {
        let second = self.climb(&common.second, bust, |total, rolled| {
            let mut level = self.before_pass(rolled, f64::NEG_INFINITY);
            level[TurnSpot::Hot.index()] = [2.0 * total as f64];
            level
        });
        let highest = second.len() / SPOTS - 1;
        let first = self.climb(&common.first, bust, |total, rolled| {
            let mut level = self.before_pass(rolled, f64::NEG_INFINITY);
            level[TurnSpot::Hot.index()] = second[total.min(highest) * SPOTS + AGAIN];
            level
        });
        self.turns.throws[5].value(&first, [bust])[0]
    }

    /// Returns the level of a total before a pass, with what may be banked there; hot dice are left to the caller.
    fn before_pass(&self, rolled: &[[f64; 1]; 6], banked: f64) -> SpotValues<1> {
        let mut level = [[0.0]; SPOTS];
        for left in 1..=5 {
            level[left] = match self.turns.takes {
                BankTakes::Kept => [rolled[left - 1][0].max(banked)],
                BankTakes::Roll => rolled[left - 1],
            };
        }
        level[TurnSpot::Taken.index()] = [banked];
        level[AGAIN] = rolled[5];
        level
    }

    /// Works a turn backwards from the most points that can be reached.
    fn climb(
        &self,
        reach: &TurnReach,
        bust: f64,
        level: impl Fn(usize, &[[f64; 1]; 6]) -> SpotValues<1>,
    ) -> Vec<[f64; 1]> {
        let totals = reach.totals() + self.turns.depth + 1;
        let mut levels = vec![[0.0]; totals * SPOTS];
        for total in (0..totals).rev() {
            let ahead = &levels[total * SPOTS..];
            let mut rolled = [[0.0]; 6];
            for dice in reach.dice(total) {
                rolled[dice] = self.turns.throws[dice].value(ahead, [bust]);
            }
            let level = level(total, &rolled);
            levels[total * SPOTS..][..SPOTS].copy_from_slice(&level);
        }
        levels
    }

    /// Returns the value of a turn that keeps every scoring die until nothing scores, and banks then.
    fn must_cut(&self) -> f64 {
        let step = self.turns.step;
        let nothing = f64::from(self.rules.no_score / step);
        let menus = menus(self.game, KeepFilter::WholeScore);
        let mut more = [0.0; 6];
        for _ in 0..2000 {
            let before = more;
            for (menu, value) in std::iter::zip(&menus, &mut more) {
                let mut sum = menu.nothings as f64 * (nothing + before[5]);
                for (landings, weight) in &menu.choices {
                    let landing = &landings[0];
                    let on = match landing.spot {
                        TurnSpot::Left(left) => before[usize::from(left) - 1],
                        TurnSpot::Hot | TurnSpot::Taken => before[5],
                    };
                    sum += *weight as f64 * (f64::from(landing.points / step) + on);
                }
                *value = sum / menu.throws as f64;
            }
            if before == more {
                break;
            }
        }
        more[5]
    }
}
