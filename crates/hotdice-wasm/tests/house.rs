//! A house and a host that stores for it: whole games, lost memory, two houses at one table, and nonsense.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;

use hotdice_wasm::{BotTurn, HostCall, HostRequest, House, LogAppend, Missing, Reply};
use serde_json::{Value, json};

/// What a browser stores, shared by all tabs.
#[derive(Default)]
struct Storage {
    tables: BTreeMap<String, Value>,
    solved: BTreeMap<String, Vec<u8>>,
}

impl Storage {
    /// Appends to a log, unless it has grown meanwhile.
    fn append(&mut self, written: &LogAppend) -> bool {
        let seed = written.seed.clone().unwrap_or_default();
        let new = || json!({ "seed": seed, "log": [], "tokens": [] });
        let table = self.tables.entry(written.table.clone()).or_insert_with(new);
        let log = table["log"].as_array_mut().unwrap();
        if log.len() as u64 != written.after {
            return false;
        }
        log.extend(written.lines.iter().map(|line| json!([written.at, line])));
        let tokens = table["tokens"].as_array_mut().unwrap();
        tokens.extend(written.tokens.iter().map(|token| json!(token)));
        true
    }
}

/// A tab: a house, and its way to the storage.
#[derive(Default)]
struct Tab(House);

impl Tab {
    fn ask(&mut self, storage: &mut Storage, request: Value) -> Reply {
        loop {
            let request: HostRequest = serde_json::from_value(request.clone()).unwrap();
            let (reply, attached) = self.0.call(HostCall::Request(request), None);
            if let Some(missing) = reply.missing {
                let found = match &missing {
                    Missing::Table(name) => storage
                        .tables
                        .get(name)
                        .map(|table| table.to_string().into_bytes()),
                    Missing::Solution(name) => storage.solved.get(name).cloned(),
                };
                self.0.call(HostCall::Provide(missing), found);
                continue;
            }
            if let (Some(name), Some(bytes)) = (&reply.solved, attached) {
                storage.solved.insert(name.clone(), bytes);
            }
            let written: Vec<&LogAppend> = [&reply.opened, &reply.written]
                .into_iter()
                .flatten()
                .collect();
            if written.iter().all(|written| storage.append(written)) {
                return reply;
            }
            for written in written {
                let table = written.table.clone();
                self.0.call(HostCall::Forget { table }, None);
            }
        }
    }

    fn post(
        &mut self,
        storage: &mut Storage,
        path: &str,
        body: &Value,
        token: Option<&str>,
    ) -> Reply {
        let request = json!({ "method": "POST", "path": path, "body": body.to_string(), "token": token, "at": 7 });
        self.ask(storage, request)
    }

    fn get(&mut self, storage: &mut Storage, path: &str) -> Reply {
        self.ask(storage, json!({ "method": "GET", "path": path }))
    }

    /// Opens a table for Ada and a bot; returns its path, her token, and the bot if it moves first.
    fn sit_down(
        &mut self,
        storage: &mut Storage,
        rules: &str,
        level: &str,
    ) -> (String, String, Reply) {
        let opened = body(&self.post(
            storage,
            "tables",
            &json!({ "rules": rules, "seats": 2, "coach": true }),
            None,
        ));
        let at = format!("tables/{}", opened["table"].as_str().unwrap());
        let entropy = "ab".repeat(32);
        let ada = json!({ "name": "Ada", "entropy": entropy });
        let joined = body(&self.post(storage, &format!("{at}/seats"), &ada, None));
        let token = joined["token"].as_str().unwrap().to_owned();
        let host = opened["host_token"].as_str();
        let last = self.post(
            storage,
            &format!("{at}/seats"),
            &json!({ "bot": level }),
            host,
        );
        assert_eq!(last.status, 201, "{}", last.body);
        (at, token, last)
    }

    fn move_bot(&mut self, storage: &mut Storage, at: &str, turn: &BotTurn) -> Reply {
        let chosen = self.post(storage, "bot", &json!(turn), None);
        assert_eq!(chosen.status, 200, "{}", chosen.body);
        let moved =
            json!({ "method": "POST", "path": format!("{at}/bot"), "body": chosen.body, "at": 8 });
        self.ask(storage, moved)
    }

    /// Does the first thing Ada may do, if it is her turn.
    fn move_ada(&mut self, storage: &mut Storage, at: &str, token: &str) -> Option<Reply> {
        let seen = body(&self.ask(
            storage,
            json!({ "method": "GET", "path": at, "token": token }),
        ));
        let choice = seen["scene"]["choices"].get(0)?.clone();
        let action = json!({ "seq": seen["seq"], "action": choice["notation"] });
        Some(self.post(storage, &format!("{at}/actions"), &action, Some(token)))
    }
}

fn body(reply: &Reply) -> Value {
    serde_json::from_str(&reply.body).unwrap_or_else(|error| panic!("{error}: {}", reply.body))
}

#[test]
fn the_page_makes_its_own_tokens_and_sends_their_hashes() {
    let (mut storage, mut house) = (Storage::default(), Tab::default());
    let hash = |token: &str| hotdice_api::hash_of_token(token).to_string();
    let open = json!({ "rules": "pig", "token_hash": hash("host's") });
    let opened = body(&house.post(&mut storage, "tables", &open, None));
    assert_eq!(opened.get("host_token"), None);
    let at = format!("tables/{}", opened["table"].as_str().unwrap());
    let seats = format!("{at}/seats");
    let ada = json!({ "name": "Ada", "entropy": "ab".repeat(32), "token_hash": hash("Ada's") });
    let joined = body(&house.post(&mut storage, &seats, &ada, None));
    let expected = json!({ "seat": 1, "player": 1, "head": joined["head"] });
    assert_eq!(joined, expected, "no token");
    let bot = json!({ "bot": "careful" });
    for (token, status) in [("Ada's", 401), (&hash("host's"), 401), ("host's", 201)] {
        let added = house.post(&mut storage, &seats, &bot, Some(token));
        assert_eq!(added.status, status, "{token}");
    }
    let stored = format!("sha256:{}", hash("Ada's"));
    for (token, status) in [("Ada's", 200), (stored.as_str(), 401)] {
        let look = json!({ "method": "GET", "path": at, "token": token });
        assert_eq!(house.ask(&mut storage, look).status, status, "{token}");
    }
}

#[test]
fn a_game_is_played_to_its_end_and_its_record_verifies_though_every_house_forgets() {
    let mut storage = Storage::default();
    let (at, token, mut last) = Tab::default().sit_down(&mut storage, "pig(target=15)", "greedy");
    for _ in 0..500 {
        // Every move is made in a new tab: all it knows is what was stored.
        let mut tab = Tab::default();
        last = match &last.bot {
            Some(turn) => tab.move_bot(&mut storage, &at, &turn.clone()),
            None => match tab.move_ada(&mut storage, &at, &token) {
                Some(reply) => reply,
                None => break,
            },
        };
        assert_eq!(last.status, 200, "{}", last.body);
    }
    let mut tab = Tab::default();
    assert_eq!(body(&tab.get(&mut storage, &at))["stage"], "over");
    let record = tab.get(&mut storage, &format!("{at}/record")).body;
    let verdict = hotdice_verify::verify(&record, &hotdice_verify::Memory::default());
    assert!(verdict.is_verified(), "{:?}", verdict.problem);
    let check = json!({ "method": "POST", "path": "verify", "body": record });
    assert_eq!(body(&tab.ask(&mut storage, check))["verified"], true);
    let roll = record.find("rolled ").unwrap() + "rolled ".len();
    let other = if &record[roll..=roll] == "6" {
        "5"
    } else {
        "6"
    };
    let mut forged = record.clone();
    forged.replace_range(roll..=roll, other);
    let check = json!({ "method": "POST", "path": "verify", "body": forged });
    let found = body(&tab.ask(&mut storage, check));
    assert_eq!(found["verified"], false);
    assert_eq!(found["problem"]["kind"], "dice");
}

#[test]
fn two_houses_at_one_table_write_one_log() {
    let mut storage = Storage::default();
    let (mut one, mut other) = (Tab::default(), Tab::default());
    let (at, token, _) = one.sit_down(&mut storage, "pig(target=30)", "random");
    other.get(&mut storage, &at);
    for turn in 0..40 {
        let (tab, behind) = if turn % 2 == 0 {
            (&mut one, &mut other)
        } else {
            (&mut other, &mut one)
        };
        let look = tab.get(&mut storage, &at);
        let moved = match look.bot {
            Some(turn) => tab.move_bot(&mut storage, &at, &turn),
            None => match tab.move_ada(&mut storage, &at, &token) {
                Some(moved) => moved,
                None => break,
            },
        };
        // The other one has not heard of it, and finds out when it wants to write.
        assert!(moved.status == 200 || moved.status == 409, "{}", moved.body);
        let late = behind.move_ada(&mut storage, &at, &token);
        assert!(late.is_none_or(|late| [200, 409, 410].contains(&late.status)));
    }
    let name = at.strip_prefix("tables/").unwrap().to_owned();
    for tab in [&mut one, &mut other] {
        tab.0.call(
            HostCall::Forget {
                table: name.clone(),
            },
            None,
        );
    }
    assert_eq!(
        one.get(&mut storage, &at).body,
        other.get(&mut storage, &at).body
    );
}

#[test]
fn a_solved_game_is_stored_and_never_solved_again() {
    let mut storage = Storage::default();
    let position = json!({ "rules": "pig", "state": "scores=0,0 turn=1 total=20 next=choose" });
    let first = Tab::default().post(&mut storage, "position", &position, None);
    assert_eq!(first.status, 200, "{}", first.body);
    assert_eq!(first.solved.as_deref(), Some("pig race 1"));
    let again = Tab::default().post(&mut storage, "position", &position, None);
    assert_eq!(again.solved, None);
    assert_eq!(again.body, first.body);
    // What is damaged is solved again.
    storage
        .solved
        .insert("pig race 1".to_owned(), vec![1, 2, 3]);
    let mended = Tab::default().post(&mut storage, "position", &position, None);
    assert_eq!(mended.solved.as_deref(), Some("pig race 1"));
    assert_eq!(mended.body, first.body);
}

#[test]
fn a_hint_is_a_question_for_whoever_thinks() {
    let mut storage = Storage::default();
    let mut tab = Tab::default();
    // If Ada, who is first, rolls a 1, it is the bot's turn: then they sit down again.
    let (at, token) = loop {
        let (at, token, last) = tab.sit_down(&mut storage, "pig(target=20)", "greedy");
        if last.bot.is_none() {
            break (at, token);
        }
    };
    let asked = tab.ask(
        &mut storage,
        json!({ "method": "GET", "path": format!("{at}/hint"), "token": token }),
    );
    let question = asked.question.expect("a question");
    let hint = tab.ask(
        &mut storage,
        json!({ "method": "POST", "path": question.path, "body": question.body }),
    );
    let hint = body(&hint);
    assert_eq!(
        (hint["aim"].as_str(), hint["exact"].as_bool()),
        (Some("win"), Some(true))
    );
    assert!(!hint["choices"].as_array().unwrap().is_empty());
}

#[test]
fn a_bot_that_cannot_play_here_is_refused_without_solving_anything() {
    let mut storage = Storage::default();
    let mut tab = Tab::default();
    let mut check = |rules: &str, seats: u8, level: &str, status: u16| {
        let asked = json!({ "rules": rules, "seats": seats, "level": level });
        let reply = tab.post(&mut storage, "can-play", &asked, None);
        assert_eq!(reply.status, status, "{rules} {level}: {}", reply.body);
        assert!(reply.solved.is_none());
    };
    for level in ["random", "greedy", "careful", "strong", "perfect"] {
        check("farkle", 2, level, 200);
    }
    check("farkle", 3, "strong", 200);
    check("farkle", 3, "perfect", 400);
    check("maxi-yatzy", 2, "careful", 200);
    check("tridice", 2, "strong", 200);
    check("farkle", 2, "unbeatable", 400);
}

#[test]
fn levels_that_cannot_play_here_are_not_listed() {
    let mut storage = Storage::default();
    let mut tab = Tab::default();
    let mut check = |rules: &str, seats: u8, best: &str| {
        let query = json!({ "rules": rules, "seats": seats.to_string() });
        let asked = json!({ "method": "GET", "path": "levels", "query": query });
        let reply = tab.ask(&mut storage, asked);
        assert_eq!(reply.status, 200, "{rules}: {}", reply.body);
        assert!(reply.solved.is_none());
        let levels = body(&reply)["levels"].clone();
        let levels = levels.as_array().unwrap();
        assert_eq!(levels.last().unwrap(), best, "{rules} for {seats}");
        assert_eq!(levels[0], "random");
    };
    check("farkle", 2, "perfect");
    check("farkle", 3, "strong");
    check("cheese(deck=full)", 2, "strong");
    check("tridice", 2, "strong");
    check("maxi-yatzy", 2, "careful");
    check("pig", 2, "perfect");
}

#[test]
fn nonsense_is_refused_with_a_sentence_and_changes_nothing() {
    let mut storage = Storage::default();
    let mut tab = Tab::default();
    let (at, token, _) = tab.sit_down(&mut storage, "pig(target=20)", "greedy");
    let before = storage.tables.clone();
    let mut check = |path: &str, sent: Value, token: Option<&str>, status: u16| {
        let refused = tab.post(&mut storage, path, &sent, token);
        assert_eq!(refused.status, status, "{path}: {}", refused.body);
        assert!(body(&refused)["detail"].as_str().unwrap().len() > 10);
    };
    check("tables", json!({ "rules": "no-such-game" }), None, 400);
    check("tables/nonsense", json!({}), None, 404);
    check("tables/0000000000/start", json!({}), None, 404);
    check(
        &format!("{at}/actions"),
        json!({ "seq": 0, "action": "hold" }),
        Some("wrong"),
        401,
    );
    check(
        &format!("{at}/actions"),
        json!({ "seq": 999, "action": "hold" }),
        Some(&token),
        409,
    );
    check(
        &format!("{at}/actions"),
        json!("nonsense"),
        Some(&token),
        400,
    );
    check(
        &format!("{at}/bot"),
        json!({ "seq": 1, "action": "roll" }),
        None,
        409,
    );
    check(&format!("{at}/transfer"), json!({}), Some(&token), 404);
    check(
        "bot",
        json!({ "rules": "pig", "state": "x", "level": "greedy", "seq": 1 }),
        None,
        400,
    );
    assert_eq!(storage.tables, before);
}
