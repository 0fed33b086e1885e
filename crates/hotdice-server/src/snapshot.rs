//! Snapshots: a table as it was after some events of its log, so that a long log is not replayed from its first event.
//!
//! They are a cache, and the log stays the truth. A snapshot is right for ever, because a log only grows and a table is what a replay of
//! it gives. It is not believed blindly all the same: it is sealed with a digest over the table, the number and the very event after which
//! it was taken, so that one of another table, of a log that was put back and went on differently, or one that has rotted is found out,
//! and it has a version. On any doubt the whole log is replayed, which writes its snapshots anew.
//!
//! When a table is opened from a snapshot, its digest is checked, then every event after it as in any replay: whether it can come next,
//! that links are of their chains, and the dice against the seed. Events before it are not read. Whoever reads them has them checked from
//! the nearest snapshot before: a page of a stream in that way, a repeated request too. A record is written from the whole log, which has
//! to hash to the head of the table, and that head goes through every snapshot; the dice in it are then for `hotdice verify` to check.
//! `hotdice store copy` replays whole logs. The digest has no key: whoever can write into the database can write a snapshot that fits,
//! as they can change a log, and read the seeds. Players notice by the heads that their clients remember, and by verifying.

use hotdice_table::TableId;

use crate::store::{Digest, Snapshot, StoreError, StoredEvent};
use crate::token::digest;

/// How many events lie between two snapshots. A snapshot has one or two kilobytes and is written once; a replay from one takes a few
/// milliseconds at most.
pub(crate) const INTERVAL: u64 = 256;

impl Snapshot {
    /// Seals a snapshot that was taken after an event.
    pub(crate) fn sealed(table: TableId, seq: u64, event: &StoredEvent, text: String) -> Self {
        let digest = seal(table, seq, event, &text);
        Self { seq, text, digest }
    }

    /// Returns what it says, if it was taken at this table after this event.
    pub(crate) fn verified(
        &self,
        table: TableId,
        event: Option<&StoredEvent>,
    ) -> Result<&str, StoreError> {
        let fits = |event| seal(table, self.seq, event, &self.text) == self.digest;
        if event.is_some_and(fits) {
            return Ok(&self.text);
        }
        let damaged = format!(
            "the snapshot of {table} at {} does not fit its log",
            self.seq
        );
        Err(StoreError::Damaged(damaged))
    }
}

fn seal(table: TableId, seq: u64, event: &StoredEvent, text: &str) -> Digest {
    digest(&[
        b"hotdice/snapshot/v1",
        table.as_str().as_bytes(),
        &seq.to_be_bytes(),
        &event.at.to_be_bytes(),
        event.line.as_bytes(),
        text.as_bytes(),
    ])
}
