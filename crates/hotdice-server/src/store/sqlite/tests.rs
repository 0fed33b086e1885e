//! What a store promises.

use std::path::PathBuf;

use hotdice_table::{PlayerId, TableId};

use super::*;
use crate::store::{Key, Secret, StoredEvent, Token};

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

fn id(number: u8) -> TableId {
    TableId::from_bytes([number; TableId::LENGTH])
}

fn key(number: u8) -> Option<Key> {
    let (key, request) = ([number; 32], [1; 32]);
    Some(Key { key, request })
}

fn new_table(number: u8) -> NewTable {
    NewTable {
        table: id(number),
        seed: Secret([number; 32]),
        lines: vec!["opened".to_owned()],
        at: 1000,
        tokens: vec![Token {
            player: None,
            sum: [9; 32],
        }],
        key: key(number),
    }
}

fn batch(number: u8, after: u64, lines: &[&str]) -> Batch {
    Batch {
        table: id(number),
        after,
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        at: 2000,
        live: true,
        tokens: Vec::new(),
        key: None,
    }
}

#[tokio::test]
async fn what_was_written_is_there_after_a_restart() {
    let place = Place::new();
    let player = Token {
        player: Some(PlayerId::of_seat(hotdice_core::Seat::FIRST)),
        sum: [7; 32],
    };
    {
        let store = place.store();
        assert_eq!(
            Store::open(&store, new_table(1)).await.unwrap(),
            Opening::Kept
        );
        let written = store.append(batch(1, 1, &["a", "b"])).await.unwrap();
        assert_eq!(written, Appended::Written);
        store.add_tokens(id(1), vec![player]).await.unwrap();
    }
    let store = place.store();
    let stored = store.load(id(1)).await.unwrap().unwrap();
    let event = |at, line: &str| StoredEvent {
        at,
        line: line.to_owned(),
    };
    assert_eq!(
        stored.events,
        [event(1000, "opened"), event(2000, "a"), event(2000, "b")]
    );
    assert_eq!(stored.seed.0, [1; 32]);
    assert!(stored.tokens.contains(&player) && stored.tokens.len() == 2);
    assert_eq!(store.live().await.unwrap(), [id(1)]);
    assert!(store.load(id(2)).await.unwrap().is_none());
}

#[tokio::test]
async fn of_two_who_write_after_the_same_event_one_is_behind() {
    let place = Place::new();
    let store = place.store();
    Store::open(&store, new_table(1)).await.unwrap();
    let (first, second) = (batch(1, 1, &["a"]), batch(1, 1, &["b"]));
    let both = tokio::join!(store.append(first), store.append(second));
    assert_eq!(
        (both.0.unwrap(), both.1.unwrap()),
        (Appended::Written, Appended::Behind)
    );
    let late = store.append(batch(1, 5, &["c"])).await.unwrap();
    assert_eq!(late, Appended::Behind);
    let unknown = store.append(batch(3, 0, &["c"])).await.unwrap();
    assert_eq!(unknown, Appended::Behind);
    assert_eq!(store.load(id(1)).await.unwrap().unwrap().events.len(), 2);
}

#[tokio::test]
async fn a_key_works_once() {
    let place = Place::new();
    let store = place.store();
    Store::open(&store, new_table(1)).await.unwrap();
    let again = Store::open(
        &store,
        NewTable {
            table: id(8),
            ..new_table(1)
        },
    )
    .await;
    assert_eq!(again.unwrap(), Opening::Repeated(id(1)));
    let mut other = new_table(1);
    other.key = other.key.map(|key| Key {
        request: [2; 32],
        ..key
    });
    assert_eq!(
        Store::open(&store, other).await.unwrap(),
        Opening::OtherRequest
    );
    let keyed = Batch {
        key: key(5),
        ..batch(1, 1, &["a", "b"])
    };
    assert_eq!(
        store.append(keyed.clone()).await.unwrap(),
        Appended::Written
    );
    let used = KeyUse {
        request: [1; 32],
        after: 1,
        last: 3,
    };
    assert_eq!(store.append(keyed).await.unwrap(), Appended::Repeated(used));
    assert_eq!(store.find_key(id(1), [5; 32]).await.unwrap(), Some(used));
    assert_eq!(
        store.find_key(id(2), [5; 32]).await.unwrap(),
        None,
        "keys belong to tables"
    );
}

#[tokio::test]
async fn only_quiet_tables_are_forgotten() {
    let place = Place::new();
    let store = place.store();
    for number in [1, 2, 3] {
        Store::open(&store, new_table(number)).await.unwrap();
    }
    store.append(batch(2, 1, &["started"])).await.unwrap();
    let over = Batch {
        live: false,
        at: 9000,
        ..batch(3, 1, &["ended"])
    };
    store.append(over).await.unwrap();
    assert_eq!(
        store.prune(5000).await.unwrap(),
        1,
        "the one that never began"
    );
    assert!(store.load(id(1)).await.unwrap().is_none());
    assert_eq!(
        store.prune(10_000).await.unwrap(),
        1,
        "the one that is over"
    );
    assert_eq!(
        store.live().await.unwrap(),
        [id(2)],
        "the one that goes on stays"
    );
    assert_eq!(
        Store::open(&store, new_table(1)).await.unwrap(),
        Opening::Kept,
        "its key is free again"
    );
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
