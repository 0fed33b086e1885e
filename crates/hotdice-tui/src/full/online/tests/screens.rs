//! From the forms to the table, on screens.

use std::sync::Arc;

use hotdice_testworld::Patience;
use ratatui::crossterm::event::KeyCode;

use super::house::{House, Player};
use crate::full::testing::Theatre;

/// Opens the form for hosting, as Ada.
fn host(house: &House, rules: &str) -> Theatre {
    let game = hotdice_games::find(rules).unwrap();
    Theatre::new((80, 24), Player::hosting_at(house), |cx| {
        cx.settings.name = "Ada".to_owned();
        crate::full::online::host(Some(game), cx)
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
    let mut bob = Theatre::new(
        (80, 24),
        Arc::new(Player::default()),
        crate::full::online::join,
    );
    bob.type_in(&link);
    bob.press(KeyCode::Tab);
    bob.press(KeyCode::Tab);
    bob.type_in("Bob");
    bob.press(KeyCode::Enter);
    bob.press(KeyCode::Enter);
    for theatre in [&mut ada, &mut bob] {
        theatre.wait_for("pig(target=10)");
        let patience = Patience::begin();
        while theatre.text().contains("Waiting for one more.") {
            assert!(patience.lasts(), "{}", theatre.text());
            theatre.event_loop.wake();
        }
    }
}

#[test]
fn the_link_is_copied_and_shown_to_cameras() {
    let house = House::open();
    let mut ada = host(&house, "pig(target=10)");
    ada.press(KeyCode::Up);
    ada.press(KeyCode::Enter);
    let room = ada.wait_for("Waiting for one more.");
    let link = behind(&room, "Link");
    ada.press(KeyCode::Char('y'));
    assert_eq!(ada.event_loop.cx.copied.as_ref(), Some(&link));
    ada.press(KeyCode::Char('v'));
    let code = ada.text();
    assert!(code.contains("█▀▀▀▀▀█") && code.contains(&link), "{code}");
    ada.press(KeyCode::Esc);
    assert!(
        ada.text().contains("Waiting for one more."),
        "{}",
        ada.text()
    );
    ada.resize(140, 45);
    let room = ada.text();
    assert!(
        room.contains("Scan to join") && room.contains("█▀▀▀▀▀█"),
        "{room}"
    );
    ada.resize(40, 12);
    assert!(!ada.text().contains("QR code"), "{}", ada.text());
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
    let patience = Patience::begin();
    while ada.text().contains("Invite") {
        assert!(patience.lasts(), "{}", ada.text());
        ada.event_loop.wake();
    }
}

#[test]
fn a_seat_before_the_game_is_kept_or_given_back() {
    let house = House::open();
    let player = Player::hosting_at(&house);
    let mut ada = Theatre::new((80, 24), player.clone(), |cx| {
        cx.settings.name = "Ada".to_owned();
        crate::full::online::host(None, cx)
    });
    ada.press(KeyCode::Up);
    ada.press(KeyCode::Enter);
    ada.wait_for("Waiting for one more.");
    ada.press(KeyCode::Esc);
    // The seat stands among the saved games.
    let mut ada = Theatre::new((80, 24), player.clone(), |cx| crate::full::hall::saved(cx));
    let text = ada.wait_for("1 of 2 here");
    assert!(text.contains("farkle  Ada"), "{text}");
    ada.press(KeyCode::Enter);
    ada.wait_for("Waiting for one more.");
    ada.press(KeyCode::Char('x'));
    ada.wait_for("Saved games");
    assert!(
        player.backdrop.memory.lock().unwrap().tables[0]
            .seats
            .is_empty()
    );
}

/// Lets a theatre hear the news, and does something if it is its turn: stops if that is possible, rolls if not.
fn take_part(theatre: &mut Theatre, stop: &mut bool) {
    theatre.event_loop.wake();
    if !theatre.text().contains("your turn") {
        return;
    }
    *stop ^= true;
    if *stop {
        theatre.press(KeyCode::Char(':'));
        theatre.type_in("hold");
    }
    theatre.press(KeyCode::Enter);
}

/// Plays on two screens until both show a text.
#[track_caller]
fn play_until(theatres: &mut [Theatre; 2], wanted: &str) {
    let (patience, mut stops) = (Patience::begin(), [false; 2]);
    loop {
        let mut seen = 0;
        for (theatre, stop) in theatres.iter_mut().zip(&mut stops) {
            if theatre.text().contains(wanted) {
                seen += 1;
            } else {
                take_part(theatre, stop);
            }
        }
        if seen == 2 {
            return;
        }
        if !patience.lasts() {
            let [one, two] = theatres;
            panic!("{wanted:?} does not come:\n{}\n{}", one.text(), two.text());
        }
        theatres[0].rest();
    }
}

#[test]
fn two_screens_play_through_a_restart_and_once_more() {
    let mut house = House::open();
    let mut ada = host(&house, "pig(target=20)");
    ada.press(KeyCode::Up);
    ada.press(KeyCode::Enter);
    let link = behind(&ada.wait_for("Waiting for one more."), "Link");
    let mut bob = Theatre::new(
        (80, 24),
        Arc::new(Player::default()),
        crate::full::online::join,
    );
    bob.type_in(&link);
    for keys in ["", "", "Bob"] {
        bob.type_in(keys);
        bob.press(KeyCode::Tab);
    }
    bob.press(KeyCode::Enter);
    bob.wait_for("Ada here");
    ada.wait_for("Bob here");
    let mut both = [ada, bob];
    let mut stops = [false; 2];
    for _ in 0..200 {
        for (theatre, stop) in both.iter_mut().zip(&mut stops) {
            take_part(theatre, stop);
        }
        if both[0].text().contains("reviews the game") {
            break;
        }
        both[0].rest();
    }
    house.stop();
    for theatre in &mut both {
        theatre.wait_for("Reconnecting");
    }
    house.start();
    for theatre in &mut both {
        let patience = Patience::begin();
        while theatre.text().contains("Reconnecting") {
            assert!(patience.lasts(), "{}", theatre.text());
            theatre.event_loop.wake();
        }
    }
    play_until(&mut both, "reviews the game");
    let [ada, bob] = &mut both;
    ada.press(KeyCode::Char('r'));
    assert!(ada.text().contains("reviews the game"), "{}", ada.text());
    ada.press(KeyCode::Char('n'));
    ada.wait_for("Waiting for one more.");
    // Whatever stands in the last line, who wants to play again is seen.
    bob.wait_for("Ada wants to play again: n");
    bob.press(KeyCode::Char('n'));
    let patience = Patience::begin();
    while !ada.text().contains("Bob here") {
        assert!(patience.lasts(), "{}\n{}", ada.text(), bob.text());
        ada.event_loop.wake();
        bob.event_loop.wake();
    }
    // It is another game.
    ada.wait_for("0 of 20 points");
    bob.wait_for("0 of 20 points");
}
