//! Where dice come from.
//!
//! Dice from a generator are drawn word by word: a 32-bit word below the largest multiple of the number of sides gives
//! one die, as its remainder; other words are skipped, so that every side is equally likely.

pub(crate) mod places;
mod promised;
mod scripted;
mod seeded;
mod system;

use hotdice_core::Throw;
use rand::Rng;

pub use promised::{NotPromised, PromisedDice};
pub use scripted::ScriptedDice;
pub use seeded::{ResumeError, SeededDice};
pub use system::{NoRandomness, SystemDice};

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
