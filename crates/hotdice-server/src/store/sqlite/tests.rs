//! What only a file can get wrong.

use std::path::PathBuf;

use super::*;
use hotdice_world::World;

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("store.sqlite")
    }

    fn store(&self) -> SqliteStore {
        SqliteStore::open(&self.file(), World::system()).unwrap()
    }
}

#[test]
fn a_newer_database_and_a_file_that_is_none_are_refused() {
    let place = Place::new();
    drop(place.store());
    let connection = Connection::open(place.file()).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let refused = SqliteStore::open(&place.file(), World::system())
        .err()
        .unwrap()
        .to_string();
    assert!(
        refused.contains("newer version") && refused.contains("99"),
        "{refused}"
    );
    std::fs::write(
        place.file(),
        "this is not a database, and it is long enough to be looked at",
    )
    .unwrap();
    assert!(SqliteStore::open(&place.file(), World::system()).is_err());
    let folder = SqliteStore::open(place.folder.path(), World::system())
        .err()
        .unwrap()
        .to_string();
    assert!(folder.contains("cannot be opened"), "{folder}");
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    drop(place.store());
    let mode = place.file().metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0);
}

/// Carries out a write on a connection whose database has a table of bytes, and returns what is answered.
fn answer(connection: Connection, write: &'static str) -> Result<(), StoreError> {
    let (jobs, queue) = mpsc::channel();
    let (reply, mut answered) = oneshot::channel();
    let write = move |transaction: &Transaction<'_>| Ok(transaction.execute_batch(write)?);
    jobs.send(writer::job(write, reply)).unwrap();
    drop(jobs);
    Writer::new(connection).run(&queue);
    answered.try_recv().expect("an answer")
}

#[test]
fn what_was_certainly_not_written_is_told_from_what_may_have_been() {
    let place = Place::new();
    let open = |setup: &str| {
        let connection = Connection::open(place.file()).unwrap();
        let table = "CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, bytes, \
            before REFERENCES t DEFERRABLE INITIALLY DEFERRED);";
        connection.execute_batch(table).unwrap();
        connection.execute_batch(setup).unwrap();
        connection
    };
    let large = "INSERT INTO t (bytes) VALUES (zeroblob(1000000))";
    assert!(matches!(answer(open(""), large), Ok(())));
    let full = answer(open("PRAGMA max_page_count = 1"), large);
    assert!(matches!(full, Err(StoreError::Unwritten(_))), "{full:?}");
    let failing = "INSERT INTO t (before) VALUES (99)";
    let at_commit = answer(open("PRAGMA foreign_keys = ON"), failing);
    assert!(
        matches!(at_commit, Err(StoreError::InDoubt(_))),
        "{at_commit:?}"
    );
    let (busy, other) = (open(""), open("BEGIN IMMEDIATE"));
    busy.busy_timeout(Duration::ZERO).unwrap();
    let not_begun = answer(busy, large);
    assert!(
        matches!(not_begun, Err(StoreError::Unwritten(_))),
        "{not_begun:?}"
    );
    drop(other);
}
