//! Those who read beside the writer.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hotdice_table::{PlayerId, TableId};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::super::{Millis, Secret, StoreError, Stored, StoredEvent, Token, named};
use super::connect;

/// Connections that read, as many as were ever needed at once.
#[derive(Clone)]
pub(super) struct Readers {
    path: PathBuf,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Readers {
    pub(super) fn new(path: &Path) -> Self {
        let path = path.to_owned();
        let idle = Arc::default();
        Self { path, idle }
    }

    /// Reads on a thread that may wait.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let readers = self.clone();
        let asked = tokio::task::spawn_blocking(move || readers.read(read));
        asked.await.map_err(|_| StoreError::Closed)?
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let idle = self.lock().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connect(&self.path)?,
        };
        let found = read(&connection)?;
        self.lock().push(connection);
        Ok(found)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns everything about a table, as it was at one moment.
pub(super) fn load(connection: &Connection, table: TableId) -> Result<Option<Stored>, StoreError> {
    let moment = connection.unchecked_transaction()?;
    let id = table.as_str();
    let seed = moment
        .prepare_cached("SELECT seed FROM tables WHERE id = ?")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    let Some(seed) = seed.map(Secret) else {
        return Ok(None);
    };
    let events = events_after(&moment, table, 0)?;
    let tokens = tokens(&moment, table)?;
    Ok(Some(Stored {
        seed,
        events,
        tokens,
    }))
}

/// Returns the events of a table after one of them.
pub(super) fn events_after(
    connection: &Connection,
    table: TableId,
    after: u64,
) -> Result<Vec<StoredEvent>, StoreError> {
    let mut events = connection.prepare_cached(
        "SELECT at, line FROM events WHERE table_id = ? AND seq > ? ORDER BY seq",
    )?;
    let events = events.query_map(params![table.as_str(), after], event)?;
    Ok(events.collect::<Result<_, _>>()?)
}

/// Returns the events of a table up to one of them.
pub(super) fn events_up_to(
    connection: &Connection,
    table: TableId,
    last: u64,
) -> Result<Vec<StoredEvent>, StoreError> {
    let mut events = connection.prepare_cached(
        "SELECT at, line FROM events WHERE table_id = ? AND seq <= ? ORDER BY seq",
    )?;
    let events = events.query_map(params![table.as_str(), last], event)?;
    Ok(events.collect::<Result<_, _>>()?)
}

fn event(row: &Row<'_>) -> Result<StoredEvent, rusqlite::Error> {
    let (at, line) = (row.get(0)?, row.get(1)?);
    Ok(StoredEvent { at, line })
}

/// Returns who may act at a table.
pub(super) fn tokens(connection: &Connection, table: TableId) -> Result<Vec<Token>, StoreError> {
    let mut tokens = connection
        .prepare_cached("SELECT player, sum FROM tokens WHERE table_id = ? ORDER BY sum")?;
    let tokens = tokens.query_map([table.as_str()], |row| {
        let number: Option<u32> = row.get(0)?;
        let player = number.and_then(NonZeroU32::new).map(PlayerId::numbered);
        let sum = row.get(1)?;
        Ok(Token { player, sum })
    })?;
    Ok(tokens.collect::<Result<_, _>>()?)
}

/// Returns the number of the last event of each of these tables that is there.
pub(super) fn heads(
    connection: &Connection,
    tables: &[TableId],
) -> Result<Vec<(TableId, u64)>, StoreError> {
    let mut seq = connection.prepare_cached("SELECT seq FROM tables WHERE id = ?")?;
    let mut heads = Vec::with_capacity(tables.len());
    for table in tables {
        let found = seq.query_row([table.as_str()], |row| row.get(0));
        heads.extend(found.optional()?.map(|seq| (*table, seq)));
    }
    Ok(heads)
}

/// Returns tables at which nothing has happened since before a moment.
pub(super) fn idle(
    connection: &Connection,
    before: Millis,
    most: u32,
) -> Result<Vec<TableId>, StoreError> {
    let mut idle = connection.prepare_cached(
        "SELECT id FROM tables WHERE NOT live AND changed < ?1
         UNION ALL SELECT id FROM tables WHERE live AND changed < ?1 LIMIT ?2",
    )?;
    let names: Vec<String> = idle
        .query_map(params![before, most], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    names.iter().map(|name| named(name)).collect()
}
