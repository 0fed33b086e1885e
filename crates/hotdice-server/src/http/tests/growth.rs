//! What strangers cannot make grow without end.

use std::num::NonZeroU32;

use serde_json::json;

use super::Guest;
use super::guest::{Ask, entropy};
use crate::Bounds;
use crate::house::MOST_TOKENS;
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

#[tokio::test]
async fn a_request_that_is_repeated_all_day_adds_no_tokens() {
    let guest = Guest::new();
    let open = Ask::new().key("open").json(&json!({ "rules": "zilch" }));
    let first = guest.send("POST", "/tables", open.clone()).await.good();
    let table = first["table"].as_str().unwrap();
    let seats = format!("/tables/{table}/seats");
    let body = json!({ "name": "Ada", "entropy": entropy("Ada") });
    let join = Ask::new().key("join").json(&body);
    let mut tokens = Vec::new();
    for _ in 0..MOST_TOKENS {
        let joined = guest.send("POST", &seats, join.clone()).await.good();
        tokens.push(joined["token"].as_str().unwrap().to_owned());
    }
    for _ in 1..MOST_TOKENS {
        guest.send("POST", "/tables", open.clone()).await.good();
    }
    let restarted = guest.clone().restarted().await;
    for guest in [&guest, &restarted] {
        let again = guest.send("POST", &seats, join.clone()).await;
        again.refused("too_large");
        let again = guest.send("POST", "/tables", open.clone()).await;
        again.refused("too_large");
        let kept = guest.house.store.tokens(table.parse().unwrap()).await;
        assert_eq!(kept.unwrap().len(), 2 * MOST_TOKENS);
        for token in [&tokens[0], &tokens[MOST_TOKENS - 1]] {
            assert_eq!(guest.view(table, token).await["you"], 1);
        }
    }
    guest.join(table, "Bo").await;
}

#[tokio::test]
async fn games_that_ended_on_another_server_count_as_finished() {
    let elsewhere = Guest::new();
    let bounds = Bounds {
        unfinished: NonZeroU32::new(2),
        ..Bounds::NONE
    };
    let here = elsewhere.bounded(bounds);
    let rules = json!({ "rules": "yatzy" });
    let (over, _) = here.open(&rules).await;
    let tokens = [
        elsewhere.join(&over, "Ada").await,
        elsewhere.join(&over, "Bo").await,
    ];
    while elsewhere.step(&over, &tokens).await.is_some() {}
    here.open(&rules).await;
    here.open(&rules).await;
    let refused = here.post("/tables", &rules).await;
    refused.refused("rate_limited");
}
