//! Dice that a server cannot choose and everybody can check.
//!
//! Before anybody joins, the server draws a seed and publishes a [commitment](Croupier::commitment) to it. Every person
//! adds 32 bytes when joining. Seed and additions together give the key of the dice, and the key gives every roll. When
//! the game is over the seed is revealed, and whoever has the record can do it all again.
//!
//! ```text
//! commitment = SHA-256("hotdice/commit/v1" ‖ table ‖ seed)
//! key        = HMAC-SHA-256(seed, "hotdice/key/v1" ‖ table ‖ entropy of seat 1 ‖ entropy of seat 2 …)
//! bytes of a roll = HMAC-SHA-256(key, "roll" ‖ number of the roll, 8 bytes ‖ block, 4 bytes), blocks 0, 1, …
//! ```
//!
//! Numbers have their highest byte first; rolls are counted from 0. A byte below the largest multiple of the number of
//! sides gives one die, as its remainder; other bytes are skipped.
//!
//! That settles all dice before the game, and so somebody could know them. *Linked* dice are settled one roll at a time,
//! by a link of the server's [chain](SecretChain) and one of every person who is there:
//!
//! ```text
//! key of roll i = SHA-256("hotdice/roll/v2" ‖ table ‖ i, 8 bytes ‖ link of the server ‖ seat, 1 byte ‖ link of its person …)
//! ```
//!
//! Links are shown only once the decision that leads to the roll is written down, so before it nobody knows the key
//! unless everybody works together. Linked rolls are counted from 1.

mod chain;

use std::fmt;
use std::sync::{Arc, OnceLock};

use hmac::{Hmac, KeyInit, Mac};
use hotdice_core::{Bytes32, Seat, Throw};
use sha2::{Digest, Sha256};

use crate::{TableDice, TableId};

pub use chain::{ChainOwner, KnownChain, LINKS, SecretChain};

/// Holds the seed of a table, which nobody may see before the game is over.
#[derive(Clone)]
pub struct Croupier {
    table: TableId,
    seed: [u8; 32],
    /// The chain of the seed, worked out when it is first needed: tables that nobody plays at need none.
    chain: Arc<OnceLock<SecretChain>>,
    #[cfg(feature = "scripted")]
    script: Arc<[Vec<u16>]>,
}

/// The dice of a game that has begun.
#[derive(Clone)]
pub struct FairDice {
    key: Hmac<Sha256>,
    #[cfg(feature = "scripted")]
    script: Arc<[Vec<u16>]>,
    /// The number of the first roll.
    #[cfg(feature = "scripted")]
    first: u64,
}

/// Dice with more sides than a byte has values cannot be thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("fair dice have 1 to 256 sides, not {0}")]
pub struct TooManySides(u16);

impl Croupier {
    /// Returns the croupier of a table whose seed is known.
    #[must_use]
    pub fn new(table: TableId, seed: [u8; 32]) -> Self {
        Self {
            table,
            seed,
            chain: Arc::default(),
            #[cfg(feature = "scripted")]
            script: Arc::default(),
        }
    }

    /// Returns a croupier whose first rolls are these, each die counted from 0, for tests. Such dice do not verify.
    #[cfg(feature = "scripted")]
    #[must_use]
    pub fn scripted(mut self, rolls: impl IntoIterator<Item = Vec<u16>>) -> Self {
        self.script = rolls.into_iter().collect();
        self
    }

    /// Returns what may be published at once.
    #[must_use]
    pub fn commitment(&self) -> Bytes32 {
        let mut hash = Sha256::new();
        hash.update(b"hotdice/commit/v1");
        hash.update(self.table.as_str());
        hash.update(self.seed);
        Bytes32(hash.finalize().into())
    }

    /// Returns what is published at once of such dice: the commitment, or the anchor.
    #[must_use]
    pub fn promise(&self, dice: TableDice) -> Bytes32 {
        match dice {
            TableDice::Committed => self.commitment(),
            TableDice::Linked => self.anchor(),
        }
    }

    /// Returns the anchor of the server's chain, which is what may be published at once of linked dice.
    #[must_use]
    pub fn anchor(&self) -> Bytes32 {
        self.chain().anchor()
    }

    /// Returns the server's link of a roll, counted from 1; none when the chain is used up.
    #[must_use]
    pub fn link(&self, roll: u64) -> Option<Bytes32> {
        self.chain().link(roll)
    }

    fn chain(&self) -> &SecretChain {
        self.chain
            .get_or_init(|| SecretChain::new(ChainOwner::server(self.table), Bytes32(self.seed)))
    }

    /// Returns the seed, for the end of the log and for the store.
    #[must_use]
    pub fn reveal(&self) -> Bytes32 {
        Bytes32(self.seed)
    }

    /// Returns the dice that follow from what the players of the seats added; bots add nothing.
    #[must_use]
    pub fn dice(&self, entropy: &[Option<Bytes32>]) -> FairDice {
        let mut key = keyed(&self.seed);
        key.update(b"hotdice/key/v1");
        key.update(self.table.as_str().as_bytes());
        for added in entropy.iter().flatten() {
            key.update(&added.0);
        }
        let key: [u8; 32] = key.finalize().into_bytes().into();
        FairDice {
            key: keyed(&key),
            #[cfg(feature = "scripted")]
            script: self.script.clone(),
            #[cfg(feature = "scripted")]
            first: 0,
        }
    }

    /// Returns the dice of one linked roll, as [`linked_dice`] does, unless they are scripted.
    #[must_use]
    pub fn linked_dice(&self, roll: u64, link: Bytes32, links: &[(Seat, Bytes32)]) -> FairDice {
        FairDice {
            #[cfg(feature = "scripted")]
            script: self.script.clone(),
            ..linked_dice(self.table.as_str(), roll, link, links)
        }
    }
}

/// Returns the dice of one linked roll, counted from 1, with the server's link and those of the seats that have one, in
/// the order of the seats.
#[must_use]
pub fn linked_dice(table: &str, roll: u64, link: Bytes32, links: &[(Seat, Bytes32)]) -> FairDice {
    let mut key = Sha256::new()
        .chain_update(b"hotdice/roll/v2")
        .chain_update(table)
        .chain_update(roll.to_be_bytes())
        .chain_update(link.0);
    for (seat, link) in links {
        key.update([seat.index() as u8 + 1]);
        key.update(link.0);
    }
    FairDice {
        key: keyed(&key.finalize().into()),
        #[cfg(feature = "scripted")]
        script: Arc::default(),
        #[cfg(feature = "scripted")]
        first: 1,
    }
}

impl FairDice {
    /// Returns the dice of the roll with this number, each counted from 0. The same roll is always the same.
    ///
    /// # Errors
    /// When the dice have no sides, or more than 256.
    pub fn roll(&self, number: u64, throw: Throw) -> Result<Vec<u16>, TooManySides> {
        let sides = throw.sides;
        if !(1..=256).contains(&sides) {
            return Err(TooManySides(sides));
        }
        #[cfg(feature = "scripted")]
        if let Some(roll) = self.script.get(number.saturating_sub(self.first) as usize) {
            return Ok(roll.clone());
        }
        let bytes = (0_u32..).flat_map(|block| self.block(number, block));
        let dice = bytes.filter_map(|byte| side(byte, sides));
        Ok(dice.take(usize::from(throw.dice)).collect())
    }

    fn block(&self, number: u64, block: u32) -> [u8; 32] {
        let mut bytes = self.key.clone();
        bytes.update(b"roll");
        bytes.update(&number.to_be_bytes());
        bytes.update(&block.to_be_bytes());
        bytes.finalize().into_bytes().into()
    }
}

/// Returns the side that a byte gives; those that would favour low sides give none.
fn side(byte: u8, sides: u16) -> Option<u16> {
    let fair = 256 - 256 % sides;
    let byte = u16::from(byte);
    (byte < fair).then_some(byte % sides)
}

fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}

impl fmt::Debug for Croupier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Croupier({}, …)", self.table)
    }
}

impl fmt::Debug for FairDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FairDice(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how many of all bytes give each side.
    fn counts(sides: u16, side: impl Fn(u8, u16) -> Option<u16>) -> Vec<u16> {
        let mut counts = vec![0; usize::from(sides)];
        let given = (0..=u8::MAX).filter_map(|byte| side(byte, sides));
        given.for_each(|side| counts[usize::from(side)] += 1);
        counts
    }

    #[test]
    fn every_side_has_equally_many_bytes() {
        for sides in 1..=256 {
            let equal = vec![256 / sides; usize::from(sides)];
            assert_eq!(counts(sides, side), equal, "{sides} sides");
            // The usual mistake is fair only where nothing is left over.
            let remainder = counts(sides, |byte, sides| Some(u16::from(byte) % sides));
            assert_eq!(remainder == equal, 256 % sides == 0, "{sides} sides");
        }
    }

    #[test]
    fn dice_that_bytes_cannot_throw_are_refused() {
        let dice = Croupier::new(TableId::from_bytes([0; 10]), [0; 32]).dice(&[]);
        for sides in [0, 257, u16::MAX] {
            let refused = dice.roll(0, Throw { dice: 1, sides });
            assert_eq!(refused, Err(TooManySides(sides)));
        }
    }
}
