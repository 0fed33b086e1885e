//! Events say what happened as values, and carry the table after them.

use hotdice_core::{Bytes32, Name};
use hotdice_table::fair::Croupier;
use hotdice_table::{Table, TableEvent, TableId, Who};
use serde_json::{Value, json};

use super::Client;
use super::client::entropy;
use super::streams::Listening;
use crate::store::{NewTable, Secret};

/// Checks that the table after an event is that of a view, but for the choices, which views have for their owner alone.
fn check_after(event: &Value, view: &Value) {
    let after = &event["after"];
    for field in ["stage", "players", "waiting", "deadline", "offers"] {
        assert_eq!(after[field], view[field], "{field} of {event}");
    }
    assert_eq!(after["scene"]["parts"], view["scene"]["parts"], "{event}");
}

#[tokio::test]
async fn an_answer_and_a_stream_say_the_same_and_need_no_further_look() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let view = client.view(&table, &tokens[0]).await;
    let head = view["seq"].as_u64();
    let mut stream = Listening::to(&client, &table, head, None).await;
    let choice = &view["scene"]["choices"][0];
    let body = json!({ "seq": head, "action": choice["notation"] });
    let answer = client.act(&table, &tokens[0], "a", &body).await.good();
    let events = answer["events"].as_array().unwrap();
    let acted = &events[0];
    assert_eq!(acted["kind"], "acted");
    assert_eq!(
        (&acted["seat"], &acted["action"]),
        (&json!(1), &choice["notation"])
    );
    assert_eq!(acted["points"], choice["points"]);
    assert!(!acted["dice"].as_array().unwrap().is_empty());
    check_after(
        events.last().unwrap(),
        &client.view(&table, &tokens[0]).await,
    );
    for event in events {
        loop {
            let (name, _, data) = stream.next().await;
            if name == "log" {
                assert_eq!(&data, event);
                break;
            }
        }
    }
}

#[tokio::test]
async fn the_last_sixty_events_of_the_past_have_their_picture() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("yatzy").await;
    for _ in 0..40 {
        client.step(&table, &tokens).await.unwrap();
    }
    let view = client.view(&table, &tokens[0]).await;
    let head = view["seq"].as_u64().unwrap();
    assert!(head > 70, "{head}");
    let mut stream = Listening::to(&client, &table, None, None).await;
    let mut seen = 0;
    while seen < head {
        let (name, _, event) = stream.next().await;
        if name != "log" {
            continue;
        }
        seen += 1;
        assert_eq!(
            event["after"].is_object(),
            seen + 60 > head,
            "{seen} of {head}"
        );
        if seen == head {
            check_after(&event, &view);
        }
    }
}

#[tokio::test]
async fn a_replay_has_the_picture_of_every_event() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("yatzy").await;
    let mut views = Vec::new();
    for _ in 0..40 {
        client.step(&table, &tokens).await.unwrap();
        views.push(client.view(&table, &tokens[0]).await);
    }
    // A server that has forgotten the table reads it from its log.
    let client = client.restarted().await;
    let head = views.last().unwrap()["seq"].as_u64().unwrap();
    assert!(head > 70, "{head}");
    let mut stream = Listening::with_pictures(&client, &table).await;
    for seq in 1..=head {
        let event = stream.next_event().await;
        assert_eq!(event["seq"], seq);
        assert!(event["after"].is_object(), "{event}");
        if let Some(view) = views.iter().find(|view| view["seq"] == seq) {
            check_after(&event, view);
        }
    }
}

#[tokio::test]
async fn a_stream_says_who_is_there_whenever_that_changes() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let head = client.view(&table, &tokens[0]).await["seq"].as_u64();
    let mut watching = Listening::to(&client, &table, head, None).await;
    let mut presence = async || {
        let (name, _, data) = watching.next().await;
        assert_eq!(name, "presence");
        data
    };
    assert_eq!(presence().await, json!({ "online": [], "watching": 1 }));
    let bo = Listening::to(&client, &table, head, Some(&tokens[1])).await;
    assert_eq!(presence().await, json!({ "online": [2], "watching": 1 }));
    drop(bo);
    assert_eq!(presence().await, json!({ "online": [], "watching": 1 }));
}

fn person(name: &str) -> Who {
    Who::Person {
        name: name.parse::<Name>().unwrap(),
        entropy: entropy(name).parse::<Bytes32>().unwrap(),
    }
}

/// No seed below this number gives the dice that are looked for here, which takes seconds to find out.
const FIRST_SEED: u64 = 5838;

/// Returns the first event of a table and a seed with which Ada and Bo begin by rolling these dice.
fn with_first_roll(id: TableId, rules: &str, dice: &str) -> (TableEvent, [u8; 32]) {
    let settings = Table::settings_for(rules, None).unwrap();
    for number in FIRST_SEED.. {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        let croupier = Croupier::new(id, seed);
        let opened = TableEvent::Opened(settings.clone(), croupier.commitment());
        let mut table = Table::open(id, &opened).unwrap();
        for name in ["Ada", "Bo"] {
            let (_, events) = table.join(person(name), None, &croupier).unwrap();
            for event in &events {
                if let TableEvent::Rolled(roll, _) = event.event() {
                    let mut rolled: Vec<char> = roll.chars().filter(char::is_ascii_digit).collect();
                    rolled.sort_unstable();
                    if rolled.into_iter().collect::<String>() == dice {
                        return (opened, seed);
                    }
                }
                table.apply(event).unwrap();
            }
        }
    }
    unreachable!("every roll comes at last")
}

/// A keep may pay less than the best that its dice could be: four 1s and two 2s are 1500 at this table as they are kept.
#[tokio::test]
async fn what_is_expected_is_compared_with_what_the_menu_says() {
    let client = Client::new();
    let id = TableId::from_bytes([7; TableId::LENGTH]);
    let (opened, seed) = with_first_roll(id, "zilch-playr", "111122");
    let new = NewTable {
        table: id,
        seed: Secret(seed),
        lines: vec![opened.to_string()],
        at: 1,
        tokens: Vec::new(),
        key: None,
    };
    client.service.store.open(new).await.unwrap();
    let table = id.to_string();
    let ada = client.join(&table, "Ada").await;
    client.join(&table, "Bo").await;
    let view = client.view(&table, &ada).await;
    let choices = view["scene"]["choices"].as_array().unwrap();
    let all = "keep 1 1 1 1 2 2";
    let choice = choices.iter().find(|choice| choice["notation"] == all);
    assert_eq!(choice.unwrap()["points"], 1500);
    let body = |expect: i64| json!({ "seq": view["seq"], "action": all, "expect": expect });
    let refused = client.act(&table, &ada, "wrong", &body(2000)).await;
    let detail = refused.refused("invalid")["detail"].clone();
    let detail = detail.as_str().unwrap();
    assert!(
        detail.contains("1500") && detail.contains("2000"),
        "{detail}"
    );
    let answer = client.act(&table, &ada, "right", &body(1500)).await.good();
    assert_eq!(answer["events"][0]["points"], 1500);
}

/// The dice of an event come as they fell, also when the table was loaded from its log.
#[tokio::test]
async fn the_past_is_told_as_it_was_told_when_it_happened() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("farkle").await;
    let head = client.view(&table, &tokens[0]).await["seq"].as_u64();
    let mut live = Listening::to(&client, &table, head, None).await;
    for _ in 0..6 {
        client.step(&table, &tokens).await;
    }
    let last = client.view(&table, &tokens[0]).await["seq"].as_u64();
    let client = client.restarted().await;
    let mut past = Listening::to(&client, &table, head, None).await;
    let events = async |stream: &mut Listening| {
        let mut events = Vec::new();
        while events
            .last()
            .and_then(|event: &Value| event["seq"].as_u64())
            != last
        {
            let (name, _, event) = stream.next().await;
            if name == "log" {
                events.push(event);
            }
        }
        events
    };
    assert_eq!(events(&mut live).await, events(&mut past).await);
}
