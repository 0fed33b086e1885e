//! Schema migrations.

use tokio_postgres::{Client, Error};

/// All migrations in order. They are appended, never changed, and a function that has to change gets another name, so
/// that servers of two versions can run side by side during a rolling upgrade.
const MIGRATIONS: &[&str] = &[
    include_str!("migration_1.sql"),
    include_str!("migration_2.sql"),
    include_str!("migration_3.sql"),
    include_str!("migration_4.sql"),
    include_str!("migration_5.sql"),
];

/// The advisory lock of whoever migrates.
const LOCK: i64 = 0x0068_6f74_6469_6365;

/// A database that a newer program has migrated further.
pub(super) struct NewerSchema {
    pub(super) found: u32,
    pub(super) known: u32,
}

/// Applies the migrations that a database lacks. Several servers may try at once.
pub(super) async fn migrate(client: &mut Client) -> Result<Result<(), NewerSchema>, Error> {
    let transaction = client.transaction().await?;
    // A large database takes its time, and so does another server that migrates it right now.
    transaction
        .batch_execute("SET LOCAL statement_timeout = 0")
        .await?;
    transaction
        .execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])
        .await?;
    let found = version(&transaction).await?;
    let known = MIGRATIONS.len() as u32;
    if found > known {
        return Ok(Err(NewerSchema { found, known }));
    }
    for migration in &MIGRATIONS[found as usize..] {
        transaction.batch_execute(migration).await?;
    }
    if found < known {
        let keep = "INSERT INTO hotdice.version (version) VALUES ($1)";
        transaction.execute(keep, &[&i64::from(known)]).await?;
    }
    transaction.commit().await?;
    Ok(Ok(()))
}

/// Returns how many migrations were applied.
async fn version(transaction: &tokio_postgres::Transaction<'_>) -> Result<u32, Error> {
    let there = "SELECT to_regclass('hotdice.version') IS NOT NULL";
    if !transaction.query_one(there, &[]).await?.get::<_, bool>(0) {
        return Ok(0);
    }
    let newest = "SELECT coalesce(max(version), 0) FROM hotdice.version";
    let newest: i64 = transaction.query_one(newest, &[]).await?.get(0);
    Ok(u32::try_from(newest).unwrap_or(u32::MAX))
}
