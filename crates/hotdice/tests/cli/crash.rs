//! The server is killed again and again under load: nothing that it has answered is lost, and no die is rolled twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use hotdice_client::{Client, News, Token};
use hotdice_faults::{Guest, History, Logs, Manners, check, log};
use hotdice_wire::OpenRequest;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::server::Server;

/// How many people play at the same time.
const GUESTS: u64 = 6;

fn survives(crashes: u32) {
    let mut server = Server::start();
    let over = Arc::new(AtomicBool::new(false));
    // So that short runs stay short.
    let long = (crashes >= 50).then(|| long_game(&server));
    let playing: Vec<_> = (0..GUESTS)
        .map(|number| {
            let guest = guest(&server, number);
            let over = over.clone();
            thread::spawn(move || guest.play(&over))
        })
        .collect();
    let mut luck = ChaCha8Rng::seed_from_u64(u64::from(crashes));
    let mut told = Vec::new();
    for _ in 0..crashes {
        thread::sleep(Duration::from_millis(20 + luck.next_u64() % 300));
        if let Some(long) = &long {
            told = log_so_far(&server, long);
        }
        server.crash();
        server.restart();
        if let Some(long) = &long {
            let again = log_so_far(&server, long);
            assert!(again.starts_with(&told), "what was told is there again");
            told = again;
        }
    }
    over.store(true, Ordering::Relaxed);
    let mut history = History::default();
    for guest in playing {
        history.merge(guest.join().expect("a guest who carries on"));
    }
    let answered = history.acknowledged();
    assert!(
        answered > 10 * crashes as usize,
        "the server was under load: {answered} actions"
    );
    assert_eq!(check(&logs(&server, &history), &history), []);
    if long.is_some() {
        let length = told.len();
        println!(
            "{crashes} crashes, {answered} actions answered, a log of {length} events: nothing is missing"
        );
        assert!(length > 1_000, "long enough for snapshots: {length}");
    }
}

/// Opens a table at which two bots write a long log, so that the server goes on from a snapshot.
fn long_game(server: &Server) -> String {
    let client = Client::new(&server.url).expect("an address");
    let opened = client.open(&OpenRequest {
        rules: "farkle(target=1000000)".to_owned(),
        ..OpenRequest::default()
    });
    let opened = opened.expect("a table");
    let host = opened.host_token.expect("the host's token");
    let host: Token = host.parse().expect("a token");
    for _ in 0..2 {
        client
            .add_bot(&opened.table, &host, "random")
            .expect("a bot");
    }
    opened.table
}

/// Returns the lines of a log as it is now, by the stream that everybody can read.
fn log_so_far(server: &Server, table: &str) -> Vec<String> {
    let client = Client::new(&server.url).expect("an address");
    let length = client.view(table, None).expect("a table").seq;
    let mut lines = Vec::new();
    for news in client.events(table, None, 0) {
        if let News::Happened(event) = news.expect("a stream") {
            lines.push(event.line);
        }
        if lines.len() as u64 >= length {
            break;
        }
    }
    lines
}

/// Returns somebody who comes to the one server by every way.
fn guest(server: &Server, number: u64) -> Guest {
    let address = server.url.trim_start_matches("http://");
    let door = address.parse().expect("an address");
    let manners = Manners {
        sleepers: false,
        ..Manners::default()
    };
    Guest::new(number, [door; 3], manners)
}

fn logs(server: &Server, history: &History) -> Logs {
    let client = Client::new(&server.url).expect("an address");
    let tables = history.tables.iter();
    tables
        .map(|table| (table.clone(), log::ask(&client, table).expect("a log")))
        .collect()
}

#[test]
fn ten_crashes_lose_nothing() {
    survives(10);
}

#[test]
#[ignore = "fifty crashes take a minute: cargo xtask test --long"]
fn fifty_crashes_lose_nothing() {
    survives(50);
}

#[test]
#[ignore = "two hundred crashes take minutes: cargo xtask test --long"]
fn two_hundred_crashes_lose_nothing() {
    survives(200);
}
