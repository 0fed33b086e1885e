//! What strangers cannot make grow without end.

use std::num::NonZeroU32;
use std::time::Duration;

use hotdice_core::{Attendance, Seat};
use hotdice_table::{TableEvent, TableId};
use serde_json::json;

use super::Guest;
use super::guest::{Ask, entropy};
use crate::Bounds;
use crate::house::change::{LONGEST_LOG, MOST_ASIDES};
use crate::house::{MOST_TOKENS, now};
use crate::store::Batch;

#[tokio::test]
async fn who_comes_and_goes_all_day_is_refused_and_others_play_on() {
    let guest = Guest::new();
    let (table, tokens) = guest.table_of_two("zilch").await;
    let go = async |way: &str| {
        let path = format!("/tables/{table}/{way}");
        guest
            .send("POST", &path, Ask::new().token(&tokens[1]))
            .await
    };
    for _ in 0..MOST_ASIDES / 2 {
        go("leave").await.good();
        go("return").await.good();
    }
    go("leave").await.refused("too_large");
    assert!(
        guest.step(&table, &tokens).await.is_some(),
        "moves are not held up"
    );
}

#[tokio::test]
async fn questions_wait_in_a_short_queue() {
    let guest = Guest::new();
    let everybody = guest.house.lanes.strangers.places.clone();
    let taken = everybody.available_permits() as u32;
    let asking = everybody.acquire_many(taken).await.unwrap();
    let (table, tokens) = guest.table_of_two("pig(target=10)").await;
    let record = guest.get(&format!("/tables/{table}/record")).await.text;
    let analyse = Ask {
        body: record.into_bytes(),
        ..Ask::new()
    };
    let refused = guest.send("POST", "/analyse", analyse).await;
    refused.refused("rate_limited");
    let explore = json!({ "rules": "zilch" });
    guest
        .post("/explore", &explore)
        .await
        .refused("rate_limited");
    assert!(guest.step(&table, &tokens).await.is_some(), "games go on");
    let (table, host) = guest.open(&json!({ "rules": "zilch" })).await;
    let bot = Ask::new().token(&host).json(&json!({ "bot": "careful" }));
    let path = format!("/tables/{table}/seats");
    guest.send("POST", &path, bot).await.good();
    drop(asking);
    guest.post("/explore", &explore).await.good();
}

#[tokio::test]
async fn a_request_that_is_repeated_all_day_adds_no_tokens() {
    let guest = Guest::new();
    let open = Ask::new().key("open").json(&json!({ "rules": "zilch" }));
    let first = guest.send("POST", "/tables", open.clone()).await.good();
    let table = first["table"].as_str().unwrap();
    let seats = format!("/tables/{table}/seats");
    let body = json!({ "name": "Ada", "entropy": entropy("Ada") });
    let join = Ask::new().key("join").json(&body);
    let mut tokens = Vec::new();
    for _ in 0..MOST_TOKENS {
        let joined = guest.send("POST", &seats, join.clone()).await.good();
        tokens.push(joined["token"].as_str().unwrap().to_owned());
    }
    for _ in 1..MOST_TOKENS {
        guest.send("POST", "/tables", open.clone()).await.good();
    }
    let restarted = guest.clone().restarted().await;
    for guest in [&guest, &restarted] {
        let again = guest.send("POST", &seats, join.clone()).await;
        again.refused("too_large");
        let again = guest.send("POST", "/tables", open.clone()).await;
        again.refused("too_large");
        let kept = guest.house.store.tokens(table.parse().unwrap()).await;
        assert_eq!(kept.unwrap().len(), 2 * MOST_TOKENS);
        for token in [&tokens[0], &tokens[MOST_TOKENS - 1]] {
            assert_eq!(guest.view(table, token).await["you"], 1);
        }
    }
    guest.join(table, "Bo").await;
}

#[tokio::test]
async fn games_that_ended_on_another_server_count_as_finished() {
    let elsewhere = Guest::new();
    let bounds = Bounds {
        unfinished: NonZeroU32::new(2),
        ..Bounds::NONE
    };
    let here = elsewhere.bounded(bounds);
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

/// Makes the log of a table so long, as if somebody had come and gone all the time; in the end a bot plays for them.
async fn lengthen(guest: &Guest, table: &str, token: &str, length: u64) -> TableId {
    let id: TableId = table.parse().expect("a name");
    let seq = guest.view(table, token).await["seq"].as_u64();
    let after = seq.expect("a number");
    let attended = |number: u64| match (length - number) % 2 {
        0 => Attendance::Replaced("careful".to_owned()),
        _ => Attendance::Returned,
    };
    let first = TableEvent::Attended(Seat::FIRST, Attendance::Left);
    let events = (after + 2..=length).map(|seq| TableEvent::Attended(Seat::FIRST, attended(seq)));
    let batch = Batch {
        table: id,
        after,
        lines: std::iter::once(first)
            .chain(events)
            .map(|event| event.to_string())
            .collect(),
        at: now(),
        live: true,
        tended: true,
        lease: None,
        tokens: Vec::new(),
        key: None,
    };
    guest.house.store.append(batch).await.expect("written");
    id
}

/// Waits until a table is in no room any more, and nobody looks for its bots.
async fn is_let_go(guest: &Guest) {
    let patience = tokio::time::timeout(Duration::from_secs(60), async {
        loop {
            guest.house.tidy();
            let adrift = guest.house.store.adrift(10).await.expect("an answer");
            if guest.house.size() == 0 && adrift.is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    patience.await.expect("the table is let go");
}

#[tokio::test]
async fn a_table_whose_log_is_full_is_let_go() {
    let guest = Guest::new();
    let (table, tokens) = guest.table_of_two("zilch").await;
    let id = lengthen(&guest, &table, &tokens[0], LONGEST_LOG).await;
    let guest = guest.restarted().await;
    is_let_go(&guest).await;
    let room = guest.house.room(id).await.expect("a room");
    let state = room.state.lock().await;
    assert!(state.is_full() && !state.thinking && state.lease().is_none());
    assert_eq!(state.table.seq(), LONGEST_LOG);
}

#[tokio::test]
async fn a_bot_that_fills_the_log_stands_still_and_its_table_is_let_go() {
    let guest = Guest::new();
    let (table, tokens) = guest.table_of_two("zilch(target=1000000)").await;
    let id = lengthen(&guest, &table, &tokens[0], LONGEST_LOG - 1).await;
    let guest = guest.restarted().await;
    is_let_go(&guest).await;
    let room = guest.house.room(id).await.expect("a room");
    assert!(room.state.lock().await.is_full(), "the bot has moved");
    drop(room);
    let path = format!("/tables/{table}/return");
    let back = guest.send("POST", &path, Ask::new().token(&tokens[0]));
    back.await.refused("too_large");
    is_let_go(&guest).await;
}
