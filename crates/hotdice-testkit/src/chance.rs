//! Chance for tests: tiny, the same on every machine, and good enough to wander through a game.

use hotdice_core::{AnyPosition, CheckedRoll, Throw};

/// The splitmix64 generator of Steele, Lea and Flood (2014).
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`; the bias of a plain remainder does not matter here.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// Picks one of some things, all of them equally likely.
    pub(crate) fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        let place = self.below(things.len() as u64) as usize;
        things.get(place)
    }

    /// Throws dice, each counted from 0.
    pub(crate) fn throw(&mut self, throw: Throw) -> Vec<u16> {
        let sides = u64::from(throw.sides);
        (0..throw.dice).map(|_| self.below(sides) as u16).collect()
    }

    /// Throws the dice that are due and reads them.
    pub(crate) fn roll(&mut self, position: &dyn AnyPosition) -> Option<CheckedRoll> {
        let lying = self.throw(position.throw()?);
        position.read_throw(&lying)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for seed 1234567, as published with the generator.
    #[test]
    fn is_splitmix64() {
        let mut chance = Chance::new(1_234_567);
        let first = [chance.next(), chance.next(), chance.next()];
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }
}
