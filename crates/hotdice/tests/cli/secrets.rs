//! What a server writes down about itself holds no secrets.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use hotdice_client::{Client, entropy};
use hotdice_rig::{Nats, Node, NodeSettings, Postgres, or_skip};
use hotdice_testworld::eventually_blocking;
use hotdice_wire::{ActionRequest, OpenRequest, Stage};

use crate::server::Server;

/// Plays a game against a bot, and returns everything about it that nobody else may know.
fn play(client: &Client) -> Vec<String> {
    let opened = client.open(&OpenRequest {
        rules: "pig(target=20)".to_owned(),
        ..OpenRequest::default()
    });
    let opened = opened.expect("a table");
    let table = opened.table;
    let joined = client.join(
        &table,
        "Ada",
        entropy(client.world()).expect("randomness"),
        None,
    );
    let token = joined.expect("a seat").token.expect("a token");
    let ada = token.parse().expect("a token");
    let host_token = opened.host_token.expect("a token");
    let host = host_token.parse().expect("a token");
    client.add_bot(&table, &host, "greedy").expect("a bot");
    let view = loop {
        let view = client.view(&table, Some(&ada)).expect("a view");
        if view.stage == Stage::Over {
            break view;
        }
        if let Some(choice) = view
            .scene
            .and_then(|scene| scene.choices.into_iter().last())
        {
            let action = ActionRequest {
                link: None,
                seq: view.seq,
                action: choice.notation,
                expect: None,
            };
            client.act(&table, &ada, &action).expect("an action");
        }
    };
    let seed = view.seed.expect("a seed");
    let entropy = added_by_ada(client, &table);
    vec![seed, token, host_token, entropy]
}

/// Returns what Ada has added to the dice, from the record.
fn added_by_ada(client: &Client, table: &str) -> String {
    let record = client.record(table).expect("a record");
    let line = record.lines().find(|line| line.starts_with("entropy "));
    let entropy = line.and_then(|line| line.split(' ').nth(1));
    entropy.expect("what Ada has added").to_owned()
}

fn metrics(url: &str) -> String {
    let address = url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream
        .write_all(b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    text
}

#[test]
fn neither_log_nor_metrics_show_a_seed_or_a_token() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let server = Server::logging("trace", Stdio::from(File::create(&log).expect("a file")));
    let secrets = play(&Client::new(&server.url).expect("an address"));
    let metrics = metrics(&server.url);
    let log = fs::read_to_string(&log).expect("a log");
    assert!(log.contains("/api/v1/tables") && metrics.contains("hotdice_events_total"));
    for secret in secrets {
        assert!(!log.contains(&secret), "in the log");
        assert!(!metrics.contains(&secret), "in the metrics");
    }
}

/// Listens to everything that is said on the bus.
fn eavesdrop(nats: &Nats) -> thread::JoinHandle<String> {
    let mut stream = TcpStream::connect(nats.address()).expect("a connection");
    let patience = Some(Duration::from_secs(2));
    stream.set_read_timeout(patience).expect("a patience");
    stream
        .write_all(b"CONNECT {\"verbose\":false}\r\nSUB > 1\r\n")
        .expect("sent");
    thread::spawn(move || {
        let mut heard = Vec::new();
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = stream.read(&mut bytes) {
            heard.extend_from_slice(&bytes[..read]);
        }
        String::from_utf8_lossy(&heard).into_owned()
    })
}

#[test]
fn neither_log_nor_metrics_nor_bus_show_a_secret_of_a_shared_store() {
    let (Some(postgres), Some(nats)) = (or_skip(Postgres::start()), or_skip(Nats::start())) else {
        return;
    };
    let database = postgres.database().expect("a database");
    let node = Node::start(NodeSettings {
        store: Some(database.url()),
        bus: Some(nats.url()),
        log: "trace".to_owned(),
        ..NodeSettings::of(env!("CARGO_BIN_EXE_hotdice"))
    });
    let node = node.expect("a server");
    let client = Client::new(&node.url()).expect("an address");
    eventually_blocking("the bus is up", || {
        (client.health().expect("an answer").bus == "nats").then_some(())
    });
    let bus = eavesdrop(&nats);
    let mut secrets = play(&client);
    secrets.push(database.password().to_owned());
    let (metrics, log) = (metrics(&node.url()), node.log());
    let bus = bus.join().expect("what was heard");
    assert!(log.contains("/api/v1/tables") && log.contains("DEBUG"));
    assert!(bus.contains("MSG "), "{bus}");
    for secret in secrets {
        assert!(
            !log.contains(&secret),
            "in the log: {}",
            around(&log, &secret)
        );
        assert!(!metrics.contains(&secret), "in the metrics");
        assert!(!bus.contains(&secret), "on the bus");
    }
}

/// Returns the line that holds a secret, to see who wrote it.
fn around(log: &str, secret: &str) -> String {
    let line = log.lines().find(|line| line.contains(secret));
    line.unwrap_or_default().chars().take(300).collect()
}
