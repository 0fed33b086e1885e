//! Words for the dice of one game.

/// A generator of 64-bit words with 8 bytes of state: Wang Yi's wyrand, which passes the usual batteries of tests.
///
/// Millions of games each have their own, so it is small and quick. It is no source for games that somebody could win by guessing: those
/// have dice of other kinds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Luck(u64);

impl Luck {
    /// Returns the words of one game under a seed; those of different games have nothing to do with each other.
    pub(crate) fn new(seed: u64, game: u64) -> Self {
        Self(mixed(mixed(seed).wrapping_add(game)))
    }

    /// Returns 64 random bits.
    #[inline]
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// Returns a number below `limit`, each exactly as likely as the others (Lemire's method; words that would favour some numbers are
    /// drawn again).
    #[inline]
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        let limit = limit.max(1);
        let mut wide = u128::from(self.word()) * u128::from(limit);
        if (wide as u64) < limit {
            let least = limit.wrapping_neg() % limit;
            while (wide as u64) < least {
                wide = u128::from(self.word()) * u128::from(limit);
            }
        }
        (wide >> 64) as u64
    }
}

/// Spreads the bits of a number over all places (the end of splitmix64).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
