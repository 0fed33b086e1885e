//! A disk that is full for a while: nothing that was answered is lost, and games go on when there is room again.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use hotdice_client::{Client, Patience};
use hotdice_faults::{Guest, History, Logs, Manners, check, log};
use hotdice_rig::{Node, NodeSettings, Postgres, SmallDisk, or_skip};
use hotdice_testworld::eventually_blocking;
use hotdice_wire::OpenRequest;

/// Guests who play until they are told that it is over.
struct Guests {
    over: Arc<AtomicBool>,
    playing: Vec<JoinHandle<History>>,
}

impl Guests {
    fn come(door: SocketAddr) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let guest = |number| {
            let manners = Manners {
                sleepers: false,
                ..Manners::default()
            };
            let guest = Guest::new(number, [door; 3], manners);
            let over = over.clone();
            thread::spawn(move || guest.play(&over))
        };
        let playing = (0..4).map(guest).collect();
        Self { over, playing }
    }

    fn leave(self) -> History {
        self.over.store(true, Ordering::Relaxed);
        let mut history = History::default();
        for guest in self.playing {
            history.merge(guest.join().expect("a guest who carries on"));
        }
        history
    }
}

fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_hotdice"))
}

/// Fills a disk in the middle of games, waits until the server says that nothing can be written, and makes room again.
fn fill_for_a_while(disk: &SmallDisk, node: &Node, meanwhile: impl FnOnce()) {
    wait_for_play(node);
    disk.fill().expect("a full disk");
    let url = node.url().parse().expect("an address");
    let client = Client::of(url, Patience::none());
    let pig = OpenRequest {
        rules: "pig".to_owned(),
        ..OpenRequest::default()
    };
    // There may be room left in files that are there.
    let refused = eventually_blocking("the disk is full", || client.open(&pig).err());
    println!("while the disk is full: {refused}");
    meanwhile();
    // Others ask as well, whatever comes of it.
    for _ in 0..3 {
        drop(client.open(&pig));
    }
    disk.relieve().expect("room");
}

/// Waits until guests have done a good deal.
fn wait_for_play(node: &Node) {
    let enough = events(node) + 400;
    eventually_blocking("games go on", || (events(node) >= enough).then_some(()));
}

/// Returns how many events a server has written.
fn events(node: &Node) -> u64 {
    let metrics = ask(node, "/metrics");
    let mut counts = metrics
        .lines()
        .filter_map(|line| line.strip_prefix("hotdice_events_total "));
    counts
        .next()
        .map_or(0, |count| count.trim().parse().expect("a count"))
}

/// Returns what a server answers.
fn ask(node: &Node, path: &str) -> String {
    let mut line = TcpStream::connect(node.address()).expect("a line");
    let ask = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    line.write_all(ask.as_bytes()).expect("sent");
    let mut answer = String::new();
    line.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Asks a server whether it can write.
fn is_ready(node: &Node) -> bool {
    let answer = ask(node, "/api/v1/ready");
    let is_ready = answer.starts_with("HTTP/1.1 200");
    assert!(
        is_ready || (answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after")),
        "{answer}"
    );
    is_ready
}

#[test]
fn a_game_on_a_full_disk_is_not_said_to_be_saved() {
    let Some(disk) = or_skip(SmallDisk::of(1)) else {
        return;
    };
    disk.fill().expect("a full disk");
    let mut child = Command::new(binary())
        .args(["play", "farkle", "--seat", "Ada", "--seat", "Bo"])
        .env("HOTDICE_DATA", disk.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(b"1\n1\nquit\ny\n").expect("written");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let [out, err] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(out.contains("\nNot saved: the disk is full\n"), "{out}");
    assert!(err.ends_with(".hotdice: the disk is full\n"), "{err}");
    assert!(!out.contains("game is saved"), "{out}");
}

#[test]
fn a_full_disk_under_sqlite_loses_nothing() {
    // Large enough for a write-ahead log that is about to be checkpointed.
    let Some(disk) = or_skip(SmallDisk::of(64)) else {
        return;
    };
    let settings = NodeSettings {
        home: Some(disk.path().to_owned()),
        ..NodeSettings::of(binary())
    };
    let node = Node::start(settings).expect("a server");
    let guests = Guests::come(node.address());
    fill_for_a_while(&disk, &node, || {
        let is_stuck = || (!is_ready(&node)).then_some(());
        eventually_blocking("nothing can be written", is_stuck);
    });
    wait_for_play(&node);
    let history = guests.leave();
    let client = Client::new(&node.url()).expect("an address");
    let tables = history.tables.iter();
    let logs: Logs = tables
        .map(|table| (table.clone(), log::ask(&client, table).expect("a log")))
        .collect();
    assert!(history.acknowledged() > 100);
    assert_eq!(check(&logs, &history), []);
    println!("what the server wrote:\n{}", first_lines(&node.log()));
    assert!(is_ready(&node), "there is room again");
    let said = node.log().matches("the store fails").count();
    assert!(said <= 2, "a full disk is said once a minute: {said}");
}

#[test]
fn a_full_disk_under_postgres_loses_nothing() {
    let Some(disk) = or_skip(SmallDisk::of(80)) else {
        return;
    };
    let Some(mut postgres) = or_skip(Postgres::start_in(disk.path())) else {
        return;
    };
    let database = postgres.database().expect("a database");
    let settings = NodeSettings {
        store: Some(database.url()),
        ..NodeSettings::of(binary())
    };
    let node = Node::start(settings).expect("a server");
    let guests = Guests::come(node.address());
    fill_for_a_while(&disk, &node, || ());
    // PostgreSQL may have given up; whoever looks after it makes room and starts it.
    postgres.start_again().expect("PostgreSQL");
    wait_for_play(&node);
    let history = guests.leave();
    let mut logs = log::read(&postgres, &database).expect("logs");
    logs.retain(|table, _| history.tables.contains(table));
    assert!(history.acknowledged() > 100);
    assert_eq!(check(&logs, &history), []);
    println!("what the server wrote:\n{}", first_lines(&node.log()));
}

fn first_lines(log: &str) -> String {
    log.lines().take(4).collect::<Vec<_>>().join("\n")
}
