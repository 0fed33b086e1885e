//! A Citus has to be told how tables are spread over its workers, by `deploy/citus.sql`: also about those that came with an upgrade.

use tokio_postgres::{Client, Error};

/// Lists tables that are on the coordinator alone, also those that Citus knows of because of a foreign key. Shards and copies that it holds
/// itself have the same names with a number.
const UNDISTRIBUTED: &str = r"
    SELECT 'hotdice.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'hotdice' AND c.relkind IN ('r', 'p') AND c.relname <> 'version' AND c.relname !~ '_[0-9]+$'
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_partition d
            WHERE d.logicalrelid = c.oid AND (d.partmethod = 'h' OR d.repmodel = 't'))
    ORDER BY 1";

/// Lists tables that are not spread over the workers of a Citus; none in any other database.
pub(super) async fn undistributed(client: &Client) -> Result<Vec<String>, Error> {
    let is_citus = "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL";
    if !client.query_one(is_citus, &[]).await?.get::<_, bool>(0) {
        return Ok(Vec::new());
    }
    let tables = client.query(UNDISTRIBUTED, &[]).await?;
    Ok(tables.iter().map(|row| row.get(0)).collect())
}

/// Says what is not spread over the workers of a Citus. Servers work all the same, but the coordinator carries more than it should.
pub(super) async fn warn(client: &Client) {
    match undistributed(client).await {
        Ok(tables) if tables.is_empty() => {}
        Ok(tables) => tracing::warn!(
            "this is a Citus cluster, and {} only on the coordinator: stop all servers and run deploy/citus.sql, which distributes what is missing",
            match &tables[..] {
                [table] => format!("{table} is"),
                tables => format!("{} are", tables.join(", ")),
            }
        ),
        Err(error) => tracing::debug!(%error, "cannot tell how tables are distributed"),
    }
}

#[cfg(test)]
mod tests {
    use hotdice_rig::{Citus, or_skip};
    use hotdice_world::World;
    use tokio_postgres::NoTls;

    use super::*;
    use crate::store::PostgresStore;

    #[tokio::test]
    async fn what_an_upgrade_brought_is_spread_when_the_script_runs_again() {
        let Some(citus) = or_skip(Citus::start(2)) else {
            return;
        };
        let database = citus.database().unwrap();
        drop(
            PostgresStore::open(&database.url(), World::system())
                .await
                .unwrap(),
        );
        let (client, connection) = tokio_postgres::connect(&database.url(), NoTls)
            .await
            .unwrap();
        tokio::spawn(connection);
        let missing = undistributed(&client).await.unwrap();
        assert_eq!(missing.len(), 9, "{missing:?}");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/citus.sql");
        let spread = || citus.shard(&database, script.as_ref(), 4).unwrap();
        let nothing: [String; 0] = [];
        spread();
        assert_eq!(undistributed(&client).await.unwrap(), nothing);
        // As an upgrade leaves it: a new table, which servers have written to already.
        let earlier = "SELECT undistribute_table('hotdice.snapshots');
            INSERT INTO hotdice.snapshots SELECT 'table' || n, n, 'body', '' FROM generate_series(1, 100) n";
        client.batch_execute(earlier).await.unwrap();
        assert_eq!(undistributed(&client).await.unwrap(), ["hotdice.snapshots"]);
        for _ in 0..2 {
            spread();
            assert_eq!(undistributed(&client).await.unwrap(), nothing);
        }
        let counted = "SELECT count(*), sum(seq)::bigint FROM hotdice.snapshots";
        let counted = client.query_one(counted, &[]).await.unwrap();
        assert_eq!((counted.get(0), counted.get(1)), (100_i64, 5_050_i64));
    }
}
