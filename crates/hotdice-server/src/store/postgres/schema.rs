//! The form of the database, version by version.

use tokio_postgres::{Client, Error};

/// What each version changes; a database keeps the number of steps it has taken. Steps are added, never changed, and a
/// function that has to change gets another name, so that nodes of two versions can play side by side.
const STEPS: &[&str] = &[include_str!("step_1.sql"), include_str!("step_2.sql")];

/// A lock that only those who bring this database up to date take.
const LOCK: i64 = 0x0068_6f74_6469_6365;

/// How a database stands.
pub(super) enum Form {
    /// It has the newest form that is known.
    Known,
    /// A newer program has been here.
    Newer {
        /// Its version.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
}

/// Brings a database to the newest form. Several nodes may try at once.
pub(super) async fn bring_up_to_date(client: &mut Client) -> Result<Form, Error> {
    let transaction = client.transaction().await?;
    // A large database takes its time, and so does another node that is at it.
    transaction
        .batch_execute("SET LOCAL statement_timeout = 0")
        .await?;
    transaction
        .execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])
        .await?;
    let found = version(&transaction).await?;
    let known = STEPS.len() as u32;
    if found > known {
        return Ok(Form::Newer { found, known });
    }
    for step in &STEPS[found as usize..] {
        transaction.batch_execute(step).await?;
    }
    if found < known {
        let keep = "INSERT INTO hotdice.version (version) VALUES ($1)";
        transaction.execute(keep, &[&i64::from(known)]).await?;
    }
    transaction.commit().await?;
    Ok(Form::Known)
}

/// Returns how many steps a database has taken.
async fn version(transaction: &tokio_postgres::Transaction<'_>) -> Result<u32, Error> {
    let there = "SELECT to_regclass('hotdice.version') IS NOT NULL";
    if !transaction.query_one(there, &[]).await?.get::<_, bool>(0) {
        return Ok(0);
    }
    let newest = "SELECT coalesce(max(version), 0) FROM hotdice.version";
    let newest: i64 = transaction.query_one(newest, &[]).await?.get(0);
    Ok(u32::try_from(newest).unwrap_or(u32::MAX))
}
