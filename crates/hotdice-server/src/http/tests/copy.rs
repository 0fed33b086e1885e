//! A server moves from one store to another.

use std::sync::Arc;

use hotdice_rig::{Postgres, or_skip};
use serde_json::json;

use super::Client;
use super::client::Ask;
use crate::bus::NoBus;
use crate::store::suite::{Faults, FlakyStore, Ground, PostgresGround, SqliteGround};
use crate::store::{CopyError, CopyReport, Store, copy};

/// Games of every kind: one that goes on, one that waits for players, some that are over.
struct Played {
    live: (String, [String; 2]),
    tables: u64,
}

async fn play(store: Arc<dyn Store>) -> Played {
    let client = Client::node(store, Arc::new(NoBus::default()));
    let live = client.table_of_two("zilch").await;
    client.step(&live.0, &live.1).await;
    let (waiting, host) = client.open(&json!({ "rules": "yatzy" })).await;
    let bot = Ask::new().token(&host).json(&json!({ "bot": "random" }));
    let seats = format!("/tables/{waiting}/seats");
    client.send("POST", &seats, bot).await.good();
    for _ in 0..12 {
        let (table, tokens) = client.table_of_two("pig(target=10)").await;
        while client.step(&table, &tokens).await.is_some() {}
    }
    let soon = client.service.world.now() + std::time::Duration::from_secs(1);
    client.service.close(soon).await;
    let tables = client.service.store.count().await.unwrap();
    Played { live, tables }
}

async fn move_tables(from: &dyn Ground, to: &dyn Ground) {
    let played = play(from.open().await).await;
    let source = from.open().await;
    let interrupted = FlakyStore::over(
        to.open().await,
        Faults {
            before: 8,
            after: 4,
            delays: 0,
        },
    );
    let stopped = copy(&*source, &interrupted, |_| {}).await;
    assert!(stopped.is_err(), "a store that fails interrupts it");
    let target = to.open().await;
    let before = target.count().await.unwrap();
    let copied = copy(&*source, &*target, |_| {}).await.unwrap();
    assert!(copied.before >= before, "nothing is copied twice");
    let expected = CopyReport {
        tables: played.tables,
        damaged: 0,
        ..copied
    };
    assert_eq!(copied, expected);
    assert!(copied.events > played.tables * 2);
    let again = copy(&*source, &*target, |_| {}).await.unwrap();
    assert_eq!(again.before, played.tables, "nothing is copied twice");
    let client = Client::node(target.clone(), Arc::new(NoBus::default()));
    let (table, tokens) = played.live;
    while client.step(&table, &tokens).await.is_some() {}
    let view = client.view(&table, &tokens[0]).await;
    assert_eq!(view["stage"], "over", "the game went on");
    let moved_on = copy(&*source, &*target, |_| {}).await.unwrap_err();
    assert!(matches!(moved_on, CopyError::Differs(_)), "{moved_on}");
    client.open(&json!({ "rules": "zilch" })).await;
    let others = copy(&*source, &*target, |_| {}).await.unwrap_err();
    assert!(matches!(others, CopyError::Others(_)), "{others}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn from_one_file_to_another() {
    move_tables(&*SqliteGround::empty(), &*SqliteGround::empty()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn from_a_file_to_postgres_and_back() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    move_tables(&*SqliteGround::empty(), &*PostgresGround::empty(postgres)).await;
    move_tables(&*PostgresGround::empty(postgres), &*SqliteGround::empty()).await;
}
