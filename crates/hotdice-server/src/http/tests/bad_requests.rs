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
    let open = json!({ "rules": "zilch" });
    for (header, value, status) in [
        ("content-type", "text/plain", 415),
        ("content-type", "application/x-www-form-urlencoded", 415),
        ("origin", "https://evil.example", 403),
        ("sec-fetch-site", "cross-site", 403),
    ] {
        let ask = Ask::new().json(&open).with(header, value);
        let refused = client.send("POST", "/tables", ask).await;
        refused.refused("invalid");
        assert_eq!(refused.status, status, "{header}: {value}");
    }
    let charset = Ask::new()
        .json(&open)
        .with("content-type", "application/json; charset=utf-8")
        .with("host", "dice.example")
        .with("origin", "https://dice.example");
    client.send("POST", "/tables", charset).await.good();
    let method = client.send("DELETE", "/games", Ask::new()).await;
    method.refused("invalid");
    assert_eq!(method.status, 405);
    let long = Ask::new().with("x-long", &"y".repeat(40_000));
    let long = client.send("GET", "/games", long).await;
    long.refused("too_large");
    assert_eq!(long.status, 431);
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
            .starts_with("{\"total\":1100,\"parts\":[{\"name\":\"three 1s\""),
        "{score:?}"
    );
    client
        .post("/score", &json!({ "rules": "zilch", "dice": "7" }))
        .await
        .refused("invalid");
    let analysed = client.send("POST", "/analyse", Ask::new()).await;
    analysed.refused("invalid");
}

#[tokio::test]
async fn only_levels_that_can_play_are_listed() {
    let client = Client::new();
    let levels = async |rules: &str, seats: u8| {
        let path = format!("/levels?rules={rules}&seats={seats}");
        let listed = client.get(&path).await.good()["levels"].clone();
        let listed = listed.as_array().unwrap().clone();
        listed.last().unwrap().as_str().unwrap().to_owned()
    };
    for (rules, seats, best) in [
        ("farkle", 2, "perfect"),
        ("farkle", 3, "strong"),
        ("farkle(target=200000)", 2, "strong"),
        ("cheese", 2, "perfect"),
        ("cheese(deck=full)", 2, "strong"),
        ("tridice", 2, "strong"),
        ("yatzy", 4, "perfect"),
        ("maxi-yatzy", 2, "careful"),
        ("pig", 2, "perfect"),
        ("shut-the-box", 2, "perfect"),
    ] {
        assert_eq!(levels(rules, seats).await, best, "{rules} for {seats}");
    }
    for path in [
        "/levels?rules=ludo&seats=2",
        "/levels?rules=tridice&seats=3",
        "/levels?rules=pig&seats=many",
        "/levels?rules=pig",
    ] {
        client.get(path).await.refused("invalid");
    }
}

/// Points that lose are worth nothing to somebody who wants to win; whoever asks for points gets them.
#[tokio::test]
async fn values_are_for_the_aim_that_was_asked_for() {
    let client = Client::new();
    let position = |rules: &str, state: &str, aim: Option<&str>| {
        let mut asked = json!({ "rules": rules, "state": state });
        if let Some(aim) = aim {
            asked["aim"] = aim.into();
        }
        asked
    };
    let (rules, state) = ("kata(boxes=chance)", "sheets=29/- turn=2 left=1 dice=55666");
    for (aim, best, value) in [
        (None, "hold 5 6 6 6", 1.0 / 12.0),
        (Some("win"), "hold 5 6 6 6", 1.0 / 12.0),
        (Some("points"), "place chance", 28.0),
    ] {
        let shown = client.post("/position", &position(rules, state, aim)).await;
        let shown = shown.good();
        assert_eq!(shown["choices"][0]["action"], best, "{shown}");
        let found = shown["choices"][0]["value"].as_f64().expect("a value");
        assert!((found - value).abs() < 1e-9, "{shown}");
        assert_eq!(
            (&shown["aim"], &shown["exact"]),
            (&aim.unwrap_or("win").into(), &true.into())
        );
    }
    let farkle = "scores=0,0 turn=1 total=0 next=choose:123455";
    for aim in ["points", "glory"] {
        let asked = position("farkle(target=500)", farkle, Some(aim));
        client.post("/position", &asked).await.refused("invalid");
    }
    let record = "hotdice record 1\nrules kata(boxes=chance)\ndice unknown\nseat 1 Ada\nseat 2 Bo\n\n\
                  rolled 5 6 6 6 6\nacted 1 place chance\nrolled 5 5 6 6 6\nacted 2 place chance\n\
                  ended 1\n";
    for (path, accuracy) in [("/analyse", 0.0), ("/analyse?aim=points", 1.0)] {
        let ask = Ask {
            body: record.into(),
            ..Ask::new()
        };
        let analysis = client.send("POST", path, ask).await.good();
        assert_eq!(analysis["seats"][1]["accuracy"], accuracy, "{analysis}");
    }
}
