//! Schema migrations.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::store::StoreError;

/// All migrations in order; `user_version` counts those that were applied. They are appended, never changed.
const MIGRATIONS: &[&str] = &[
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
    // keeper: the node that holds the lease, 0 where no lease is needed, NULL where one is needed and nobody holds it.
    "
    CREATE TABLE nodes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        until INTEGER NOT NULL
    );
    ALTER TABLE tables ADD COLUMN keeper INTEGER;
    ALTER TABLE tables ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
",
    // token: what the seat was taken with, once it was.
    "
    CREATE TABLE transfers (
        table_id TEXT NOT NULL,
        player INTEGER NOT NULL,
        code BLOB NOT NULL UNIQUE,
        until INTEGER NOT NULL,
        token BLOB,
        PRIMARY KEY (table_id, player)
    ) WITHOUT ROWID;
",
];

/// Applies the migrations that a database lacks.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let known = MIGRATIONS.len() as u32;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > known {
        return Err(StoreError::Newer {
            place: path.display().to_string(),
            found,
            known,
        });
    }
    for migration in &MIGRATIONS[found as usize..] {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    Ok(transaction.commit()?)
}
