//! What is said when there is no way to a table.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::Arc;

use hotdice_client::{Client, entropy};
use hotdice_wire::{DiceKind, OpenRequest};
use ratatui::crossterm::event::KeyCode;

use super::house::{House, Player};
use crate::full::testing::Theatre;
use crate::session::{self, TableRequest};

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
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
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
        client
            .join(&table, name, entropy(client.world()).unwrap(), None)
            .unwrap();
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

/// Opens a table with linked dice at a server that answers so, and returns what comes of it.
fn open_linked(answer: impl Fn(&str) -> (u16, String) + Send + 'static) -> String {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", server.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in server.incoming() {
            let mut stream = stream.unwrap();
            let mut read = BufReader::new(stream.try_clone().unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") && read.read_line(&mut head).unwrap() > 0 {}
            let length = head.to_lowercase().lines().find_map(|line| {
                let length = line.strip_prefix("content-length:")?;
                length.trim().parse().ok()
            });
            read.read_exact(&mut vec![0; length.unwrap_or(0)]).unwrap();
            let (status, body) = answer(head.lines().next().unwrap());
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status} Answer\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
            );
            stream.write_all((head + &body).as_bytes()).unwrap();
        }
    });
    let new = TableRequest {
        request: OpenRequest {
            rules: "pig".to_owned(),
            dice: Some(DiceKind::Linked),
            ..OpenRequest::default()
        },
        bots: Vec::new(),
        name: Some("Ada".parse().unwrap()),
    };
    let player = Player::default();
    let client = Client::new(&address).unwrap();
    let trouble = session::open(&client, &new, None, &player).err().unwrap();
    let memory = player.backdrop.memory.lock().unwrap();
    assert!(memory.tables.is_empty(), "nobody sits anywhere");
    trouble.to_string()
}

/// A server that would rather choose the dice gets no table to do so at.
#[test]
fn linked_dice_are_not_replaced_by_others() {
    let refused = open_linked(|_| {
        let problem =
            r#"{"code":"invalid","title":"","status":400,"detail":"no linked dice here"}"#;
        (400, problem.to_owned())
    });
    assert!(refused.contains("No linked dice here."), "{refused}");

    let house = House::open();
    let (committed, table) = table_for(&house, 2);
    let view = serde_json::to_string(&committed.view(&table, None).unwrap()).unwrap();
    let opened = format!(r#"{{"table":"{table}","commitment":"{}"}}"#, "c".repeat(64));
    let replaced = open_linked(move |request| {
        if request.starts_with("POST") {
            (201, opened.clone())
        } else {
            (200, view.clone())
        }
    });
    assert!(replaced.contains("whose dice it makes alone"), "{replaced}");
}
