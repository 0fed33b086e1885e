//! The formulas of fair dice, as `docs/fair-dice.md` writes them.

use hotdice_core::{Bytes32, Seat, Throw};

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

/// How many links a chain has.
pub const LINKS: u64 = 16_384;

/// Says whose chain it is: the server's, or that of somebody with a name.
#[must_use]
pub fn who(name: Option<&str>) -> Vec<u8> {
    match name {
        None => vec![0],
        Some(name) => [&[1, name.len() as u8], name.as_bytes()].concat(),
    }
}

/// Returns the last link of a chain, from its secret.
#[must_use]
pub fn last_link(table: &str, who: &[u8], secret: Bytes32) -> Bytes32 {
    let domain = b"hotdice/secret/v2";
    Bytes32(sha256(&[domain, table.as_bytes(), who, &secret.0]))
}

/// Returns the link that comes so many places before a link.
#[must_use]
pub fn link_before(table: &str, who: &[u8], link: Bytes32, places: u64) -> Bytes32 {
    let before = |link: Bytes32| {
        Bytes32(sha256(&[
            b"hotdice/link/v2",
            table.as_bytes(),
            who,
            &link.0,
        ]))
    };
    (0..places).fold(link, |link, _| before(link))
}

/// Returns the key of a linked roll, counted from 1, with the server's link and those of the seats that have one.
#[must_use]
pub fn linked_key(table: &str, roll: u64, server: Bytes32, links: &[(Seat, Bytes32)]) -> Bytes32 {
    let number = roll.to_be_bytes();
    let mut message = b"hotdice/roll/v2".to_vec();
    message.extend_from_slice(table.as_bytes());
    message.extend_from_slice(&number);
    message.extend_from_slice(&server.0);
    for (seat, link) in links {
        message.push(seat.index() as u8 + 1);
        message.extend_from_slice(&link.0);
    }
    Bytes32(sha256(&[&message]))
}

/// Returns the head of the log of a table that has no lines.
#[must_use]
pub fn first_head(table: &str) -> Bytes32 {
    Bytes32(sha256(&[b"hotdice/log/v1", table.as_bytes()]))
}

/// Returns the head of a log after its next line.
#[must_use]
pub fn next_head(head: Bytes32, line: &str) -> Bytes32 {
    Bytes32(sha256(&[b"hotdice/log/v1", &head.0, line.as_bytes()]))
}

/// Returns the bytes of a roll. Rolls are counted from 0, linked ones from 1, and blocks from 0.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_has_equally_many_bytes() {
        for sides in 1..=256 {
            let mut counts = vec![0; usize::from(sides)];
            let given = (0..=u8::MAX).filter_map(|byte| side(byte, sides));
            given.for_each(|side| counts[usize::from(side)] += 1);
            assert_eq!(counts, vec![256 / sides; usize::from(sides)]);
        }
    }

    /// Dice with 129 sides skip nearly half of the bytes, and 255 of them need many blocks.
    #[test]
    fn dice_go_on_from_block_to_block() {
        let (key, throw) = (
            Bytes32([7; 32]),
            Throw {
                dice: 255,
                sides: 129,
            },
        );
        let thrown = dice(key, 3, throw).unwrap();
        let bytes = (0..20).flat_map(|number| block(key, 3, number));
        let expected: Vec<u16> = bytes
            .map(u16::from)
            .filter(|&byte| byte < 129)
            .take(255)
            .collect();
        assert_eq!(thrown, expected);
        assert_eq!(dice(key, 3, Throw { dice: 0, sides: 6 }), Some(Vec::new()));
        assert_eq!(dice(key, 3, Throw { dice: 1, sides: 0 }), None);
        assert_eq!(
            dice(
                key,
                3,
                Throw {
                    dice: 1,
                    sides: 257
                }
            ),
            None
        );
    }
}
