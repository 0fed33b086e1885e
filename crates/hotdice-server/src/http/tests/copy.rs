//! A server moves from one store to another.

use std::sync::Arc;

use hotdice_rig::{Postgres, or_skip};
use serde_json::json;

use super::Guest;
use super::guest::Ask;
use crate::bus::NoBus;
use crate::store::suite::{FailingStore, Faults, Ground, PostgresGround, SqliteGround};
use crate::store::{Copied, NotCopied, Store, copy};

/// Games of every kind: one that goes on, one that waits for players, some that are over.
struct Played {
    live: (String, [String; 2]),
    tables: u64,
}

async fn play(store: Arc<dyn Store>) -> Played {
    let guest = Guest::node(store, Arc::new(NoBus::default()));
    let live = guest.table_of_two("zilch").await;
    guest.step(&live.0, &live.1).await;
    let (waiting, host) = guest.open(&json!({ "rules": "yatzy" })).await;
    let bot = Ask::new().token(&host).json(&json!({ "bot": "random" }));
    let seats = format!("/tables/{waiting}/seats");
    guest.send("POST", &seats, bot).await.good();
    for _ in 0..12 {
        let (table, tokens) = guest.table_of_two("pig(target=10)").await;
        while guest.step(&table, &tokens).await.is_some() {}
    }
    guest.house.close().await;
    let tables = guest.house.store.count().await.unwrap();
    Played { live, tables }
}

async fn move_house(from: &dyn Ground, to: &dyn Ground) {
    let played = play(from.open().await).await;
    let source = from.open().await;
    let interrupted = FailingStore::over(
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
    let expected = Copied {
        tables: played.tables,
        damaged: 0,
        ..copied
    };
    assert_eq!(copied, expected);
    assert!(copied.events > played.tables * 2);
    let again = copy(&*source, &*target, |_| {}).await.unwrap();
    assert_eq!(again.before, played.tables, "nothing is copied twice");
    let guest = Guest::node(target.clone(), Arc::new(NoBus::default()));
    let (table, tokens) = played.live;
    while guest.step(&table, &tokens).await.is_some() {}
    let view = guest.view(&table, &tokens[0]).await;
    assert_eq!(view["stage"], "over", "the game went on");
    let moved_on = copy(&*source, &*target, |_| {}).await.unwrap_err();
    assert!(matches!(moved_on, NotCopied::Differs(_)), "{moved_on}");
    guest.open(&json!({ "rules": "zilch" })).await;
    let others = copy(&*source, &*target, |_| {}).await.unwrap_err();
    assert!(matches!(others, NotCopied::Others(_)), "{others}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn from_one_file_to_another() {
    move_house(&*SqliteGround::empty(), &*SqliteGround::empty()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn from_a_file_to_postgres_and_back() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    move_house(&*SqliteGround::empty(), &*PostgresGround::empty(postgres)).await;
    move_house(&*PostgresGround::empty(postgres), &*SqliteGround::empty()).await;
}
