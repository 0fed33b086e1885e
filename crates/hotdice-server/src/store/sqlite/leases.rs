//! Nodes and leases; `now` is the time on the wall.

use std::time::Duration;

use hotdice_table::TableId;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::reader::table_ids;
use crate::store::{Lease, LeaseGrant, Millis, NodeId, StoreError, node_id};

/// Registers a node; those that expired a day ago are deleted.
pub(super) fn register_node(
    transaction: &Transaction<'_>,
    time: Duration,
    now: Millis,
) -> Result<NodeId, StoreError> {
    let expired = now.saturating_sub(86_400_000);
    transaction.execute("DELETE FROM nodes WHERE until < ?", [expired])?;
    let until = now + time.as_millis() as Millis;
    transaction.execute("INSERT INTO nodes (until) VALUES (?)", [until])?;
    node_id(transaction.last_insert_rowid())
}

/// Extends the registration of a node, unless it has expired.
pub(super) fn renew_node(
    transaction: &Transaction<'_>,
    node: NodeId,
    time: Duration,
    now: Millis,
) -> Result<bool, StoreError> {
    let until = now + time.as_millis() as Millis;
    let renewed = transaction
        .prepare_cached("UPDATE nodes SET until = ? WHERE id = ? AND until > ?")?
        .execute(params![until, node.get(), now])?;
    Ok(renewed == 1)
}

/// Leases a table to a node, if no other registered node holds the lease.
pub(super) fn acquire(
    transaction: &Transaction<'_>,
    table: TableId,
    node: NodeId,
    now: Millis,
) -> Result<LeaseGrant, StoreError> {
    if !is_registered(transaction, node.get(), now)? {
        return Ok(LeaseGrant::NodeExpired);
    }
    let Some((holder, epoch)) = holder(transaction, table)? else {
        return Ok(LeaseGrant::HeldElsewhere);
    };
    match holder.filter(|holder| *holder != 0) {
        Some(holder) if holder == node.get() => {
            return Ok(LeaseGrant::Granted(Lease { node, epoch }));
        }
        Some(holder) if is_registered(transaction, holder, now)? => {
            return Ok(LeaseGrant::HeldElsewhere);
        }
        _ => {}
    }
    let epoch = epoch + 1;
    transaction
        .prepare_cached("UPDATE tables SET keeper = ?, epoch = ? WHERE id = ?")?
        .execute(params![node.get(), epoch, table.as_str()])?;
    Ok(LeaseGrant::Granted(Lease { node, epoch }))
}

/// Ends a lease.
pub(super) fn release(
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

/// Tells whether a lease still holds.
pub(super) fn is_valid(
    connection: &Connection,
    table: TableId,
    lease: Lease,
    now: Millis,
) -> Result<bool, StoreError> {
    let held = holder(connection, table)? == Some((Some(lease.node.get()), lease.epoch));
    Ok(held && is_registered(connection, lease.node.get(), now)?)
}

/// Returns tables that need a lease holder and have none.
pub(super) fn unleased(
    connection: &Connection,
    most: u32,
    now: Millis,
) -> Result<Vec<TableId>, StoreError> {
    let unleased = "SELECT id FROM tables WHERE live AND keeper IS NOT 0
        AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = keeper AND until > ?) LIMIT ?";
    table_ids(connection, unleased, params![now, most])
}

/// Returns the lease holder of a table and its epoch.
fn holder(
    connection: &Connection,
    table: TableId,
) -> Result<Option<(Option<u64>, u64)>, StoreError> {
    let mut holder = connection.prepare_cached("SELECT keeper, epoch FROM tables WHERE id = ?")?;
    let holder = holder.query_row([table.as_str()], |row| Ok((row.get(0)?, row.get(1)?)));
    Ok(holder.optional()?)
}

fn is_registered(connection: &Connection, node: u64, now: Millis) -> Result<bool, StoreError> {
    let mut known = connection.prepare_cached("SELECT 1 FROM nodes WHERE id = ? AND until > ?")?;
    Ok(known.exists(params![node, now])?)
}
