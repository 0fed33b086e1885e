//! Giving up, and agreeing on a draw.

use serde_json::{Value, json};

use super::Client;
use super::client::{Answer, Ask};

async fn post(client: &Client, table: &str, what: &str, token: &str) -> Answer {
    let path = format!("/tables/{table}/{what}");
    client.send("POST", &path, Ask::new().token(token)).await
}

fn kinds(happened: &Value) -> Vec<&str> {
    let events = happened["events"].as_array().unwrap();
    events
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn who_resigns_loses_once_and_the_record_replays() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("farkle").await;
    let path = format!("/tables/{table}/resign");
    let ask = || Ask::new().token(&tokens[0]).key("resign");
    let resigned = client.send("POST", &path, ask()).await.good();
    assert_eq!(kinds(&resigned), ["resigned", "ended"]);
    assert_eq!(resigned["events"][0]["seat"], 1);
    assert_eq!(resigned["events"][1]["winners"], json!([2]));
    // The same request is answered alike; another comes too late.
    let again = client.send("POST", &path, ask()).await.good();
    assert_eq!(kinds(&again), ["resigned", "ended"]);
    post(&client, &table, "resign", &tokens[1])
        .await
        .refused("over");
    let restarted = client.restarted().await;
    let view = restarted.view(&table, &tokens[1]).await;
    assert_eq!(view["winners"], json!([2]));
    assert_eq!(view["players"][0]["resigned"], true);
    let record = restarted.get(&format!("/tables/{table}/record")).await;
    assert!(record.text.starts_with("hotdice record 2\n"), "{record:?}");
    let analysis = Ask {
        body: record.text.into_bytes(),
        ..Ask::new().with("content-type", "text/plain")
    };
    let analysis = restarted.send("POST", "/analyse", analysis).await.good();
    assert_eq!(analysis["finished"], true);
    for seat in analysis["seats"].as_array().unwrap() {
        assert!(seat["imbalance"].as_f64().unwrap().abs() < 1e-9, "{seat}");
    }
    assert_eq!(analysis["seats"][1]["result"], 1.0);
}

#[tokio::test]
async fn a_bot_moves_for_who_has_resigned_at_a_table_without_bots() {
    let client = Client::new();
    let (table, _) = client.open(&json!({ "rules": "zilch", "seats": 3 })).await;
    let mut tokens = Vec::new();
    for name in ["Ada", "Bo", "Cy"] {
        tokens.push(client.join(&table, name).await);
    }
    let resigned = post(&client, &table, "resign", &tokens[0]).await.good();
    assert_eq!(kinds(&resigned), ["resigned"]);
    for what in ["return", "resign"] {
        let refused = post(&client, &table, what, &tokens[0]).await;
        refused.refused("illegal_action");
    }
    let waits = |view: &Value| view["waiting"]["for"] == "person";
    let what = "somebody moves for the first seat";
    let view = client.until((&table, &tokens[1]), what, waits).await;
    assert_ne!(view["waiting"]["seat"], 1);
}

/// Sends an answer about a draw, as whoever has seen everything.
async fn about_a_draw(client: &Client, table: &str, what: &str, token: &str) -> Answer {
    let seq = client.view(table, token).await["seq"].clone();
    let ask = Ask::new().token(token).json(&json!({ "seq": seq }));
    client
        .send("POST", &format!("/tables/{table}/{what}"), ask)
        .await
}

#[tokio::test]
async fn who_offers_a_draw_hears_that_it_was_declined() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("tridice").await;
    let nothing = about_a_draw(&client, &table, "draw/decline", &tokens[1]).await;
    assert_eq!(
        kinds(&nothing.good()),
        [""; 0],
        "nobody has offered anything"
    );
    about_a_draw(&client, &table, "draw", &tokens[0])
        .await
        .good();
    let own = about_a_draw(&client, &table, "draw/decline", &tokens[0]).await;
    assert_eq!(kinds(&own.good()), [""; 0], "one's own offer stands");
    assert_eq!(client.view(&table, &tokens[1]).await["offers"], json!([1]));
    let declined = about_a_draw(&client, &table, "draw/decline", &tokens[1]).await;
    let declined = declined.good();
    assert_eq!(kinds(&declined), ["declined"]);
    assert_eq!(declined["events"][0]["seat"], 2);
    let client = client.restarted().await;
    let view = client.view(&table, &tokens[0]).await;
    assert_eq!(view["offers"], Value::Null);
    // It can be offered again, and agreed on.
    for token in [&tokens[1], &tokens[0]] {
        about_a_draw(&client, &table, "draw", token).await.good();
    }
    assert_eq!(client.view(&table, &tokens[0]).await["stage"], "over");
    about_a_draw(&client, &table, "draw/decline", &tokens[1])
        .await
        .refused("over");
}

#[tokio::test]
async fn a_table_says_whether_it_can_be_drawn() {
    let client = Client::new();
    for (rules, drawn) in [("tridice", true), ("farkle", false)] {
        let (table, tokens) = client.table_of_two(rules).await;
        let view = client.view(&table, &tokens[0]).await;
        assert_eq!(view["can_draw"], drawn, "{rules}");
        let body = json!({ "seq": view["seq"] });
        let ask = Ask::new().token(&tokens[0]).json(&body);
        let offered = client
            .send("POST", &format!("/tables/{table}/draw"), ask)
            .await;
        if drawn {
            let happened = offered.good();
            assert_eq!(happened["events"][0]["after"]["can_draw"], true);
        } else {
            offered.refused("illegal_action");
        }
    }
}
