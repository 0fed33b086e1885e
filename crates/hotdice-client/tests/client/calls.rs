use std::collections::HashSet;
use std::time::Duration;

use hotdice_client::{Client, Error, World, entropy};
use hotdice_core::Bytes32;
use hotdice_testworld::{TestWorld, eventually_blocking};
use hotdice_wire::{ActionRequest, Code, OpenRequest, ScoreRequest};

use sha2::{Digest, Sha256};

use crate::fake::{Fake, Reply, json, problem};
use crate::{client, token};

const HAPPENED: &str = r#"{"seq":7,"events":[]}"#;

fn action() -> ActionRequest {
    ActionRequest {
        link: None,
        seq: 6,
        action: "keep 1 5".to_owned(),
        expect: Some(150),
    }
}

#[test]
fn a_call_whose_answer_was_lost_is_repeated_under_its_key() {
    let server = Fake::new(vec![
        Reply::HangUp,
        problem(503, "internal", "restarting"),
        Reply::Silence,
        json(200, HAPPENED),
    ]);
    let happened = client(&server).act("k7w2m9x4ab", &token(), &action());
    assert_eq!(happened.expect("a fourth try").seq, 7);
    let asked = server.asked();
    assert_eq!(asked.len(), 4);
    let keys: HashSet<_> = asked
        .iter()
        .map(|asked| asked.header("idempotency-key"))
        .collect();
    assert_eq!(keys.len(), 1, "{keys:?}");
    let key = keys.into_iter().next().flatten().expect("a key");
    assert!((1..=64).contains(&key.len()), "{key}");
    for asked in &asked {
        assert_eq!(asked.line, "POST /api/v1/tables/k7w2m9x4ab/actions");
        assert_eq!(asked.header("authorization"), Some("Bearer seat-token"));
        assert_eq!(asked.body, r#"{"seq":6,"action":"keep 1 5","expect":150}"#);
    }
}

#[test]
fn another_call_has_another_key() {
    let server = Fake::new(vec![json(200, HAPPENED), json(200, HAPPENED)]);
    let client = client(&server);
    for _ in 0..2 {
        client.start("k7w2m9x4ab", &token()).expect("an answer");
    }
    let asked = server.asked();
    assert_ne!(
        asked[0].header("idempotency-key"),
        asked[1].header("idempotency-key")
    );
}

#[test]
fn refusals_are_final() {
    let refusals = [
        (400, "invalid", Code::Invalid),
        (401, "unauthorized", Code::Unauthorized),
        (404, "not_found", Code::NotFound),
        (409, "stale", Code::Stale),
        (409, "not_your_turn", Code::NotYourTurn),
        (409, "table_full", Code::TableFull),
        (409, "already_started", Code::AlreadyStarted),
        (410, "over", Code::Over),
        (413, "too_large", Code::TooLarge),
        (422, "illegal_action", Code::IllegalAction),
    ];
    for (status, code, expected) in refusals {
        let server = Fake::new(vec![problem(status, code, "no"), json(200, HAPPENED)]);
        let error = client(&server).act("k7w2m9x4ab", &token(), &action());
        let error = error.expect_err(code);
        assert_eq!(error.code(), Some(expected));
        assert_eq!(server.asked().len(), 1, "{code}");
        let class = match error {
            Error::NotFound(_) => "NotFound",
            Error::Validation(_) => "Validation",
            Error::Refused(_) => "Refused",
            _ => "another",
        };
        assert_eq!(
            class,
            match code {
                "not_found" => "NotFound",
                "invalid" | "illegal_action" | "too_large" => "Validation",
                _ => "Refused",
            }
        );
    }
}

#[test]
fn a_busy_server_is_given_the_time_it_asks_for() {
    let busy = |seconds| {
        let body = r#"{"code":"rate_limited","title":"busy","status":429,"detail":"slow down"}"#;
        Reply::Answer(429, seconds, body.to_owned())
    };
    let server = Fake::new(vec![busy("Retry-After: 1\r\n"), json(200, HAPPENED)]);
    let test = TestWorld::new();
    let patient = client(&server).in_world(test.world());
    let asking = std::thread::spawn(move || patient.start("k7w2m9x4ab", &token()));
    let waits = || (test.parked() == 1).then_some(());
    eventually_blocking("it waits", waits);
    test.advance(Duration::from_millis(999));
    eventually_blocking("it waits on", waits);
    assert_eq!(server.asked().len(), 1, "a millisecond too soon");
    // The server's second, or the pause of its own if that is longer.
    test.advance(Duration::from_secs(1));
    asking.join().expect("no panic").expect("an answer");

    let server = Fake::new(vec![busy("Retry-After: 3600\r\n"), json(200, HAPPENED)]);
    let error = client(&server).start("k7w2m9x4ab", &token());
    assert_eq!(
        error.expect_err("an hour is too long").code(),
        Some(Code::RateLimited)
    );
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn patience_ends() {
    let server = Fake::new(Vec::new());
    let error = client(&server).health().expect_err("nobody answers");
    assert!(matches!(error, Error::Unreachable { .. }), "{error}");
    assert_eq!(server.asked().len(), 4);
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let patience = hotdice_client::Patience::none();
    let client = Client::of(url.parse().expect("an address"), patience);
    let error = client.health().expect_err("nobody is there").to_string();
    assert_eq!(
        error,
        format!("{url} cannot be reached: nobody listens there")
    );
}

#[test]
fn something_else_that_answers_is_no_server_of_ours() {
    for (reply, message) in [
        (json(200, "<html>"), "its answer cannot be read"),
        (json(404, "<html>"), "its answer is 404 Not Found"),
        (
            Reply::Answer(301, "Location: https://example.org/\r\n", String::new()),
            "it sends us to https://example.org/",
        ),
    ] {
        let server = Fake::new(vec![reply]);
        let error = client(&server).health().expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
        assert_eq!(server.asked().len(), 1);
    }
}

#[test]
fn every_call_goes_where_it_belongs() {
    let server = Fake::new(vec![
        json(
            200,
            r#"{"status":"ok","version":"1","store":"memory","bus":"none","tables":0}"#,
        ),
        json(201, r#"{"table":"k7w2m9x4ab","commitment":"00"}"#),
        json(201, r#"{"seat":1,"player":1,"new":true}"#),
        json(201, r#"{"seat":2,"player":2}"#),
        Reply::Answer(
            200,
            "Content-Type: text/plain\r\n",
            "hotdice record 1\n".to_owned(),
        ),
        json(200, r#"{"total":100}"#),
        json(
            200,
            r#"{"rules":"pig","seats":{"least":2,"most":9},"sections":[],"parameters":[]}"#,
        ),
        Reply::Answer(204, "", String::new()),
    ]);
    let client = client(&server);
    assert_eq!(client.health().expect("health").status, "ok");
    let opened = client.open(&OpenRequest {
        rules: "zilch".to_owned(),
        seats: Some(2),
        ..OpenRequest::default()
    });
    let host = opened.expect("a table").host_token.expect("a token");
    let joined = client.join("k7w2m9x4ab", "Ada", Bytes32([7; 32]), None);
    let seat = joined.expect("a seat").token.expect("a token");
    assert_ne!(host, seat);
    let bot = client
        .add_bot("k7w2m9x4ab", &token(), "careful")
        .expect("a bot");
    assert_eq!(bot.token, None);
    assert_eq!(
        client.record("k7w2m9x4ab").expect("a record"),
        "hotdice record 1\n"
    );
    let dice = ScoreRequest {
        rules: "zilch".to_owned(),
        dice: "1".to_owned(),
        in_box: None,
    };
    assert_eq!(client.score(&dice).expect("a score")["total"], 100);
    client.rules("pig(target=50)").expect("rules");
    client
        .emote("k7w2m9x4ab", &token(), hotdice_wire::Emote::Bravo)
        .expect("an emote");

    let asked = server.asked();
    let lines: Vec<&str> = asked.iter().map(|asked| asked.line.as_str()).collect();
    assert_eq!(
        lines,
        [
            "GET /api/v1/health",
            "POST /api/v1/tables",
            "POST /api/v1/tables/k7w2m9x4ab/seats",
            "POST /api/v1/tables/k7w2m9x4ab/seats",
            "GET /api/v1/tables/k7w2m9x4ab/record",
            "POST /api/v1/score",
            "GET /api/v1/rules?rules=pig%28target%3D50%29",
            "POST /api/v1/tables/k7w2m9x4ab/emotes",
        ]
    );
    let hash = |token: &str| Bytes32(Sha256::digest(token).into());
    assert_eq!(
        asked[1].body,
        format!(
            r#"{{"rules":"zilch","seats":2,"token_hash":"{}"}}"#,
            hash(&host)
        )
    );
    let entropy = "07".repeat(32);
    assert_eq!(
        asked[2].body,
        format!(
            r#"{{"name":"Ada","entropy":"{entropy}","token_hash":"{}"}}"#,
            hash(&seat)
        )
    );
    assert_eq!(asked[2].header("authorization"), None);
    assert_eq!(asked[3].body, r#"{"bot":"careful"}"#);
    assert_eq!(asked[3].header("authorization"), Some("Bearer seat-token"));
}

#[test]
fn every_seat_adds_other_bytes() {
    let (one, other) = {
        let drawn = || entropy(&World::system()).expect("bytes");
        (drawn(), drawn())
    };
    assert_ne!(one, other);
}
