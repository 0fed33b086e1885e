//! What is stored of a table, and the changes a store can make to it.

use std::fmt;

use hotdice_table::{PlayerId, TableId};

use super::Lease;

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
    /// Its log.
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
    /// Returns when it last changed.
    #[must_use]
    pub fn changed(&self) -> Millis {
        self.events.last().map_or(0, |event| event.at)
    }
}
