//! The same request again, and others at the same moment.

use serde_json::{Value, json};

use super::Guest;
use super::guest::{Answer, Ask, entropy};

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
    let guest = Guest::new();
    let (table, tokens) = guest.table_of_two("zilch").await;
    let view = guest.view(&table, &tokens[0]).await;
    let body = json!({ "seq": view["seq"], "action": view["scene"]["choices"][0]["notation"] });
    let answers = at_once((0..20).map(|_| {
        let (guest, table, token, body) = (
            guest.clone(),
            table.clone(),
            tokens[0].clone(),
            body.clone(),
        );
        async move { guest.act(&table, &token, "same", &body).await }
    }))
    .await;
    let first = answers[0].good();
    for answer in &answers {
        assert_eq!(answer, &answers[0]);
    }
    let after = guest.view(&table, &tokens[0]).await;
    assert_eq!(after["seq"], first["seq"], "nothing else has happened");
    let guest = guest.restarted().await;
    let again = guest.act(&table, &tokens[0], "same", &body).await;
    assert_eq!(again, answers[0], "also after a restart");
    let other = json!({ "seq": view["seq"], "action": "bank" });
    guest
        .act(&table, &tokens[0], "same", &other)
        .await
        .refused("invalid");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_actions_with_one_number_one_is_stale() {
    let guest = Guest::new();
    let (table, tokens) = guest.table_of_two("yatzy").await;
    let view = guest.view(&table, &tokens[0]).await;
    let choices = view["scene"]["choices"].as_array().unwrap().clone();
    let answers = at_once(
        choices
            .into_iter()
            .take(2)
            .enumerate()
            .map(|(number, choice)| {
                let (guest, table, token) = (guest.clone(), table.clone(), tokens[0].clone());
                let body = json!({ "seq": view["seq"], "action": choice["notation"] });
                async move {
                    guest
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

#[tokio::test]
async fn a_repeated_opening_or_joining_gives_one_table_one_seat_and_another_good_token() {
    let guest = Guest::new();
    let open = Ask::new().key("open").json(&json!({ "rules": "zilch" }));
    let first = guest.send("POST", "/tables", open.clone()).await.good();
    let again = guest.send("POST", "/tables", open).await.good();
    assert_eq!(first["table"], again["table"]);
    assert_eq!(first["commitment"], again["commitment"]);
    let other = Ask::new().key("open").json(&json!({ "rules": "farkle" }));
    guest
        .send("POST", "/tables", other)
        .await
        .refused("invalid");
    let table = first["table"].as_str().unwrap();
    for opened in [&first, &again] {
        let token = opened["host_token"].as_str().unwrap();
        assert_eq!(guest.view(table, token).await["host"], true);
    }
    let seats = format!("/tables/{table}/seats");
    let join = Ask::new()
        .key("join")
        .json(&json!({ "name": "Ada", "entropy": entropy("Ada") }));
    let mut joined: Vec<Value> = Vec::new();
    joined.push(guest.send("POST", &seats, join.clone()).await.good());
    joined.push(guest.send("POST", &seats, join.clone()).await.good());
    let guest = guest.restarted().await;
    joined.push(guest.send("POST", &seats, join).await.good());
    for answer in &joined {
        assert_eq!((&answer["seat"], &answer["player"]), (&json!(1), &json!(1)));
        let token = answer["token"].as_str().unwrap();
        assert_eq!(guest.view(table, token).await["you"], 1);
    }
    assert_eq!(
        guest.get(&format!("/tables/{table}")).await.good()["players"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}
