//! What is said when there is no way to a table.

use std::sync::Arc;

use hotdice_client::{Client, entropy};
use hotdice_wire::OpenRequest;
use ratatui::crossterm::event::KeyCode;

use super::house::{House, Player};
use crate::full::testing::Theatre;

fn table_for(house: &House, seats: u8) -> (Client, String) {
    let client = Client::new(&house.url()).unwrap();
    let request = OpenRequest {
        rules: "farkle".to_owned(),
        seats: Some(seats),
        ..OpenRequest::default()
    };
    let table = client.open(&request).unwrap().table;
    (client, table)
}

/// Tries to join, and returns the screen with the answer.
#[track_caller]
fn check(address: &str, code: &str, name: &str, answer: &str) {
    let mut theatre = Theatre::new(
        (100, 30),
        Arc::new(Player::default()),
        crate::full::online::join,
    );
    theatre.type_in(address);
    theatre.press(KeyCode::Tab);
    theatre.type_in(code);
    theatre.press(KeyCode::Tab);
    theatre.type_in(name);
    theatre.press(KeyCode::Enter);
    theatre.press(KeyCode::Enter);
    let text = theatre.wait_for(answer);
    // Nothing that was typed is lost.
    assert!(text.contains(address), "{text}");
    assert!(theatre.open);
}

#[test]
fn nobody_listens() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let address = format!("http://127.0.0.1:{port}");
    check(
        &address,
        "k7w2m9x4ab",
        "Ada",
        "cannot be reached: nobody listens there.",
    );
}

#[test]
fn there_is_no_such_table() {
    let house = House::open();
    check(
        &house.url(),
        "k7w2m9x4ab",
        "Ada",
        "There is no such table: check the code or the link.",
    );
    check(&house.url(), "nonsense", "Ada", "\"nonsense\" is no code");
}

#[test]
fn the_table_is_full_or_has_begun() {
    let house = House::open();
    let (client, table) = table_for(&house, 2);
    for name in ["Bob", "Eve"] {
        client.join(&table, name, entropy().unwrap(), None).unwrap();
    }
    check(
        &house.url(),
        &table,
        "Ada",
        "You can watch, or open a table of your own.",
    );
}

#[test]
fn something_is_missing() {
    let house = House::open();
    let (_, table) = table_for(&house, 2);
    check(&house.url(), &table, "", "enter your name");
    check(&house.url(), "", "Ada", "Type the code of the table");
    check("", "", "Ada", "Paste the link that you were sent");
    check(
        "ftp://example.org",
        "",
        "Ada",
        "is not the address of a server",
    );
}

#[test]
fn hosting_that_fails_says_why() {
    let mut theatre = Theatre::new((100, 30), Arc::new(Player::default()), |cx| {
        cx.settings.name = "Ada".to_owned();
        crate::full::online::host(None, cx)
    });
    theatre.press(KeyCode::Up);
    theatre.press(KeyCode::Enter);
    theatre.wait_for("! nobody hosts in this test");
    theatre.press(KeyCode::Up);
    theatre.press(KeyCode::Up);
    theatre.text();
    assert!(theatre.open);
}
