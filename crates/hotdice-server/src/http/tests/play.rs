//! Whole games, restarts, bots and clocks.

use std::time::Duration;

use hotdice_core::Record;
use hotdice_games::presets;
use hotdice_table::{Match, Settings, Table};
use serde_json::{Value, json};

use super::Client;
use super::client::Ask;
use crate::store::Batch;

async fn play_to_the_end(client: &Client, table: &str, tokens: &[String]) -> Record {
    while client.step(table, tokens).await.is_some() {}
    let record = client.get(&format!("/tables/{table}/record")).await;
    assert!(record.kind.starts_with("text/plain"));
    record.text.parse().expect("a record")
}

/// Returns a preset with a quarter of the way to go, if it leads to a number.
fn shortened(preset: &str) -> String {
    let parameters = hotdice_games::find(preset).unwrap().parameters();
    let target = parameters.iter().find(|known| known.name == "target");
    let target = target.and_then(|target| target.value.parse::<u32>().ok());
    let shorter = target.map(|target| format!("{preset}(target={})", target / 4));
    let shorter = shorter.filter(|rules| hotdice_games::find(rules).is_ok());
    shorter.unwrap_or_else(|| preset.to_owned())
}

#[tokio::test]
async fn every_game_is_played_to_its_end() {
    let client = Client::new();
    for (_, preset) in presets() {
        if preset.name.starts_with("tridice") {
            continue;
        }
        let (table, tokens) = client.table_of_two(&shortened(preset.name)).await;
        let record = play_to_the_end(&client, &table, &tokens).await;
        let game = Match::replay(&record).expect("a true record");
        assert!(
            matches!(game.turn(), hotdice_core::Turn::Over(_)),
            "{}",
            preset.name
        );
        let view = client.view(&table, &tokens[1]).await;
        assert_eq!(view["stage"], "over");
        assert_eq!(view["you"], 2);
        assert!(view["seed"].is_string() && !view["winners"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_game_survives_a_restart_after_every_step() {
    let mut client = Client::new();
    let (table, tokens) = client.table_of_two("farkle(target=600)").await;
    let mut before = client.view(&table, &tokens[0]).await;
    while client.step(&table, &tokens).await.is_some() {
        let now = client.view(&table, &tokens[0]).await;
        assert_ne!(before["seq"], now["seq"]);
        client = client.restarted().await;
        before = client.view(&table, &tokens[0]).await;
        assert_eq!(before, now);
    }
    let record = client.get(&format!("/tables/{table}/record")).await.text;
    Match::replay(&record.parse().unwrap()).unwrap();
}

#[tokio::test]
async fn bots_move_by_themselves() {
    let client = Client::new();
    let (table, host) = client
        .open(&json!({ "rules": "zilch(target=2000)", "seats": 3 }))
        .await;
    let seats = format!("/tables/{table}/seats");
    for level in ["greedy", "careful"] {
        let ask = Ask::new().token(&host).json(&json!({ "bot": level }));
        client.send("POST", &seats, ask).await.good();
    }
    let ada = client.join(&table, "Ada").await;
    let has_moved = |view: &Value| view["stage"] == "over" || view["waiting"]["for"] == "person";
    loop {
        let view = client
            .until((&table, &ada), "the bots move", has_moved)
            .await;
        if view["stage"] == "over" {
            break;
        }
        {
            assert_eq!(view["waiting"]["seat"], 3);
            let action = &view["scene"]["choices"][0]["notation"];
            let body = json!({ "seq": view["seq"], "action": action });
            client
                .act(&table, &ada, &view["seq"].to_string(), &body)
                .await
                .good();
        }
    }
}

#[tokio::test]
async fn after_the_clock_a_bot_plays_on_until_the_player_is_back() {
    let client = Client::new();
    let settings = Settings {
        clock: std::num::NonZeroU32::new(3),
        ..Table::settings_for("farkle", None).unwrap()
    };
    // Whoever busts on the first roll has had their turn.
    let (table, ada, bo) = loop {
        let opened = client
            .service
            .open(settings.clone(), Vec::new(), None, None);
        let table = opened.await.ok().unwrap().0.to_string();
        let ada = client.join(&table, "Ada").await;
        let bo = client.join(&table, "Bo").await;
        if client.view(&table, &ada).await["waiting"]["seat"] == 1 {
            break (table, ada, bo);
        }
    };
    assert!(client.view(&table, &ada).await["deadline"].is_u64());
    client.test.advance(Duration::from_secs(3));
    let is_bos = |view: &Value| view["waiting"]["seat"] == 2 && view["waiting"]["for"] == "person";
    let replaced = client.until((&table, &bo), "a bot plays on", is_bos).await;
    assert_eq!(replaced["players"][0]["presence"], "replaced");
    let record = client.get(&format!("/tables/{table}/record")).await.text;
    assert!(
        record.contains("\nreplaced 1 careful\nacted 1 "),
        "{record}"
    );
    let path = format!("/tables/{table}/return");
    let back = client.send("POST", &path, Ask::new().token(&ada));
    assert_eq!(back.await.good()["events"][0]["kind"], "returned");
    assert_eq!(
        client.view(&table, &ada).await["players"][0]["presence"],
        "here"
    );
}

/// Whoever can write into the database cannot give a player other dice than those that the seed gives.
#[tokio::test]
async fn a_roll_that_was_changed_in_the_store_is_found() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("pig(target=1000)").await;
    for _ in 0..5 {
        client.step(&table, &tokens).await;
    }
    let path = format!("/tables/{table}");
    client.get(&path).await.good();
    let stored = client.service.store.load(table.parse().unwrap()).await;
    let events = stored.unwrap().unwrap().events;
    let rolled = events
        .iter()
        .find(|event| event.line.starts_with("rolled "));
    let rolled = rolled.expect("a roll").line.clone();
    let other = if rolled == "rolled 2" {
        "rolled 5"
    } else {
        "rolled 2"
    };
    let change = "UPDATE batches SET lines = replace(lines, ?1, ?2) WHERE table_id = ?3";
    let file = rusqlite::Connection::open(client.store_file()).unwrap();
    let changed = file.execute(change, [rolled.as_str(), other, table.as_str()]);
    assert!(changed.unwrap() > 0);
    drop(file);
    let client = client.restarted().await;
    client.get(&path).await.refused("internal");
}

#[tokio::test]
async fn a_damaged_table_keeps_nobody_else_from_playing() {
    let client = Client::new();
    let (damaged, _) = client.table_of_two("zilch").await;
    let (table, tokens) = client.table_of_two("kata").await;
    let id = damaged.parse().unwrap();
    let seq = client
        .service
        .store
        .load(id)
        .await
        .unwrap()
        .unwrap()
        .events
        .len() as u64;
    let nonsense = Batch {
        table: id,
        after: seq,
        lines: vec!["acted 9 nonsense".to_owned()],
        at: 0,
        live: true,
        automated: true,
        lease: None,
        tokens: Vec::new(),
        key: None,
    };
    client.service.store.append(nonsense).await.unwrap();
    let client = client.restarted().await;
    client
        .get(&format!("/tables/{damaged}"))
        .await
        .refused("internal");
    play_to_the_end(&client, &table, &tokens).await;
}
