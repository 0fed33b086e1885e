//! Reads beside the writer.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use hotdice_table::{PlayerId, TableId};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};

use super::connect;
use crate::lock;
use crate::store::{
    Digest, ExportedTable, KeyUse, Millis, Secret, Snapshot, StoreError, StoredBatch, StoredEvent,
    StoredKey, StoredTable, Token, table_id,
};

/// A pool of reading connections, as many as were ever needed at once.
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

    /// Reads on a thread that may block.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let readers = self.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let idle = lock(&readers.idle).pop();
            let connection = idle.map_or_else(|| connect(&readers.path), Ok)?;
            let found = read(&connection)?;
            lock(&readers.idle).push(connection);
            Ok(found)
        });
        reading.await.map_err(|_| StoreError::Closed)?
    }
}

/// Loads a table, as it was at one moment.
pub(super) fn load(
    connection: &Connection,
    table: TableId,
    after: u64,
) -> Result<Option<StoredTable>, StoreError> {
    let snapshot = connection.unchecked_transaction()?;
    let seed = snapshot
        .prepare_cached("SELECT seed FROM tables WHERE id = ?")?
        .query_row([table.as_str()], |row| row.get(0))
        .optional()?;
    let Some(seed) = seed.map(Secret) else {
        return Ok(None);
    };
    Ok(Some(StoredTable {
        seed,
        events: events(&snapshot, table, after, u64::MAX)?,
        tokens: tokens(&snapshot, table)?,
    }))
}

/// Returns the newest snapshot of a table up to an event.
pub(super) fn snapshot(
    connection: &Connection,
    table: TableId,
    last: u64,
) -> Result<Option<Snapshot>, StoreError> {
    let mut newest = connection.prepare_cached(
        "SELECT seq, body, sum FROM snapshots WHERE table_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
    )?;
    let last = last.min(i64::MAX as u64);
    // What has rotted is read all the same: its digest tells.
    let found = newest.query_row(params![table.as_str(), last], |row| {
        let text = row.get_ref(1)?.as_bytes_or_null()?.unwrap_or_default();
        let digest = row.get_ref(2)?.as_bytes_or_null()?.unwrap_or_default();
        Ok(Snapshot {
            seq: row.get(0)?,
            text: String::from_utf8_lossy(text).into_owned(),
            digest: digest.try_into().unwrap_or_default(),
        })
    });
    Ok(found.optional()?)
}

/// Returns a range of the events of a table.
pub(super) fn events(
    connection: &Connection,
    table: TableId,
    after: u64,
    last: u64,
) -> Result<Vec<StoredEvent>, StoreError> {
    // Every row has an event at least.
    let mut rows = connection.prepare_cached(
        "SELECT last, at, lines FROM batches WHERE table_id = ? AND last > ? ORDER BY last LIMIT ?",
    )?;
    let most = i64::try_from(last.saturating_sub(after)).unwrap_or(i64::MAX);
    let rows = rows.query_map(params![table.as_str(), after, most], |row| {
        Ok(StoredBatch {
            last: row.get(0)?,
            at: row.get(1)?,
            lines: row.get(2)?,
            key: None,
        })
    })?;
    let rows: Vec<StoredBatch> = rows.collect::<Result<_, _>>()?;
    Ok(StoredBatch::events(&rows, after, last))
}

/// Returns the tokens of a table.
pub(super) fn tokens(connection: &Connection, table: TableId) -> Result<Vec<Token>, StoreError> {
    let mut tokens = connection
        .prepare_cached("SELECT player, sum FROM tokens WHERE table_id = ? ORDER BY sum")?;
    let tokens = tokens.query_map([table.as_str()], |row| {
        let number: Option<u32> = row.get(0)?;
        let player = number.and_then(NonZeroU32::new).map(PlayerId::numbered);
        let digest = row.get(1)?;
        Ok(Token { player, digest })
    })?;
    Ok(tokens.collect::<Result<_, _>>()?)
}

/// Returns the number of the last event of each of these tables that exists.
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

/// Returns how an idempotency key was used at a table.
pub(super) fn find_key(
    connection: &Connection,
    table: TableId,
    key: &Digest,
) -> Result<Option<KeyUse>, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT request, last, lines FROM batches WHERE table_id = ? AND key = ?",
    )?;
    let used = find.query_row(params![table.as_str(), key], key_use);
    Ok(used.optional()?)
}

/// Reads how a key was used: the fingerprint, the last event, and the lines.
fn key_use(row: &Row<'_>) -> Result<KeyUse, rusqlite::Error> {
    let last = row.get(1)?;
    Ok(KeyUse {
        fingerprint: row.get(0)?,
        after: StoredBatch::after(last, row.get_ref(2)?.as_str()?),
        last,
    })
}

/// Returns tables without an event since a moment.
pub(super) fn idle_tables(
    connection: &Connection,
    before: Millis,
    most: u32,
) -> Result<Vec<TableId>, StoreError> {
    let idle = "SELECT id FROM tables WHERE NOT live AND changed < ?1
        UNION ALL SELECT id FROM tables WHERE live AND changed < ?1 LIMIT ?2";
    table_ids(connection, idle, params![before, most])
}

/// Returns the next tables in the order of their names.
pub(super) fn tables(
    connection: &Connection,
    after: Option<TableId>,
    most: u32,
) -> Result<Vec<TableId>, StoreError> {
    let after = after.as_ref().map_or("", |table| table.as_str());
    let next = "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?";
    table_ids(connection, next, params![after, most])
}

/// Returns the tables that a query finds.
pub(super) fn table_ids(
    connection: &Connection,
    query: &str,
    params: impl Params,
) -> Result<Vec<TableId>, StoreError> {
    let mut query = connection.prepare_cached(query)?;
    let names = query.query_map(params, |row| row.get(0))?;
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    names.iter().map(|name| table_id(name)).collect()
}

/// Exports a table, as it was at one moment.
pub(super) fn export(
    connection: &Connection,
    table: TableId,
) -> Result<Option<ExportedTable>, StoreError> {
    let snapshot = connection.unchecked_transaction()?;
    let head = snapshot
        .prepare_cached("SELECT seed, live, keeper FROM tables WHERE id = ?")?
        .query_row([table.as_str()], |row| {
            let holder: Option<u64> = row.get(2)?;
            Ok((row.get(0)?, row.get(1)?, holder != Some(0)))
        })
        .optional()?;
    let Some((seed, live, automated)) = head else {
        return Ok(None);
    };
    Ok(Some(ExportedTable {
        table,
        seed: Secret(seed),
        live,
        automated: live && automated,
        events: events(&snapshot, table, 0, u64::MAX)?,
        tokens: tokens(&snapshot, table)?,
        keys: keys(&snapshot, table)?,
    }))
}

fn keys(connection: &Connection, table: TableId) -> Result<Vec<StoredKey>, StoreError> {
    let mut keys = connection.prepare_cached(
        "SELECT request, last, lines, key FROM batches WHERE table_id = ? AND key IS NOT NULL ORDER BY key",
    )?;
    let keys = keys.query_map([table.as_str()], |row| {
        Ok(StoredKey {
            opening: false,
            key: row.get(3)?,
            used: key_use(row)?,
        })
    })?;
    let mut openings = connection.prepare_cached(
        "SELECT request, last, key FROM openings WHERE table_id = ? ORDER BY key",
    )?;
    let openings = openings.query_map([table.as_str()], |row| {
        Ok(StoredKey {
            opening: true,
            key: row.get(2)?,
            used: KeyUse {
                fingerprint: row.get(0)?,
                after: 0,
                last: row.get(1)?,
            },
        })
    })?;
    Ok(keys.chain(openings).collect::<Result<_, _>>()?)
}
