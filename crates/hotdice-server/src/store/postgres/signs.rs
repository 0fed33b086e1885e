//! What nodes show each other of a table.

use deadpool_postgres::Object;
use hotdice_table::TableId;
use tokio_postgres::Row;

use super::super::{NodeId, Shown, StoreError, named};
use super::trouble::Trouble;

/// Shows something of a table, or takes it back.
pub(super) async fn show(
    client: &Object,
    table: TableId,
    node: NodeId,
    sign: Option<&str>,
) -> Result<(), Trouble> {
    let node = node.get() as i64;
    match sign {
        Some(sign) => {
            let show = client
                .prepare_cached(
                    "INSERT INTO hotdice.signs (table_id, node, sign, shown) VALUES ($1, $2, $3, clock_timestamp())
                     ON CONFLICT (table_id, node) DO UPDATE SET sign = $3, shown = clock_timestamp()",
                )
                .await?;
            client
                .execute(&show, &[&table.as_str(), &node, &sign])
                .await?;
        }
        None => {
            let hide = client
                .prepare_cached("DELETE FROM hotdice.signs WHERE table_id = $1 AND node = $2")
                .await?;
            client.execute(&hide, &[&table.as_str(), &node]).await?;
        }
    }
    Ok(())
}

/// Returns what living nodes show of some tables.
pub(super) async fn shown(client: &Object, tables: &[TableId]) -> Result<Vec<Shown>, Trouble> {
    let shown = client
        .prepare_cached(
            "SELECT s.table_id, s.node, s.sign,
                    (extract(epoch FROM clock_timestamp() - s.shown) * 1000)::BIGINT
             FROM hotdice.signs s JOIN hotdice.nodes n ON n.id = s.node AND n.until > clock_timestamp()
             WHERE s.table_id = ANY ($1) ORDER BY s.table_id, s.node",
        )
        .await?;
    let names: Vec<&str> = tables.iter().map(TableId::as_str).collect();
    let rows = client.query(&shown, &[&names]).await?;
    let sign = |row: &Row| {
        let node = u64::try_from(row.get::<_, i64>(1))
            .ok()
            .and_then(NodeId::new);
        Ok(Shown {
            table: named(row.get(0))?,
            node: node.ok_or_else(|| StoreError::Damaged("a node has no number".to_owned()))?,
            sign: row.get(2),
            age: row.get::<_, i64>(3).max(0) as u64,
        })
    };
    rows.iter().map(sign).collect()
}
