//! Tables in one file, kept by SQLite.
//!
//! One thread writes. It takes all requests that are waiting, carries them out in one transaction, and answers them when
//! the transaction is safe: one wait for the disk serves many tables. Others read beside it.

mod leases;
mod reader;
mod schema;
#[cfg(test)]
mod tests;
mod whole;
mod writer;

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use hotdice_table::TableId;
use rusqlite::{Connection, Transaction};
use tokio::sync::oneshot;

use super::{
    Answer, Appended, Batch, Digest, Keeping, KeyUse, Lease, Millis, NewTable, NodeId, Opening,
    Shown, Store, StoreError, Stored, StoredEvent, Token, WholeTable,
};
use reader::Readers;
use writer::{Job, Reply, Writer};

/// A store in a SQLite file.
pub struct SqliteStore {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    readers: Readers,
}

impl SqliteStore {
    /// Opens a file, and makes it if it is not there.
    ///
    /// # Errors
    /// When it cannot be opened, or was written by a newer program.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        keep_private(path)?;
        let mut connection = connect(path).map_err(|error| of_file(path, error))?;
        let current = schema::bring_up_to_date(&mut connection, path);
        current.map_err(|error| of_file(path, error))?;
        let (jobs, waiting) = mpsc::channel();
        let writer = Writer::new(connection);
        let thread = std::thread::Builder::new().name("hotdice-store".to_owned());
        let thread = thread.spawn(move || writer.run(&waiting));
        let thread = thread.map_err(|error| unopened(path, &error))?;
        Ok(Self {
            jobs: Some(jobs),
            thread: Some(thread),
            readers: Readers::new(path),
        })
    }

    /// Reads beside the thread that writes.
    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        Box::pin(self.readers.ask(read))
    }

    /// Does something on the thread that writes, in the transaction of all who are waiting.
    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        Box::pin(self.ask(|reply| writer::errand(write, reply)))
    }

    async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let jobs = self.jobs.as_ref().ok_or(StoreError::Closed)?;
        jobs.send(job(reply)).map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

impl Drop for SqliteStore {
    /// Waits until everything that was asked for is safe.
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
        Box::pin(self.ask(|reply| Job::Open(table, reply)))
    }

    fn append(&self, batch: Batch) -> Answer<'_, Appended> {
        Box::pin(self.ask(|reply| Job::Append(batch, reply)))
    }

    fn add_tokens(&self, table: TableId, tokens: Vec<Token>) -> Answer<'_, ()> {
        self.write(move |transaction| writer::insert_tokens(transaction, table.as_str(), &tokens))
    }

    fn load(&self, table: TableId) -> Answer<'_, Option<Stored>> {
        self.read(move |connection| reader::load(connection, table))
    }

    fn events_after(&self, table: TableId, after: u64) -> Answer<'_, Vec<StoredEvent>> {
        self.read(move |connection| reader::events_after(connection, table, after))
    }

    fn events_up_to(&self, table: TableId, last: u64) -> Answer<'_, Vec<StoredEvent>> {
        self.read(move |connection| reader::events_up_to(connection, table, last))
    }

    fn tokens(&self, table: TableId) -> Answer<'_, Vec<Token>> {
        self.read(move |connection| reader::tokens(connection, table))
    }

    fn heads(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, u64)>> {
        self.read(move |connection| reader::heads(connection, &tables))
    }

    fn find_key(&self, table: TableId, key: Digest) -> Answer<'_, Option<KeyUse>> {
        self.read(move |connection| {
            let found = writer::find_key(connection, table.as_str(), &key)?;
            Ok(found.map(|(_, used)| used))
        })
    }

    fn idle(&self, before: Millis, most: u32) -> Answer<'_, Vec<TableId>> {
        self.read(move |connection| reader::idle(connection, before, most))
    }

    fn forget(&self, tables: Vec<TableId>, before: Millis) -> Answer<'_, u64> {
        self.write(move |transaction| writer::forget(transaction, &tables, before))
    }

    fn flush(&self) -> Answer<'_, ()> {
        self.write(|_| Ok(()))
    }

    fn enroll(&self, time: Duration) -> Answer<'_, NodeId> {
        self.write(move |transaction| leases::enroll(transaction, time))
    }

    fn renew(&self, node: NodeId, time: Duration) -> Answer<'_, bool> {
        self.write(move |transaction| leases::renew(transaction, node, time))
    }

    fn resign(&self, node: NodeId) -> Answer<'_, ()> {
        self.write(move |transaction| leases::resign(transaction, node))
    }

    fn end_others(&self, node: NodeId) -> Answer<'_, ()> {
        self.write(move |transaction| leases::end_others(transaction, node))
    }

    fn keep(&self, table: TableId, node: NodeId) -> Answer<'_, Keeping> {
        self.write(move |transaction| leases::keep(transaction, table, node))
    }

    fn let_go(&self, table: TableId, lease: Lease, seen: u64) -> Answer<'_, ()> {
        self.write(move |transaction| leases::let_go(transaction, table, lease, seen))
    }

    fn adrift(&self, most: u32) -> Answer<'_, Vec<TableId>> {
        self.read(move |connection| leases::adrift(connection, most))
    }

    fn show(&self, _: TableId, _: NodeId, _: Option<String>) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn shown(&self, _: Vec<TableId>) -> Answer<'_, Vec<Shown>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn tables(&self, after: Option<TableId>, most: u32) -> Answer<'_, Vec<TableId>> {
        self.read(move |connection| whole::tables(connection, after, most))
    }

    fn count(&self) -> Answer<'_, u64> {
        self.read(whole::count)
    }

    fn whole(&self, table: TableId) -> Answer<'_, Option<WholeTable>> {
        self.read(move |connection| whole::whole(connection, table))
    }

    fn put(&self, whole: WholeTable) -> Answer<'_, ()> {
        self.write(move |transaction| whole::put(transaction, &whole))
    }
}

/// Opens a connection whose transactions are safe when they are done.
fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path).map_err(|error| unopened(path, &error))?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Makes the file if it is not there, for nobody else to read: it holds the seeds of games that go on.
fn keep_private(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
        .open(path)
        .map(drop)
        .map_err(|error| unopened(path, &error))
}

/// Says which file it is that fails.
fn of_file(path: &Path, error: StoreError) -> StoreError {
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
