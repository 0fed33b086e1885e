//! Seeds and tokens stay where they belong.

use hotdice_core::Bytes32;
use serde_json::json;

use super::Client;
use super::client::Ask;
use crate::store::StoredTable;

/// Looks for a secret in everything that anybody can read about a table, and in what a log would show of it.
async fn seen(client: &Client, table: &str, tokens: &[String], secret: &str) -> bool {
    let mut texts = Vec::new();
    for path in ["", "/record", "/hint"] {
        let path = format!("/tables/{table}{path}");
        texts.push(client.get(&path).await.text);
        for token in tokens {
            texts.push(
                client
                    .send("GET", &path, Ask::new().token(token))
                    .await
                    .text,
            );
        }
    }
    texts.push(client.get("/health").await.text);
    let id = table.parse().unwrap();
    let active = client.service.active_table(id).await.ok().unwrap();
    let session = active.session.lock().await;
    texts.push(format!(
        "{:?} {:?} {:?}",
        session.table(),
        session.croupier(),
        session.tokens
    ));
    let log = client
        .service
        .past_events(&active, 0, session.table().seq())
        .await;
    let log = log.ok().unwrap();
    texts.push(serde_json::to_string(&log).unwrap());
    texts.push(format!("{:?}", stored(client, table).await.seed));
    texts.iter().any(|text| text.contains(secret))
}

/// Returns all that the store holds of a table.
async fn stored(client: &Client, table: &str) -> StoredTable {
    let stored = client.service.store.load(table.parse().unwrap()).await;
    stored.unwrap().unwrap()
}

#[tokio::test]
async fn the_seed_is_nowhere_until_the_game_is_over() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("farkle(target=300)").await;
    let stored = stored(&client, &table).await;
    let seed = Bytes32(stored.seed.0).to_string();
    let raw = format!("{:?}", stored.seed.0);
    while client.view(&table, &tokens[0]).await["stage"] != "over" {
        assert!(!seen(&client, &table, &tokens, &seed).await);
        assert!(!seen(&client, &table, &tokens, &raw[1..40]).await);
        client.step(&table, &tokens).await;
    }
    assert!(
        seen(&client, &table, &tokens, &seed).await,
        "it is revealed at the end"
    );
}

#[tokio::test]
async fn tokens_are_not_kept() {
    let client = Client::new();
    let (table, host) = client.open(&json!({ "rules": "zilch" })).await;
    let token = client.join(&table, "Ada").await;
    for secret in [&host, &token] {
        assert_eq!(secret.len(), 64);
        assert!(!seen(&client, &table, &[], secret).await);
    }
    let stored = stored(&client, &table).await;
    let digests: Vec<String> = stored
        .tokens
        .iter()
        .map(|kept| Bytes32(kept.digest).to_string())
        .collect();
    assert!(!digests.contains(&token) && !digests.contains(&host));
}
