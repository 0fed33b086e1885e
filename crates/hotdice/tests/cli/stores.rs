//! Servers on other stores than their own file: what is refused, and how games move.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use hotdice_client::{Client, Token, entropy};
use hotdice_rig::{Database, Node, NodeSettings, Postgres, or_skip};
use hotdice_wire::{ActionRequest, OpenRequest, Stage, TableView, WaitingFor};

use crate::server::Server;
use crate::{Ran, User};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hotdice");

#[test]
fn a_file_belongs_to_one_server_at_a_time() {
    let user = User::new();
    let mut server = Server::start();
    let store = format!("sqlite:{}", server.store().display());
    check(&["--store", &store], 1, "is in use by another server");
    let copied = user.run(&["store", "copy", &store, "sqlite:copy.sqlite"], "");
    assert_eq!(copied.code, 1, "{}", copied.err);
    assert!(copied.err.contains("is in use"), "{}", copied.err);
    server.crash();
    let copied = user.run(&["store", "copy", &store, "sqlite:copy.sqlite"], "");
    assert_eq!(copied.code, 0, "{}", copied.err);
}

/// Whoever hoped for TLS and did not get it can read so in the log.
#[test]
fn a_line_that_others_can_read_is_told_of() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    for (wish, is_told) in [("prefer", true), ("disable", false)] {
        let url = postgres.database().expect("a database").url();
        let settings = NodeSettings {
            store: Some(format!("{url}?sslmode={wish}")),
            log: "warn".to_owned(),
            ..NodeSettings::of(PROGRAM)
        };
        let log = Node::start(settings).expect("a server").log();
        assert_eq!(log.contains("is not encrypted"), is_told, "{log}");
        assert!(!log.contains("throw-away"), "{log}");
    }
}

/// Runs a server that must not start.
fn refused(more: &[&str]) -> Ran {
    let arguments = [
        &["serve", "--listen", "127.0.0.1:0", "--log", "error"],
        more,
    ]
    .concat();
    User::new().run(&arguments, "")
}

#[track_caller]
fn check(more: &[&str], code: i32, said: &str) {
    let ran = refused(more);
    assert_eq!(ran.code, code, "{more:?}: {}", ran.err);
    assert!(ran.err.contains(said), "{more:?}: {}", ran.err);
    assert!(!ran.err.contains("secret"), "{}", ran.err);
    assert_eq!(ran.out, "", "nothing was open");
}

#[test]
fn a_store_or_a_bus_that_cannot_be_used_is_refused_with_the_right_exit_code() {
    check(
        &["--store", "mysql://ada:secret@db/games"],
        2,
        "is not a store",
    );
    check(&["--bus", "http://ada:secret@news"], 2, "is no bus");
    check(&["--keep-days", "0"], 2, "0 is not in 1..");
    check(
        &[
            "--store",
            "postgres://ada:secret@127.0.0.1/games?sslrootcert=/dev/null",
        ],
        1,
        "/dev/null holds no certificate",
    );
    check(
        &["--store", "sqlite:/dev/null/games.sqlite"],
        1,
        "cannot be opened",
    );
}

#[test]
fn a_database_that_does_not_let_us_in_or_is_newer_is_refused() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let database = postgres.database().expect("a database");
    let wrong = database.url().replace(database.password(), "secret");
    check(&["--store", &wrong], 1, "password authentication failed");
    let node = node_on(Some(database.url()), None);
    drop(node);
    let newer = "insert into hotdice.version values (99)";
    postgres.sql(database.name(), newer).expect("a newer form");
    check(&["--store", &database.url()], 1, "newer version");
}

#[test]
fn a_server_waits_for_its_database() {
    let Some(mut postgres) = or_skip(Postgres::start()) else {
        return;
    };
    let url = postgres.database().expect("a database").url();
    postgres.stop();
    let mut server = Command::new(PROGRAM)
        .args(["serve", "--listen", "127.0.0.1:0", "--store", &url])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a server");
    let mut log = BufReader::new(server.stderr.take().expect("a log")).lines();
    let waiting = log.find(|line| {
        let line = line.as_ref().expect("text");
        line.contains("cannot be opened") && line.contains("waiting for it")
    });
    assert!(waiting.is_some(), "it ended instead of waiting");
    postgres.start_again().expect("PostgreSQL");
    let mut said = BufReader::new(server.stdout.take().expect("an output")).lines();
    let open = said.next().expect("it opens").expect("text");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    assert!(open.starts_with("Hot Dice is open"), "{open}");
}

fn node_on(store: Option<String>, bus: Option<String>) -> Node {
    let settings = NodeSettings {
        store,
        bus,
        ..NodeSettings::of(PROGRAM)
    };
    Node::start(settings).expect("a server")
}

#[test]
fn a_server_whose_bus_is_not_there_starts_and_says_so() {
    let node = node_on(None, Some("nats://127.0.0.1:1".to_owned()));
    let health = Client::new(&node.url()).expect("an address").health();
    let health = health.expect("it answers");
    assert_eq!(health.bus, "nats: down, reading the log");
    assert_eq!((&*health.status, &*health.store), ("ok", "sqlite"));
}

/// A game of two that goes on.
struct Game {
    table: String,
    tokens: [Token; 2],
}

impl Game {
    fn begin(client: &Client) -> Self {
        let opened = client.open(&OpenRequest {
            rules: "kata".to_owned(),
            ..OpenRequest::default()
        });
        let table = opened.expect("a table").table;
        let tokens = ["Ada", "Bo"].map(|name| {
            let joined = client.join(
                &table,
                name,
                entropy(client.world()).expect("random bytes"),
                None,
            );
            let token = joined.expect("a seat").token.expect("a token");
            token.parse().expect("a token")
        });
        Self { table, tokens }
    }

    fn view(&self, client: &Client) -> TableView {
        client.view(&self.table, None).expect("a table")
    }

    /// Does the first thing that can be done; says whether there was any.
    fn step(&self, client: &Client) -> bool {
        let view = self.view(client);
        let (WaitingFor::Person, Some(seat)) = (view.waiting.whom, view.waiting.seat) else {
            return false;
        };
        let token = &self.tokens[usize::from(seat) - 1];
        let view = client.view(&self.table, Some(token)).expect("a view");
        let choices = view.scene.expect("a game").choices;
        let action = ActionRequest {
            link: None,
            seq: view.seq,
            action: choices[view.seq as usize % choices.len()].notation.clone(),
            expect: None,
        };
        client.act(&self.table, token, &action).expect("an action");
        true
    }
}

/// Copies, and kills the copy after a while; returns how many tables are there then.
fn killed_copy(from: &str, to: &Database, postgres: &Postgres, after: Duration) -> usize {
    let mut copy = Command::new(PROGRAM)
        .args(["store", "copy", from, &to.url()])
        .stdout(Stdio::null())
        .spawn()
        .expect("the copy runs");
    std::thread::sleep(after);
    drop(copy.kill());
    drop(copy.wait());
    let count = postgres.sql(to.name(), "select count(*) from hotdice.tables");
    // Before the tables are made there are none.
    count.map_or(0, |count| count.trim().parse().expect("a number"))
}

/// Returns a database into which a copy was killed half-way.
fn half_copied(from: &str, postgres: &Postgres, tables: usize) -> Database {
    let mut to = postgres.database().expect("a database");
    for attempt in 1..200 {
        let after = Duration::from_millis(attempt * 5);
        match killed_copy(from, &to, postgres, after) {
            0 => {}
            there if there < tables => return to,
            _ => to = postgres.database().expect("a database"),
        }
    }
    panic!("no copy was killed half-way");
}

#[test]
fn games_move_from_a_file_to_postgres_though_the_copy_is_killed() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let user = User::new();
    let from = format!("sqlite:{}", user.folder().join("games.sqlite").display());
    let mut node = node_on(Some(from.clone()), None);
    let client = Client::new(&node.url()).expect("an address");
    let games: Vec<Game> = (0..200).map(|_| Game::begin(&client)).collect();
    for game in &games {
        game.step(&client);
    }
    let seen: Vec<TableView> = games.iter().map(|game| game.view(&client)).collect();
    node.crash();
    let to = half_copied(&from, postgres, games.len());
    let copied = user.run(&["store", "copy", &from, &to.url()], "");
    assert_eq!((copied.code, &*copied.err), (0, ""), "{}", copied.out);
    assert!(copied.out.starts_with("200 tables with "), "{}", copied.out);
    let node = node_on(Some(to.url()), None);
    let client = Client::new(&node.url()).expect("an address");
    for (game, before) in games.iter().zip(seen) {
        let after = game.view(&client);
        assert_eq!((after.seq, after.scene), (before.seq, before.scene));
    }
    while games[0].step(&client) {}
    assert_eq!(games[0].view(&client).stage, Stage::Over);
    let other = format!("sqlite:{}", user.folder().join("other.sqlite").display());
    let mut node = node_on(Some(other.clone()), None);
    Game::begin(&Client::new(&node.url()).expect("an address"));
    node.crash();
    let wrong = user.run(&["store", "copy", &other, &to.url()], "");
    assert_eq!(wrong.code, 1, "{}", wrong.err);
    assert!(
        wrong.err.contains("there are other tables"),
        "{}",
        wrong.err
    );
    let itself = user.run(&["store", "copy", &from, &from], "");
    assert_eq!(itself.code, 2, "{}", itself.err);
    let nowhere = user.run(&["store", "copy", "sqlite:nowhere.sqlite", &from], "");
    assert_eq!(nowhere.code, 1);
    assert!(nowhere.err.contains("is not there"), "{}", nowhere.err);
}
