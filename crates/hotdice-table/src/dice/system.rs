//! Dice that nobody can foresee.

use hotdice_core::Throw;
use rand::rngs::{ChaCha20Rng, SysError, SysRng};
use rand::{Rng, SeedableRng, TryRng};

use super::{DiceSource, draw};

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
pub(super) fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
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
