//! Whole tables, for another store or from one.

use hotdice_table::TableId;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::super::{KeptKey, Key, Secret, StoreError, WholeTable, named};
use super::{reader, writer};

pub(super) fn tables(
    connection: &Connection,
    after: Option<TableId>,
    most: u32,
) -> Result<Vec<TableId>, StoreError> {
    let after = after.as_ref().map_or("", |table| table.as_str());
    let mut names =
        connection.prepare_cached("SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?")?;
    let names: Vec<String> = names
        .query_map(params![after, most], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    names.iter().map(|name| named(name)).collect()
}

pub(super) fn count(connection: &Connection) -> Result<u64, StoreError> {
    let mut count = connection.prepare_cached("SELECT count(*) FROM tables")?;
    Ok(count.query_row([], |row| row.get(0))?)
}

/// Returns all that is kept of a table, as it was at one moment.
pub(super) fn whole(
    connection: &Connection,
    table: TableId,
) -> Result<Option<WholeTable>, StoreError> {
    let moment = connection.unchecked_transaction()?;
    let head = moment
        .prepare_cached("SELECT seed, live, keeper FROM tables WHERE id = ?")?
        .query_row([table.as_str()], |row| {
            let keeper: Option<u64> = row.get(2)?;
            Ok((row.get(0)?, row.get(1)?, keeper != Some(0)))
        })
        .optional()?;
    let Some((seed, live, tended)) = head else {
        return Ok(None);
    };
    Ok(Some(WholeTable {
        table,
        seed: Secret(seed),
        live,
        tended: live && tended,
        events: reader::events_after(&moment, table, 0)?,
        tokens: reader::tokens(&moment, table)?,
        keys: keys(&moment, table)?,
    }))
}

fn keys(connection: &Connection, table: TableId) -> Result<Vec<KeptKey>, StoreError> {
    let mut keys = connection.prepare_cached(
        "SELECT scope = '', key, request, after, last FROM keys WHERE scope = ?1
         UNION ALL SELECT 1, key, request, after, last FROM keys WHERE scope = '' AND table_id = ?1
         ORDER BY 1, 2",
    )?;
    let keys = keys.query_map([table.as_str()], |row| {
        let key = Key {
            key: row.get(1)?,
            request: row.get(2)?,
        };
        Ok(KeptKey {
            opening: row.get(0)?,
            key,
            after: row.get(3)?,
            last: row.get(4)?,
        })
    })?;
    Ok(keys.collect::<Result<_, _>>()?)
}

pub(super) fn put(transaction: &Transaction<'_>, whole: &WholeTable) -> Result<(), StoreError> {
    let id = whole.table.as_str();
    let keeper = (!whole.tended).then_some(0);
    let seq = whole.events.len() as u64;
    transaction
        .prepare_cached(
            "INSERT INTO tables (id, seed, seq, live, changed, keeper) VALUES (?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            id,
            whole.seed.0,
            seq,
            whole.live,
            whole.changed(),
            keeper
        ])?;
    for (after, event) in whole.events.iter().enumerate() {
        let line = std::slice::from_ref(&event.line);
        writer::insert_events(transaction, id, after as u64, line, event.at)?;
    }
    writer::insert_tokens(transaction, id, &whole.tokens)?;
    for kept in &whole.keys {
        let scope = if kept.opening { writer::OPENING } else { id };
        let range = (kept.after, kept.last);
        writer::insert_key(transaction, scope, id, Some(&kept.key), range)?;
    }
    Ok(())
}
