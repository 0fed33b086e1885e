//! Hash chains: secrets that are shown one link at a time, each of which proves itself.
//!
//! ```text
//! link[N]     = SHA-256("hotdice/secret/v2" ‖ table ‖ who ‖ secret)
//! link[i - 1] = SHA-256("hotdice/link/v2" ‖ table ‖ who ‖ link[i])
//! anchor      = link[0]
//! ```
//!
//! The anchor is public from the start. Whoever is shown a link finds it true by hashing it down to one that is known,
//! and learns nothing about the next: that would mean to undo SHA-256. Table and name are part of every hash, so that a
//! link of one table or person is worth nothing elsewhere.

use std::fmt;

use hotdice_core::{Bytes32, Name};
use sha2::{Digest, Sha256};

use crate::TableId;

/// How many links a chain has, and so how many rolls it lasts.
pub const LINKS: u64 = 16_384;

/// Every so manieth link is kept, so that any other costs fewer hashes than this.
const KEPT: u64 = 128;

/// A chain with its secret, which only its owner has.
#[derive(Clone)]
pub struct SecretChain {
    owner: ChainOwner,
    /// The links 0, 128, 256 … up to the last.
    kept: Vec<Bytes32>,
}

/// Whose chain it is, at which table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainOwner {
    /// What stands before every link and every secret that is hashed.
    table_and_who: Vec<u8>,
}

/// As much of a chain as everybody knows: its anchor, later the last link that was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownChain {
    /// How many rolls there had been when the chain was anchored: roll *i* uses its link *i* - `base`.
    pub base: u64,
    /// The roll whose link is known, or `base`.
    pub roll: u64,
    /// The link of that roll, or the anchor.
    pub link: Bytes32,
}

impl ChainOwner {
    /// Returns the server that opened a table.
    #[must_use]
    pub fn server(table: TableId) -> Self {
        let table_and_who = [table.as_str().as_bytes(), &[0]].concat();
        Self { table_and_who }
    }

    /// Returns somebody who plays at a table.
    #[must_use]
    pub fn person(table: TableId, name: &Name) -> Self {
        let name = name.as_str().as_bytes();
        // A name has at most 32 characters of at most 4 bytes.
        let table_and_who = [table.as_str().as_bytes(), &[1, name.len() as u8], name].concat();
        Self { table_and_who }
    }

    /// Returns the link before a link.
    fn before(&self, link: Bytes32) -> Bytes32 {
        self.hash(b"hotdice/link/v2", link)
    }

    fn hash(&self, domain: &[u8], bytes: Bytes32) -> Bytes32 {
        let hash = Sha256::new()
            .chain_update(domain)
            .chain_update(&self.table_and_who)
            .chain_update(bytes.0);
        Bytes32(hash.finalize().into())
    }
}

impl SecretChain {
    /// Works out the chain of a secret. This takes [`LINKS`] hashes, some milliseconds.
    #[must_use]
    pub fn new(owner: ChainOwner, secret: Bytes32) -> Self {
        let mut link = owner.hash(b"hotdice/secret/v2", secret);
        let mut kept = vec![link];
        for number in (0..LINKS).rev() {
            link = owner.before(link);
            if number % KEPT == 0 {
                kept.push(link);
            }
        }
        kept.reverse();
        Self { owner, kept }
    }

    /// Returns what may be published at once.
    #[must_use]
    pub fn anchor(&self) -> Bytes32 {
        self.kept[0]
    }

    /// Returns a link; the first is 1, and there are [`LINKS`].
    #[must_use]
    pub fn link(&self, number: u64) -> Option<Bytes32> {
        let above = number.div_ceil(KEPT);
        let link = *self.kept.get(usize::try_from(above).ok()?)?;
        let steps = above * KEPT - number;
        Some((0..steps).fold(link, |link, _| self.owner.before(link)))
    }
}

impl KnownChain {
    /// Returns a chain that is anchored after so many rolls.
    #[must_use]
    pub fn anchored(anchor: Bytes32, rolls: u64) -> Self {
        Self {
            base: rolls,
            roll: rolls,
            link: anchor,
        }
    }

    /// Tells whether a link is the one of a roll. Those of rolls in between need not have been shown.
    #[must_use]
    pub fn leads_to(&self, owner: &ChainOwner, roll: u64, link: Bytes32) -> bool {
        let is_next = roll > self.roll && roll - self.base <= LINKS;
        is_next && (self.roll..roll).fold(link, |link, _| owner.before(link)) == self.link
    }

    /// Takes note of the link of a roll.
    pub fn show(&mut self, roll: u64, link: Bytes32) {
        (self.roll, self.link) = (roll, link);
    }
}

impl fmt::Debug for SecretChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretChain({}, …)", self.anchor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ada() -> (ChainOwner, SecretChain) {
        let owner = ChainOwner::person(TableId::from_bytes([7; 10]), &"Ada".parse().unwrap());
        (owner.clone(), SecretChain::new(owner, Bytes32([3; 32])))
    }

    #[test]
    fn every_link_leads_to_the_one_before() {
        let (owner, chain) = ada();
        assert_eq!(chain.link(0), Some(chain.anchor()));
        for number in [1, 2, 127, 128, 129, 5_000, LINKS - 1, LINKS] {
            let link = chain.link(number).unwrap();
            assert_eq!(chain.link(number - 1), Some(owner.before(link)), "{number}");
        }
        let last = owner.hash(b"hotdice/secret/v2", Bytes32([3; 32]));
        assert_eq!(chain.link(LINKS), Some(last));
        assert_eq!(chain.link(LINKS + 1), None);
        assert_eq!(chain.link(u64::MAX), None);
    }

    #[test]
    fn only_the_link_of_the_roll_is_accepted() {
        let (owner, chain) = ada();
        let mut known = KnownChain::anchored(chain.anchor(), 100);
        let link = |number| chain.link(number).unwrap();
        assert!(known.leads_to(&owner, 101, link(1)));
        assert!(known.leads_to(&owner, 105, link(5)), "four rolls without");
        assert!(!known.leads_to(&owner, 101, link(2)), "too early");
        known.show(105, link(5));
        assert!(!known.leads_to(&owner, 105, link(5)), "again");
        assert!(!known.leads_to(&owner, 106, link(5)), "again");
        assert!(!known.leads_to(&owner, 104, link(4)), "too late");
        assert!(known.leads_to(&owner, 106, link(6)));
        assert!(known.leads_to(&owner, 100 + LINKS, link(LINKS)));
        assert!(!known.leads_to(&owner, 101 + LINKS, link(LINKS)));
        let bo = ChainOwner::person(TableId::from_bytes([7; 10]), &"Bo".parse().unwrap());
        let elsewhere = ChainOwner::person(TableId::from_bytes([8; 10]), &"Ada".parse().unwrap());
        for other in [
            bo,
            elsewhere,
            ChainOwner::server(TableId::from_bytes([7; 10])),
        ] {
            assert!(!known.leads_to(&other, 106, link(6)), "{other:?}");
        }
    }
}
