//! Tables in one file, kept by SQLite.
//!
//! One thread writes. It takes all requests that are waiting, carries them out in one transaction, and answers them when
//! the transaction is safe: one wait for the disk serves many tables. Others read beside it.

mod reader;
mod schema;
#[cfg(test)]
mod tests;
mod writer;

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use hotdice_table::TableId;
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::{
    Answer, Appended, Batch, Digest, KeyUse, Millis, NewTable, Opening, Store, StoreError, Stored,
    Token,
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
        let mut connection = connect(path)?;
        schema::bring_up_to_date(&mut connection, path)?;
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

    fn open(&self, table: NewTable) -> Answer<'_, Opening> {
        Box::pin(self.ask(|reply| Job::Open(table, reply)))
    }

    fn append(&self, batch: Batch) -> Answer<'_, Appended> {
        Box::pin(self.ask(|reply| Job::Append(batch, reply)))
    }

    fn add_tokens(&self, table: TableId, tokens: Vec<Token>) -> Answer<'_, ()> {
        Box::pin(self.ask(move |reply| Job::Tokens(table, tokens, reply)))
    }

    fn load(&self, table: TableId) -> Answer<'_, Option<Stored>> {
        Box::pin(
            self.readers
                .ask(move |connection| reader::load(connection, table)),
        )
    }

    fn find_key(&self, table: TableId, key: Digest) -> Answer<'_, Option<KeyUse>> {
        Box::pin(self.readers.ask(move |connection| {
            let found = writer::find_key(connection, table.as_str(), &key)?;
            Ok(found.map(|(_, used)| used))
        }))
    }

    fn live(&self) -> Answer<'_, Vec<TableId>> {
        Box::pin(self.readers.ask(reader::live))
    }

    fn prune(&self, before: Millis) -> Answer<'_, u64> {
        Box::pin(self.ask(move |reply| Job::Prune(before, reply)))
    }

    fn flush(&self) -> Answer<'_, ()> {
        Box::pin(self.ask(Job::Flush))
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

fn unopened(path: &Path, why: &dyn std::error::Error) -> StoreError {
    StoreError::Unopened {
        place: path.display().to_string(),
        why: why.to_string(),
    }
}
