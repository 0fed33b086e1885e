//! Requests that lie or make no sense.

use serde_json::json;

use super::Client;
use super::client::Ask;

#[tokio::test]
async fn only_the_right_seat_acts_at_the_right_time() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("zilch").await;
    let (other, others) = client.table_of_two("zilch").await;
    let view = client.view(&table, &tokens[0]).await;
    let body = json!({ "seq": view["seq"], "action": view["scene"]["choices"][0]["notation"] });
    client
        .act(&table, &tokens[1], "a", &body)
        .await
        .refused("not_your_turn");
    client
        .act(&table, &others[0], "b", &body)
        .await
        .refused("unauthorized");
    client
        .act(&table, "nonsense", "c", &body)
        .await
        .refused("unauthorized");
    client
        .act("0000000000", &tokens[0], "d", &body)
        .await
        .refused("not_found");
    client
        .act("no-table", &tokens[0], "e", &body)
        .await
        .refused("not_found");
    let actions = format!("/tables/{table}/actions");
    client.post(&actions, &body).await.refused("unauthorized");
    let early = json!({ "seq": 99, "action": body["action"] });
    client
        .act(&table, &tokens[0], "f", &early)
        .await
        .refused("stale");
    let illegal = json!({ "seq": view["seq"], "action": "keep 2 2 2 2 2 2" });
    client
        .act(&table, &tokens[0], "g", &illegal)
        .await
        .refused("illegal_action");
    let unreadable = json!({ "seq": view["seq"], "action": "\u{0}" });
    client
        .act(&table, &tokens[0], "h", &unreadable)
        .await
        .refused("illegal_action");
    assert_eq!(
        client.view(&table, &tokens[0]).await,
        view,
        "nothing has changed"
    );
    assert_ne!(table, other);
}

#[tokio::test]
async fn a_wrong_figure_is_told_the_true_one() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("farkle").await;
    let view = client.view(&table, &tokens[0]).await;
    let action = &view["scene"]["choices"][0]["notation"];
    let body = json!({ "seq": view["seq"], "action": action, "expect": 7 });
    let problem = client
        .act(&table, &tokens[0], "a", &body)
        .await
        .refused("invalid");
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.contains("scores") && detail.contains("not 7"),
        "{detail}"
    );
    let figure = detail
        .split("scores ")
        .nth(1)
        .and_then(|rest| rest.split(',').next());
    let figure: i64 = figure.unwrap().parse().unwrap();
    let body = json!({ "seq": view["seq"], "action": action, "expect": figure });
    client.act(&table, &tokens[0], "b", &body).await.good();
}

#[tokio::test]
async fn bodies_that_are_no_bodies_are_refused() {
    let client = Client::new();
    let send = |body: Vec<u8>| {
        let client = client.clone();
        async move {
            let ask = Ask {
                body,
                ..Ask::new().with("content-type", "application/json")
            };
            client.send("POST", "/tables", ask).await
        }
    };
    for body in [
        &b""[..],
        b"{",
        b"[]",
        b"null",
        b"{\"rules\":\"\xff\xfe\"}",
        b"{\"rules\":7}",
        b"{\"rules\":\"zilch\",\"x\":1}",
    ] {
        send(body.to_vec()).await.refused("invalid");
    }
    send(vec![b' '; 1 << 20]).await.refused("too_large");
    for body in [
        json!({ "rules": "ludo" }),
        json!({ "rules": "farkle(tarket=5)" }),
        json!({ "rules": "farkle", "seats": 0 }),
        json!({ "rules": "tridice", "seats": 9 }),
        json!({ "rules": "farkle", "clock": 1 }),
        json!({ "rules": "farkle", "standin": "nobody" }),
        json!({ "rules": "farkle", "seats": 3, "standin": "perfect" }),
    ] {
        client.post("/tables", &body).await.refused("invalid");
    }
    let short = Ask::new()
        .with("idempotency-key", "short")
        .json(&json!({ "rules": "zilch" }));
    client
        .send("POST", "/tables", short)
        .await
        .refused("invalid");
    let basic = Ask::new().with("authorization", "Basic eA==");
    client
        .send("GET", "/tables/0123456789", basic)
        .await
        .refused("unauthorized");
    client.get("/nowhere").await.refused("not_found");
}

#[tokio::test]
async fn games_rules_and_scores_are_answered() {
    let client = Client::new();
    assert_eq!(client.get("/health").await.good()["status"], "ok");
    let games = client.get("/games").await.good();
    assert!(games["games"].as_array().unwrap().len() > 10);
    let rules = client.get("/rules?rules=farkle(target=5000)").await.good();
    assert_eq!(rules["rules"], "farkle(target=5000)");
    client.get("/rules?rules=ludo").await.refused("invalid");
    client.get("/rules").await.refused("invalid");
    let score = client
        .post("/score", &json!({ "rules": "zilch", "dice": "111123" }))
        .await;
    assert!(
        score
            .text
            .starts_with("{\"total\":1100,\"parts\":[{\"name\":\"three of a kind\""),
        "{score:?}"
    );
    client
        .post("/score", &json!({ "rules": "zilch", "dice": "7" }))
        .await
        .refused("invalid");
    let analysed = client.send("POST", "/analyse", Ask::new()).await;
    analysed.refused("invalid");
}
