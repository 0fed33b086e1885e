//! Turn clocks.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::Guest;
use super::guest::Ask;

/// Opens a table of two with a clock; the first of them decides.
async fn table_of_two(guest: &Guest, rules: &str, seconds: u32) -> (String, [String; 2]) {
    loop {
        let body = json!({ "rules": rules, "clock": seconds, "standin": "random" });
        let (table, _) = guest.open(&body).await;
        let tokens = [
            guest.join(&table, "Ada").await,
            guest.join(&table, "Bo").await,
        ];
        if guest.view(&table, &tokens[0]).await["waiting"]["seat"] == 1 {
            return (table, tokens);
        }
    }
}

async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    for _ in 0..2_400 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("never: {what}");
}

#[tokio::test]
async fn a_clock_has_one_task_at_a_time_and_none_when_the_game_is_over() {
    let guest = Guest::new();
    let (table, tokens) = table_of_two(&guest, "kata", 86_400).await;
    for _ in 0..10 {
        guest.step(&table, &tokens).await;
    }
    let room = guest.house.room(table.parse().unwrap()).await.ok().unwrap();
    // Whoever waits for a deadline knows the room, and keeps it from nobody.
    until("one waits", async || Arc::weak_count(&room) == 1).await;
    while guest.step(&table, &tokens).await.is_some() {}
    until("nobody waits", async || Arc::weak_count(&room) == 0).await;
    let known = Arc::downgrade(&room);
    drop(room);
    until("the room is forgotten", async || {
        guest.house.tidy();
        known.strong_count() == 0
    })
    .await;
}

#[tokio::test]
async fn who_comes_and_goes_all_day_holds_up_neither_the_clock_nor_others() {
    let guest = Guest::new();
    let (table, [ada, bo]) = table_of_two(&guest, "yatzy", 5).await;
    let go = async |token: &str, way: &str| {
        let path = format!("/tables/{table}/{way}");
        guest.send("POST", &path, Ask::new().token(token)).await
    };
    let refused = loop {
        let left = go(&ada, "leave").await;
        if !left.status.is_success() {
            break left;
        }
        let back = go(&ada, "return").await;
        if !back.status.is_success() {
            break back;
        }
    };
    refused.refused("too_large");
    go(&bo, "leave").await.good();
    go(&bo, "return").await.good();
    until("her time is up", async || {
        guest.view(&table, &bo).await["players"][0]["presence"] == "replaced"
    })
    .await;
}
