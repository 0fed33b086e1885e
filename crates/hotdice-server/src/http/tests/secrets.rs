//! Seeds and tokens stay where they belong.

use hotdice_core::Bytes32;
use serde_json::json;

use super::Guest;
use super::guest::Ask;
use crate::store::Stored;

/// Looks for a secret in everything that anybody can read about a table, and in what a log would show of it.
async fn seen(guest: &Guest, table: &str, tokens: &[String], secret: &str) -> bool {
    let mut texts = Vec::new();
    for path in ["", "/record", "/hint"] {
        let path = format!("/tables/{table}{path}");
        texts.push(guest.get(&path).await.text);
        for token in tokens {
            texts.push(guest.send("GET", &path, Ask::new().token(token)).await.text);
        }
    }
    texts.push(guest.get("/health").await.text);
    let id = table.parse().unwrap();
    let room = guest.house.room(id).await.ok().unwrap();
    let state = room.state.lock().await;
    texts.push(format!(
        "{:?} {:?} {:?}",
        state.table, state.croupier, state.tokens
    ));
    let log = guest.house.events(id, 0, state.table.seq()).await;
    let log = log.ok().unwrap();
    texts.push(serde_json::to_string(&log).unwrap());
    texts.push(format!("{:?}", stored(guest, table).await.seed));
    texts.iter().any(|text| text.contains(secret))
}

/// Returns all that the store holds of a table.
async fn stored(guest: &Guest, table: &str) -> Stored {
    let stored = guest.house.store.load(table.parse().unwrap()).await;
    stored.unwrap().unwrap()
}

#[tokio::test]
async fn the_seed_is_nowhere_until_the_game_is_over() {
    let guest = Guest::new();
    let (table, tokens) = guest.table_of_two("farkle(target=300)").await;
    let stored = stored(&guest, &table).await;
    let seed = Bytes32(stored.seed.0).to_string();
    let raw = format!("{:?}", stored.seed.0);
    while guest.view(&table, &tokens[0]).await["stage"] != "over" {
        assert!(!seen(&guest, &table, &tokens, &seed).await);
        assert!(!seen(&guest, &table, &tokens, &raw[1..40]).await);
        guest.step(&table, &tokens).await;
    }
    assert!(
        seen(&guest, &table, &tokens, &seed).await,
        "it is revealed at the end"
    );
}

#[tokio::test]
async fn tokens_are_not_kept() {
    let guest = Guest::new();
    let (table, host) = guest.open(&json!({ "rules": "zilch" })).await;
    let token = guest.join(&table, "Ada").await;
    for secret in [&host, &token] {
        assert_eq!(secret.len(), 64);
        assert!(!seen(&guest, &table, &[], secret).await);
    }
    let stored = stored(&guest, &table).await;
    let sums: Vec<String> = stored
        .tokens
        .iter()
        .map(|kept| Bytes32(kept.sum).to_string())
        .collect();
    assert!(!sums.contains(&token) && !sums.contains(&host));
}
