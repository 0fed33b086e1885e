//! Who may sit where.

use serde_json::json;

use super::Client;
use super::client::{Ask, entropy};

#[tokio::test]
async fn a_full_table_and_a_begun_game_take_nobody() {
    let client = Client::new();
    let (table, _) = client.table_of_two("zilch").await;
    let body = json!({ "name": "Cy", "entropy": entropy("Cy") });
    let seats = format!("/tables/{table}/seats");
    client.post(&seats, &body).await.refused("already_started");
}

#[tokio::test]
async fn the_host_may_begin_early_and_others_may_not() {
    let client = Client::new();
    let (table, host) = client.open(&json!({ "rules": "farkle", "seats": 4 })).await;
    let start = format!("/tables/{table}/start");
    let begin = |token: String| {
        let (client, start) = (client.clone(), start.clone());
        async move { client.send("POST", &start, Ask::new().token(&token)).await }
    };
    let ada = client.join(&table, "Ada").await;
    begin(host.clone()).await.refused("invalid");
    client.join(&table, "Bo").await;
    begin(ada.clone()).await.refused("unauthorized");
    client
        .send("POST", &start, Ask::new())
        .await
        .refused("unauthorized");
    let happened = begin(host.clone()).await.good();
    assert_eq!(happened["events"][0]["kind"], "started");
    begin(host).await.refused("already_started");
    let view = client.view(&table, &ada).await;
    assert_eq!(view["players"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn names_are_told_apart() {
    let client = Client::new();
    let (table, host) = client.open(&json!({ "rules": "farkle", "seats": 3 })).await;
    let seats = format!("/tables/{table}/seats");
    client.join(&table, "Ada").await;
    for name in [
        "Ada",
        "bot:perfect",
        "",
        "a\u{7}b",
        "\u{202e}evil",
        &"x".repeat(10_000),
    ] {
        let body = json!({ "name": name, "entropy": entropy("x") });
        client.post(&seats, &body).await.refused("invalid");
    }
    let body = json!({ "name": "Bo", "entropy": "00" });
    client.post(&seats, &body).await.refused("invalid");
    client
        .post(&seats, &json!({ "bot": "greedy" }))
        .await
        .refused("unauthorized");
    for level in ["perfect", "godlike"] {
        let ask = Ask::new().token(&host).json(&json!({ "bot": level }));
        client.send("POST", &seats, ask).await.refused("invalid");
    }
    client.join(&table, "<script>alert('🎲')</script>").await;
}

#[tokio::test]
async fn players_leave_and_come_back_and_meet_again() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("farkle(target=3000)").await;
    let post = |path: &str, token: &str| {
        let (client, path, token) = (
            client.clone(),
            format!("/tables/{table}/{path}"),
            token.to_owned(),
        );
        async move { client.send("POST", &path, Ask::new().token(&token)).await }
    };
    assert_eq!(
        post("leave", &tokens[1]).await.good()["events"][0]["kind"],
        "left"
    );
    assert_eq!(
        client.view(&table, &tokens[0]).await["players"][1]["presence"],
        "away"
    );
    assert_eq!(
        post("return", &tokens[1]).await.good()["events"][0]["kind"],
        "returned"
    );
    post("rematch", &tokens[1]).await.refused("invalid");
    while client.step(&table, &tokens).await.is_some() {}
    let meeting = post("rematch", &tokens[1]).await.good()["table"].clone();
    assert_eq!(post("rematch", &tokens[0]).await.good()["table"], meeting);
    assert_eq!(client.view(&table, &tokens[0]).await["rematch"], meeting);
    let seats = format!("/tables/{}/seats", meeting.as_str().unwrap());
    let join = |name: &str| json!({ "name": name, "entropy": entropy(name) });
    client
        .post(&seats, &join("Eve"))
        .await
        .refused("unauthorized");
    for (place, name) in [(1, "Bo"), (0, "Ada")] {
        let ask = Ask::new().token(&tokens[place]).json(&join(name));
        client.send("POST", &seats, ask).await.good();
    }
    let view = client
        .get(&format!("/tables/{}", meeting.as_str().unwrap()))
        .await
        .good();
    assert_eq!(view["stage"], "playing");
    assert_eq!(
        view["players"][0]["name"], "Ada",
        "everybody sits where they sat"
    );
}

#[tokio::test]
async fn names_are_seen_and_told_apart() {
    let client = Client::new();
    let (table, _) = client.open(&json!({ "rules": "farkle", "seats": 3 })).await;
    client.join(&table, "Ada").await;
    let seats = format!("/tables/{table}/seats");
    for bad in ["\u{200b}", "\u{2800}", "Ada", "ADA", "Аda", "Ada\u{200b}"] {
        let body = json!({ "name": bad, "entropy": entropy("Bo") });
        client.post(&seats, &body).await.refused("invalid");
    }
    client.join(&table, "Bo").await;
}
