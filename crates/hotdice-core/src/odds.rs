//! Distinct outcomes with exact integer weights.

use std::sync::LazyLock;

use crate::Dice;

/// A chance event: its distinct outcomes, each with an integer weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds<T> {
    outcomes: Vec<(T, u64)>,
}

impl<T> Odds<T> {
    /// Returns every outcome with its weight.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&T, u64)> {
        self.outcomes
            .iter()
            .map(|(outcome, weight)| (outcome, *weight))
    }

    /// Returns the sum of all weights.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.iter().map(|(_, weight)| weight).sum()
    }

    /// Returns the weight of all outcomes that satisfy `event`, to be set against [`Odds::total`].
    pub fn weight(&self, mut event: impl FnMut(&T) -> bool) -> u64 {
        self.iter()
            .filter(|(outcome, _)| event(outcome))
            .map(|(_, weight)| weight)
            .sum()
    }
}

impl<T> FromIterator<(T, u64)> for Odds<T> {
    fn from_iter<I: IntoIterator<Item = (T, u64)>>(outcomes: I) -> Self {
        Self {
            outcomes: outcomes.into_iter().collect(),
        }
    }
}

impl Odds<Dice> {
    /// The most dice that one throw may have: weights of more would not fit.
    pub const MOST_DICE: u8 = 20;

    /// Returns the odds of throwing `len` dice, in the order of [`Dice::rank`]; weights add up to 6^len.
    ///
    /// # Panics
    /// When `len` is more than [`Odds::MOST_DICE`].
    #[must_use]
    pub fn of_dice(len: u8) -> &'static Self {
        static ODDS: [LazyLock<Odds<Dice>>; 21] = {
            macro_rules! lazy {
                ($($len:literal)*) => { [$(LazyLock::new(|| throw($len))),*] };
            }
            lazy!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)
        };
        &ODDS[usize::from(len)]
    }
}

fn throw(len: u8) -> Odds<Dice> {
    Dice::all(len).map(|dice| (dice, orders(dice))).collect()
}

/// Returns in how many orders these dice can lie: the multinomial coefficient of their counts.
fn orders(dice: Dice) -> u64 {
    let mut placed = 0;
    let mut orders = 1;
    for count in dice.counts() {
        for nth in 1..=u64::from(count) {
            placed += 1;
            orders = orders * placed / nth;
        }
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up_to_every_ordered_throw() {
        for len in 0..=20 {
            assert_eq!(Odds::of_dice(len).total(), 6_u64.pow(u32::from(len)));
        }
    }

    #[test]
    fn counts_orders() {
        let odds = Odds::of_dice(3);
        assert_eq!(odds.weight(|dice| *dice == "1 2 3".parse().unwrap()), 6);
        assert_eq!(odds.weight(|dice| *dice == "1 1 3".parse().unwrap()), 3);
        assert_eq!(odds.weight(|dice| dice.sum() == 18), 1);
    }
}
