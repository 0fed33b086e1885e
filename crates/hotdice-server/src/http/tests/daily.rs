//! The decision of the day.

use serde_json::json;

use super::Client;

#[tokio::test]
async fn a_day_has_one_decision_with_exact_values() {
    let client = Client::new();
    let day = "/daily?date=2026-11-15";
    let answer = client.get(day).await.good();
    assert_eq!(answer["date"], "2026-11-15");
    assert_eq!(answer, client.get(day).await.good());
    let position = &answer["position"];
    assert_eq!(position["exact"], true);
    let choices = position["choices"].as_array().unwrap();
    assert!(choices.len() >= 3);
    assert!(choices[0]["value"].as_f64() > choices[1]["value"].as_f64());
    // It is the position that anybody can ask about.
    let asked = json!({ "rules": answer["rules"], "state": answer["state"] });
    let shown = client.post("/position", &asked).await.good();
    assert_eq!(&shown, position);
}

#[tokio::test]
async fn today_has_a_decision_and_tomorrow_has_none_yet() {
    let client = Client::new();
    let today = client.get("/daily").await.good();
    let date = today["date"].as_str().unwrap().to_owned();
    let dated = client.get(&format!("/daily?date={date}")).await.good();
    assert_eq!(dated, today);
    let refused = client.get("/daily?date=9999-12-31").await;
    let refused = refused.refused("invalid");
    assert!(
        refused["detail"]
            .as_str()
            .unwrap()
            .contains("isn't out yet")
    );
    for wrong in ["", "yesterday", "2026-02-30", "1969-12-31"] {
        let refused = client.get(&format!("/daily?date={wrong}")).await;
        refused.refused("invalid");
    }
}
