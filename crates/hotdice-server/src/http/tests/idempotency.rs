//! The same request again, and others at the same moment.

use hotdice_api::hash_of_token;
use serde_json::{Value, json};

use super::Client;
use super::client::{Answer, Ask, entropy};
use crate::table_service::MAX_TOKENS;
use crate::token::digest;

async fn at_once(
    asks: impl Iterator<Item = impl Future<Output = Answer> + Send + 'static>,
) -> Vec<Answer> {
    let tasks: Vec<_> = asks.map(tokio::spawn).collect();
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_action_twenty_times_at_once_has_one_effect_and_twenty_equal_answers() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let view = client.view(&table, &tokens[0]).await;
    let body = json!({ "seq": view["seq"], "action": view["scene"]["choices"][0]["notation"] });
    let answers = at_once((0..20).map(|_| {
        let (client, table, token, body) = (
            client.clone(),
            table.clone(),
            tokens[0].clone(),
            body.clone(),
        );
        async move { client.act(&table, &token, "same", &body).await }
    }))
    .await;
    let first = answers[0].good();
    for answer in &answers {
        assert_eq!(answer, &answers[0]);
    }
    let after = client.view(&table, &tokens[0]).await;
    assert_eq!(after["seq"], first["seq"], "nothing else has happened");
    let client = client.restarted().await;
    let again = client.act(&table, &tokens[0], "same", &body).await;
    assert_eq!(again, answers[0], "also after a restart");
    let other = json!({ "seq": view["seq"], "action": "bank" });
    client
        .act(&table, &tokens[0], "same", &other)
        .await
        .refused("invalid");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_actions_with_one_number_one_is_stale() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("yatzy").await;
    let view = client.view(&table, &tokens[0]).await;
    let choices = view["scene"]["choices"].as_array().unwrap().clone();
    let answers = at_once(
        choices
            .into_iter()
            .take(2)
            .enumerate()
            .map(|(number, choice)| {
                let (client, table, token) = (client.clone(), table.clone(), tokens[0].clone());
                let body = json!({ "seq": view["seq"], "action": choice["notation"] });
                async move {
                    client
                        .act(&table, &token, &format!("key-{number}"), &body)
                        .await
                }
            }),
    )
    .await;
    let (good, bad): (Vec<_>, Vec<_>) = answers
        .into_iter()
        .partition(|answer| answer.status.is_success());
    assert_eq!((good.len(), bad.len()), (1, 1));
    bad[0].refused("stale");
}

/// Returns the body of a request with the hash of a token that the client made.
fn hashed(body: &Value, token: &str) -> Value {
    let mut body = body.clone();
    body["token_hash"] = json!(hash_of_token(token).to_string());
    body
}

fn seats_of(table: &Value) -> String {
    format!("/tables/{}/seats", table.as_str().unwrap())
}

#[tokio::test]
async fn a_repeated_opening_or_joining_gives_one_table_and_one_seat_and_no_token_to_anybody() {
    let client = Client::new();
    let body = json!({ "rules": "zilch" });
    let open = Ask::new().key("open").json(&hashed(&body, "host's secret"));
    let first = client.send("POST", "/tables", open.clone()).await;
    assert_eq!(first.good().get("host_token"), None);
    assert_eq!(client.send("POST", "/tables", open.clone()).await, first);
    for other in [
        hashed(&json!({ "rules": "farkle" }), "host's secret"),
        hashed(&body, "a stranger's"),
        body,
    ] {
        let other = Ask::new().key("open").json(&other);
        client
            .send("POST", "/tables", other)
            .await
            .refused("invalid");
    }
    let table = first.good()["table"].as_str().unwrap().to_owned();
    assert_eq!(client.view(&table, "host's secret").await["host"], true);

    let seats = format!("/tables/{table}/seats");
    let body = json!({ "name": "Ada", "entropy": entropy("Ada") });
    let join = Ask::new().key("join").json(&hashed(&body, "Ada's secret"));
    let first = client.send("POST", &seats, join.clone()).await;
    let joined = first.good();
    let expected = json!({ "seat": 1, "player": 1, "head": joined["head"] });
    assert_eq!(joined, expected, "no token");
    assert_eq!(client.send("POST", &seats, join.clone()).await, first);
    let client = client.restarted().await;
    for _ in 0..2 * MAX_TOKENS {
        let again = client.send("POST", &seats, join.clone()).await;
        assert_eq!(again, first, "also after a restart, and all day");
    }
    for other in [hashed(&body, "a stranger's"), body] {
        let other = Ask::new().key("join").json(&other);
        client.send("POST", &seats, other).await.refused("invalid");
    }
    let view = client.view(&table, "Ada's secret").await;
    assert_eq!(view["you"], 1);
    assert_eq!(view["players"].as_array().unwrap().len(), 1);
    let stored = client.service.store.tokens(table.parse().unwrap()).await;
    assert_eq!(stored.unwrap().len(), 2, "the host's and Ada's");
    for stranger in ["a stranger's", &hash_of_token("Ada's secret").to_string()] {
        let path = format!("/tables/{table}");
        let look = client.send("GET", &path, Ask::new().token(stranger));
        look.await.refused("unauthorized");
    }
}

/// Whoever learns or guesses a key, and reads name and entropy in the log, has nothing, whether a hash was sent or not.
#[tokio::test]
async fn an_idempotency_key_is_no_credential() {
    let client = Client::new();
    let body = json!({ "rules": "zilch" });
    let open = Ask::new().key("open-1").json(&body);
    let opened = client.send("POST", "/tables", open.clone()).await.good();
    let problem = client.send("POST", "/tables", open).await.refused("stale");
    assert_eq!(problem["status"], 409);
    let seats = seats_of(&opened["table"]);
    let ada = json!({ "name": "Ada", "entropy": entropy("Ada") });
    let join = Ask::new().key("join-1").json(&ada);
    let joined = client.send("POST", &seats, join.clone()).await.good();
    for client in [client.clone(), client.restarted().await] {
        for _ in 0..2 * MAX_TOKENS {
            let stranger = client.send("POST", &seats, join.clone()).await;
            let problem = stranger.refused("stale");
            assert!(problem["detail"].as_str().unwrap().contains("token_hash"));
        }
        let table = opened["table"].as_str().unwrap();
        let stored = client.service.store.tokens(table.parse().unwrap()).await;
        assert_eq!(stored.unwrap().len(), 2, "no repetition has added one");
        let token = joined["token"].as_str().unwrap();
        assert_eq!(client.view(table, token).await["you"], 1);
    }
}

#[tokio::test]
async fn a_hash_belongs_to_one_person_at_a_table() {
    let client = Client::new();
    let opened = hashed(&json!({ "rules": "zilch", "seats": 3 }), "host's");
    let opened = client.post("/tables", &opened).await.good();
    let seats = seats_of(&opened["table"]);
    let person = |name: &str| json!({ "name": name, "entropy": entropy(name) });
    let ada = hashed(&person("Ada"), "Ada's");
    client.post(&seats, &ada).await.good();
    for token in ["Ada's", "host's"] {
        let bo = hashed(&person("Bo"), token);
        client.post(&seats, &bo).await.refused("invalid");
    }
    for nonsense in ["", "00ff", &"x".repeat(64)] {
        let mut bo = person("Bo");
        bo["token_hash"] = json!(nonsense);
        client.post(&seats, &bo).await.refused("invalid");
    }
    let bot = hashed(&json!({ "bot": "careful" }), "a bot's");
    let bot = Ask::new().token("host's").json(&bot);
    client.send("POST", &seats, bot).await.refused("invalid");
    client
        .post(&seats, &hashed(&person("Bo"), "Bo's"))
        .await
        .good();
}

#[tokio::test]
async fn who_leaves_twice_under_one_key_is_answered_alike() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let leave = Ask::new().token(&tokens[1]).key("leave");
    let path = format!("/tables/{table}/leave");
    let first = client.send("POST", &path, leave.clone()).await;
    assert_eq!(first.good()["events"][0]["kind"], "left");
    assert_eq!(client.send("POST", &path, leave).await, first);
}

/// Restarts a server on a store in which the keys have the fingerprint that version 0.1 stored for a request.
async fn after_an_upgrade(client: Client, request: &str) -> Client {
    let store = rusqlite::Connection::open(client.store_file()).unwrap();
    let old = digest(&[request.as_bytes()]);
    let opened = store.execute("UPDATE openings SET request = ?", [old]);
    let acted = store.execute(
        "UPDATE batches SET request = ? WHERE key IS NOT NULL",
        [old],
    );
    assert!(opened.unwrap() + acted.unwrap() > 0, "there is a key");
    client.restarted().await
}

#[tokio::test]
async fn a_request_that_was_carried_out_before_an_upgrade_is_still_answered() {
    let client = Client::new();
    let body = json!({ "rules": "zilch", "clock": 60 });
    let open = Ask::new().key("open").json(&body);
    let first = client.send("POST", "/tables", open.clone()).await.good();
    let old = r#"open Settings { rules: "zilch", seats: 2, clock: Some(60), standin: "careful", coach: false, after: None }"#;
    let client = after_an_upgrade(client, old).await;
    // It is recognised, and no token is handed out again.
    let again = client.send("POST", "/tables", open).await;
    again.refused("stale");
    let other = Ask::new().key("open").json(&json!({ "rules": "zilch" }));
    let other = client.send("POST", "/tables", other).await;
    other.refused("invalid");

    let table = first["table"].as_str().unwrap();
    let seats = format!("/tables/{table}/seats");
    let body = json!({ "name": "Ada", "entropy": entropy("Ada") });
    let join = Ask::new().key("join").json(&body);
    client.send("POST", &seats, join.clone()).await.good();
    let old = format!(
        "join JoinRequest {{ name: Some(\"Ada\"), entropy: Some(\"{}\"), bot: None }}",
        entropy("Ada")
    );
    let client = after_an_upgrade(client, &old).await;
    let again = client.send("POST", &seats, join).await;
    again.refused("stale");

    let (table, tokens) = client.table_of_two("zilch").await;
    let view = client.view(&table, &tokens[0]).await;
    let action = view["scene"]["choices"][0]["notation"].as_str().unwrap();
    let body = json!({ "seq": view["seq"], "action": action });
    let first = client.act(&table, &tokens[0], "act", &body).await;
    first.good();
    let old = format!(
        "ActionRequest {{ seq: {}, action: \"{action}\", expect: None }}",
        view["seq"]
    );
    let client = after_an_upgrade(client, &old).await;
    let again = client.act(&table, &tokens[0], "act", &body).await;
    assert_eq!(again, first);
    let body = json!({ "seq": view["seq"], "action": action, "expect": 7 });
    let other = client.act(&table, &tokens[0], "act", &body).await;
    other.refused("invalid");
}
