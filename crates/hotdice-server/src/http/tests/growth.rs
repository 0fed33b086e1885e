//! What strangers cannot make grow without end.

use serde_json::json;

use super::Guest;
use super::guest::Ask;
use crate::house::change::MOST_ASIDES;

#[tokio::test]
async fn who_comes_and_goes_all_day_is_refused_and_others_play_on() {
    let guest = Guest::new();
    let (table, tokens) = guest.table_of_two("zilch").await;
    let go = async |way: &str| {
        let path = format!("/tables/{table}/{way}");
        guest
            .send("POST", &path, Ask::new().token(&tokens[1]))
            .await
    };
    for _ in 0..MOST_ASIDES / 2 {
        go("leave").await.good();
        go("return").await.good();
    }
    go("leave").await.refused("too_large");
    assert!(
        guest.step(&table, &tokens).await.is_some(),
        "moves are not held up"
    );
}

#[tokio::test]
async fn questions_wait_in_a_short_queue() {
    let guest = Guest::new();
    let everybody = guest.house.questions.clone();
    let taken = everybody.available_permits() as u32;
    let asking = everybody.acquire_many(taken).await.unwrap();
    let (table, tokens) = guest.table_of_two("pig(target=10)").await;
    let record = guest.get(&format!("/tables/{table}/record")).await.text;
    let analyse = Ask {
        body: record.into_bytes(),
        ..Ask::new()
    };
    let refused = guest.send("POST", "/analyse", analyse).await;
    refused.refused("rate_limited");
    let explore = json!({ "rules": "zilch" });
    guest
        .post("/explore", &explore)
        .await
        .refused("rate_limited");
    assert!(guest.step(&table, &tokens).await.is_some(), "games go on");
    drop(asking);
    guest.post("/explore", &explore).await.good();
}
