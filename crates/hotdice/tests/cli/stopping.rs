//! A server that is told to stop ends soon, whatever it is thinking about.

use std::thread;
use std::time::{Duration, Instant};

use hotdice_client::{Client, entropy};
use hotdice_rig::{Node, NodeSettings};
use hotdice_server::store::{SqliteStore, Store};
use hotdice_wire::OpenRequest;

/// Rules that take half a minute to solve.
const LARGE: &str = "zilch-playr";

/// How long something may take to happen.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_server_ends_while_a_bot_thinks_and_others_may_look_after_its_tables() {
    let settings = NodeSettings {
        log: "info".to_owned(),
        ..NodeSettings::of(env!("CARGO_BIN_EXE_hotdice"))
    };
    let mut node = Node::start(settings).expect("a server");
    let table = leave_it_to_a_bot(&Client::new(&node.url()).expect("an address"));
    wait_for(&node, "solving");
    let ended = node.end().expect("a server that was there");
    assert!(ended.success(), "{ended}: {}", node.log());
    assert!(node.log().contains("closed"), "{}", node.log());
    let store = SqliteStore::open(&node.folder().join("server.sqlite")).expect("a store");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let unleased = runtime.block_on(store.unleased(10)).expect("an answer");
    let unleased: Vec<String> = unleased.iter().map(ToString::to_string).collect();
    assert_eq!(unleased, [table], "the server has resigned");
}

/// Opens a table of two who never move, so that a perfect bot plays on when their time is up; returns the name of the table.
fn leave_it_to_a_bot(client: &Client) -> String {
    let opened = client.open(&OpenRequest {
        rules: LARGE.to_owned(),
        clock: Some(5),
        standin: Some("perfect".to_owned()),
        ..OpenRequest::default()
    });
    let table = opened.expect("a table").table;
    for name in ["Ada", "Bo"] {
        let entropy = entropy().expect("randomness");
        client.join(&table, name, entropy, None).expect("a seat");
    }
    table
}

fn wait_for(node: &Node, words: &str) {
    let since = Instant::now();
    while !node.log().contains(words) {
        assert!(since.elapsed() < PATIENCE, "{}", node.log());
        thread::sleep(Duration::from_millis(10));
    }
}
