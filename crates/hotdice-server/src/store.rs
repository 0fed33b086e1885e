//! Durable storage of tables.
//!
//! The log of a table is the truth; everything else is derived from it. [`Store::append`] is a compare-and-swap on the
//! length of the log: it writes only if nobody else has written since the event the writer saw last, and it returns only
//! when the events would survive a crash.

mod address;
mod copy;
mod lease;
mod postgres;
mod sqlite;
mod stored;
#[cfg(test)]
pub(crate) mod suite;

use std::pin::Pin;
use std::time::Duration;

use hotdice_api::Damaged;
use hotdice_table::{PlayerId, TableId};

pub use address::{NotAStore, StoreAddress};
pub use copy::{CopyError, CopyReport, Progress, copy};
pub use lease::{Lease, LeaseGrant, NodeId, PublishedPresence};
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;
use stored::StoredBatch;
pub use stored::{
    Appended, Batch, Digest, ExportedTable, IdempotencyKey, KeyUse, Millis, NewTable, Opening,
    Secret, Snapshot, StoredEvent, StoredKey, StoredTable, Token, Transfer,
};

/// The answer of a store, which takes a while.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A store that fails.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database was migrated by a newer program.
    #[error(
        "{place} was written by a newer version of this program (schema {found}, and this one knows {known}): update the program"
    )]
    Newer {
        /// Where the database is.
        place: String,
        /// The migration that was found.
        found: u32,
        /// The newest migration that is known.
        known: u32,
    },
    /// The database cannot be opened.
    #[error("{place} cannot be opened: {why}")]
    Unopened {
        /// Where the database is.
        place: String,
        /// What the system says.
        why: String,
    },
    /// The database cannot be reached now, and may be later.
    #[error("{place} cannot be opened: {why}")]
    Unreachable {
        /// Where the database is.
        place: String,
        /// What the system says.
        why: String,
    },
    /// The database fails, and nothing was written.
    #[error("the database fails: {0}")]
    Failed(String),
    /// Nothing was written.
    #[error("nothing was written: {0}")]
    Unwritten(String),
    /// The connection broke, and it is unknown whether the change was written.
    #[error("it is not known whether it was written: {0}")]
    InDoubt(String),
    /// The stored data is not what was written.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The store has been closed.
    #[error("the database is closed")]
    Closed,
}

impl StoreError {
    /// Tells whether the same may work a little later, because what was stored is as good as before.
    pub(crate) fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Failed(_) | Self::Unwritten(_) | Self::InDoubt(_) | Self::Closed
        )
    }
}

impl From<Damaged> for StoreError {
    fn from(damaged: Damaged) -> Self {
        Self::Damaged(damaged.to_string())
    }
}

/// A place where tables are stored.
pub trait Store: Send + Sync + 'static {
    /// Returns the name of the kind of store.
    fn kind(&self) -> &'static str;

    /// Tells whether several servers may use it at once.
    fn is_shared(&self) -> bool;

    /// Creates a table.
    fn open(&self, table: NewTable) -> Answer<'_, Opening>;

    /// Appends events to the log of a table, all of them or none, and returns when they are durable.
    fn append(&self, batch: Batch) -> Answer<'_, Appended>;

    /// Keeps the code of a transfer until it expires; an earlier one of the same player is void.
    fn offer_transfer(&self, transfer: Transfer, now: Millis) -> Answer<'_, ()>;

    /// Takes the seat of a transfer that has not expired: adds this token of its player, and returns who that is where.
    ///
    /// A code works once. Asked again with the same token, which nobody else can have, it answers the same, so that a
    /// request or statement whose answer was lost can be repeated. A token of somebody else at the table takes nothing.
    fn take_transfer(
        &self,
        code: Digest,
        token: Digest,
        now: Millis,
    ) -> Answer<'_, Option<(TableId, PlayerId)>>;

    /// Loads a table; none if there is no such table.
    fn load(&self, table: TableId) -> Answer<'_, Option<StoredTable>> {
        self.load_after(table, 0)
    }

    /// Loads a table with its events above a number; none if there is no such table.
    fn load_after(&self, table: TableId, after: u64) -> Answer<'_, Option<StoredTable>>;

    /// Writes snapshots of a table, also over older ones of the same events; nothing if there is no such table.
    fn save_snapshots(&self, table: TableId, snapshots: Vec<Snapshot>) -> Answer<'_, ()>;

    /// Deletes the snapshots of a table.
    fn drop_snapshots(&self, table: TableId) -> Answer<'_, ()>;

    /// Returns the newest snapshot of a table that was taken after event `last` or before.
    fn snapshot(&self, table: TableId, last: u64) -> Answer<'_, Option<Snapshot>>;

    /// Returns the events of a table with numbers above `after`, up to and including `last`.
    fn events(&self, table: TableId, after: u64, last: u64) -> Answer<'_, Vec<StoredEvent>>;

    /// Returns the tokens of a table.
    fn tokens(&self, table: TableId) -> Answer<'_, Vec<Token>>;

    /// Returns the number of the last event of each of these tables that exists.
    fn heads(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, u64)>>;

    /// Returns how an idempotency key was used at a table.
    fn find_key(&self, table: TableId, key: Digest) -> Answer<'_, Option<KeyUse>>;

    /// Returns up to `most` tables without an event since `before`. It may take a while.
    fn idle_tables(&self, before: Millis, most: u32) -> Answer<'_, Vec<TableId>>;

    /// Deletes those of these tables that had no event since `before`; returns how many.
    fn delete_idle(&self, tables: Vec<TableId>, before: Millis) -> Answer<'_, u64>;

    /// Returns when everything before is durable; soon, or with an error.
    fn flush(&self) -> Answer<'_, ()>;

    /// Registers a server as a node for some time, under a new number.
    fn register_node(&self, time: Duration) -> Answer<'_, NodeId>;

    /// Extends the registration of a node from now on; false if it has expired.
    fn renew_node(&self, node: NodeId, time: Duration) -> Answer<'_, bool>;

    /// Ends the registration of a node, so that others can lease its tables at once.
    fn deregister_node(&self, node: NodeId) -> Answer<'_, ()>;

    /// Ends all registrations but one, in a store that only one server uses.
    fn deregister_other_nodes(&self, node: NodeId) -> Answer<'_, ()>;

    /// Leases a table to a node, if no other node holds the lease.
    fn acquire_lease(&self, table: TableId, node: NodeId) -> Answer<'_, LeaseGrant>;

    /// Ends a lease at a table that needed nothing after event `seen`.
    ///
    /// If there are later events, the table counts as unleased and is found by [`Store::unleased`].
    fn release_lease(&self, table: TableId, lease: Lease, seen: u64) -> Answer<'_, ()>;

    /// Returns some tables that need a lease holder and have none.
    fn unleased(&self, most: u32) -> Answer<'_, Vec<TableId>>;

    /// Publishes who has a table open at a node, or withdraws that; it disappears with the node. A store that only one
    /// server uses ignores it.
    fn publish_presence(
        &self,
        table: TableId,
        node: NodeId,
        snapshot: Option<String>,
    ) -> Answer<'_, ()>;

    /// Returns what registered nodes have published about these tables.
    fn published_presence(&self, tables: Vec<TableId>) -> Answer<'_, Vec<PublishedPresence>>;

    /// Returns the next tables in the order of their names.
    fn tables(&self, after: Option<TableId>, most: u32) -> Answer<'_, Vec<TableId>>;

    /// Returns how many tables there are.
    fn count(&self) -> Answer<'_, u64>;

    /// Exports a table with everything that belongs to it.
    fn export(&self, table: TableId) -> Answer<'_, Option<ExportedTable>>;

    /// Imports an exported table, all of it or nothing; fails if there is a table of that name.
    fn import(&self, table: ExportedTable) -> Answer<'_, ()>;
}

/// Reads the name of a stored table.
fn table_id(name: &str) -> Result<TableId, StoreError> {
    let damaged = |_| StoreError::Damaged(format!("a table is called {name:?}"));
    name.parse().map_err(damaged)
}

/// Reads the number of a stored node.
fn node_id(number: i64) -> Result<NodeId, StoreError> {
    let number = u64::try_from(number).ok().and_then(NodeId::new);
    number.ok_or_else(|| StoreError::Damaged("a node has no number".to_owned()))
}
