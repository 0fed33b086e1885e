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
    // One request is one row: its events, one to a line, with the number of the last of them, and its idempotency key. Keys of
    // requests that open tables are looked for before there is a table. Events of a request that had a key become its row; an
    // event belongs to one if it comes after the beginning of the first request that ends with it or later.
    "
    CREATE TABLE batches (
        table_id TEXT NOT NULL,
        last INTEGER NOT NULL,
        at INTEGER NOT NULL,
        lines TEXT NOT NULL,
        key BLOB,
        request BLOB,
        PRIMARY KEY (table_id, last)
    ) WITHOUT ROWID;
    CREATE TABLE openings (
        key BLOB PRIMARY KEY,
        request BLOB NOT NULL,
        table_id TEXT NOT NULL,
        last INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX keys_by_range ON keys (scope, last);
    INSERT INTO openings (key, request, table_id, last) SELECT key, request, table_id, last FROM keys WHERE scope = '';
    INSERT INTO batches (table_id, last, at, lines)
        SELECT table_id, seq, at, line FROM events e WHERE e.seq <= coalesce(
            (SELECT after FROM keys k WHERE k.scope = e.table_id AND k.last >= e.seq ORDER BY k.last LIMIT 1), e.seq
        );
    INSERT INTO batches (table_id, last, at, lines, key, request)
        SELECT k.scope, k.last, max(e.at), group_concat(e.line, char(10) ORDER BY e.seq), k.key, k.request
        FROM keys k JOIN events e ON e.table_id = k.scope AND e.seq > k.after AND e.seq <= k.last
        WHERE k.scope <> '' GROUP BY k.scope, k.key;
    DROP TABLE events;
    DROP TABLE keys;
    CREATE UNIQUE INDEX one_batch_of_a_key ON batches (table_id, key) WHERE key IS NOT NULL;
    CREATE INDEX openings_of_tables ON openings (table_id);
",
    // A cache: what is missing is made from the log.
    "
    CREATE TABLE snapshots (
        table_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        body TEXT NOT NULL,
        sum BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
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

#[cfg(test)]
mod tests {
    use hotdice_table::TableId;
    use hotdice_world::World;

    use super::*;
    use crate::store::sqlite::{SqliteStore, Store};
    use crate::store::{KeyUse, StoredKey};

    /// What the version before wrote: an event for itself, a request of two events and one of one, with their keys.
    #[tokio::test]
    async fn events_and_keys_of_the_version_before_become_batches() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        let connection = Connection::open(&path).unwrap();
        for migration in &MIGRATIONS[..3] {
            connection.execute_batch(migration).unwrap();
        }
        let table = TableId::from_bytes([2; TableId::LENGTH]);
        let key = |number: u8| format!("x'{number:064x}'");
        connection
            .execute_batch(&format!(
                "PRAGMA user_version = 3;
                INSERT INTO tables (id, seed, seq, live, changed, keeper)
                    VALUES ('{table}', zeroblob(32), 6, 1, 40, 0);
                INSERT INTO events (table_id, seq, at, line) VALUES
                    ('{table}', 1, 10, 'opened'), ('{table}', 2, 20, 'acted'), ('{table}', 3, 20, 'rolled'),
                    ('{table}', 4, 30, 'bot acted'), ('{table}', 5, 40, 'acted again'), ('{table}', 6, 50, 'bot again');
                INSERT INTO keys (scope, key, request, table_id, after, last) VALUES
                    ('', {key_1}, zeroblob(32), '{table}', 0, 1),
                    ('{table}', {key_9}, zeroblob(32), '{table}', 1, 3),
                    ('{table}', {key_2}, zeroblob(32), '{table}', 4, 5);",
                key_1 = key(1),
                key_2 = key(2),
                key_9 = key(9),
            ))
            .unwrap();
        drop(connection);
        let store = SqliteStore::open(&path, World::system()).unwrap();
        let exported = store.export(table).await.unwrap().unwrap();
        let events: Vec<(u64, &str)> = exported
            .events
            .iter()
            .map(|event| (event.at, &*event.line))
            .collect();
        assert_eq!(
            events,
            [
                (10, "opened"),
                (20, "acted"),
                (20, "rolled"),
                (30, "bot acted"),
                (40, "acted again"),
                (50, "bot again")
            ]
        );
        let key = |opening, number: u8, after, last| {
            let mut key = [0; 32];
            key[31] = number;
            let used = KeyUse {
                fingerprint: [0; 32],
                after,
                last,
            };
            StoredKey { opening, key, used }
        };
        assert_eq!(
            exported.keys,
            [key(false, 2, 4, 5), key(false, 9, 1, 3), key(true, 1, 0, 1)]
        );
        let tail = store.events(table, 2, 4).await.unwrap();
        let tail: Vec<&str> = tail.iter().map(|event| &*event.line).collect();
        assert_eq!(
            tail,
            ["rolled", "bot acted"],
            "a range may begin in a batch"
        );
    }
}
