//! What strangers cannot make grow without end.

use std::num::NonZeroU32;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use hotdice_api::MAX_LOG;
use hotdice_core::{Attendance, Seat};
use hotdice_table::{TableEvent, TableId};
use hotdice_testworld::eventually;
use serde_json::json;

use super::Client;
use super::client::Ask;
use super::linked::Guest;
use super::streams::Listening;
use crate::Quotas;
use crate::scheduler::{Lane, TAKES_TOO_LONG};
use crate::session::MAX_NON_MOVES;
use crate::store::Batch;

#[tokio::test]
async fn who_comes_and_goes_all_day_is_refused_and_others_play_on() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let go = async |way: &str| {
        let path = format!("/tables/{table}/{way}");
        client
            .send("POST", &path, Ask::new().token(&tokens[1]))
            .await
    };
    for _ in 0..MAX_NON_MOVES / 2 {
        go("leave").await.good();
        go("return").await.good();
    }
    go("leave").await.refused("limit_reached");
    assert!(
        client.step(&table, &tokens).await.is_some(),
        "moves are not held up"
    );
}

#[tokio::test]
async fn who_asks_too_much_at_once_is_refused_and_nobody_else() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("pig(target=10)").await;
    let record = client.get(&format!("/tables/{table}/record")).await.text;
    let analyse = Ask {
        body: record.into_bytes(),
        ..Ask::new()
    };
    let busy = client.service.scheduler.occupy(Lane::Thinking).await;
    // Every question waits, until one is one too many.
    let asking = (0..40).map(|_| client.send("POST", "/analyse", analyse.clone()));
    let mut asking: FuturesUnordered<_> = asking.collect();
    let refused = asking.next().await.expect("a refusal");
    refused.refused("rate_limited");
    let explore = json!({ "rules": "zilch" });
    client.post("/explore", &explore).await.good();
    assert!(client.step(&table, &tokens).await.is_some(), "games go on");
    let (table, host) = client.open(&json!({ "rules": "zilch" })).await;
    let bot = Ask::new().token(&host).json(&json!({ "bot": "careful" }));
    let path = format!("/tables/{table}/seats");
    client.send("POST", &path, bot).await.good();
    let other = client.from([10, 0, 0, 2]);
    let others = other.send("POST", "/analyse", analyse.clone());
    let (others, ()) = tokio::join!(others, async { drop(busy) });
    others.good();
    let answered = asking.collect::<Vec<_>>().await;
    let good = answered
        .iter()
        .filter(|answer| answer.status == 200)
        .count();
    assert!((1..40).contains(&good), "{good} of those that waited");
}

#[tokio::test]
async fn bots_that_take_too_long_to_solve_are_not_let_in() {
    let client = Client::new();
    let rules = TAKES_TOO_LONG;
    let open = json!({ "rules": rules, "clock": 5, "standin": "perfect" });
    let refused = client.post("/tables", &open).await.refused("invalid");
    let detail = refused["detail"].as_str().unwrap();
    assert!(detail.contains("choose a lower level"), "{detail}");
    let (table, host) = client.open(&json!({ "rules": rules })).await;
    let bot = Ask::new().token(&host).json(&json!({ "bot": "perfect" }));
    let path = format!("/tables/{table}/seats");
    client.send("POST", &path, bot).await.refused("invalid");
    let bot = Ask::new().token(&host).json(&json!({ "bot": "strong" }));
    client.send("POST", &path, bot).await.good();
}

#[tokio::test]
async fn games_that_ended_on_another_server_count_as_finished() {
    let elsewhere = Client::new();
    let quotas = Quotas {
        unfinished: NonZeroU32::new(2),
        ..Quotas::NONE
    };
    let here = elsewhere.bounded(quotas);
    let rules = json!({ "rules": "yatzy" });
    let (over, _) = here.open(&rules).await;
    let tokens = [
        elsewhere.join(&over, "Ada").await,
        elsewhere.join(&over, "Bo").await,
    ];
    while elsewhere.step(&over, &tokens).await.is_some() {}
    here.open(&rules).await;
    here.open(&rules).await;
    let refused = here.post("/tables", &rules).await;
    refused.refused("rate_limited");
}

#[tokio::test]
async fn tables_that_were_closed_on_another_server_count_as_finished() {
    let elsewhere = Client::new();
    let here = elsewhere.bounded(Quotas {
        unfinished: NonZeroU32::new(1),
        ..Quotas::NONE
    });
    let rules = json!({ "rules": "yatzy" });
    let (full, _) = here.open(&rules).await;
    let ada = elsewhere.join(&full, "Ada").await;
    elsewhere.join(&full, "Bo").await;
    lengthen(&elsewhere, &full, &ada, MAX_LOG).await;
    here.open(&rules).await;
    here.post("/tables", &rules).await.refused("rate_limited");
}

/// Makes the log of a table so long, as if somebody had come and gone all the time; in the end a bot plays for them.
async fn lengthen(client: &Client, table: &str, token: &str, length: u64) -> TableId {
    lengthen_after(client, table, token, length, &[]).await
}

/// The same, after other events.
async fn lengthen_after(
    client: &Client,
    table: &str,
    token: &str,
    length: u64,
    others: &[TableEvent],
) -> TableId {
    let id: TableId = table.parse().expect("a name");
    let seq = client.view(table, token).await["seq"].as_u64();
    let after = seq.expect("a number");
    let attended = |number: u64| match (length - number) % 2 {
        0 => Attendance::Replaced("careful".to_owned()),
        _ => Attendance::Returned,
    };
    let left = TableEvent::Attended(Seat::FIRST, Attendance::Left);
    let first = others.iter().cloned().chain([left]);
    let next = after + others.len() as u64 + 2;
    let events = (next..=length).map(|seq| TableEvent::Attended(Seat::FIRST, attended(seq)));
    append(client, id, after, first.chain(events)).await;
    id
}

/// Writes events into the log of a table, after the one with this number.
async fn append(
    client: &Client,
    id: TableId,
    after: u64,
    events: impl Iterator<Item = TableEvent>,
) {
    let batch = Batch {
        table: id,
        after,
        lines: events.map(|event| event.to_string()).collect(),
        at: client.service.now(),
        live: true,
        automated: true,
        lease: None,
        tokens: Vec::new(),
        key: None,
    };
    client.service.store.append(batch).await.expect("written");
}

/// Waits until a table is not in use any more, and nobody looks for its bots.
async fn is_let_go(client: &Client) {
    eventually("the table is let go", async || {
        client.service.evict_idle();
        let adrift = client.service.store.unleased(10).await.expect("an answer");
        client.service.size() == 0 && adrift.is_empty()
    })
    .await;
}

#[tokio::test]
async fn a_table_whose_log_is_full_is_let_go() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let id = lengthen(&client, &table, &tokens[0], MAX_LOG).await;
    let client = client.restarted().await;
    is_let_go(&client).await;
    let active = client.service.active_table(id).await.expect("a table");
    let session = active.session.lock().await;
    assert!(session.is_full() && !session.moving_bots && session.lease().is_none());
    assert_eq!(session.table().seq(), MAX_LOG);
    drop(session);
    drop(active);
    is_closed(&client, &table).await;
}

/// Checks that everybody sees that a table is closed, and that nobody is asked to do anything there.
async fn is_closed(client: &Client, table: &str) {
    let view = client.get(&format!("/tables/{table}")).await.good();
    let why = view["closed"].as_str().expect("a reason");
    assert!(why.starts_with("This table is closed: "), "{why}");
    assert_eq!(view["waiting"], json!({ "for": "nothing" }));
    for none in [&view["deadline"], &view["due"], &view["scene"]["turn"]] {
        assert_eq!(none, &json!(null));
    }
    assert_eq!(view["can_draw"], false);
    let seq = view["seq"].as_u64().expect("a number");
    let mut stream = Listening::to(client, table, Some(seq - 1), None).await;
    let (_, id, last) = loop {
        let next = stream.next().await;
        if next.1.is_some() {
            break next;
        }
    };
    assert_eq!(id, Some(seq));
    assert_eq!(last["after"]["closed"], view["closed"]);
    assert_eq!(last["after"]["waiting"], view["waiting"]);
}

#[tokio::test]
async fn no_time_runs_at_a_closed_table_where_a_person_is_to_move() {
    let client = Client::new();
    for (rules, dice) in [("tridice", "committed"), ("farkle", "linked")] {
        let settings = json!({ "rules": rules, "dice": dice, "clock": 600 });
        let (table, _) = client.open(&settings).await;
        let join = async |name: &str| match dice {
            "linked" => Guest::join(&client, &table, name).await.token,
            _ => client.join(&table, name).await,
        };
        let (ada, _) = (join("Ada").await, join("Bo").await);
        let before = client.view(&table, &ada).await;
        let is_there = match dice {
            "linked" => before["due"].is_object(),
            _ => before["deadline"].is_u64() && before["can_draw"] == true,
        };
        assert!(is_there, "{before}");
        let id = lengthen(&client, &table, &ada, MAX_LOG - 1).await;
        let returned = TableEvent::Attended(Seat::FIRST, Attendance::Returned);
        append(&client, id, MAX_LOG - 1, std::iter::once(returned)).await;
        let again = client.clone().restarted().await;
        is_closed(&again, &table).await;
    }
}

#[tokio::test]
async fn bots_among_themselves_fill_a_log_and_their_table_is_closed_for_good() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch(target=1000000)").await;
    let second = Seat::new(1).expect("a seat");
    let replaced = Attendance::Replaced("random".to_owned());
    let others = [
        TableEvent::Attended(second, Attendance::Left),
        TableEvent::Attended(second, replaced),
    ];
    let id = lengthen_after(&client, &table, &tokens[0], MAX_LOG - 5, &others).await;
    let client = client.restarted().await;
    is_let_go(&client).await;
    is_closed(&client, &table).await;
    let head = async || client.service.store.heads(vec![id]).await.expect("heads");
    let before = head().await;
    client.service.take_over_unleased().await.expect("a sweep");
    let client = client.restarted().await;
    is_let_go(&client).await;
    assert_eq!(
        client.service.store.heads(vec![id]).await.expect("heads"),
        before
    );
    is_closed(&client, &table).await;
}

#[tokio::test]
async fn a_bot_that_fills_the_log_stands_still_and_its_table_is_let_go() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch(target=1000000)").await;
    let id = lengthen(&client, &table, &tokens[0], MAX_LOG - 1).await;
    let client = client.restarted().await;
    is_let_go(&client).await;
    let active = client.service.active_table(id).await.expect("a table");
    assert!(active.session.lock().await.is_full(), "the bot has moved");
    drop(active);
    let path = format!("/tables/{table}/return");
    let back = client.send("POST", &path, Ask::new().token(&tokens[0]));
    back.await.refused("limit_reached");
    is_let_go(&client).await;
}
