//! The form of the database, version by version.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::super::StoreError;

/// What each version changes; a database keeps the number of steps it has taken. Steps are added, never changed.
const STEPS: &[&str] = &[
    "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        seed BLOB NOT NULL,
        seq INTEGER NOT NULL,
        live INTEGER NOT NULL,
        changed INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX live_tables ON tables (id) WHERE live;
    CREATE INDEX quiet_tables ON tables (changed) WHERE NOT live;
    CREATE TABLE events (
        table_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE tokens (
        table_id TEXT NOT NULL,
        sum BLOB NOT NULL,
        player INTEGER,
        PRIMARY KEY (table_id, sum)
    ) WITHOUT ROWID;
    CREATE TABLE keys (
        scope TEXT NOT NULL,
        key BLOB NOT NULL,
        request BLOB NOT NULL,
        table_id TEXT NOT NULL,
        after INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (scope, key)
    ) WITHOUT ROWID;
    CREATE INDEX keys_of_openings ON keys (table_id) WHERE scope = '';
",
    // The keeper of a table is a node, 0 where nobody is needed, or nothing where somebody is.
    "
    CREATE TABLE nodes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        until INTEGER NOT NULL
    );
    ALTER TABLE tables ADD COLUMN keeper INTEGER;
    ALTER TABLE tables ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
",
];

/// Brings a database to the newest form.
pub(super) fn bring_up_to_date(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let known = STEPS.len() as u32;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > known {
        return Err(StoreError::Newer {
            place: path.display().to_string(),
            found,
            known,
        });
    }
    for step in &STEPS[found as usize..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    Ok(transaction.commit()?)
}
