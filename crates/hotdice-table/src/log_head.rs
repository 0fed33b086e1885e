//! A log proves itself: every head depends on all events up to it, so that two logs with the same head are the same.
//!
//! ```text
//! head[0] = SHA-256("hotdice/log/v1" ‖ table)
//! head[n] = SHA-256("hotdice/log/v1" ‖ head[n - 1] ‖ line n)
//! ```
//!
//! Heads follow from the lines alone, so none is stored. Whoever remembers one notices a log that was cut or changed.

use hotdice_core::Bytes32;
use sha2::{Digest, Sha256};

use crate::TableId;

/// Returns the head of a log without events.
#[must_use]
pub fn before_all(table: TableId) -> Bytes32 {
    hash(&[table.as_str().as_bytes()])
}

/// Returns the head after one more event.
#[must_use]
pub fn after(head: Bytes32, line: &str) -> Bytes32 {
    hash(&[&head.0, line.as_bytes()])
}

fn hash(parts: &[&[u8]]) -> Bytes32 {
    let mut hash = Sha256::new_with_prefix(b"hotdice/log/v1");
    parts.iter().for_each(|part| hash.update(part));
    Bytes32(hash.finalize().into())
}
