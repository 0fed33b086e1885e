//! The server is killed again and again under load: nothing that it has answered is lost, and no die is rolled twice.

mod check;
mod guest;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::server::Server;
use guest::{Guest, History};

/// How many people play at the same time.
const GUESTS: u64 = 6;

fn survives(crashes: u32) {
    let mut server = Server::start();
    let over = Arc::new(AtomicBool::new(false));
    let playing: Vec<_> = (0..GUESTS)
        .map(|number| {
            let guest = Guest::new(number, &server.url, over.clone());
            thread::spawn(move || guest.play())
        })
        .collect();
    let mut luck = ChaCha8Rng::seed_from_u64(u64::from(crashes));
    for _ in 0..crashes {
        thread::sleep(Duration::from_millis(20 + luck.next_u64() % 300));
        server.crash();
        server.restart();
    }
    over.store(true, Ordering::Relaxed);
    let histories: Vec<History> = playing
        .into_iter()
        .map(|guest| guest.join().expect("a guest who carries on"))
        .collect();
    let answered: usize = histories.iter().map(History::len).sum();
    assert!(
        answered > 10 * crashes as usize,
        "the server was under load: {answered} events"
    );
    for history in &histories {
        history.check(&server.url);
    }
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
