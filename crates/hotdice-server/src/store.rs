//! Where tables are kept.
//!
//! The log of a table is the truth; everything else is worked out from it. [`Store::append`] answers only when the
//! events are safe from a crash, and writes them only if nobody else has written in between.

mod sqlite;

use std::fmt;
use std::pin::Pin;

use hotdice_table::{PlayerId, TableId};

pub use sqlite::SqliteStore;

/// An answer that takes a while.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place where tables are kept.
pub trait Store: Send + Sync + 'static {
    /// Says what kind of store it is.
    fn kind(&self) -> &'static str;

    /// Keeps a new table.
    fn open(&self, table: NewTable) -> Answer<'_, Opening>;

    /// Adds events to the log of a table, all of them or none, and answers when they are safe.
    fn append(&self, batch: Batch) -> Answer<'_, Appended>;

    /// Lets somebody act with further tokens.
    fn add_tokens(&self, table: TableId, tokens: Vec<Token>) -> Answer<'_, ()>;

    /// Returns everything about a table; nothing if there is no such table.
    fn load(&self, table: TableId) -> Answer<'_, Option<Stored>>;

    /// Returns how a key was used before at a table.
    fn find_key(&self, table: TableId, key: Digest) -> Answer<'_, Option<KeyUse>>;

    /// Returns the tables whose games go on.
    fn live(&self) -> Answer<'_, Vec<TableId>>;

    /// Forgets tables that are over or never began, and have not changed since `before`; returns how many.
    fn prune(&self, before: Millis) -> Answer<'_, u64>;

    /// Answers when everything before is safe.
    fn flush(&self) -> Answer<'_, ()>;
}

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
}

/// What makes a repeated request the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A store that fails.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database was written by a newer program.
    #[error(
        "{place} was written by a newer version of this program (form {found}, and this one knows {known}): update the program"
    )]
    Newer {
        /// Where the database is.
        place: String,
        /// The version that was found.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
    /// The file cannot be opened.
    #[error("{place} cannot be opened: {why}")]
    Unopened {
        /// Where the database is.
        place: String,
        /// What the system says.
        why: String,
    },
    /// SQLite fails.
    #[error("the database fails: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// Nothing was written.
    #[error("nothing was written: {0}")]
    Unwritten(String),
    /// What is kept is not what was written.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The store has been closed.
    #[error("the database is closed")]
    Closed,
}
