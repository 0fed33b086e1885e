//! Nodes and the tables they keep. Time is the database's.

use std::time::Duration;

use deadpool_postgres::Object;
use hotdice_table::TableId;

use super::super::{Keeping, Lease, NodeId, StoreError};
use super::read::names;
use super::trouble::Trouble;

/// Makes a server a node; nodes that ended long ago are forgotten.
pub(super) async fn enroll(client: &Object, time: Duration) -> Result<NodeId, Trouble> {
    client
        .execute(
            "DELETE FROM hotdice.nodes WHERE until < clock_timestamp() - interval '1 day'",
            &[],
        )
        .await?;
    let row = client
        .query_one(
            "INSERT INTO hotdice.nodes (until)
             VALUES (clock_timestamp() + $1 * interval '1 millisecond') RETURNING id",
            &[&millis(time)],
        )
        .await?;
    let number = u64::try_from(row.get::<_, i64>(0));
    let number = number.ok().and_then(NodeId::new);
    Ok(number.ok_or_else(|| StoreError::Damaged("a node has no number".to_owned()))?)
}

pub(super) async fn renew(client: &Object, node: NodeId, time: Duration) -> Result<bool, Trouble> {
    let renew = client
        .prepare_cached(
            "UPDATE hotdice.nodes SET until = clock_timestamp() + $2 * interval '1 millisecond'
             WHERE id = $1 AND until > clock_timestamp()",
        )
        .await?;
    let renewed = client
        .execute(&renew, &[&number(node), &millis(time)])
        .await?;
    Ok(renewed == 1)
}

pub(super) async fn resign(client: &Object, node: NodeId) -> Result<(), Trouble> {
    let resign = "DELETE FROM hotdice.nodes WHERE id = $1";
    client.execute(resign, &[&number(node)]).await?;
    Ok(())
}

pub(super) async fn end_others(client: &Object, node: NodeId) -> Result<(), Trouble> {
    let end = "DELETE FROM hotdice.nodes WHERE id <> $1";
    client.execute(end, &[&number(node)]).await?;
    Ok(())
}

pub(super) async fn keep(
    client: &Object,
    table: TableId,
    node: NodeId,
) -> Result<Keeping, Trouble> {
    let keep = client
        .prepare_cached("SELECT r_outcome, r_epoch FROM hotdice.keep_1($1, $2)")
        .await?;
    let row = client
        .query_one(&keep, &[&table.as_str(), &number(node)])
        .await?;
    match row.get(0) {
        "kept" => {
            let epoch = row.get::<_, i64>(1) as u64;
            Ok(Keeping::Kept(Lease { node, epoch }))
        }
        "lapsed" => Ok(Keeping::Lapsed),
        _ => Ok(Keeping::Other),
    }
}

pub(super) async fn let_go(
    client: &Object,
    table: TableId,
    lease: Lease,
    seen: u64,
) -> Result<(), Trouble> {
    let go = client
        .prepare_cached(
            "UPDATE hotdice.tables SET keeper = CASE WHEN seq = $4 THEN 0 END
             WHERE id = $1 AND keeper = $2 AND epoch = $3",
        )
        .await?;
    let (epoch, seen) = (lease.epoch as i64, seen as i64);
    client
        .execute(&go, &[&table.as_str(), &number(lease.node), &epoch, &seen])
        .await?;
    Ok(())
}

/// Finds tables that nobody keeps. This is asked every second: it goes from keeper to keeper by the index, and not from game to game.
pub(super) async fn adrift(client: &Object, most: u32) -> Result<Vec<TableId>, Trouble> {
    let adrift = client
        .prepare_cached(
            "WITH RECURSIVE keepers (keeper) AS (
                SELECT 0::BIGINT
                UNION ALL SELECT (
                    SELECT t.keeper FROM hotdice.tables t WHERE t.quiet IS NULL AND t.keeper > keepers.keeper
                    ORDER BY t.keeper LIMIT 1
                ) FROM keepers WHERE keepers.keeper IS NOT NULL
            ), gone AS (
                SELECT keeper FROM keepers WHERE keeper <> 0
                AND NOT EXISTS (SELECT FROM hotdice.nodes n WHERE n.id = keeper AND n.until > clock_timestamp())
            ) SELECT id FROM (
                SELECT id FROM hotdice.tables WHERE quiet IS NULL AND keeper IS NULL
                UNION ALL SELECT t.id FROM gone JOIN hotdice.tables t ON t.quiet IS NULL AND t.keeper = gone.keeper
            ) AS adrift LIMIT $1",
        )
        .await?;
    let rows = client.query(&adrift, &[&i64::from(most)]).await?;
    Ok(names(&rows)?)
}

fn number(node: NodeId) -> i64 {
    node.get() as i64
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
