//! A seat goes with its player to another device.

use hotdice_api::hash_of_token;
use serde_json::{Value, json};

use super::Client;
use super::client::Ask;
use crate::table_service::MAX_TOKENS;

async fn code(client: &Client, table: &str, token: &str) -> String {
    let path = format!("/tables/{table}/transfer");
    let made = client
        .send("POST", &path, Ask::new().token(token))
        .await
        .good();
    made["code"].as_str().unwrap().to_owned()
}

fn with(code: &str) -> Value {
    json!({ "code": code })
}

#[tokio::test]
async fn a_seat_is_taken_with_a_code_once() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let code = code(&client, &table, &tokens[1]).await;
    assert_eq!(code.len(), 12);
    // As people type it, in capitals and groups.
    let typed = format!(" {}-{}-{} ", &code[..4], &code[4..8], &code[8..]).to_uppercase();
    let taken = client.post("/transfers", &with(&typed)).await.good();
    assert_eq!(taken["table"], table);
    assert_eq!((&taken["seat"], &taken["name"]), (&json!(2), &json!("Bo")));
    let token = taken["token"].as_str().unwrap();
    assert_ne!(token, tokens[1]);
    client
        .post("/transfers", &with(&code))
        .await
        .refused("not_found");
    // Both devices have the seat, also after a restart.
    let client = client.restarted().await;
    for token in [token, &tokens[1]] {
        assert_eq!(client.view(&table, token).await["you"], 2);
    }
    client
        .post("/transfers", &with(&code))
        .await
        .refused("not_found");
}

#[tokio::test]
async fn a_lost_answer_is_asked_for_again_with_the_same_hash() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let code = code(&client, &table, &tokens[1]).await;
    let hashed =
        |token: &str| json!({ "code": code, "token_hash": hash_of_token(token).to_string() });
    let first = client.post("/transfers", &hashed("mine")).await;
    assert_eq!(first.good().get("token"), None);
    assert_eq!(client.post("/transfers", &hashed("mine")).await, first);
    for other in [with(&code), hashed("a stranger's")] {
        client.post("/transfers", &other).await.refused("not_found");
    }
    assert_eq!(client.view(&table, "mine").await["you"], 2);
}

#[tokio::test]
async fn only_the_last_code_of_a_seat_works() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let first = code(&client, &table, &tokens[0]).await;
    let other = code(&client, &table, &tokens[1]).await;
    let second = code(&client, &table, &tokens[0]).await;
    client
        .post("/transfers", &with(&first))
        .await
        .refused("not_found");
    for (code, seat) in [(second, 1), (other, 2)] {
        let taken = client.post("/transfers", &with(&code)).await.good();
        assert_eq!(taken["seat"], seat);
    }
}

#[tokio::test]
async fn codes_are_for_players_and_nonsense_is_refused() {
    let client = Client::new();
    let (table, host) = client.open(&json!({ "rules": "pig" })).await;
    let path = format!("/tables/{table}/transfer");
    for ask in [
        Ask::new(),
        Ask::new().token(&host),
        Ask::new().token(&"0".repeat(64)),
    ] {
        client
            .send("POST", &path, ask)
            .await
            .refused("unauthorized");
    }
    for nonsense in ["", "k7w2m9x4ab", "k7w2m9x4ab3u!", "ééééééééééé"] {
        client
            .post("/transfers", &with(nonsense))
            .await
            .refused("invalid");
    }
    client
        .post("/transfers", &with("k7w2m9x4ab3d"))
        .await
        .refused("not_found");
    // Whoever has got up has nothing to carry.
    let ada = client.join(&table, "Ada").await;
    let carried = code(&client, &table, &ada).await;
    let leave = format!("/tables/{table}/leave");
    client
        .send("POST", &leave, Ask::new().token(&ada))
        .await
        .good();
    client
        .send("POST", &path, Ask::new().token(&ada))
        .await
        .refused("unauthorized");
    client
        .post("/transfers", &with(&carried))
        .await
        .refused("stale");
}

#[tokio::test]
async fn a_seat_that_is_carried_all_day_adds_no_tokens() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    for _ in 1..MAX_TOKENS {
        let code = code(&client, &table, &tokens[0]).await;
        client.post("/transfers", &with(&code)).await.good();
    }
    let path = format!("/tables/{table}/transfer");
    let refused = client
        .send("POST", &path, Ask::new().token(&tokens[0]))
        .await;
    refused.refused("limit_reached");
    code(&client, &table, &tokens[1]).await;
}
