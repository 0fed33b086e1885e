//! Nodes and the tables they keep.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hotdice_table::TableId;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::super::{Keeping, Lease, Millis, NodeId, StoreError, named};

/// Makes a server a node; nodes that ended long ago are forgotten.
pub(super) fn enroll(transaction: &Transaction<'_>, time: Duration) -> Result<NodeId, StoreError> {
    let now = now();
    transaction
        .prepare_cached("DELETE FROM nodes WHERE until < ?")?
        .execute([now.saturating_sub(86_400_000)])?;
    transaction
        .prepare_cached("INSERT INTO nodes (until) VALUES (?)")?
        .execute([now + millis(time)])?;
    let number = u64::try_from(transaction.last_insert_rowid());
    let number = number.ok().and_then(NodeId::new);
    number.ok_or_else(|| StoreError::Damaged("a node has no number".to_owned()))
}

pub(super) fn renew(
    transaction: &Transaction<'_>,
    node: NodeId,
    time: Duration,
) -> Result<bool, StoreError> {
    let now = now();
    let renewed = transaction
        .prepare_cached("UPDATE nodes SET until = ? WHERE id = ? AND until > ?")?
        .execute(params![now + millis(time), node.get(), now])?;
    Ok(renewed == 1)
}

pub(super) fn resign(transaction: &Transaction<'_>, node: NodeId) -> Result<(), StoreError> {
    let mut resign = transaction.prepare_cached("DELETE FROM nodes WHERE id = ?")?;
    resign.execute([node.get()])?;
    Ok(())
}

pub(super) fn end_others(transaction: &Transaction<'_>, node: NodeId) -> Result<(), StoreError> {
    let mut end = transaction.prepare_cached("DELETE FROM nodes WHERE id <> ?")?;
    end.execute([node.get()])?;
    Ok(())
}

pub(super) fn keep(
    transaction: &Transaction<'_>,
    table: TableId,
    node: NodeId,
) -> Result<Keeping, StoreError> {
    let now = now();
    if !is_known(transaction, node.get(), now)? {
        return Ok(Keeping::Lapsed);
    }
    let Some((keeper, epoch)) = keeper(transaction, table)? else {
        return Ok(Keeping::Other);
    };
    match keeper.filter(|keeper| *keeper != 0) {
        Some(keeper) if keeper == node.get() => return Ok(Keeping::Kept(Lease { node, epoch })),
        Some(keeper) if is_known(transaction, keeper, now)? => return Ok(Keeping::Other),
        _ => {}
    }
    let epoch = epoch + 1;
    transaction
        .prepare_cached("UPDATE tables SET keeper = ?, epoch = ? WHERE id = ?")?
        .execute(params![node.get(), epoch, table.as_str()])?;
    Ok(Keeping::Kept(Lease { node, epoch }))
}

pub(super) fn let_go(
    transaction: &Transaction<'_>,
    table: TableId,
    lease: Lease,
    seen: u64,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "UPDATE tables SET keeper = CASE WHEN seq = ? THEN 0 END
             WHERE id = ? AND keeper = ? AND epoch = ?",
        )?
        .execute(params![seen, table.as_str(), lease.node.get(), lease.epoch])?;
    Ok(())
}

/// Tells whether a lease has not ended.
pub(super) fn lasts(
    connection: &Connection,
    table: TableId,
    lease: Lease,
) -> Result<bool, StoreError> {
    let held = keeper(connection, table)? == Some((Some(lease.node.get()), lease.epoch));
    Ok(held && is_known(connection, lease.node.get(), now())?)
}

pub(super) fn adrift(connection: &Connection, most: u32) -> Result<Vec<TableId>, StoreError> {
    let mut adrift = connection.prepare_cached(
        "SELECT id FROM tables WHERE live AND keeper IS NOT 0
         AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = keeper AND until > ?) LIMIT ?",
    )?;
    let names: Vec<String> = adrift
        .query_map(params![now(), most], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    names.iter().map(|name| named(name)).collect()
}

/// Returns the keeper of a table and its epoch.
fn keeper(
    connection: &Connection,
    table: TableId,
) -> Result<Option<(Option<u64>, u64)>, StoreError> {
    let mut keeper = connection.prepare_cached("SELECT keeper, epoch FROM tables WHERE id = ?")?;
    let keeper = keeper.query_row([table.as_str()], |row| Ok((row.get(0)?, row.get(1)?)));
    Ok(keeper.optional()?)
}

/// Tells whether a node was heard of in time.
fn is_known(connection: &Connection, node: u64, now: Millis) -> Result<bool, StoreError> {
    let mut known = connection.prepare_cached("SELECT 1 FROM nodes WHERE id = ? AND until > ?")?;
    Ok(known.exists(params![node, now])?)
}

fn millis(time: Duration) -> Millis {
    time.as_millis() as Millis
}

fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, millis)
}
