//! What is kept of a table, and what is asked of a store about it.

use std::fmt;

use hotdice_table::{PlayerId, TableId};

use super::Lease;

/// Milliseconds since 1970.
pub type Millis = u64;

/// A SHA-256 sum.
pub type Digest = [u8; 32];

/// A table to be kept.
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
    pub key: Option<Key>,
}

/// Events to be added to a log.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The table.
    pub table: TableId,
    /// The last event that whoever writes has seen.
    pub after: u64,
    /// The events.
    pub lines: Vec<String>,
    /// When that was.
    pub at: Millis,
    /// Whether a game goes on after these events.
    pub live: bool,
    /// Whether somebody must see to bots or clocks at this table.
    pub tended: bool,
    /// In whose name: events of bots and clocks are written only while the lease lasts.
    pub lease: Option<Lease>,
    /// Who may act from now on.
    pub tokens: Vec<Token>,
    /// What makes a repeated request the same one.
    pub key: Option<Key>,
}

/// What became of a new table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// It is kept.
    Kept,
    /// The same request has opened this table before; nothing was written.
    Repeated(TableId),
    /// The same key was used for another request.
    OtherRequest,
}

/// What became of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// They are safe.
    Written,
    /// Nothing was written: others have written before.
    Behind,
    /// Nothing was written: a request with this key was carried out before.
    Repeated(KeyUse),
    /// Nothing was written: the lease has ended, or another node has it.
    Evicted,
}

/// What makes a repeated request the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The sum of the key and of whoever used it.
    pub key: Digest,
    /// The sum of what was asked for.
    pub request: Digest,
}

/// How a key was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyUse {
    /// The sum of what was asked for.
    pub request: Digest,
    /// The last event before what happened.
    pub after: u64,
    /// The last event of what happened.
    pub last: u64,
}

/// Somebody who may act: the host, or a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token {
    /// The number of the player; nothing for the host.
    pub player: Option<PlayerId>,
    /// The sum of the token.
    pub sum: Digest,
}

/// Everything about a table.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The seed of its dice.
    pub seed: Secret,
    /// Its log.
    pub events: Vec<StoredEvent>,
    /// Who may act.
    pub tokens: Vec<Token>,
}

/// An event as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// When it was written.
    pub at: Millis,
    /// The event.
    pub line: String,
}

/// Thirty-two bytes that must not be seen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A table as it goes from one store to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeTable {
    /// Its name.
    pub table: TableId,
    /// The seed of its dice.
    pub seed: Secret,
    /// Whether a game goes on.
    pub live: bool,
    /// Whether somebody must see to bots or clocks.
    pub tended: bool,
    /// Its log.
    pub events: Vec<StoredEvent>,
    /// Who may act, in the order of their sums.
    pub tokens: Vec<Token>,
    /// The keys that were used, in their order.
    pub keys: Vec<KeptKey>,
}

/// A key that was used at a table, or to open it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeptKey {
    /// Whether the table was opened with it.
    pub opening: bool,
    /// The key.
    pub key: Key,
    /// The last event before what happened.
    pub after: u64,
    /// The last event of what happened.
    pub last: u64,
}

impl WholeTable {
    /// Returns when it last changed.
    #[must_use]
    pub fn changed(&self) -> Millis {
        self.events.last().map_or(0, |event| event.at)
    }
}
