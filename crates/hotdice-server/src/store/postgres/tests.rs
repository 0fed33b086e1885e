//! What only a database on the network can get wrong.

mod fail_over;
mod tls;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hotdice_rig::{Meddler, Postgres, Proxy, or_skip};
use hotdice_table::TableId;
use hotdice_testworld::eventually;
use hotdice_world::World;

use super::*;
use crate::store::{IdempotencyKey, KeyUse, Secret, StoredTable};

fn new_table() -> NewTable {
    NewTable {
        table: TableId::from_bytes([1; TableId::LENGTH]),
        seed: Secret([1; 32]),
        lines: vec!["opened".to_owned()],
        at: 1000,
        tokens: Vec::new(),
        key: None,
    }
}

fn batch(after: u64, line: String) -> Batch {
    Batch {
        table: new_table().table,
        after,
        lines: vec![line],
        at: 2000 + after,
        live: true,
        automated: false,
        lease: None,
        tokens: Vec::new(),
        key: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_database_that_cannot_be_used_is_refused_with_a_reason() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let database = postgres.database().unwrap();
    let refused = async |url: String| {
        let refused = PostgresStore::open(&url, World::system())
            .await
            .err()
            .unwrap()
            .to_string();
        assert!(!refused.contains(database.password()), "{refused}");
        refused
    };
    let wrong = database.url().replace(database.password(), "wrong");
    let said = refused(wrong).await;
    assert!(said.contains("password authentication failed"), "{said}");
    let missing = database
        .url()
        .replace(&format!("/{}", database.name()), "/nowhere");
    let said = refused(missing).await;
    assert!(said.contains("\"nowhere\" does not exist"), "{said}");
    let nobody = Proxy::to(postgres.address()).unwrap();
    nobody.refuse();
    let said = refused(database.url_at(nobody.address())).await;
    assert!(said.contains("cannot be opened"), "{said}");
    drop(
        PostgresStore::open(&database.url(), World::system())
            .await
            .unwrap(),
    );
    let newer = "insert into hotdice.version values (99)";
    postgres.sql(database.name(), newer).unwrap();
    let said = refused(database.url()).await;
    assert!(
        said.contains("newer version") && said.contains("99"),
        "{said}"
    );
}

/// A statement that nobody waits for any more is not carried out to its end, and its connection is free.
#[tokio::test]
async fn the_database_gives_up_before_those_who_ask_it() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let url = postgres.database().unwrap().url();
    let store = PostgresStore::open(&url, World::system()).await.unwrap();
    let client = store.client().await.unwrap();
    let row = client.query_one("SHOW statement_timeout", &[]).await;
    assert_eq!(row.unwrap().get::<_, String>(0), "4s");
    assert!(Duration::from_secs(4) < MAX_STATEMENT);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_nodes_may_start_at_once() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let url = postgres.database().unwrap().url();
    let starting = (0..8).map(|_| {
        let url = url.clone();
        tokio::spawn(async move { PostgresStore::open(&url, World::system()).await.map(drop) })
    });
    for started in starting.collect::<Vec<_>>() {
        started.await.unwrap().unwrap();
    }
}

/// Writes a long log while connections break all the time: what was answered is there, once and in order.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_lost_answer_writes_nothing_twice() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let database = postgres.database().unwrap();
    let proxy = Proxy::to(postgres.address()).unwrap();
    let store = PostgresStore::open(&database.url_at(proxy.address()), World::system())
        .await
        .unwrap();
    let opened = Store::open(&store, new_table()).await.unwrap();
    assert_eq!(opened, Opening::Created);
    let last = AtomicU64::new(0);
    let trouble = async {
        // However fast or slow the machine is, some are written between one cut and the next.
        for number in (0..300).step_by(7) {
            let written = async || last.load(Ordering::Relaxed) >= number;
            eventually("more is written", written).await;
            proxy.cut();
        }
    };
    let writing = async {
        for number in 1..=300 {
            let written = store
                .append(&batch(number, format!("event {number}")))
                .await;
            assert_eq!(written.unwrap(), Appended::Written, "nobody else writes");
            last.store(number, Ordering::Relaxed);
        }
    };
    tokio::join!(writing, trouble);
    let StoredTable { events, .. } = store.load(new_table().table).await.unwrap().unwrap();
    assert_eq!(events.len(), 301);
    for (number, event) in events.iter().enumerate().skip(1) {
        assert_eq!(event.line, format!("event {number}"));
    }
}

/// Spoils every third answer that says an event was written.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_written_though_the_answer_was_lost_counts_as_written() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let database = postgres.database().unwrap();
    let answers = Arc::new(AtomicU64::new(0));
    let spoil = move || {
        let answers = answers.clone();
        let spoiled: Meddler = Box::new(move |bytes| {
            let says_so = bytes.windows(7).any(|word| word == b"written");
            if says_so && answers.fetch_add(1, Ordering::Relaxed) % 3 == 2 {
                return vec![0; 16];
            }
            bytes.to_vec()
        });
        spoiled
    };
    let proxy = Proxy::meddling(postgres.address(), spoil).unwrap();
    let url = database.url_at(proxy.address());
    let store = PostgresStore::open(&url, World::system()).await.unwrap();
    Store::open(&store, new_table()).await.unwrap();
    for number in 1..=30 {
        let written = store
            .append(&batch(number, format!("event {number}")))
            .await;
        assert_eq!(written.unwrap(), Appended::Written);
    }
    let events = store.events(new_table().table, 0, u64::MAX).await.unwrap();
    assert_eq!(events.len(), 31);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_database_that_starts_again_is_waited_for() {
    let Some(mut postgres) = or_skip(Postgres::start()) else {
        return;
    };
    let url = postgres.database().unwrap().url();
    let store = Arc::new(PostgresStore::open(&url, World::system()).await.unwrap());
    Store::open(&*store, new_table()).await.unwrap();
    let written = Arc::new(AtomicU64::new(0));
    let writing = {
        let (store, count) = (store.clone(), written.clone());
        tokio::spawn(async move {
            for number in 1..=400 {
                let written = store
                    .append(&batch(number, format!("event {number}")))
                    .await;
                assert_eq!(written.unwrap(), Appended::Written);
                count.store(number, Ordering::Relaxed);
            }
        })
    };
    let under_way = async || written.load(Ordering::Relaxed) >= 20;
    eventually("some are written", under_way).await;
    let restarting = tokio::task::spawn_blocking(move || {
        postgres.start_again().unwrap();
        postgres
    });
    writing.await.unwrap();
    let _running = restarting.await.unwrap();
    let events = store.events(new_table().table, 0, u64::MAX).await.unwrap();
    assert_eq!(events.len(), 401);
}

/// Two requests for the same thing at the same moment: whoever was second is not taken for the first because an answer was lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_events_of_somebody_else_are_not_ours() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let database = postgres.database().unwrap();
    let first = PostgresStore::open(&database.url(), World::system())
        .await
        .unwrap();
    Store::open(&first, new_table()).await.unwrap();
    let with_key = |letter: u8| Batch {
        key: Some(IdempotencyKey {
            key: [letter; 32],
            fingerprint: [letter; 32],
            legacy: None,
        }),
        ..batch(1, "event 1".to_owned())
    };
    let written = first.append(&with_key(b'a')).await.unwrap();
    assert_eq!(written, Appended::Written);
    let lost = Arc::new(AtomicBool::new(false));
    let lose_once = move || {
        let lost = lost.clone();
        let spoiled: Meddler = Box::new(move |bytes| {
            let says_so = bytes.windows(6).any(|word| word == b"behind");
            if says_so && !lost.swap(true, Ordering::Relaxed) {
                return vec![0; 16];
            }
            bytes.to_vec()
        });
        spoiled
    };
    let proxy = Proxy::meddling(postgres.address(), lose_once).unwrap();
    let second = PostgresStore::open(&database.url_at(proxy.address()), World::system()).await;
    let second = second.unwrap().append(&with_key(b'b')).await.unwrap();
    assert_eq!(second, Appended::Behind);
}

/// During a rolling upgrade servers of the version before write with their own functions, and look in their own tables.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn servers_of_the_version_before_work_beside_this_one() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let database = postgres.database().unwrap();
    let store = PostgresStore::open(&database.url(), World::system())
        .await
        .unwrap();
    let before = |statement: &str| {
        let said = postgres.sql(database.name(), statement).unwrap();
        said.trim().to_owned()
    };
    let table = new_table().table;
    let keyed = |after, lines: &[&str], number: u8| Batch {
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        key: Some(IdempotencyKey {
            key: [number; 32],
            fingerprint: [number; 32],
            legacy: None,
        }),
        ..batch(after, String::new())
    };
    let bytes = |number: u8| format!("decode(repeat('{number:02x}', 32), 'hex')");
    let opened = before(&format!(
        "select r_outcome from hotdice.open_1('{table}', {seed}, array['opened'], 1000, '{{}}', '{{}}', {key}, {key})",
        seed = bytes(1),
        key = bytes(4),
    ));
    assert_eq!(opened, "kept");
    let again = NewTable {
        table: TableId::from_bytes([2; TableId::LENGTH]),
        key: keyed(0, &[], 4).key,
        ..new_table()
    };
    let again = Store::open(&store, again).await.unwrap();
    assert_eq!(again, Opening::Repeated(table));
    let appended_before = |after: u64, lines: &str, number: u8| {
        before(&format!(
            "select r_outcome, r_after, r_last from hotdice.append_1('{table}', {after}, array[{lines}], 2000, true, true,
                '{{}}', '{{}}', {key}, {key}, null, null)",
            key = bytes(number),
        ))
    };
    assert_eq!(appended_before(1, "'b', 'c'", 5), "written||");
    let written = store.append(&keyed(3, &["d", "e"], 6)).await.unwrap();
    assert_eq!(written, Appended::Written);
    assert_eq!(appended_before(5, "'f'", 7), "written||");
    assert_eq!(appended_before(6, "'g'", 6), "repeated|3|5");
    assert_eq!(appended_before(5, "'g'", 8), "behind||");
    let used = KeyUse {
        fingerprint: [5; 32],
        after: 1,
        last: 3,
    };
    for after in [1, 6] {
        let repeated = store.append(&keyed(after, &["b", "c"], 5)).await.unwrap();
        assert_eq!(repeated, Appended::Repeated(used), "after {after}");
    }
    let found = store.find_key(table, [5; 32]).await.unwrap();
    assert_eq!(found, Some(used));
    let log = "select string_agg(seq || line, ',' order by seq) from hotdice.events where seq > 1";
    assert_eq!(before(log), "2b,3c,4d,5e,6f");
    let StoredTable { events, .. } = store.load(table).await.unwrap().unwrap();
    let lines: Vec<&str> = events.iter().map(|event| &*event.line).collect();
    assert_eq!(lines, ["opened", "b", "c", "d", "e", "f"]);
    assert_eq!(store.export(table).await.unwrap().unwrap().keys.len(), 4);
    before(&format!(
        "with events as (delete from hotdice.events where table_id = '{table}'),
            keys as (delete from hotdice.keys where scope = '{table}')
        delete from hotdice.keys where scope = '' and table_id = '{table}'"
    ));
    assert_eq!(before("select count(*) from hotdice.batches"), "0");
    assert_eq!(before("select count(*) from hotdice.keys"), "0");
}
