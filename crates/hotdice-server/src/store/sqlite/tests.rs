//! What only a file can get wrong.

use std::path::PathBuf;

use super::*;

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
        SqliteStore::open(&self.file()).unwrap()
    }
}

#[test]
fn a_newer_database_and_a_file_that_is_none_are_refused() {
    let place = Place::new();
    drop(place.store());
    let connection = Connection::open(place.file()).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let refused = SqliteStore::open(&place.file()).err().unwrap().to_string();
    assert!(
        refused.contains("newer version") && refused.contains("99"),
        "{refused}"
    );
    std::fs::write(
        place.file(),
        "this is not a database, and it is long enough to be looked at",
    )
    .unwrap();
    assert!(SqliteStore::open(&place.file()).is_err());
    let folder = SqliteStore::open(place.folder.path())
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
