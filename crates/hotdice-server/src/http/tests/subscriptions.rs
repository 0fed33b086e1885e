//! To what a server subscribes, and what it hears of tables that it has just subscribed to.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use hotdice_rig::{Postgres, or_skip};
use hotdice_table::TableId;
use hotdice_testworld::{TestWorld, eventually};
use serde_json::Value;
use tokio::sync::oneshot::error::TryRecvError;
use tokio::sync::{broadcast, oneshot};

use super::Client;
use super::cluster::{against_a_bot, no_bus, until};
use super::streams::Listening;
use crate::bus::{Bus, BusState, LogPosition, Subscription};
use crate::lock;
use crate::store::suite::PostgresGround;
use crate::table_service::POLL_WITHOUT_BUS;

/// A bus that brings what is subscribed to and nothing else.
struct PickyBus {
    line: broadcast::Sender<LogPosition>,
    subscribed: Mutex<Vec<(TableId, oneshot::Receiver<()>)>>,
}

impl PickyBus {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            line: broadcast::Sender::new(64),
            subscribed: Mutex::default(),
        })
    }

    /// Tells whether somebody subscribes to a table.
    fn hears(&self, table: TableId) -> bool {
        let mut subscribed = lock(&self.subscribed);
        subscribed.retain_mut(|(_, end)| end.try_recv() == Err(TryRecvError::Empty));
        subscribed.iter().any(|(id, _)| *id == table)
    }
}

impl Bus for PickyBus {
    fn kind(&self) -> &'static str {
        "picky"
    }

    fn state(&self) -> BusState {
        BusState::Up
    }

    fn publish(&self, position: LogPosition) {
        if self.hears(position.table) {
            drop(self.line.send(position));
        }
    }

    fn subscribe(&self, table: TableId) -> Subscription {
        let (subscription, end) = Subscription::new();
        lock(&self.subscribed).push((table, end));
        subscription
    }

    fn messages(&self) -> broadcast::Receiver<LogPosition> {
        self.line.subscribe()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_server_subscribes_to_a_table_for_as_long_as_it_has_the_lease() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let ground = PostgresGround::empty(postgres);
    let buses = [PickyBus::new(), PickyBus::new()];
    // Polls would subscribe as well, only later.
    let one = Client::without_polls(ground.open().await, buses[0].clone());
    let _other = Client::without_polls(ground.open().await, buses[1].clone());
    let (table, _ada) = against_a_bot(&one, None).await;
    let id: TableId = table.parse().expect("a name");
    eventually("it moves the bot", async || buses[0].hears(id)).await;
    let waits_for_ada = |view: &Value| view["waiting"]["seat"] == 2;
    until(&one, &table, "the bot moves", waits_for_ada).await;
    assert!(!buses[1].hears(id), "nothing happens there");
    let is_let_go = async || {
        one.service.evict_idle();
        !buses[0].hears(id)
    };
    eventually("it is let go", is_let_go).await;
    let (table, _ada) = against_a_bot(&one, Some(600)).await;
    let id: TableId = table.parse().expect("a name");
    eventually("it runs the clock", async || buses[0].hears(id)).await;
    one.die();
    eventually("another one takes over", async || buses[1].hears(id)).await;
}

/// A bus takes a moment to note a subscription, and what is written meanwhile is not announced. Somebody else subscribes to
/// another table just before.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_is_written_before_a_subscription_is_noted_is_heard_soon() {
    const MOMENT: Duration = Duration::from_millis(60);
    const LOOKS: u32 = 200;
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let ground = PostgresGround::empty(postgres);
    // The clock of this one stands, but where it is moved.
    let test = Arc::new(TestWorld::seeded(2));
    let here = Client::without_polls_in(test.clone(), ground.open().await, PickyBus::new());
    // What this one says reaches nobody.
    let elsewhere = Client::node(ground.open().await, no_bus());
    tokio::spawn(here.service.clone().poll());
    // The first poll comes sooner.
    test.advance(POLL_WITHOUT_BUS);
    for _ in 0..3 {
        let (before, _) = elsewhere.table_of_two("kata").await;
        let (table, tokens) = elsewhere.table_of_two("kata").await;
        let taken = async || !here.service.has_newly_watched();
        let _before = Listening::to(&here, &before, None, None).await;
        test.until("the first wait begins", taken).await;
        test.advance(MOMENT);
        let mut listening = Listening::to(&here, &table, None, None).await;
        test.advance(MOMENT);
        let happened = elsewhere.step(&table, &tokens).await.expect("a step");
        let last = happened["seq"].as_u64().expect("a number");
        let heard = tokio::spawn(async move { while listening.next_seq().await < last {} });
        // Two waits have to end before it is polled, and it may take the server a while to begin them. So the clock moves on by a
        // little at a time, and by less in all than lies between two of the usual polls.
        let mut looks = 0;
        let over = async || {
            looks += 1;
            if looks % LOOKS == 0 && looks <= 8 * LOOKS {
                test.advance(2 * MOMENT);
            }
            heard.is_finished()
        };
        eventually("it is heard", over).await;
    }
}
