//! The formulas of fair dice, as `docs/fair-dice.md` writes them.

use hotdice_core::{Bytes32, Throw};

use crate::hmac::{hmac_sha256, sha256};

/// Returns what a server publishes when it opens a table.
#[must_use]
pub fn commitment(table: &str, seed: Bytes32) -> Bytes32 {
    Bytes32(sha256(&[b"hotdice/commit/v1", table.as_bytes(), &seed.0]))
}

/// Returns the key of the dice, from what the persons added in the order of their seats.
#[must_use]
pub fn key(table: &str, seed: Bytes32, entropy: &[Bytes32]) -> Bytes32 {
    let head: [&[u8]; 2] = [b"hotdice/key/v1", table.as_bytes()];
    let added = entropy.iter().map(|bytes| &bytes.0[..]);
    let message: Vec<&[u8]> = head.into_iter().chain(added).collect();
    Bytes32(hmac_sha256(&seed.0, &message))
}

/// Returns the bytes of a roll: rolls and blocks are counted from 0.
#[must_use]
pub fn block(key: Bytes32, roll: u64, block: u32) -> [u8; 32] {
    let (roll, block) = (roll.to_be_bytes(), block.to_be_bytes());
    hmac_sha256(&key.0, &[b"roll", &roll, &block])
}

/// Returns the dice of a roll, each counted from 0; nothing when a byte cannot choose between that many sides.
#[must_use]
pub fn dice(key: Bytes32, roll: u64, throw: Throw) -> Option<Vec<u16>> {
    if !(1..=256).contains(&throw.sides) {
        return None;
    }
    let mut lying = Vec::new();
    for number in 0.. {
        for byte in block(key, roll, number) {
            if lying.len() == usize::from(throw.dice) {
                return Some(lying);
            }
            lying.extend(side(byte, throw.sides));
        }
    }
    None
}

/// Returns the side that a byte stands for; bytes that would favour low sides stand for none.
fn side(byte: u8, sides: u16) -> Option<u16> {
    let rounds = 256 / sides;
    let byte = u16::from(byte);
    (byte < rounds * sides).then_some(byte % sides)
}
