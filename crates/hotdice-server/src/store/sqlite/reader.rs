//! Those who read beside the writer.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hotdice_table::{PlayerId, TableId};
use rusqlite::{Connection, OptionalExtension};

use super::super::{Secret, StoreError, Stored, StoredEvent, Token};
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
    let events = moment
        .prepare_cached("SELECT at, line FROM events WHERE table_id = ? ORDER BY seq")?
        .query_map([id], |row| {
            let (at, line) = (row.get(0)?, row.get(1)?);
            Ok(StoredEvent { at, line })
        })?
        .collect::<Result<_, _>>()?;
    let tokens = moment
        .prepare_cached("SELECT player, sum FROM tokens WHERE table_id = ?")?
        .query_map([id], |row| {
            let number: Option<u32> = row.get(0)?;
            let player = number.and_then(NonZeroU32::new).map(PlayerId::numbered);
            let sum = row.get(1)?;
            Ok(Token { player, sum })
        })?
        .collect::<Result<_, _>>()?;
    Ok(Some(Stored {
        seed,
        events,
        tokens,
    }))
}

/// Returns the tables whose games go on.
pub(super) fn live(connection: &Connection) -> Result<Vec<TableId>, StoreError> {
    let mut live = connection.prepare_cached("SELECT id FROM tables WHERE live")?;
    let names: Vec<String> = live
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let read = |name: String| {
        let id = name.parse();
        id.map_err(|_| StoreError::Damaged(format!("a table is called {name:?}")))
    };
    names.into_iter().map(read).collect()
}
