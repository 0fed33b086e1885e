//! Other games with the same players.

use std::num::NonZeroU32;

use serde_json::json;

use super::Client;
use super::client::{Answer, Ask};
use crate::Quotas;

/// Plays a game to the end, and returns its table and the tokens.
async fn played(client: &Client) -> (String, [String; 2]) {
    let (table, tokens) = client.table_of_two("yatzy").await;
    while client.step(&table, &tokens).await.is_some() {}
    (table, tokens)
}

async fn rematch(client: &Client, table: &str, token: &str) -> Answer {
    let path = format!("/tables/{table}/rematch");
    client.send("POST", &path, Ask::new().token(token)).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn all_who_ask_at_once_on_two_servers_meet_at_one_table_and_no_other_is_opened() {
    let client = Client::new();
    let other = client.bounded(Quotas::NONE);
    let (table, tokens) = played(&client).await;
    let before = client.service.store.count().await.unwrap();
    let asking: Vec<_> = (0..20)
        .map(|number| {
            let client = [&client, &other][number / 2 % 2].clone();
            let (table, token) = (table.clone(), tokens[number % 2].clone());
            tokio::spawn(async move { rematch(&client, &table, &token).await })
        })
        .collect();
    let mut tables = Vec::new();
    for asked in asking {
        tables.push(asked.await.unwrap().good()["table"].clone());
    }
    assert_eq!(tables, vec![tables[0].clone(); 20]);
    assert_eq!(client.service.store.count().await.unwrap(), before + 1);
}

#[tokio::test]
async fn a_rematch_counts_among_the_tables_that_an_address_opens() {
    let quotas = Quotas {
        unfinished: NonZeroU32::new(2),
        ..Quotas::NONE
    };
    let client = Client::new().bounded(quotas);
    let (first, ours) = played(&client).await;
    let (second, theirs) = played(&client).await;
    let next = rematch(&client, &first, &ours[0]).await.good();
    client.open(&json!({ "rules": "yatzy" })).await;
    let refused = rematch(&client, &second, &theirs[0]).await;
    refused.refused("rate_limited");
    let again = rematch(&client, &first, &ours[1]).await;
    assert_eq!(again.good(), next, "what is settled opens no table");
}
