//! Several servers on one store.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hotdice_api::hash_of_token;
use hotdice_core::{Attendance, Seat};
use hotdice_rig::{Nats, Postgres, or_skip};
use hotdice_table::{TableEvent, TableId};
use hotdice_testworld::eventually;
use hotdice_wire::Code;
use serde_json::{Value, json};
use tokio::sync::broadcast;

use super::Client;
use super::client::Ask;
use super::streams::Listening;
use crate::bus::{Bus, BusState, LogPosition, NatsBus, NoBus, Subscription};
use crate::failure::Failure;
use crate::session::TableSession;
use crate::store::suite::{Faults, FlakyStore, PostgresGround, SqliteGround};
use crate::store::{Appended, Batch, IdempotencyKey};
use crate::test_worlds;
use hotdice_world::World;

/// A bus that loses messages, sends them twice, late, and in another order.
struct BadBus {
    line: broadcast::Sender<LogPosition>,
    late: Mutex<Vec<LogPosition>>,
}

impl BadBus {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            line: broadcast::Sender::new(1024),
            late: Mutex::default(),
        })
    }
}

impl Bus for BadBus {
    fn kind(&self) -> &'static str {
        "bad"
    }

    fn state(&self) -> BusState {
        BusState::Up
    }

    fn publish(&self, position: LogPosition) {
        match position.seq % 5 {
            0 => {}
            1 => self.late.lock().unwrap().push(position),
            _ => {
                let late: Vec<LogPosition> = self.late.lock().unwrap().drain(..).rev().collect();
                let wrong = LogPosition {
                    seq: position.seq + 1000,
                    ..position
                };
                for each in [position, position, wrong].into_iter().chain(late) {
                    drop(self.line.send(each));
                }
            }
        }
    }

    fn subscribe(&self, _: TableId) -> Subscription {
        Subscription::default()
    }

    fn messages(&self) -> broadcast::Receiver<LogPosition> {
        self.line.subscribe()
    }
}

pub(super) fn no_bus() -> Arc<dyn Bus> {
    Arc::new(NoBus::default())
}

/// Returns servers that share a database, or none where there is no PostgreSQL.
pub(super) async fn nodes<const N: usize>(bus: impl Fn() -> Arc<dyn Bus>) -> Option<[Client; N]> {
    let postgres = or_skip(Postgres::shared())?;
    let ground = PostgresGround::empty(postgres);
    let mut nodes = Vec::new();
    for _ in 0..N {
        nodes.push(Client::node(ground.open().await, bus()));
    }
    nodes.try_into().ok()
}

fn seq(view: &Value) -> u64 {
    view["seq"].as_u64().unwrap()
}

/// Plays a game to the end, each step on the next server; nobody ever sees less than was answered before.
async fn play_through(nodes: &[Client], table: &str, tokens: &[String]) -> u64 {
    let mut last = 0;
    for turn in 0.. {
        let here = &nodes[turn % nodes.len()];
        let view = here.view(table, &tokens[0]).await;
        assert!(seq(&view) >= last, "{} after {last}", seq(&view));
        let Some(happened) = here.step(table, tokens).await else {
            break;
        };
        last = seq(&happened);
    }
    last
}

async fn hear_all(mut listening: Listening, last: u64) {
    for expected in 1..=last {
        assert_eq!(listening.next_seq().await, expected);
    }
}

/// Somebody repeats a request whose answer was lost, at another server, while bots go on at the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_request_that_was_carried_out_is_answered_however_much_others_write() {
    let Some([one, other]) = nodes(no_bus).await else {
        return;
    };
    let (table, _) = one.table_of_two("zilch").await;
    let id: TableId = table.parse().unwrap();
    let active = other.service.current_table(id).await.ok().unwrap();
    let key = IdempotencyKey {
        key: [1; 32],
        fingerprint: [2; 32],
        legacy: None,
    };
    let (store, handle) = (one.service.store.clone(), tokio::runtime::Handle::current());
    let (first, written) = (active.seq(), AtomicU64::new(0));
    let write = move |key| {
        let number = written.fetch_add(1, Ordering::Relaxed);
        let after = first + number;
        let attendance = match number % 2 {
            0 => Attendance::Left,
            _ => Attendance::Returned,
        };
        let event = TableEvent::Attended(Seat::FIRST, attendance);
        let batch = Batch {
            table: id,
            after,
            lines: vec![event.to_string()],
            at: test_worlds::running().world().unix_millis(),
            live: true,
            automated: false,
            lease: None,
            tokens: Vec::new(),
            key,
        };
        let written = tokio::task::block_in_place(|| handle.block_on(store.append(batch)));
        assert_eq!(written.unwrap(), Appended::Written);
        after + 1
    };
    let carried_out = write(Some(key));
    let decide = move |_: &TableSession| {
        write(None);
        Err(Failure::new(Code::AlreadyStarted, "the game has begun"))
    };
    let answered = other.service.change(&active, Some(key), decide).await;
    assert_eq!(answered.ok().unwrap().seq, carried_out);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_game_goes_over_all_servers_and_everybody_hears_it_once_and_in_order() {
    for bus in [None, Some(BadBus::new())] {
        let bus = || match &bus {
            Some(bus) => bus.clone() as Arc<dyn Bus>,
            None => no_bus(),
        };
        let Some(nodes) = nodes::<3>(bus).await else {
            return;
        };
        for rules in ["zilch(target=1500)", "kata", "pig(target=30)"] {
            let (table, tokens) = nodes[0].table_of_two(rules).await;
            let mut listening = Vec::new();
            for node in &nodes {
                listening.push(Listening::to(node, &table, None, None).await);
            }
            let last = play_through(&nodes, &table, &tokens).await;
            for listener in listening {
                hear_all(listener, last).await;
            }
            let record = |node: &Client| {
                let (node, path) = (node.clone(), format!("/tables/{table}/record"));
                async move { node.get(&path).await.text }
            };
            assert_eq!(record(&nodes[0]).await, record(&nodes[2]).await);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nats_tells_of_news_and_nobody_misses_it_when_it_is_gone() {
    let (Some(postgres), Some(mut nats)) = (or_skip(Postgres::shared()), or_skip(Nats::start()))
    else {
        return;
    };
    let ground = PostgresGround::empty(postgres);
    let (mut nodes, mut buses) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        let bus = NatsBus::connect(&nats.url(), World::system())
            .await
            .unwrap();
        eventually("the bus is up", async || bus.state() == BusState::Up).await;
        let bus = Arc::new(bus);
        buses.push(bus.clone());
        // Without polls: what is heard came over the bus.
        nodes.push(Client::without_polls(ground.open().await, bus));
    }
    assert_eq!(nodes[0].get("/health").await.good()["bus"], "nats");
    let (table, tokens) = nodes[0].table_of_two("yatzy").await;
    let mut elsewhere = Listening::to(&nodes[1], &table, None, None).await;
    let mut heard = 0;
    let mut noted = buses[1].messages();
    let position = LogPosition {
        table: table.parse().unwrap(),
        seq: 0,
    };
    eventually("the subscription is noted", async || {
        buses[0].publish(position);
        noted.try_recv().is_ok()
    })
    .await;
    for _ in 0..10 {
        let last = seq(&nodes[0].step(&table, &tokens).await.unwrap());
        while heard < last {
            heard += 1;
            assert_eq!(elsewhere.next_seq().await, heard);
        }
    }
    nats.stop();
    for node in &nodes {
        tokio::spawn(node.service.clone().poll());
    }
    eventually("the bus is down", async || {
        nodes[1].get("/health").await.good()["bus"] == "nats: down, reading the log"
    })
    .await;
    for _ in 0..4 {
        let last = seq(&nodes[0].step(&table, &tokens).await.unwrap());
        while heard < last {
            heard += 1;
            assert_eq!(elsewhere.next_seq().await, heard);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn seats_keys_and_tokens_hold_on_every_server() {
    let Some([one, other]) = nodes::<2>(no_bus).await else {
        return;
    };
    let (table, host) = one.open(&json!({ "rules": "zilch", "seats": 3 })).await;
    let ada = one.join(&table, "Ada").await;
    let bo = other.join(&table, "Bo").await;
    let path = format!("/tables/{table}/start");
    other
        .send("POST", &path, Ask::new().token(&host))
        .await
        .good();
    assert_eq!(one.view(&table, &bo).await["you"], 2);
    assert_eq!(other.view(&table, &ada).await["you"], 1);
    let view = one.view(&table, &ada).await;
    let seat = view["waiting"]["seat"].as_u64().unwrap() as usize;
    let token = [&ada, &bo][seat - 1];
    let choice = one.view(&table, token).await["scene"]["choices"][0]["notation"].clone();
    let body = json!({ "seq": view["seq"], "action": choice });
    let answers = tokio::join!(
        one.act(&table, token, "same", &body),
        other.act(&table, token, "same", &body)
    );
    assert_eq!(answers.0.good(), answers.1.good(), "one effect, one answer");
    let again = other.act(&table, token, "again", &body).await;
    again.refused("stale");
    let other_body = json!({ "seq": view["seq"], "action": "bank" });
    let misused = one.act(&table, token, "same", &other_body).await;
    misused.refused("invalid");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_who_join_at_once_on_two_servers_both_get_a_seat() {
    let Some([one, other]) = nodes::<2>(no_bus).await else {
        return;
    };
    let (table, _) = one.open(&json!({ "rules": "zilch" })).await;
    other.get(&format!("/tables/{table}")).await.good();
    let tokens = tokio::join!(one.join(&table, "Ada"), other.join(&table, "Bo"));
    let view = one.view(&table, &tokens.0).await;
    assert_eq!(view["stage"], "playing");
    assert_ne!(view["you"], other.view(&table, &tokens.1).await["you"]);
}

/// Waits for a feeling, and returns whose it is and what.
async fn feeling(listening: &mut Listening) -> (u64, String) {
    loop {
        let (name, _, data) = listening.next().await;
        if name == "emote" {
            let emote = data["emote"].as_str().unwrap().to_owned();
            return (data["seat"].as_u64().unwrap(), emote);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn who_is_there_and_what_they_feel_is_seen_on_every_server() {
    let bad = BadBus::new();
    let Some([one, other, third]) = nodes::<3>(|| bad.clone()).await else {
        return;
    };
    let (table, [ada, bo]) = one.table_of_two("zilch").await;
    let online = |seat: usize| move |view: &Value| view["players"][seat]["online"] == true;
    let adas = Listening::to(&one, &table, None, Some(&ada)).await;
    let mut bos = Listening::to(&other, &table, None, Some(&bo)).await;
    let watching = Listening::to(&other, &table, None, None).await;
    for node in [&one, &other, &third] {
        until(node, &table, "both are there", |view| {
            online(0)(view) && online(1)(view) && view["watching"] == 1
        })
        .await;
    }
    // The request may reach a server at which nobody listens.
    let path = format!("/tables/{table}/emotes");
    for (node, emote) in [(&third, "bravo"), (&one, "ouch"), (&other, "thanks")] {
        let ask = Ask::new().token(&ada).json(&json!({ "emote": emote }));
        let felt = node.send("POST", &path, ask).await;
        assert_eq!(felt.status.as_u16(), 204, "{felt:?}");
        assert_eq!(feeling(&mut bos).await, (1, emote.to_owned()));
    }
    drop((adas, watching));
    for node in [&one, &other, &third] {
        until(node, &table, "only Bo is left", |view| {
            !online(0)(view) && online(1)(view) && view["watching"] == 0
        })
        .await;
    }
    // A server that dies takes its guests along, when its time has run out.
    other.die();
    until(&one, &table, "nobody is left", |view| !online(1)(view)).await;
}

/// Opens a game of a person against a bot, and lets the person act until the bot has moved.
pub(super) async fn against_a_bot(node: &Client, clock: Option<u32>) -> (String, String) {
    let (table, host) = node
        .open(&json!({ "rules": "yatzy", "clock": clock, "standin": "random" }))
        .await;
    let bot = Ask::new().token(&host).json(&json!({ "bot": "random" }));
    node.send("POST", &format!("/tables/{table}/seats"), bot)
        .await
        .good();
    let ada = node.join(&table, "Ada").await;
    (table, ada)
}

pub(super) async fn until(
    node: &Client,
    table: &str,
    what: &str,
    is_so: impl Fn(&Value) -> bool,
) -> Value {
    let mut seen = Value::Null;
    eventually(what, async || {
        seen = node.get(&format!("/tables/{table}")).await.good();
        is_so(&seen)
    })
    .await;
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn bots_move_wherever_people_play_and_go_on_when_their_server_dies() {
    let Some([one, other]) = nodes::<2>(no_bus).await else {
        return;
    };
    let (table, ada) = against_a_bot(&one, None).await;
    let waits_for_ada = |view: &Value| view["waiting"]["seat"] == 2;
    for round in 0..3 {
        until(&other, &table, "the bot moves", waits_for_ada).await;
        while other.view(&table, &ada).await["waiting"]["seat"] == 2 {
            let node = if round == 1 { &one } else { &other };
            node.step(&table, &[ada.clone(), ada.clone()]).await;
        }
        if round == 1 {
            one.die();
        }
    }
    until(&other, &table, "the bot moves again", waits_for_ada).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_clock_runs_on_when_its_server_dies() {
    let Some([one, other]) = nodes::<2>(no_bus).await else {
        return;
    };
    let (table, ada) = against_a_bot(&one, Some(3600)).await;
    let before = until(&one, &table, "Ada's turn", |view| {
        view["waiting"]["seat"] == 2
    })
    .await;
    let deadline = before["deadline"].as_u64().unwrap();
    let there = other.view(&table, &ada).await;
    assert_eq!(there["deadline"], deadline, "the same on every server");
    one.die();
    let active = other.service.active_table(table.parse().unwrap()).await;
    let active = active.ok().unwrap();
    eventually("the other takes over", async || active.is_leased()).await;
    let there = other.view(&table, &ada).await;
    assert_eq!(there["deadline"], deadline, "not the whole time again");
    other.test.advance(Duration::from_secs(3000));
    let there = other.view(&table, &ada).await;
    assert_eq!(
        there["players"][1]["presence"], "here",
        "not before her time"
    );
    other.test.advance(Duration::from_secs(600));
    let replaced = |view: &Value| view["players"][1]["presence"] == "replaced";
    until(&other, &table, "her time is up", replaced).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_house_over_a_store_that_fails_stays_right() {
    let ground = SqliteGround::empty();
    let faults = Faults {
        before: 10,
        after: 15,
        delays: 20,
    };
    let store = FlakyStore::over(ground.open().await, faults);
    let client = Client::node(Arc::new(store), no_bus());
    let body = json!({ "rules": "kata" });
    let opened = persist(&client, "/tables", "open", None, &body).await;
    let table = opened["table"].as_str().unwrap().to_owned();
    let mut tokens = Vec::new();
    for name in ["Ada", "Bo"] {
        // Without this hash a repeated request is refused, because its token was given out already.
        let token = super::client::entropy(name);
        let body = json!({
            "name": name,
            "entropy": token,
            "token_hash": hash_of_token(&token).to_string(),
        });
        persist(
            &client,
            &format!("/tables/{table}/seats"),
            name,
            None,
            &body,
        )
        .await;
        tokens.push(token);
    }
    let mut moves = 0;
    let mut last = 0;
    loop {
        let view = look(&client, &table, &tokens[0]).await;
        let Some(seat) = view["waiting"]["seat"].as_u64() else {
            break;
        };
        let token = &tokens[seat as usize - 1];
        let view = look(&client, &table, token).await;
        assert!(seq(&view) >= last, "what was answered stays");
        let choices = view["scene"]["choices"].as_array().unwrap();
        let action = &choices[moves % choices.len()]["notation"];
        let body = json!({ "seq": view["seq"], "action": action });
        let path = format!("/tables/{table}/actions");
        let key = format!("move-{moves}");
        let happened = persist(&client, &path, &key, Some(token), &body).await;
        assert!(!happened["events"].as_array().unwrap().is_empty());
        last = seq(&happened);
        moves += 1;
    }
    let whole = ground.open().await;
    let whole = whole.export(table.parse().unwrap()).await.unwrap().unwrap();
    let acted = whole
        .events
        .iter()
        .filter(|event| event.line.starts_with("acted"));
    assert_eq!(
        acted.count(),
        moves,
        "every answered move is there, and none twice"
    );
}

/// Sends a request until it is answered.
async fn persist(
    client: &Client,
    path: &str,
    key: &str,
    token: Option<&str>,
    body: &Value,
) -> Value {
    let mut ask = Ask::new().key(key).json(body);
    if let Some(token) = token {
        ask = ask.token(token);
    }
    for _ in 0..200 {
        let answer = client.send("POST", path, ask.clone()).await;
        if answer.status.as_u16() != 503 {
            return answer.good();
        }
    }
    panic!("{path} is never answered");
}

async fn look(client: &Client, table: &str, token: &str) -> Value {
    for _ in 0..200 {
        let ask = Ask::new().token(token);
        let answer = client.send("GET", &format!("/tables/{table}"), ask).await;
        if answer.status.as_u16() != 503 {
            return answer.good();
        }
    }
    panic!("the table is never seen");
}
