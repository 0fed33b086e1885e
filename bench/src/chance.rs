//! Chance that costs next to nothing, so that the games are measured and not the dice.

/// The splitmix64 generator of Steele, Lea and Flood (2014).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Returns the generator with a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next word.
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Throws six dice, each counted from 0, from the upper half of one word. No side is favoured by more than 1 in
    /// 90,000, which is nothing here.
    pub fn throw(&mut self) -> [u16; 6] {
        let mut left = self.word() >> 32;
        [(); 6].map(|()| {
            left *= 6;
            let side = left >> 32;
            left &= u64::from(u32::MAX);
            side as u16
        })
    }
}
