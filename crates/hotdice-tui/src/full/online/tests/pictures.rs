//! Every screen at the sizes that matter, and at all others without damage.

use std::sync::Arc;

use hotdice_client::{KnownSeat, Memory, Reach, SeenTable};
use hotdice_wire::{PlayerView, Presence, TableView};
use proptest::prelude::*;
use ratatui::crossterm::event::KeyCode;

use super::house::Player;
use crate::full::online::lobby::Lobby;
use crate::full::screen::{Cx, Screen};
use crate::full::testing::Theatre;
use crate::services::Hosted;
use crate::session::{Link, TableAccess};

const SIZES: [(u16, u16); 2] = [(80, 24), (140, 45)];

/// A server in this program.
pub(super) struct Here;

impl Hosted for Here {
    fn url(&self) -> &str {
        "http://127.0.0.1:7878"
    }

    fn addresses(&self) -> Vec<String> {
        vec!["http://192.168.178.20:7878".to_owned()]
    }
}

fn player(seat: u8, name: &str, bot: Option<&str>) -> PlayerView {
    PlayerView {
        seat,
        player: u32::from(seat),
        name: name.to_owned(),
        bot: bot.map(str::to_owned),
        presence: Presence::Here,
        resigned: false,
        online: bot.is_none(),
        points: 0,
    }
}

fn view() -> TableView {
    TableView {
        rules: "farkle(target=5000)".to_owned(),
        seats: 3,
        seq: 3,
        players: vec![
            player(1, "Ada", None),
            player(2, "bot:careful", Some("careful")),
        ],
        clock: Some(90),
        watching: 2,
        you: Some(1),
        ..super::table()
    }
}

fn seat() -> KnownSeat {
    KnownSeat {
        name: "Ada".to_owned(),
        token: "t0ken".parse().unwrap(),
        entropy: "00".repeat(32),
        secret: None,
    }
}

fn lobby(lost: Option<&'static str>) -> impl FnOnce(&mut Cx) -> Box<dyn Screen> {
    move |cx| {
        let access = TableAccess {
            server: "http://127.0.0.1:7878".parse().unwrap(),
            table: "k7w2m9x4ab".to_owned(),
            seat: Some(seat()),
            host: Some("h0st".parse().unwrap()),
            hosted: Some(Arc::new(Here)),
        };
        let link = Link::scripted(access, view(), lost, &cx.bell);
        Box::new(Lobby::scripted(
            link,
            &["Ada sits down.", "bot:careful sits down."],
        ))
    }
}

/// Returns somebody who remembers a table whose server is gone.
fn remembering() -> Arc<Player> {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let server = format!("http://127.0.0.1:{port}").parse().unwrap();
    let mut memory = Memory::default();
    memory.server = Some("http://192.168.178.20:7878".to_owned());
    let known = memory.entry(&server, "k7w2m9x4ab");
    known.hosted = Some(Reach::Network);
    known.seen = Some(SeenTable {
        at: u64::MAX,
        rules: "farkle(target=5000)".to_owned(),
        players: vec![("Ada".to_owned(), 1200), ("Bo".to_owned(), 950)],
        log: None,
    });
    known.seats.push(seat());
    let player = Player::default();
    *player.backdrop.memory.lock().unwrap() = memory;
    Arc::new(player)
}

fn named(cx: &mut Cx, screen: impl FnOnce(&mut Cx) -> Box<dyn Screen>) -> Box<dyn Screen> {
    cx.settings.name = "Ada".to_owned();
    screen(cx)
}

#[track_caller]
fn snapshot(name: &str, theatre: impl Fn((u16, u16)) -> Theatre) {
    for (width, height) in SIZES {
        let mut theatre = theatre((width, height));
        let name = format!("online_{name}_{width}x{height}");
        insta::assert_snapshot!(name, theatre.text());
    }
}

#[test]
fn hosting() {
    snapshot("host", |size| {
        Theatre::new(size, Arc::new(Player::default()), |cx| {
            named(cx, |cx| crate::full::online::host(None, cx))
        })
    });
}

#[test]
fn hosting_with_rules_that_are_none() {
    snapshot("host_bad_rules", |size| {
        let mut theatre = Theatre::new(size, Arc::new(Player::default()), |cx| {
            named(cx, |cx| crate::full::online::host(None, cx))
        });
        theatre.press(KeyCode::Down);
        theatre.type_in("(target=lots)");
        theatre
    });
}

#[test]
fn joining() {
    snapshot("join", |size| {
        Theatre::new(size, Arc::new(Player::default()), crate::full::online::join)
    });
}

#[test]
fn coming_back() {
    snapshot("come_back", |size| {
        let mut theatre = Theatre::new(size, remembering(), |cx| crate::full::hall::saved(cx));
        theatre.wait_for("▶ on this machine");
        theatre
    });
}

#[test]
fn joining_without_a_code() {
    snapshot("join_trouble", |size| {
        let mut theatre = Theatre::new(size, Arc::new(Player::default()), |cx| {
            named(cx, crate::full::online::join)
        });
        theatre.type_in("192.168.178.20:7878");
        for _ in 0..4 {
            theatre.press(KeyCode::Enter);
        }
        theatre
    });
}

#[test]
fn waiting() {
    snapshot("lobby", |size| {
        Theatre::new(size, Arc::new(Player::default()), lobby(None))
    });
}

#[test]
fn waiting_for_the_server() {
    snapshot("lobby_lost", |size| {
        let cause = "http://127.0.0.1:7878 cannot be reached: nobody listens there";
        Theatre::new(size, Arc::new(Player::default()), lobby(Some(cause)))
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_size_shows_what_matters(width in 20_u16..=300, height in 5_u16..=100, presses in 0_usize..16) {
        let size = (width, height);
        let mut room = Theatre::new(size, Arc::new(Player::default()), lobby(None));
        let text = room.text();
        prop_assert!(text.contains("Waiting for one") && text.contains("k7w2m-9x4ab"), "{text}");
        let mut lost = Theatre::new(size, Arc::new(Player::default()), lobby(Some("nobody listens")));
        let text = lost.text();
        prop_assert!(text.contains("Reconnecting …"), "{text}");
        let mut form = Theatre::new(size, Arc::new(Player::default()), |cx| crate::full::online::host(None, cx));
        for _ in 0..presses {
            form.press(KeyCode::Tab);
            let text = form.text();
            prop_assert!(text.contains('▶'), "{text}");
        }
        let mut form = Theatre::new(size, Arc::new(Player::default()), crate::full::online::join);
        for key in [KeyCode::Up, KeyCode::Enter] {
            form.press(key);
        }
        let text = form.text();
        prop_assert!(text.contains('▶') && text.contains("! Paste"), "{text}");
        form.resize(height.max(20), width.min(100));
        form.text();
    }
}
