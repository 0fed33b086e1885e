//! What a server writes down about itself holds no secrets.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use hotdice_client::{Client, entropy};
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
    let joined = client.join(&table, "Ada", entropy().expect("randomness"), None);
    let token = joined.expect("a seat").token.expect("a token");
    let ada = token.parse().expect("a token");
    let host = opened.host_token.parse().expect("a token");
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
                seq: view.seq,
                action: choice.notation,
                expect: None,
            };
            client.act(&table, &ada, &action).expect("an action");
        }
    };
    vec![view.seed.expect("a seed"), token, opened.host_token]
}

fn metrics(server: &Server) -> String {
    let address = server.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream
        .write_all(b"GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
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
    let metrics = metrics(&server);
    let log = fs::read_to_string(&log).expect("a log");
    assert!(log.contains("/api/v1/tables") && metrics.contains("hotdice_events_total"));
    for secret in secrets {
        assert!(!log.contains(&secret), "in the log");
        assert!(!metrics.contains(&secret), "in the metrics");
    }
}
