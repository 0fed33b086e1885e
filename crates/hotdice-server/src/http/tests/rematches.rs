//! Other games with the same players.

use std::num::NonZeroU32;

use serde_json::json;

use super::Guest;
use super::guest::{Answer, Ask};
use crate::Bounds;

/// Plays a game to the end, and returns its table and the tokens.
async fn played(guest: &Guest) -> (String, [String; 2]) {
    let (table, tokens) = guest.table_of_two("yatzy").await;
    while guest.step(&table, &tokens).await.is_some() {}
    (table, tokens)
}

async fn rematch(guest: &Guest, table: &str, token: &str) -> Answer {
    let path = format!("/tables/{table}/rematch");
    guest.send("POST", &path, Ask::new().token(token)).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn all_who_ask_at_once_on_two_servers_meet_at_one_table_and_no_other_is_opened() {
    let guest = Guest::new();
    let other = guest.bounded(Bounds::NONE);
    let (table, tokens) = played(&guest).await;
    let before = guest.house.store.count().await.unwrap();
    let asking: Vec<_> = (0..20)
        .map(|number| {
            let guest = [&guest, &other][number / 2 % 2].clone();
            let (table, token) = (table.clone(), tokens[number % 2].clone());
            tokio::spawn(async move { rematch(&guest, &table, &token).await })
        })
        .collect();
    let mut tables = Vec::new();
    for asked in asking {
        tables.push(asked.await.unwrap().good()["table"].clone());
    }
    assert_eq!(tables, vec![tables[0].clone(); 20]);
    assert_eq!(guest.house.store.count().await.unwrap(), before + 1);
}

#[tokio::test]
async fn a_rematch_counts_among_the_tables_that_an_address_opens() {
    let bounds = Bounds {
        unfinished: NonZeroU32::new(2),
        ..Bounds::NONE
    };
    let guest = Guest::new().bounded(bounds);
    let (first, ours) = played(&guest).await;
    let (second, theirs) = played(&guest).await;
    let next = rematch(&guest, &first, &ours[0]).await.good();
    guest.open(&json!({ "rules": "yatzy" })).await;
    let refused = rematch(&guest, &second, &theirs[0]).await;
    refused.refused("rate_limited");
    let again = rematch(&guest, &first, &ours[1]).await;
    assert_eq!(again.good(), next, "what is settled opens no table");
}
