//! Event streams: complete, in order, resumable.

use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt;
use hotdice_rig::patient;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::Client;
use super::client::Ask;
use crate::scheduler::Lane;
use crate::store::Batch;
use hotdice_api::Replay;

use crate::table_service::PAGE;

/// Somebody who listens.
pub(super) struct Listening {
    body: axum::body::BodyDataStream,
    text: String,
}

impl Listening {
    pub(super) async fn to(
        client: &Client,
        table: &str,
        after: Option<u64>,
        token: Option<&str>,
    ) -> Self {
        let mut request = Request::get(format!("/api/v1/tables/{table}/events"));
        if let Some(after) = after {
            request = request.header("last-event-id", after.to_string());
        }
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        Self::open(client, request).await
    }

    /// Listens from the first event on, each with the table after it.
    pub(super) async fn with_pictures(client: &Client, table: &str) -> Self {
        let path = format!("/api/v1/tables/{table}/events?pictures=true");
        Self::open(client, Request::get(path)).await
    }

    async fn open(client: &Client, request: axum::http::request::Builder) -> Self {
        let request = request.body(Body::empty()).unwrap();
        let answer = client.router().oneshot(request).await.unwrap();
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        let body = answer.into_body().into_data_stream();
        let text = String::new();
        Self { body, text }
    }

    /// Returns the name, the id and the data of the next event.
    pub(super) async fn next(&mut self) -> (String, Option<u64>, Value) {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                let field = |name: &str| {
                    let line = event.lines().find_map(|line| line.strip_prefix(name));
                    line.map(|value| value.trim().to_owned())
                };
                if let Some(name) = field("event:") {
                    let number = |id: String| id.split('-').next().unwrap().parse().unwrap();
                    let id = field("id:").map(number);
                    return (
                        name,
                        id,
                        serde_json::from_str(&field("data:").unwrap()).unwrap(),
                    );
                }
                continue;
            }
            let hangs = patient(std::time::Duration::from_secs(120));
            let chunk = tokio::time::timeout(hangs, self.body.next()).await;
            let chunk = chunk
                .expect("news in time")
                .expect("the stream goes on")
                .unwrap();
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// Returns the next event of the log.
    pub(super) async fn next_event(&mut self) -> Value {
        loop {
            let (name, id, data) = self.next().await;
            if name == "log" {
                let seq = id.expect("events of the log have numbers");
                assert_eq!(data["seq"], seq);
                return data;
            }
        }
    }

    /// Returns the number of the next event of the log.
    pub(super) async fn next_seq(&mut self) -> u64 {
        self.next_event().await["seq"].as_u64().unwrap()
    }
}

#[tokio::test]
async fn a_listener_hears_everything_once_and_in_order() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("kata").await;
    let mut from_the_start = Listening::to(&client, &table, None, None).await;
    for _ in 0..5 {
        client.step(&table, &tokens).await;
    }
    let seq = client.view(&table, &tokens[0]).await["seq"]
        .as_u64()
        .unwrap();
    for expected in 1..=seq {
        assert_eq!(from_the_start.next_seq().await, expected);
    }
    let mut again = Listening::to(&client, &table, Some(seq - 2), None).await;
    assert_eq!(again.next_seq().await, seq - 1);
    while client.step(&table, &tokens).await.is_some() {}
    let last = client.view(&table, &tokens[0]).await["seq"]
        .as_u64()
        .unwrap();
    for listener in [&mut from_the_start, &mut again] {
        let mut heard = listener.next_seq().await;
        while heard < last {
            let next = listener.next_seq().await;
            assert_eq!(next, heard + 1);
            heard = next;
        }
    }
}

#[tokio::test]
async fn a_slow_listener_misses_nothing() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("yatzy").await;
    let mut slow = Listening::to(&client, &table, None, None).await;
    while client.step(&table, &tokens).await.is_some() {}
    let last = client.view(&table, &tokens[0]).await["seq"]
        .as_u64()
        .unwrap();
    assert!(last > 64, "more than a stream holds back");
    for expected in 1..=last {
        assert_eq!(slow.next_seq().await, expected);
    }
}

/// Makes the log of a table long: somebody went and came back all day.
pub(super) async fn with_a_long_past(client: Client, table: &str) -> Client {
    let id = table.parse().unwrap();
    let head = client.service.store.heads(vec![id]).await.unwrap()[0].1;
    let day = (0..6 * PAGE).map(|number| match number % 2 {
        0 => "left 2".to_owned(),
        _ => "returned 2".to_owned(),
    });
    for (after, line) in (head..).zip(day) {
        let batch = Batch {
            table: id,
            after,
            lines: vec![line],
            at: 0,
            live: true,
            automated: false,
            lease: None,
            tokens: Vec::new(),
            key: None,
        };
        client.service.store.append(batch).await.unwrap();
    }
    client.restarted().await
}

#[tokio::test]
async fn a_long_past_is_read_page_by_page_and_nothing_is_missed() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("yatzy").await;
    let client = with_a_long_past(client, &table).await;
    let id = table.parse().unwrap();
    let head = client.view(&table, &tokens[0]).await["seq"]
        .as_u64()
        .unwrap();
    let active = client.service.active_table(id).await.ok().unwrap();
    for (after, printed) in [(0, PAGE), (7, PAGE), (head - 3, 3)] {
        let page = client
            .service
            .next_page(active.clone(), Replay::default(), (after, head), head)
            .await
            .ok()
            .unwrap()
            .1;
        let read: Vec<u64> = page.iter().map(|event| event.seq).collect();
        let expected: Vec<u64> = (after + 1..=after + printed).collect();
        assert_eq!(read, expected);
    }
    let mut listening = Listening::to(&client, &table, None, None).await;
    for expected in 1..=PAGE / 2 {
        assert_eq!(listening.next_seq().await, expected);
    }
    // What happens while the past is read comes after it.
    while client.step(&table, &tokens).await.is_some() {}
    let last = client.view(&table, &tokens[0]).await["seq"]
        .as_u64()
        .unwrap();
    for expected in PAGE / 2 + 1..=last {
        assert_eq!(listening.next_seq().await, expected);
    }
}

#[tokio::test]
async fn who_has_missed_little_waits_for_nobody_who_reads_a_long_past() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("yatzy").await;
    let client = with_a_long_past(client, &table).await;
    let head = client.view(&table, &tokens[0]).await["seq"]
        .as_u64()
        .unwrap();
    // A table that was evicted meanwhile would have to be replayed itself.
    let _active = client.service.active_table(table.parse().unwrap()).await;
    let reading = client.service.scheduler.occupy(Lane::Replay).await;
    let mut from_the_start = Listening::to(&client, &table, None, None).await;
    let mut here = Listening::to(&client, &table, Some(head), None).await;
    client.step(&table, &tokens).await.unwrap();
    assert_eq!(here.next_seq().await, head + 1);
    let mut again = Listening::to(&client, &table, Some(head), None).await;
    assert_eq!(again.next_seq().await, head + 1);
    drop(reading);
    assert_eq!(from_the_start.next_seq().await, 1);
}

#[tokio::test]
async fn presence_and_emotes_are_heard() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let head = client.view(&table, &tokens[0]).await["seq"].as_u64();
    let mut watching = Listening::to(&client, &table, head, None).await;
    assert_eq!(client.view(&table, &tokens[0]).await["watching"], 1);
    let ada = Listening::to(&client, &table, head, Some(&tokens[0])).await;
    assert_eq!(
        client.view(&table, &tokens[1]).await["players"][0]["online"],
        true
    );
    let emotes = format!("/tables/{table}/emotes");
    let feeling = Ask::new()
        .token(&tokens[1])
        .json(&json!({ "emote": "bravo" }));
    client.send("POST", &emotes, feeling).await;
    loop {
        let (name, id, data) = watching.next().await;
        assert_eq!(id, None);
        if name == "emote" {
            assert_eq!(data, json!({ "seat": 2, "emote": "bravo" }));
            break;
        }
    }
    drop(ada);
    tokio::task::yield_now().await;
    assert_eq!(
        client.view(&table, &tokens[1]).await["players"][0]["online"],
        false
    );
    client
        .post(&emotes, &json!({ "emote": "bravo" }))
        .await
        .refused("unauthorized");
}

#[tokio::test]
async fn who_has_seen_more_than_the_log_has_is_told_so() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let head = client.view(&table, &tokens[0]).await["seq"]
        .as_u64()
        .unwrap();
    let path = format!("/tables/{table}/events");
    for after in [head + 1, head + 10, u64::MAX] {
        let ask = Ask::new().with("last-event-id", &after.to_string());
        client.send("GET", &path, ask).await.refused("stale");
        let refused = client.get(&format!("{path}?after={after}")).await;
        refused.refused("stale");
    }
    let mut listening = Listening::to(&client, &table, Some(head - 1), None).await;
    assert_eq!(listening.next_seq().await, head);
}
