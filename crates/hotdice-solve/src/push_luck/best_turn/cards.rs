//! Turns under the cards of Pass the Cheese.

use hotdice_games::push_luck::{BankTakes, Card, DeckKind};

use super::Solver;
use crate::push_luck::options::{Keeps, Spot, menus};
use crate::push_luck::turn::{AGAIN, Level, SPOTS};

impl Solver<'_> {
    /// Returns the expected points of a turn over the cards of a whole deck.
    pub(super) fn mean_card(&mut self, bust: f64, stay: f64, least: u32) -> f64 {
        let values = self.card_values(bust, least);
        self.mean_of_cards(values, stay)
    }

    /// Returns the mean over a whole deck, given the value under each card and that of a turn without dice.
    pub(super) fn mean_of_cards(&self, mut values: Vec<(Card, f64)>, stay: f64) -> f64 {
        let kind = self.game.rules().deck;
        for (card, value) in &mut values {
            if *card == Card::NoCheese {
                *value = stay;
            }
        }
        let strike = values.iter().find(|(card, _)| *card == Card::StrikesBack);
        let strike = strike.map(|(_, value)| *value);
        let others = values.iter().filter(|(card, _)| *card != Card::StrikesBack);
        let (sum, cards) = others.fold((0.0, 0.0), |(sum, cards), (card, value)| {
            let count = f64::from(kind.count(*card));
            (sum + count * value, cards + count)
        });
        // Each strike that is declined leaves a deck with one strike less.
        let mut mean = sum / cards;
        for strikes in 1..=kind.count(Card::StrikesBack) {
            let strikes = f64::from(strikes);
            let best = strike.unwrap_or(0.0).max(mean);
            mean = (sum + strikes * best) / (cards + strikes);
        }
        mean
    }

    /// Returns the expected points of a turn under each card of the deck.
    pub(super) fn card_values(&mut self, bust: f64, least: u32) -> Vec<(Card, f64)> {
        let kind = self.game.rules().deck;
        if kind == DeckKind::None {
            return Vec::new();
        }
        let passed = self.levels(bust, least).to_vec();
        let cards = Card::ALL.into_iter().filter(|card| kind.count(*card) > 0);
        cards
            .map(|card| (card, self.card_value(card, &passed, bust, least)))
            .collect()
    }

    fn card_value(&self, card: Card, passed: &[[f64; 1]], bust: f64, least: u32) -> f64 {
        let step = f64::from(self.turns.step);
        let bust = bust / step;
        let steps = match card {
            Card::NoCheese => 0.0,
            Card::MustCut => self.must_cut(),
            Card::DoubleCheese => self.double_cheese(bust),
            _ => self.until_pass(card, passed, bust, least),
        };
        steps * step
    }

    /// Returns the value of a turn in which the first pass brings something.
    fn until_pass(&self, card: Card, passed: &[[f64; 1]], bust: f64, least: u32) -> f64 {
        let step = self.turns.step;
        let bonus = (card.bonus() / step) as usize;
        let least = least.div_ceil(step) as usize;
        let may_bank = !matches!(card, Card::MustPass | Card::StrikesBack);
        let highest = passed.len() / SPOTS - 1;
        let levels = self.climb(bust, |total, rolled| {
            let banked = match may_bank && total >= least {
                true => total as f64,
                false => f64::NEG_INFINITY,
            };
            let mut level = self.before_pass(rolled, banked);
            let place = (total + bonus).min(highest);
            level[Spot::Hot.index()] = passed[place * SPOTS + Spot::Hot.index()];
            level
        });
        self.turns.throws[5].value(&levels, [bust])[0]
    }

    /// Returns the value of a turn that ends with the second pass, which doubles it.
    fn double_cheese(&self, bust: f64) -> f64 {
        let second = self.climb(bust, |total, rolled| {
            let mut level = self.before_pass(rolled, f64::NEG_INFINITY);
            level[Spot::Hot.index()] = [2.0 * total as f64];
            level
        });
        let highest = second.len() / SPOTS - 1;
        let first = self.climb(bust, |total, rolled| {
            let mut level = self.before_pass(rolled, f64::NEG_INFINITY);
            level[Spot::Hot.index()] = second[total.min(highest) * SPOTS + AGAIN];
            level
        });
        self.turns.throws[5].value(&first, [bust])[0]
    }

    /// Returns the level of a total before a pass, with what may be banked there; hot dice are left to the caller.
    fn before_pass(&self, rolled: &[[f64; 1]; 6], banked: f64) -> Level<1> {
        let mut level = [[0.0]; SPOTS];
        for left in 1..=5 {
            level[left] = match self.turns.takes {
                BankTakes::Kept => [rolled[left - 1][0].max(banked)],
                BankTakes::Roll => rolled[left - 1],
            };
        }
        level[Spot::Taken.index()] = [banked];
        level[AGAIN] = rolled[5];
        level
    }

    /// Works a turn backwards from more points than can be made with two passes.
    fn climb(&self, bust: f64, level: impl Fn(usize, &[[f64; 1]; 6]) -> Level<1>) -> Vec<[f64; 1]> {
        const IDLE_THROWS: usize = 12;
        let depth = self.turns.depth;
        let nothing = (self.game.rules().no_score / self.turns.step) as usize;
        let cap = 4 * depth + IDLE_THROWS * nothing;
        let mut levels = vec![[0.0]; (cap + depth + 1) * SPOTS];
        for total in (0..cap).rev() {
            let rolled = self.turns.rolled(&levels[total * SPOTS..], [bust]);
            let level = level(total, &rolled);
            levels[total * SPOTS..][..SPOTS].copy_from_slice(&level);
        }
        levels
    }

    /// Returns the value of a turn that keeps every scoring die until nothing scores, and banks then.
    fn must_cut(&self) -> f64 {
        let step = self.turns.step;
        let nothing = f64::from(self.game.rules().no_score / step);
        let menus = menus(self.game.scorer(), Keeps::WholeScore);
        let mut more = [0.0; 6];
        for _ in 0..2000 {
            let before = more;
            for (menu, value) in std::iter::zip(&menus, &mut more) {
                let mut sum = menu.nothings as f64 * (nothing + before[5]);
                for (landings, weight) in &menu.choices {
                    let landing = &landings[0];
                    let on = match landing.spot {
                        Spot::Left(left) => before[usize::from(left) - 1],
                        Spot::Hot | Spot::Taken => before[5],
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
