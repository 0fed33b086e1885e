//! What is stored of a table, and the changes a store can make to it.

use std::fmt;

use hotdice_table::{PlayerId, TableId};

use super::{Lease, StoreError};

/// Milliseconds since 1970.
pub use hotdice_api::Millis;

/// A SHA-256 digest.
pub type Digest = [u8; 32];

/// A table to be created.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its name.
    pub table: TableId,
    /// The seed of its dice.
    pub seed: Secret,
    /// Its first events.
    pub lines: Vec<String>,
    /// When that was.
    pub at: Millis,
    /// Who may act.
    pub tokens: Vec<Token>,
    /// What makes a repeated request the same one.
    pub key: Option<IdempotencyKey>,
}

/// Events to be appended to a log.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The table.
    pub table: TableId,
    /// The last event that the writer has seen.
    pub after: u64,
    /// The events.
    pub lines: Vec<String>,
    /// When that was.
    pub at: Millis,
    /// Whether a game is going on after these events.
    pub live: bool,
    /// Whether the table has bots or a clock, and so needs a lease holder.
    pub automated: bool,
    /// The lease in whose name bots and clocks write; none for people.
    pub lease: Option<Lease>,
    /// Who may act from now on.
    pub tokens: Vec<Token>,
    /// What makes a repeated request the same one.
    pub key: Option<IdempotencyKey>,
}

impl Batch {
    /// Returns the number of its last event.
    pub(super) fn last(&self) -> u64 {
        self.after + self.lines.len() as u64
    }
}

/// The result of creating a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// It was created.
    Created,
    /// The same request has created this table before; nothing was written.
    Repeated(TableId),
    /// The same key was used for another request.
    KeyReused,
}

/// The result of appending events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// They are durable.
    Written,
    /// Nothing was written: others have written before.
    Behind,
    /// Nothing was written: a request with this key was carried out before.
    Repeated(KeyUse),
    /// Nothing was written: the lease has expired, or another node holds it.
    LeaseLost,
}

/// What makes a repeated request the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// The digest of the key and of whoever sent it.
    pub key: Digest,
    /// The digest of what was asked for.
    pub fingerprint: Digest,
    /// The fingerprint by which servers before version 1 of the fingerprint stored the same request.
    pub legacy: Option<Digest>,
}

impl IdempotencyKey {
    /// Tells whether a stored fingerprint is that of this request.
    #[must_use]
    pub fn matches(&self, stored: &Digest) -> bool {
        self.fingerprint == *stored || self.legacy == Some(*stored)
    }
}

/// How an idempotency key was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyUse {
    /// The digest of what was asked for.
    pub fingerprint: Digest,
    /// The last event before what happened.
    pub after: u64,
    /// The last event of what happened.
    pub last: u64,
}

/// Somebody who may act: the host, or a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token {
    /// The number of the player; none for the host.
    pub player: Option<PlayerId>,
    /// The digest of the token.
    pub digest: Digest,
}

/// A seat that its player takes to another device with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The digest of the code.
    pub code: Digest,
    /// The table.
    pub table: TableId,
    /// The number of the player.
    pub player: PlayerId,
    /// When the code expires.
    pub until: Millis,
}

/// A stored table.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// The seed of its dice.
    pub seed: Secret,
    /// Its log, or what of it was asked for.
    pub events: Vec<StoredEvent>,
    /// Who may act.
    pub tokens: Vec<Token>,
}

/// A stored event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// When it was written.
    pub at: Millis,
    /// The event.
    pub line: String,
}

/// What one request has written: a row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredBatch {
    /// The number of its last event.
    pub(super) last: u64,
    /// When it was written.
    pub(super) at: Millis,
    /// The events, one to a line.
    pub(super) lines: String,
    /// The idempotency key of the request, and its fingerprint.
    pub(super) key: Option<(Digest, Digest)>,
}

impl StoredBatch {
    /// Writes events one to a line.
    ///
    /// # Errors
    /// When one of them has several lines itself, which none has.
    pub(super) fn join(lines: &[String]) -> Result<String, StoreError> {
        if lines.iter().any(|line| line.contains('\n')) {
            return Err(StoreError::Failed("an event is one line".to_owned()));
        }
        Ok(lines.join("\n"))
    }

    /// Returns the number of the last event before these.
    pub(super) fn after(last: u64, lines: &str) -> u64 {
        last.saturating_sub(lines.split('\n').count() as u64)
    }

    /// Returns those events of these rows that have numbers above `after`, up to and including `last`.
    pub(super) fn events(rows: &[Self], after: u64, last: u64) -> Vec<StoredEvent> {
        let numbered = rows.iter().flat_map(|row| {
            let first = Self::after(row.last, &row.lines) + 1;
            let lines = row.lines.split('\n');
            (first..).zip(lines.map(|line| (row.at, line)))
        });
        let wanted = numbered.filter(|(seq, _)| *seq > after && *seq <= last);
        let event = |(_, (at, line)): (u64, (Millis, &str))| StoredEvent {
            at,
            line: line.to_owned(),
        };
        wanted.map(event).collect()
    }
}

/// A table as it was after an event of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the event.
    pub seq: u64,
    /// The table.
    pub text: String,
    /// The seal by which a snapshot that does not fit its log is found out.
    pub digest: Digest,
}

/// Thirty-two bytes that must not be shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A table on its way from one store to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedTable {
    /// Its name.
    pub table: TableId,
    /// The seed of its dice.
    pub seed: Secret,
    /// Whether a game is going on.
    pub live: bool,
    /// Whether it needs a lease holder.
    pub automated: bool,
    /// Its log.
    pub events: Vec<StoredEvent>,
    /// Who may act, in the order of their digests.
    pub tokens: Vec<Token>,
    /// The idempotency keys that were used, in their order.
    pub keys: Vec<StoredKey>,
}

/// An idempotency key that was used at a table, or to open it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredKey {
    /// Whether the table was opened with it.
    pub opening: bool,
    /// The digest of the key and of whoever sent it.
    pub key: Digest,
    /// How it was used.
    pub used: KeyUse,
}

impl ExportedTable {
    /// Returns its log as rows: the events of a request that had a key together, the others on their own.
    ///
    /// # Errors
    /// When a key is about events that are not there.
    pub(super) fn batches(&self) -> Result<Vec<StoredBatch>, StoreError> {
        let mut keys: Vec<&StoredKey> = self.keys.iter().filter(|key| !key.opening).collect();
        keys.sort_by_key(|key| key.used.after);
        let mut keys = keys.into_iter().peekable();
        let mut batches = Vec::new();
        let mut after = 0;
        while after < self.events.len() as u64 {
            let key = keys.next_if(|key| key.used.after == after);
            let last = key.map_or(after + 1, |key| key.used.last);
            let events = self.events.get(after as usize..last as usize);
            let events = events.filter(|events| !events.is_empty());
            let events = events.ok_or_else(|| {
                StoreError::Damaged(format!("there is no event {last} of a request"))
            })?;
            let lines: Vec<String> = events.iter().map(|event| event.line.clone()).collect();
            batches.push(StoredBatch {
                last,
                at: events[0].at,
                lines: StoredBatch::join(&lines)?,
                key: key.map(|key| (key.key, key.used.fingerprint)),
            });
            after = last;
        }
        match keys.next() {
            None => Ok(batches),
            Some(key) => Err(StoreError::Damaged(format!(
                "a request is about events after {}, which others have written",
                key.used.after
            ))),
        }
    }

    /// Returns the key of the request that opened it.
    pub(super) fn opening_keys(&self) -> impl Iterator<Item = &StoredKey> {
        self.keys.iter().filter(|key| key.opening)
    }

    /// Returns when it last changed.
    #[must_use]
    pub fn changed(&self) -> Millis {
        self.events.last().map_or(0, |event| event.at)
    }
}
