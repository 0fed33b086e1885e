//! Where dice come from.
//!
//! Dice from a generator are drawn word by word: a 32-bit word below the largest multiple of the number of sides gives
//! one die, as its remainder; other words are skipped, so that every side is equally likely.

pub(crate) mod places;
mod promised;
mod seeded;

use std::collections::VecDeque;

use hotdice_core::Throw;
use rand::rngs::{ChaCha20Rng, SysError, SysRng};
use rand::{Rng, SeedableRng, TryRng};

pub use promised::{NotPromised, PromisedDice};
pub use seeded::{ResumeError, SeededDice};

/// Somebody who throws dice.
pub trait DiceSource {
    /// Throws dice, each counted from 0 up to its sides.
    fn throw(&mut self, throw: Throw) -> Vec<u16>;
}

/// Draws a throw from the words of a generator.
fn draw(words: &mut impl Rng, throw: Throw) -> Vec<u16> {
    (0..throw.dice)
        .map(|_| draw_die(|| words.next_u32(), throw.sides))
        .collect()
}

/// Draws one die; of no sides there is only the first.
fn draw_die(mut word: impl FnMut() -> u32, sides: u16) -> u16 {
    let sides = u64::from(sides.max(1));
    let words = 1_u64 << 32;
    let limit = words - words % sides;
    loop {
        let word = u64::from(word());
        if word < limit {
            return (word % sides) as u16;
        }
    }
}

/// Throws that were written down beforehand.
///
/// Once they have run out every throw is empty, which [`Match::roll`](crate::Match::roll) refuses.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDice {
    throws: VecDeque<Vec<u16>>,
}

impl ScriptedDice {
    /// Returns dice that fall as these throws, each die counted from 0.
    #[must_use]
    pub fn new(throws: impl IntoIterator<Item = Vec<u16>>) -> Self {
        let throws = throws.into_iter().collect();
        Self { throws }
    }

    /// Returns dice that show these pips one after the other, one die in each throw.
    #[must_use]
    pub fn single(pips: impl IntoIterator<Item = u16>) -> Self {
        Self::new(pips.into_iter().map(|pips| vec![pips.saturating_sub(1)]))
    }

    /// Returns how many throws are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.throws.len()
    }
}

impl DiceSource for ScriptedDice {
    fn throw(&mut self, _throw: Throw) -> Vec<u16> {
        self.throws.pop_front().unwrap_or_default()
    }
}

/// Dice from the ChaCha20 stream under a key of 32 bytes that the operating system gave.
#[derive(Debug)]
pub struct SystemDice {
    stream: ChaCha20Rng,
}

/// The operating system gave no randomness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gives no randomness for the dice")]
pub struct NoRandomness(#[source] SysError);

impl SystemDice {
    /// Returns dice that nobody can foresee.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn new() -> Result<Self, NoRandomness> {
        let stream = ChaCha20Rng::from_seed(random()?);
        Ok(Self { stream })
    }

    /// Returns a seed that nobody can foresee.
    pub fn seed(&mut self) -> u64 {
        self.stream.next_u64()
    }
}

/// Returns bytes that nobody can foresee.
fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).map_err(NoRandomness)?;
    Ok(bytes)
}

impl DiceSource for SystemDice {
    fn throw(&mut self, throw: Throw) -> Vec<u16> {
        draw(&mut self.stream, throw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(words: &[u32], sides: u16, side: u16) {
        let mut words = words.iter().copied();
        assert_eq!(draw_die(|| words.next().unwrap(), sides), side);
        assert_eq!(words.next(), None, "every word is used");
    }

    /// 2³² leaves 4 when divided by 6, so the last four words are skipped.
    #[test]
    fn skips_the_words_that_would_favour_low_sides() {
        check(&[0], 6, 0);
        check(&[11], 6, 5);
        check(&[u32::MAX - 4], 6, 5);
        check(&[u32::MAX - 3, u32::MAX, 7], 6, 1);
        check(&[u32::MAX], 4, 3);
        check(&[12], 0, 0);
        check(&[u32::MAX, 5], u16::MAX, 5);
    }
}

#[cfg(test)]
mod system_tests {
    use super::*;

    #[test]
    fn no_two_games_have_the_same_dice() {
        let throw = Throw {
            dice: 100,
            sides: 6,
        };
        let mut first = SystemDice::new().unwrap();
        let mut second = SystemDice::new().unwrap();
        assert_ne!(first.throw(throw), second.throw(throw));
        assert!(first.throw(throw).iter().all(|&side| side < 6));
    }
}
