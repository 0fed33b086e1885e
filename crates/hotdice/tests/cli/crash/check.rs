//! Whether the server still knows what it has answered.

use hotdice_client::{Client, News};
use hotdice_verify::{Memory, verify};
use hotdice_wire::EventKind;

use super::guest::History;

impl History {
    /// Compares what was answered with the logs of the server, and verifies every die.
    pub(crate) fn check(&self, url: &str) {
        let client = Client::new(url).expect("an address");
        for (table, answered) in &self.tables {
            let log = log(&client, table);
            for (seq, line) in answered {
                let kept = log.get(*seq as usize - 1);
                assert_eq!(kept, Some(line), "table {table}, event {seq}");
            }
            let record = client.record(table).expect("a record");
            let verdict = verify(&record, &Memory::default());
            assert!(
                verdict.is_verified(),
                "table {table}: {verdict:?}\n{record}"
            );
        }
    }
}

/// Returns the whole log of a table whose game is over.
fn log(client: &Client, table: &str) -> Vec<String> {
    let mut log = Vec::new();
    for news in client.events(table, None, 0) {
        if let News::Happened(event) = news.expect("news") {
            assert_eq!(event.seq, log.len() as u64 + 1, "in order");
            log.push(event.line);
            if event.kind == EventKind::Ended {
                break;
            }
        }
    }
    log
}

#[test]
#[should_panic(expected = "event 2")]
fn a_lost_event_is_found() {
    let server = crate::server::Server::start();
    let client = Client::new(&server.url).expect("an address");
    let history = tampered(&client);
    history.check(&server.url);
}

/// Returns what somebody claims to have been answered about a game of two bots, and was not.
fn tampered(client: &Client) -> History {
    let opened = client.open(&hotdice_wire::OpenRequest {
        rules: "pig(target=10)".to_owned(),
        ..Default::default()
    });
    let opened = opened.expect("a table");
    let host = opened.host_token.parse().expect("a token");
    for _ in 0..2 {
        client
            .add_bot(&opened.table, &host, "greedy")
            .expect("a bot");
    }
    let mut history = History::default();
    let log = history.tables.entry(opened.table).or_default();
    log.insert(2, "acted 1 roll".to_owned());
    history
}
