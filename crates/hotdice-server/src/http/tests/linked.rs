//! Linked dice over HTTP: links on any server, absence, restarts, and logs that prove themselves.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use hotdice_core::Bytes32;
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_verify::{LogCheck, Memory, OwnSeat, verify};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::Client;
use super::client::{Answer, Ask, entropy};
use super::cluster::{no_bus, nodes};
use super::streams::Listening;

/// Somebody who plays with linked dice: their token and their chain.
pub(super) struct Guest {
    pub(super) token: String,
    seat: u64,
    chain: SecretChain,
}

impl Guest {
    pub(super) async fn join(client: &Client, table: &str, name: &str) -> Self {
        let owner = ChainOwner::person(table.parse().unwrap(), &name.parse().unwrap());
        let chain = SecretChain::new(owner, entropy(name).parse().unwrap());
        let body = json!({ "name": name, "anchor": chain.anchor().to_string() });
        let joined = client.post(&format!("/tables/{table}/seats"), &body).await;
        let joined = joined.good();
        Self {
            token: joined["token"].as_str().unwrap().to_owned(),
            seat: joined["seat"].as_u64().unwrap(),
            chain,
        }
    }

    fn link(&self, roll: u64) -> String {
        self.chain.link(roll).unwrap().to_string()
    }

    /// Adds the link of a roll.
    async fn add(&self, client: &Client, table: &str, roll: u64) -> Answer {
        let body = json!({ "roll": roll, "link": self.link(roll) });
        self.send(client, table, "links", &body).await
    }

    async fn send(&self, client: &Client, table: &str, what: &str, body: &Value) -> Answer {
        let path = format!("/tables/{table}/{what}");
        let ask = Ask::new().token(&self.token).json(body);
        client.send("POST", &path, ask).await
    }
}

async fn open(client: &Client, rules: &str) -> (String, [Guest; 2]) {
    let body = json!({ "rules": rules, "dice": "linked" });
    let (table, _) = client.open(&body).await;
    let ada = Guest::join(client, &table, "Ada").await;
    let bo = Guest::join(client, &table, "Bo").await;
    (table, [ada, bo])
}

async fn look(client: &Client, table: &str) -> Value {
    client.get(&format!("/tables/{table}")).await.good()
}

/// Returns the roll that is due, and the seats whose links are missing.
fn due(view: &Value) -> Option<(u64, Vec<u64>)> {
    let due = &view["due"];
    let missing = due["missing"].as_array()?;
    let missing = missing.iter().map(|seat| seat.as_u64().unwrap());
    Some((due["roll"].as_u64()?, missing.collect()))
}

/// Adds a missing link or decides, on the next server in turn; returns whether the game goes on.
async fn step(nodes: &[Client], turn: usize, table: &str, guests: &[Guest]) -> bool {
    let here = &nodes[turn % nodes.len()];
    let view = look(here, table).await;
    if view["stage"] == "over" {
        return false;
    }
    if let Some((roll, missing)) = due(&view) {
        let guest = &guests[missing[turn % missing.len()] as usize - 1];
        guest.add(here, table, roll).await.good();
        return true;
    }
    let seat = view["waiting"]["seat"].as_u64().unwrap() as usize;
    let own = here.view(table, &guests[seat - 1].token).await;
    let choices = own["scene"]["choices"].as_array().unwrap();
    let action = &choices[turn % choices.len()]["notation"];
    let body = json!({ "seq": own["seq"], "action": action });
    let acted = guests[seat - 1].send(here, table, "actions", &body).await;
    acted.good();
    true
}

/// Reads a whole log, as Ada's program does, and returns its lines.
async fn read_log(client: &Client, table: &str, guest: &Guest, last: u64) -> Vec<String> {
    let own = OwnSeat::new("Ada".parse().unwrap(), guest.chain.anchor());
    let mut check = LogCheck::new(table, Some(own));
    let mut listening = Listening::to(client, table, None, None).await;
    let mut lines = Vec::new();
    while check.seq() < last {
        let event = listening.next_event().await;
        let line = event["line"].as_str().unwrap();
        let head: Bytes32 = event["head"].as_str().unwrap().parse().unwrap();
        check.read(line, Some(head)).unwrap();
        if let Some(links) = event["links"].as_object() {
            assert_eq!(event["kind"], "rolled");
            assert_eq!(links["roll"], check.rolls());
        }
        lines.push(line.to_owned());
    }
    lines
}

#[track_caller]
fn assert_verified(record: &str) {
    let verdict = verify(record, &Memory::default());
    assert!(verdict.is_verified(), "{:?}\n{record}", verdict.problem);
    assert!(verdict.rolls > 0);
}

async fn record(client: &Client, table: &str) -> String {
    client.get(&format!("/tables/{table}/record")).await.text
}

#[tokio::test]
async fn a_game_with_linked_dice_survives_every_restart() {
    let mut client = Client::new();
    let (table, guests) = open(&client, "pig(target=15)").await;
    let view = look(&client, &table).await;
    assert_eq!(view["dice"], "linked");
    assert_eq!(due(&view), Some((1, vec![1, 2])));
    for turn in 0.. {
        let before = look(&client, &table).await;
        client = client.restarted().await;
        let after = look(&client, &table).await;
        for what in ["seq", "head", "due", "waiting", "scene"] {
            assert_eq!(before[what], after[what], "{what}");
        }
        if !step(std::slice::from_ref(&client), turn, &table, &guests).await {
            break;
        }
        assert_verified_so_far(&record(&client, &table).await);
    }
    let view = look(&client, &table).await;
    let last = view["seq"].as_u64().unwrap();
    let lines = read_log(&client, &table, &guests[0], last).await;
    assert!(!lines.iter().any(|line| line.starts_with("absent")));
    assert_verified(&record(&client, &table).await);
}

/// Linked dice are verified in a game that goes on, too.
#[track_caller]
fn assert_verified_so_far(record: &str) {
    let verdict = verify(record, &Memory::default());
    assert!(verdict.is_verified(), "{:?}\n{record}", verdict.problem);
}

#[tokio::test]
async fn a_link_comes_with_the_action_and_the_same_again_changes_nothing() {
    let client = Client::new();
    let (table, [ada, bo]) = open(&client, "pig(target=100)").await;
    let first = ada.add(&client, &table, 1).await.good();
    assert_eq!(first["events"][0]["kind"], "linked");
    assert_eq!(first["events"].as_array().unwrap().len(), 1);
    let again = ada.add(&client, &table, 1).await.good();
    assert_eq!(again["events"], json!([]));
    assert_eq!(again["head"], first["head"]);
    let rolled = bo.add(&client, &table, 1).await.good();
    assert_eq!(rolled["events"][1]["kind"], "rolled");
    assert_eq!(rolled["events"][1]["links"]["seats"][0], ada.link(1));
    let again = bo.add(&client, &table, 1).await.good();
    assert_eq!(again["events"], json!([]));
    // A one passes the turn, and the next roll is due at once.
    let mut roll = 1;
    while let Some((due, _)) = due(&look(&client, &table).await) {
        roll = due;
        ada.add(&client, &table, due).await.good();
        bo.add(&client, &table, due).await.good();
    }
    let view = look(&client, &table).await;
    let guest = [&ada, &bo][view["waiting"]["seat"].as_u64().unwrap() as usize - 1];
    let act = |link: String| json!({ "seq": view["seq"], "action": "roll", "link": link });
    let body = act(guest.link(roll));
    let wrong = guest.send(&client, &table, "actions", &body).await;
    let wrong = wrong.refused("invalid");
    assert!(
        wrong["detail"]
            .as_str()
            .unwrap()
            .starts_with("This isn't the link of roll")
    );
    let body = act(guest.link(roll + 1));
    let acted = guest.send(&client, &table, "actions", &body).await;
    let acted = acted.good();
    assert_eq!(acted["events"][0]["kind"], "acted");
    assert_eq!(acted["events"][1]["kind"], "linked");
    assert_eq!(
        acted["events"][1]["after"]["due"]["missing"],
        json!([3 - guest.seat])
    );
    let other = [&ada, &bo][2 - guest.seat as usize];
    let early = other.add(&client, &table, roll + 2).await;
    early.refused("stale");
    let other_link = json!({ "roll": roll + 1, "link": other.link(roll) });
    let wrong = other.send(&client, &table, "links", &other_link).await;
    wrong.refused("invalid");
}

#[tokio::test]
async fn a_table_says_what_to_bring() {
    let client = Client::new();
    let (linked, _) = client
        .open(&json!({ "rules": "pig", "dice": "linked" }))
        .await;
    let (committed, _) = client.open(&json!({ "rules": "pig" })).await;
    let join = async |table: &str, field: &str| {
        let body = json!({ "name": "Ada", field: entropy("Ada") });
        client.post(&format!("/tables/{table}/seats"), &body).await
    };
    let refused = join(&linked, "entropy").await.refused("invalid");
    let said =
        "The dice of this table are linked: send the anchor of a hash chain instead of entropy";
    assert_eq!(refused["detail"], said);
    let refused = join(&committed, "anchor").await.refused("invalid");
    let said = "The dice of this table aren't linked: send entropy instead of an anchor";
    assert_eq!(refused["detail"], said);
    join(&linked, "anchor").await.good();
    let taken = json!({ "name": "Bo", "anchor": entropy("Ada") });
    let taken = client
        .post(&format!("/tables/{linked}/seats"), &taken)
        .await;
    taken.refused("invalid");
    let guest = Guest::join(&client, &linked, "Bo").await;
    let view = look(&client, &linked).await;
    assert!(
        view["dice_note"]
            .as_str()
            .unwrap()
            .starts_with("Linked dice:")
    );
    let anchor = json!({ "anchor": entropy("new") });
    let refused = guest.send(&client, &linked, "anchor", &anchor).await;
    assert_eq!(
        refused.refused("stale")["detail"],
        "The dice are about to fall: wait for them"
    );
}

/// Whoever does not answer is marked absent after two seconds, by the server that holds the lease.
#[tokio::test]
async fn dice_fall_without_those_who_do_not_answer() {
    let client = Client::new();
    let (table, [ada, bo]) = open(&client, "pig(target=100)").await;
    ada.add(&client, &table, 1).await.good();
    let mut listening = Listening::to(&client, &table, None, None).await;
    client.test.advance(Duration::from_secs(2));
    let absent = loop {
        let event = listening.next_event().await;
        if event["kind"] == "absent" {
            break event;
        }
    };
    assert_eq!(absent["seat"], 2);
    let rolled = listening.next_event().await;
    assert_eq!(rolled["kind"], "rolled");
    assert_eq!(rolled["links"]["seats"], json!([ada.link(1), null]));
    // Nobody waits for Bo again, until he says that he is there.
    while let Some((roll, missing)) = due(&look(&client, &table).await) {
        assert_eq!(missing, [1]);
        ada.add(&client, &table, roll).await.good();
    }
    let back = bo.send(&client, &table, "return", &json!({})).await.good();
    assert_eq!(back["events"][0]["kind"], "returned");
    assert_verified_so_far(&record(&client, &table).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn links_are_added_on_every_server_and_a_roll_falls_once() {
    let Some(nodes) = nodes::<3>(no_bus).await else {
        return;
    };
    let (table, guests) = open(&nodes[0], "pig(target=20)").await;
    for turn in 0.. {
        let view = look(&nodes[turn % 3], &table).await;
        if let Some((roll, missing)) = due(&view)
            && missing.len() == 2
        {
            // Both at once, on two servers: one of them loses the race for the log, and decides again.
            let answers = tokio::join!(
                guests[0].add(&nodes[turn % 3], &table, roll),
                guests[1].add(&nodes[(turn + 1) % 3], &table, roll)
            );
            answers.0.good();
            answers.1.good();
            continue;
        }
        if !step(&nodes, turn, &table, &guests).await {
            break;
        }
    }
    let last = look(&nodes[1], &table).await["seq"].as_u64().unwrap();
    let lines = read_log(&nodes[2], &table, &guests[0], last).await;
    let links = lines.iter().filter(|line| line.starts_with("linked"));
    let mut seen: Vec<&String> = links.collect();
    let all = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), all, "no link is used twice");
    assert_verified(&record(&nodes[0], &table).await);
}

/// Opens a stream that goes on after an id.
async fn resume(client: &Client, table: &str, id: &str) -> (u16, String) {
    let path = format!("/api/v1/tables/{table}/events");
    let request = Request::get(path).header("last-event-id", id);
    let request = request.body(Body::empty()).unwrap();
    let answer = client.router().oneshot(request).await.unwrap();
    let status = answer.status().as_u16();
    if status == 200 {
        return (status, String::new());
    }
    let body = axum::body::to_bytes(answer.into_body(), 1 << 16).await;
    (status, String::from_utf8(body.unwrap().into()).unwrap())
}

#[tokio::test]
async fn a_stream_goes_on_only_where_the_log_is_the_same() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("pig").await;
    let view = client.view(&table, &tokens[0]).await;
    let (seq, head) = (view["seq"].as_u64().unwrap(), view["head"].clone());
    let head = head.as_str().unwrap()[..16].to_owned();
    client.step(&table, &tokens).await;
    let good = [
        format!("{seq}"),
        format!("{seq}-{head}"),
        format!("{seq}-{}", head.to_uppercase()),
    ];
    for id in good {
        assert_eq!(resume(&client, &table, &id).await.0, 200, "{id}");
    }
    let other = format!("{seq}-0123456789abcdef");
    let (status, problem) = resume(&client, &table, &other).await;
    assert_eq!(status, 409);
    assert!(problem.contains("\"other_log\""), "{problem}");
    assert!(problem.contains("is not the one that you saw"), "{problem}");
    let last = client.view(&table, &tokens[0]).await["seq"].clone();
    let (status, _) = resume(&client, &table, &format!("{last}-0123456789abcdef")).await;
    assert_eq!(status, 409);
    for id in ["x", "3-", "3-12", "3-0123456789abcdeg", "-0123456789abcdef"] {
        assert_eq!(resume(&client, &table, id).await.0, 400, "{id}");
    }
}

/// Dice that were changed in the store are not shown, and the answer names the event.
#[tokio::test]
async fn damage_is_named_and_not_served() {
    for dice in ["committed", "linked"] {
        let client = Client::new();
        let (table, _) = client
            .open(&json!({ "rules": "pig", "dice": dice, "seats": 2 }))
            .await;
        if dice == "linked" {
            let ada = Guest::join(&client, &table, "Ada").await;
            let bo = Guest::join(&client, &table, "Bo").await;
            ada.add(&client, &table, 1).await.good();
            bo.add(&client, &table, 1).await.good();
        } else {
            client.join(&table, "Ada").await;
            client.join(&table, "Bo").await;
        }
        let store = rusqlite::Connection::open(client.store_file()).unwrap();
        let (last, lines): (u64, String) = store
            .query_row(
                "SELECT last, lines FROM batches WHERE lines LIKE '%rolled %' ORDER BY last LIMIT 1",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .unwrap();
        let mut lines: Vec<String> = lines.split('\n').map(str::to_owned).collect();
        let place = lines.iter().position(|line| line.starts_with("rolled "));
        let place = place.unwrap();
        let seq = last - (lines.len() - 1 - place) as u64;
        let pips: u32 = lines[place][7..8].parse().unwrap();
        let changed = format!("rolled {}{}", pips % 6 + 1, &lines[place][8..]);
        lines[place] = changed;
        let update = "UPDATE batches SET lines = ?1 WHERE last = ?2";
        store.execute(update, (lines.join("\n"), last)).unwrap();
        drop(store);
        let client = client.restarted().await;
        let refused = client.get(&format!("/tables/{table}")).await;
        let detail = refused.refused("internal")["detail"].to_string();
        assert!(detail.contains(&format!("event {seq}:")), "{detail}");
        assert!(detail.contains("damaged"), "{detail}");
    }
}
