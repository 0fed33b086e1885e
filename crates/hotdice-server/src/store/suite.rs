//! What every store promises, tried on each of them.

mod export;
mod flaky;
mod grounds;
mod leases;
mod log;
mod presence;
mod snapshots;
mod transfers;

use std::pin::Pin;
use std::sync::Arc;

use hotdice_table::TableId;

use super::{Batch, IdempotencyKey, NewTable, Secret, Store, Token};

pub(crate) use flaky::{Faults, FlakyStore};
pub(crate) use grounds::{CitusGround, Ground, PostgresGround, SqliteGround};

/// A promise, and what tries it.
type Case = (&'static str, fn(Arc<dyn Ground>) -> Trial);
type Trial = Pin<Box<dyn Future<Output = ()> + Send>>;

macro_rules! cases {
    ($($module:ident::$name:ident),* $(,)?) => {
        &[$((stringify!($name), |ground| Box::pin($module::$name(ground)))),*]
    };
}

const CASES: &[Case] = cases![
    log::what_was_written_is_there_after_a_restart,
    log::of_two_who_write_after_the_same_event_one_is_behind,
    log::of_many_who_write_at_once_one_is_first,
    log::a_key_works_once,
    log::a_key_of_a_server_before_the_upgrade_is_recognised,
    log::a_key_works_once_for_many_at_once,
    log::a_key_opens_one_table_for_many_at_once,
    log::tables_at_which_nothing_happens_are_forgotten,
    log::no_more_idle_tables_are_named_than_asked_for,
    log::a_log_is_read_from_any_event_on_and_up_to_any,
    log::every_text_comes_back,
    leases::a_table_has_one_keeper,
    leases::a_node_that_was_not_heard_of_writes_nothing,
    leases::a_table_is_kept_only_while_there_is_something_to_do,
    leases::of_many_nodes_one_keeps_a_table,
    leases::only_the_node_that_stays_is_left,
    presence::what_a_node_shows_is_seen_while_it_lives,
    snapshots::the_newest_up_to_an_event_is_found_while_its_table_is_there,
    transfers::a_code_works_once,
    transfers::a_code_works_until_it_expires_or_another_is_made,
    transfers::of_many_who_have_a_code_one_takes_the_seat,
    export::a_whole_table_is_the_same_in_another_place,
    export::tables_are_listed_in_order,
];

async fn try_all(new_ground: impl AsyncFn() -> Arc<dyn Ground>) {
    for (promise, case) in CASES {
        println!("{promise}");
        case(new_ground().await).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sqlite_keeps_every_promise() {
    try_all(async || SqliteGround::empty()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_keeps_every_promise() {
    let Some(postgres) = hotdice_rig::or_skip(hotdice_rig::Postgres::shared()) else {
        return;
    };
    try_all(async || PostgresGround::empty(postgres)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn citus_keeps_every_promise() {
    let Some(citus) = hotdice_rig::or_skip(hotdice_rig::Citus::start(2)) else {
        return;
    };
    try_all(async || CitusGround::empty(&citus).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_store_that_fails_and_is_asked_again_keeps_every_promise() {
    let faults = Faults {
        before: 30,
        after: 0,
        delays: 30,
    };
    try_all(async || grounds::FlakyGround::over(SqliteGround::empty(), faults)).await;
}

fn id(number: u8) -> TableId {
    TableId::from_bytes([number; TableId::LENGTH])
}

fn key(number: u8) -> Option<IdempotencyKey> {
    Some(IdempotencyKey {
        key: [number; 32],
        fingerprint: [1; 32],
        legacy: None,
    })
}

fn new_table(number: u8) -> NewTable {
    NewTable {
        table: id(number),
        seed: Secret([number; 32]),
        lines: vec!["opened".to_owned()],
        at: 1000,
        tokens: vec![Token {
            player: None,
            digest: [9; 32],
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
        automated: true,
        lease: None,
        tokens: Vec::new(),
        key: None,
    }
}

async fn lines(store: &dyn Store, number: u8) -> Vec<String> {
    let stored = store.load(id(number)).await.unwrap().unwrap();
    stored.events.into_iter().map(|event| event.line).collect()
}
