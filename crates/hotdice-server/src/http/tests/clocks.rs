//! Turn clocks.

use std::sync::Arc;
use std::time::Duration;

use hotdice_testworld::eventually;
use serde_json::json;

use super::Client;
use super::client::Ask;

/// Opens a table of two with a clock; the first of them decides.
async fn table_of_two(client: &Client, rules: &str, seconds: u32) -> (String, [String; 2]) {
    loop {
        let body = json!({ "rules": rules, "clock": seconds, "standin": "random" });
        let (table, _) = client.open(&body).await;
        let tokens = [
            client.join(&table, "Ada").await,
            client.join(&table, "Bo").await,
        ];
        if client.view(&table, &tokens[0]).await["waiting"]["seat"] == 1 {
            return (table, tokens);
        }
    }
}

#[tokio::test]
async fn a_clock_has_one_task_at_a_time_and_none_when_the_game_is_over() {
    let client = Client::new();
    let (table, tokens) = table_of_two(&client, "kata", 86_400).await;
    for _ in 0..10 {
        client.step(&table, &tokens).await;
    }
    let active = client
        .service
        .active_table(table.parse().unwrap())
        .await
        .ok()
        .unwrap();
    // Whoever waits for a deadline knows the table, and keeps it in use for nobody.
    eventually("one waits", async || Arc::weak_count(&active) == 1).await;
    while client.step(&table, &tokens).await.is_some() {}
    eventually("nobody waits", async || Arc::weak_count(&active) == 0).await;
    let known = Arc::downgrade(&active);
    drop(active);
    eventually("the table is evicted", async || {
        client.service.evict_idle();
        known.strong_count() == 0
    })
    .await;
}

#[tokio::test]
async fn who_comes_and_goes_all_day_holds_up_neither_the_clock_nor_others() {
    let client = Client::new();
    let (table, [ada, bo]) = table_of_two(&client, "yatzy", 5).await;
    let go = async |token: &str, way: &str| {
        let path = format!("/tables/{table}/{way}");
        client.send("POST", &path, Ask::new().token(token)).await
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
    refused.refused("limit_reached");
    go(&bo, "leave").await.good();
    go(&bo, "return").await.good();
    client.test.advance(Duration::from_secs(5));
    eventually("her time is up", async || {
        client.view(&table, &bo).await["players"][0]["presence"] == "replaced"
    })
    .await;
}
