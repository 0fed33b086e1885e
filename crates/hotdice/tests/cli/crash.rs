//! The server is killed again and again under load: nothing that it has answered is lost, and no die is rolled twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use hotdice_client::Client;
use hotdice_faults::{Guest, History, Logs, Manners, check, log};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::server::Server;

/// How many people play at the same time.
const GUESTS: u64 = 6;

fn survives(crashes: u32) {
    let mut server = Server::start();
    let over = Arc::new(AtomicBool::new(false));
    let playing: Vec<_> = (0..GUESTS)
        .map(|number| {
            let guest = guest(&server, number);
            let over = over.clone();
            thread::spawn(move || guest.play(&over))
        })
        .collect();
    let mut luck = ChaCha8Rng::seed_from_u64(u64::from(crashes));
    for _ in 0..crashes {
        thread::sleep(Duration::from_millis(20 + luck.next_u64() % 300));
        server.crash();
        server.restart();
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
#[ignore = "two hundred crashes take minutes: cargo xtask test --long"]
fn two_hundred_crashes_lose_nothing() {
    survives(200);
}
