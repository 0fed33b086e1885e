//! Games that go on from a position.

use serde_json::{Value, json};

use super::Client;
use super::client::Ask;
use super::streams::Listening;

const STATE: &str = "scores=500,1200 turn=2 total=300 next=choose:1156";

/// Opens a table of Farkle that begins somewhere.
fn farkle(from: &str) -> Value {
    json!({ "rules": "farkle(target=2000)", "from": from })
}

#[tokio::test]
async fn a_game_goes_on_from_a_state_and_is_analysed() {
    let client = Client::new();
    let (table, _) = client.open(&farkle(STATE)).await;
    let tokens = [
        client.join(&table, "Ada").await,
        client.join(&table, "Bo").await,
    ];
    let view = client.view(&table, &tokens[1]).await;
    assert_eq!(view["from"], STATE);
    assert_eq!(view["seats"], 2);
    assert_eq!(
        (&view["players"][0]["points"], &view["players"][1]["points"]),
        (&json!(500), &json!(1200))
    );
    assert_eq!(view["waiting"], json!({ "for": "person", "seat": 2 }));
    while client.step(&table, &tokens).await.is_some() {}
    let client = client.restarted().await;
    let record = client.get(&format!("/tables/{table}/record")).await.text;
    assert!(record.contains(&format!("\nfrom {STATE}\n")), "{record}");
    let ask = Ask {
        body: record.into_bytes(),
        ..Ask::new().with("content-type", "text/plain")
    };
    let analysis = client.send("POST", "/analyse", ask).await.good();
    assert_eq!(analysis["finished"], true);
    for seat in analysis["seats"].as_array().unwrap() {
        assert!(seat["imbalance"].as_f64().unwrap().abs() < 1e-9, "{seat}");
    }
    // The same players meet again at the same position.
    let path = format!("/tables/{table}/rematch");
    let again = client
        .send("POST", &path, Ask::new().token(&tokens[0]))
        .await
        .good();
    let again = client
        .get(&format!("/tables/{}", again["table"].as_str().unwrap()))
        .await
        .good();
    assert_eq!(again["from"], STATE);
}

#[tokio::test]
async fn every_moment_of_a_game_says_where_to_go_on_until_it_is_over() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("farkle(target=1000)").await;
    while client.step(&table, &tokens).await.is_some() {}
    let mut listener = Listening::with_pictures(&client, &table).await;
    let (mut begun, mut opened) = (false, 0);
    loop {
        let event = listener.next_event().await;
        let (after, state) = (&event["after"], &event["after"]["state"]);
        begun |= event["kind"] == "started";
        let goes_on = begun && !after["scene"]["turn"].is_null();
        assert_eq!(state.is_string(), goes_on, "{event}");
        if goes_on && opened < 5 {
            client
                .open(&json!({ "rules": "farkle(target=1000)", "from": state }))
                .await;
            opened += 1;
        }
        if event["kind"] == "ended" {
            break;
        }
    }
    assert_eq!(opened, 5);
}

#[tokio::test]
async fn a_position_that_is_none_opens_no_table() {
    let client = Client::new();
    let refused = async |body: Value| {
        client.post("/tables", &body).await.refused("invalid")["detail"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let said = refused(farkle("nonsense")).await;
    assert!(
        said.starts_with("That is not a position of this game: cannot read \"nonsense\""),
        "{said}"
    );
    let said = refused(json!({ "rules": "farkle", "seats": 3, "from": STATE })).await;
    assert_eq!(
        said,
        "That position is for 2 players, but there are 3 at the table"
    );
    let said = refused(json!({ "rules": "pig", "from": STATE })).await;
    assert!(
        said.starts_with("That is not a position of this game"),
        "{said}"
    );
    let over = "scores=2000,300 turn=1 total=0 next=over";
    let said = refused(farkle(over)).await;
    assert!(said.contains("position"), "{said}");
    assert_eq!(client.service.store.count().await.unwrap(), 0);
}
