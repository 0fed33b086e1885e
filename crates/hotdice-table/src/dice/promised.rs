//! Dice that are promised before the game and can be checked after it, at a table without a server.

use hotdice_core::{Bytes32, DiceOrigin, FairOrigin, Name, RecordEvent, Throw};

use super::random;
use super::{DiceSource, NoRandomness};
use crate::fair::{Croupier, FairDice};
use crate::{Match, TableId};

/// Fair dice whose seed this program keeps to itself until the game is over.
///
/// The bytes that people add are drawn for them: here nobody else could have chosen them.
#[derive(Debug)]
pub struct PromisedDice {
    seed: Bytes32,
    dice: FairDice,
    /// The number of the next roll.
    next: u64,
}

/// A match that does not go on from a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPromised {
    /// The dice of the match were not promised.
    #[error("the dice of this game were not promised: its record says \"dice {0}\"")]
    OtherDice(DiceOrigin),
    /// The seed is not the one that was promised.
    #[error("the seed of this game is not the one that was promised")]
    OtherSeed,
}

impl PromisedDice {
    /// Returns new dice for these players, and the promise.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn new(names: &[Name]) -> Result<(Self, DiceOrigin), NoRandomness> {
        let (table, seed) = (TableId::from_bytes(random()?), random()?);
        let added = |name: &Name| {
            if name.as_str().starts_with("bot:") {
                Ok(None)
            } else {
                random().map(|bytes| Some(Bytes32(bytes)))
            }
        };
        let entropy = names.iter().map(added).collect::<Result<Vec<_>, _>>()?;
        let croupier = Croupier::new(table, seed);
        let dice = Self {
            seed: Bytes32(seed),
            dice: croupier.dice(&entropy),
            next: 0,
        };
        let origin = FairOrigin {
            table: table.to_string(),
            commitment: croupier.commitment(),
            entropy,
            seed: None,
        };
        Ok((dice, DiceOrigin::Fair(Box::new(origin))))
    }

    /// Returns the dice of a match after all its throws.
    ///
    /// # Errors
    /// When the dice of the match were not promised, or by another seed.
    pub fn resume(game: &Match, seed: Bytes32) -> Result<Self, NotPromised> {
        let rolled = |event: &&RecordEvent| matches!(event, RecordEvent::Rolled(..));
        let next = game.log().iter().filter(rolled).count() as u64;
        Ok(Self {
            next,
            ..Self::of(game.origin(), seed)?
        })
    }

    /// Returns dice that were promised, before their first throw.
    ///
    /// # Errors
    /// When the dice were not promised, or by another seed.
    pub fn of(origin: &DiceOrigin, seed: Bytes32) -> Result<Self, NotPromised> {
        let other = || NotPromised::OtherDice(origin.clone());
        let DiceOrigin::Fair(fair) = origin else {
            return Err(other());
        };
        let table: TableId = fair.table.parse().map_err(|_| other())?;
        let croupier = Croupier::new(table, seed.0);
        if croupier.commitment() != fair.commitment {
            return Err(NotPromised::OtherSeed);
        }
        let dice = croupier.dice(&fair.entropy);
        Ok(Self {
            seed,
            dice,
            next: 0,
        })
    }

    /// Returns the seed, which tells all dice to come.
    #[must_use]
    pub fn seed(&self) -> Bytes32 {
        self.seed
    }
}

impl DiceSource for PromisedDice {
    fn throw(&mut self, throw: Throw) -> Vec<u16> {
        let number = self.next;
        self.next += 1;
        // Dice with other sides cannot be thrown with bytes; the match refuses a throw of none.
        self.dice.roll(number, throw).unwrap_or_default()
    }
}
