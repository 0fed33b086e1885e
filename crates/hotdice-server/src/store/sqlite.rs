//! Tables in one SQLite file.
//!
//! There is a single writer thread, because SQLite allows only one writer anyway and because it makes *group commit*
//! simple: the thread takes all writes that are queued, carries them out in one transaction, and acknowledges them when
//! that transaction is on disk. One fsync then serves every table that was waiting for it. Readers have connections of
//! their own and, thanks to the write-ahead log, never wait for the writer.

mod leases;
mod migrations;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use hotdice_table::{PlayerId, TableId};
use hotdice_world::World;
use rusqlite::{Connection, Transaction};
use tokio::sync::oneshot;

use super::{
    Answer, Appended, Batch, Digest, ExportedTable, KeyUse, Lease, LeaseGrant, Millis, NewTable,
    NodeId, Opening, PublishedPresence, Snapshot, Store, StoreError, StoredEvent, StoredTable,
    Token, Transfer,
};
use reader::Readers;
use writer::{Job, Writer};

/// How many KiB of pages the writer keeps.
const WRITER_CACHE_KIB: i64 = 16 * 1024;

/// How many pages of 4 KiB the write-ahead log has before they are written to their places: it comes to 32 MiB, and is read
/// again after a crash.
const CHECKPOINT_PAGES: u32 = 8 * 1024;

/// A store in a SQLite file.
pub struct SqliteStore {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    readers: Readers,
    /// Its clock says which nodes are registered.
    world: World,
}

impl SqliteStore {
    /// Opens a file, and creates it if it does not exist.
    ///
    /// # Errors
    /// When it cannot be opened, or was migrated by a newer program.
    pub fn open(path: &Path, world: World) -> Result<Self, StoreError> {
        create_private(path)?;
        let mut connection = connect(path).map_err(|error| name_file(path, error))?;
        let migrated = migrations::migrate(&mut connection, path);
        migrated.map_err(|error| name_file(path, error))?;
        let (jobs, queue) = mpsc::channel();
        // Actions at many tables change many pages, each of them again and again: it is cheaper to keep them, and to write them to
        // their places in the file less often.
        connection.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
        connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        let writer = Writer::new(connection);
        let thread = std::thread::Builder::new().name("hotdice-store".to_owned());
        let thread = thread.spawn(move || writer.run(&queue));
        let thread = thread.map_err(|error| unopened(path, &error))?;
        Ok(Self {
            jobs: Some(jobs),
            thread: Some(thread),
            readers: Readers::new(path),
            world,
        })
    }

    /// Reads on a connection beside the writer.
    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        Box::pin(self.readers.read(read))
    }

    /// Queues a write for the next group commit, and answers when that is durable.
    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let jobs = self.jobs.as_ref().ok_or(StoreError::Closed)?;
            let sent = jobs.send(writer::job(write, reply));
            sent.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }
}

impl Drop for SqliteStore {
    /// Waits until everything that was queued is durable.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl Store for SqliteStore {
    fn kind(&self) -> &'static str {
        "sqlite"
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn open(&self, table: NewTable) -> Answer<'_, Opening> {
        self.write(move |transaction| writer::open(transaction, &table))
    }

    fn append(&self, batch: Batch) -> Answer<'_, Appended> {
        let world = self.world.clone();
        self.write(move |transaction| writer::append(transaction, &batch, world.unix_millis()))
    }

    fn offer_transfer(&self, transfer: Transfer, now: Millis) -> Answer<'_, ()> {
        self.write(move |transaction| writer::offer_transfer(transaction, &transfer, now))
    }

    fn take_transfer(
        &self,
        code: Digest,
        token: Digest,
        now: Millis,
    ) -> Answer<'_, Option<(TableId, PlayerId)>> {
        self.write(move |transaction| writer::take_transfer(transaction, &code, &token, now))
    }

    fn load_after(&self, table: TableId, after: u64) -> Answer<'_, Option<StoredTable>> {
        self.read(move |connection| reader::load(connection, table, after))
    }

    fn save_snapshots(&self, table: TableId, snapshots: Vec<Snapshot>) -> Answer<'_, ()> {
        self.write(move |transaction| writer::save_snapshots(transaction, table, &snapshots))
    }

    fn drop_snapshots(&self, table: TableId) -> Answer<'_, ()> {
        self.write(move |transaction| writer::drop_snapshots(transaction, table))
    }

    fn snapshot(&self, table: TableId, last: u64) -> Answer<'_, Option<Snapshot>> {
        self.read(move |connection| reader::snapshot(connection, table, last))
    }

    fn events(&self, table: TableId, after: u64, last: u64) -> Answer<'_, Vec<StoredEvent>> {
        self.read(move |connection| reader::events(connection, table, after, last))
    }

    fn tokens(&self, table: TableId) -> Answer<'_, Vec<Token>> {
        self.read(move |connection| reader::tokens(connection, table))
    }

    fn heads(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, u64)>> {
        self.read(move |connection| reader::heads(connection, &tables))
    }

    fn find_key(&self, table: TableId, key: Digest) -> Answer<'_, Option<KeyUse>> {
        self.read(move |connection| reader::find_key(connection, table, &key))
    }

    fn idle_tables(&self, before: Millis, most: u32) -> Answer<'_, Vec<TableId>> {
        self.read(move |connection| reader::idle_tables(connection, before, most))
    }

    fn delete_idle(&self, tables: Vec<TableId>, before: Millis) -> Answer<'_, u64> {
        self.write(move |transaction| writer::delete_idle(transaction, &tables, before))
    }

    fn flush(&self) -> Answer<'_, ()> {
        self.write(|_| Ok(()))
    }

    fn register_node(&self, time: Duration) -> Answer<'_, NodeId> {
        let world = self.world.clone();
        self.write(move |transaction| leases::register_node(transaction, time, world.unix_millis()))
    }

    fn renew_node(&self, node: NodeId, time: Duration) -> Answer<'_, bool> {
        let world = self.world.clone();
        self.write(move |transaction| {
            leases::renew_node(transaction, node, time, world.unix_millis())
        })
    }

    fn deregister_node(&self, node: NodeId) -> Answer<'_, ()> {
        self.write(move |transaction| {
            transaction.execute("DELETE FROM nodes WHERE id = ?", [node.get()])?;
            Ok(())
        })
    }

    fn deregister_other_nodes(&self, node: NodeId) -> Answer<'_, ()> {
        self.write(move |transaction| {
            transaction.execute("DELETE FROM nodes WHERE id <> ?", [node.get()])?;
            Ok(())
        })
    }

    fn acquire_lease(&self, table: TableId, node: NodeId) -> Answer<'_, LeaseGrant> {
        let world = self.world.clone();
        self.write(move |transaction| {
            leases::acquire(transaction, table, node, world.unix_millis())
        })
    }

    fn release_lease(&self, table: TableId, lease: Lease, seen: u64) -> Answer<'_, ()> {
        self.write(move |transaction| leases::release(transaction, table, lease, seen))
    }

    fn unleased(&self, most: u32) -> Answer<'_, Vec<TableId>> {
        let now = self.world.unix_millis();
        self.read(move |connection| leases::unleased(connection, most, now))
    }

    fn publish_presence(&self, _: TableId, _: NodeId, _: Option<String>) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn published_presence(&self, _: Vec<TableId>) -> Answer<'_, Vec<PublishedPresence>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn tables(&self, after: Option<TableId>, most: u32) -> Answer<'_, Vec<TableId>> {
        self.read(move |connection| reader::tables(connection, after, most))
    }

    fn count(&self) -> Answer<'_, u64> {
        self.read(|connection| {
            let count = "SELECT count(*) FROM tables";
            Ok(connection.query_row(count, [], |row| row.get(0))?)
        })
    }

    fn export(&self, table: TableId) -> Answer<'_, Option<ExportedTable>> {
        self.read(move |connection| reader::export(connection, table))
    }

    fn import(&self, table: ExportedTable) -> Answer<'_, ()> {
        self.write(move |transaction| writer::import(transaction, &table))
    }
}

/// Opens a connection whose commits are durable.
fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path).map_err(|error| unopened(path, &error))?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Creates the file, readable by its owner alone: it holds the seeds of games that are going on.
fn create_private(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let created = options.open(path).map(drop);
    created.map_err(|error| unopened(path, &error))
}

/// Says which file it is that fails.
fn name_file(path: &Path, error: StoreError) -> StoreError {
    match error {
        StoreError::Failed(why) => StoreError::Unopened {
            place: path.display().to_string(),
            why,
        },
        error => error,
    }
}

fn unopened(path: &Path, why: &dyn std::error::Error) -> StoreError {
    StoreError::Unopened {
        place: path.display().to_string(),
        why: why.to_string(),
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error.to_string())
    }
}
