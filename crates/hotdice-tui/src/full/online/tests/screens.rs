//! From the forms to the table, on screens.

use std::sync::Arc;

use ratatui::crossterm::event::KeyCode;

use super::super::super::testing::Theatre;
use super::house::{House, Player};

/// Opens the form for hosting, as Ada.
fn host(house: &House, rules: &str) -> Theatre {
    let game = hotdice_games::find(rules).unwrap();
    Theatre::new((80, 24), Player::hosting_at(house), |cx| {
        cx.settings.name = "Ada".to_owned();
        super::super::host(Some(game), cx)
    })
}

/// Returns what stands behind a word on a screen.
#[track_caller]
fn behind(text: &str, word: &str) -> String {
    let line = text.lines().find_map(|line| line.split_once(word));
    let (_, rest) = line.unwrap_or_else(|| panic!("there is no {word} in\n{text}"));
    rest.trim_end_matches('│').trim().to_owned()
}

#[test]
fn one_hosts_and_one_joins_by_the_link() {
    let house = House::open();
    let mut ada = host(&house, "pig(target=10)");
    ada.press(KeyCode::Up);
    ada.press(KeyCode::Enter);
    let room = ada.wait_for("Waiting for one more.");
    let link = behind(&room, "Link");
    assert!(link.starts_with(&house.url()), "{room}");
    let mut bob = Theatre::new((80, 24), Arc::new(Player::default()), super::super::join);
    bob.type_in(&link);
    bob.press(KeyCode::Tab);
    bob.press(KeyCode::Tab);
    bob.type_in("Bob");
    bob.press(KeyCode::Enter);
    bob.press(KeyCode::Enter);
    for theatre in [&mut ada, &mut bob] {
        theatre.wait_for("pig(target=10)");
        let since = std::time::Instant::now();
        while theatre.text().contains("Waiting for one more.") {
            assert!(since.elapsed().as_secs() < 60, "{}", theatre.text());
            theatre.stage.wake();
        }
    }
}

#[test]
fn a_host_seats_bots_and_begins_early() {
    let house = House::open();
    let mut ada = host(&house, "farkle(target=500)");
    // Three seats.
    ada.press(KeyCode::Down);
    ada.press(KeyCode::Down);
    ada.press(KeyCode::Right);
    ada.press(KeyCode::Up);
    ada.press(KeyCode::Up);
    ada.press(KeyCode::Up);
    ada.press(KeyCode::Enter);
    ada.wait_for("Waiting for 2 more.");
    ada.press(KeyCode::Left);
    ada.press(KeyCode::Char('b'));
    let room = ada.wait_for("Waiting for one more.");
    assert!(room.contains("greedy"), "{room}");
    ada.press(KeyCode::Char('s'));
    ada.wait_for("farkle(target=500)");
    let since = std::time::Instant::now();
    while ada.text().contains("To give away") {
        assert!(since.elapsed().as_secs() < 60, "{}", ada.text());
        ada.stage.wake();
    }
}

#[test]
fn a_seat_before_the_game_is_kept_or_given_back() {
    let house = House::open();
    let player = Player::hosting_at(&house);
    let open = |first: KeyCode| {
        let mut ada = Theatre::new((80, 24), player.clone(), |cx| {
            cx.settings.name = "Ada".to_owned();
            super::super::join(cx)
        });
        ada.press(first);
        ada
    };
    let mut ada = Theatre::new((80, 24), player.clone(), |cx| {
        cx.settings.name = "Ada".to_owned();
        super::super::host(None, cx)
    });
    ada.press(KeyCode::Up);
    ada.press(KeyCode::Enter);
    ada.wait_for("Waiting for one more.");
    ada.press(KeyCode::Esc);
    // The seat is the first line that is offered.
    let mut ada = open(KeyCode::Null);
    ada.wait_for("1 of 2 are here");
    ada.press(KeyCode::Enter);
    ada.wait_for("Waiting for one more.");
    ada.press(KeyCode::Char('x'));
    let since = std::time::Instant::now();
    while ada.open {
        assert!(since.elapsed().as_secs() < 60, "{}", ada.text());
        ada.open = ada.stage.wake() != super::super::super::stage::Flow::Close;
    }
    assert!(player.memory.lock().unwrap().tables[0].seats.is_empty());
}
