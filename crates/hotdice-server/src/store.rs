//! Where tables are kept.
//!
//! The log of a table is the truth; everything else is worked out from it. [`Store::append`] answers only when the
//! events are safe from a crash, and writes them only if nobody else has written in between.

mod address;
mod copy;
mod error;
mod kept;
mod lease;
mod postgres;
mod shown;
mod sqlite;
#[cfg(test)]
pub(crate) mod suite;

use std::pin::Pin;
use std::time::Duration;

use hotdice_table::TableId;

pub use address::{NotAStore, StoreAddress};
pub use copy::{Copied, NotCopied, Progress, copy};
pub use error::StoreError;
pub use kept::{
    Appended, Batch, Digest, KeptKey, Key, KeyUse, Millis, NewTable, Opening, Secret, Stored,
    StoredEvent, Token, WholeTable,
};
pub use lease::{Keeping, Lease, NodeId};
pub use postgres::PostgresStore;
pub use shown::Shown;
pub use sqlite::SqliteStore;

/// An answer that takes a while.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place where tables are kept.
pub trait Store: Send + Sync + 'static {
    /// Says what kind of store it is.
    fn kind(&self) -> &'static str;

    /// Tells whether several servers may use it at once.
    fn is_shared(&self) -> bool;

    /// Keeps a new table.
    fn open(&self, table: NewTable) -> Answer<'_, Opening>;

    /// Adds events to the log of a table, all of them or none, and answers when they are safe.
    fn append(&self, batch: Batch) -> Answer<'_, Appended>;

    /// Lets somebody act with further tokens.
    fn add_tokens(&self, table: TableId, tokens: Vec<Token>) -> Answer<'_, ()>;

    /// Returns everything about a table; nothing if there is no such table.
    fn load(&self, table: TableId) -> Answer<'_, Option<Stored>>;

    /// Returns the events of a table after one of them.
    fn events_after(&self, table: TableId, after: u64) -> Answer<'_, Vec<StoredEvent>>;

    /// Returns the events of a table up to one of them.
    fn events_up_to(&self, table: TableId, last: u64) -> Answer<'_, Vec<StoredEvent>>;

    /// Returns who may act at a table.
    fn tokens(&self, table: TableId) -> Answer<'_, Vec<Token>>;

    /// Returns the number of the last event of each of these tables that is there.
    fn heads(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, u64)>>;

    /// Returns how a key was used before at a table.
    fn find_key(&self, table: TableId, key: Digest) -> Answer<'_, Option<KeyUse>>;

    /// Returns at most so many tables at which nothing has happened since `before`. It may take a while.
    fn idle(&self, before: Millis, most: u32) -> Answer<'_, Vec<TableId>>;

    /// Forgets those of these tables at which nothing has happened since `before`; returns how many.
    fn forget(&self, tables: Vec<TableId>, before: Millis) -> Answer<'_, u64>;

    /// Answers when everything before is safe; soon, or not at all.
    fn flush(&self) -> Answer<'_, ()>;

    /// Makes a server a node for some time, under a new number.
    fn enroll(&self, time: Duration) -> Answer<'_, NodeId>;

    /// Lets a node go on for some time from now; says no if it was not heard of in time.
    fn renew(&self, node: NodeId, time: Duration) -> Answer<'_, bool>;

    /// Ends a node, so that others can keep its tables at once.
    fn resign(&self, node: NodeId) -> Answer<'_, ()>;

    /// Ends all nodes but one, in a store that only one server uses.
    fn end_others(&self, node: NodeId) -> Answer<'_, ()>;

    /// Makes a node the keeper of a table, if nobody else is.
    fn keep(&self, table: TableId, node: NodeId) -> Answer<'_, Keeping>;

    /// Ends a lease at a table where there was nothing to do after event `seen`, until somebody acts.
    ///
    /// If somebody has acted since, the table is adrift.
    fn let_go(&self, table: TableId, lease: Lease, seen: u64) -> Answer<'_, ()>;

    /// Returns some tables where there is something to do, and that nobody keeps.
    fn adrift(&self, most: u32) -> Answer<'_, Vec<TableId>>;

    /// Shows other nodes something of a table, or takes it back; it is gone with the node, and in a store that only one
    /// server uses it is never seen.
    fn show(&self, table: TableId, node: NodeId, sign: Option<String>) -> Answer<'_, ()>;

    /// Returns what nodes that are heard of show of these tables.
    fn shown(&self, tables: Vec<TableId>) -> Answer<'_, Vec<Shown>>;

    /// Returns the next tables in the order of their names.
    fn tables(&self, after: Option<TableId>, most: u32) -> Answer<'_, Vec<TableId>>;

    /// Returns how many tables are kept.
    fn count(&self) -> Answer<'_, u64>;

    /// Returns all that is kept of a table, for another store.
    fn whole(&self, table: TableId) -> Answer<'_, Option<WholeTable>>;

    /// Keeps a table of another store, all of it or nothing; fails if there is a table of that name.
    fn put(&self, whole: WholeTable) -> Answer<'_, ()>;
}

/// Reads the name of a table that is kept.
fn named(name: &str) -> Result<TableId, StoreError> {
    let damaged = |_| StoreError::Damaged(format!("a table is called {name:?}"));
    name.parse().map_err(damaged)
}
