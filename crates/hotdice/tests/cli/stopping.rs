//! A server that is told to stop ends soon, whatever it is thinking about.

use std::fs;

use hotdice_client::{Client, entropy};
use hotdice_rig::{Node, NodeSettings};
use hotdice_server::World;
use hotdice_server::store::{SqliteStore, Store};
use hotdice_testworld::{Patience, eventually_blocking};
use hotdice_wire::OpenRequest;

/// Rules that take half a minute to solve.
const LARGE: &str = "zilch-playr";

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
    let store = SqliteStore::open(&node.folder().join("server.sqlite"), World::system());
    let store = store.expect("a store");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let unleased = runtime.block_on(store.unleased(10)).expect("an answer");
    let unleased: Vec<String> = unleased.iter().map(ToString::to_string).collect();
    assert_eq!(unleased, [table], "the server has resigned");
}

/// What takes a server down with it, or is in the way of one that is restarted, must not do so again at once.
#[test]
fn what_was_being_solved_when_a_server_ended_is_not_begun_again_after_its_restart() {
    let orderly = |node: &mut Node| {
        let ended = node.end().expect("a server that was there");
        assert!(ended.success(), "{ended}: {}", node.log());
    };
    let ends: [fn(&mut Node); 2] = [orderly, Node::crash];
    for end in ends {
        let settings = NodeSettings {
            log: "info".to_owned(),
            ..NodeSettings::of(env!("CARGO_BIN_EXE_hotdice"))
        };
        let mut node = Node::start(settings).expect("a server");
        leave_it_to_a_bot(&Client::new(&node.url()).expect("an address"));
        let unsolved = node.folder().join("tables/unsolved");
        wait_for(&node, "solving what=");
        let noted = || fs::read_dir(&unsolved).ok()?.next();
        eventually_blocking("it is noted", noted).expect("a file");
        end(&mut node);
        let before = node.log().len();
        node.restart().expect("a server");
        wait_for_more(&node, before, "a bot plays below its level");
        let after = &node.log()[before..];
        assert!(after.contains("was cut off on this server"), "{after}");
        assert!(!after.contains("solving what="), "{after}");
    }
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
        let entropy = entropy(client.world()).expect("randomness");
        client.join(&table, name, entropy, None).expect("a seat");
    }
    table
}

fn wait_for(node: &Node, words: &str) {
    wait_for_more(node, 0, words);
}

/// Waits for words that come after so many bytes of the log.
fn wait_for_more(node: &Node, from: usize, words: &str) {
    let patience = Patience::begin();
    eventually_blocking(words, || {
        let is_said = node.log()[from..].contains(words);
        assert!(is_said || patience.lasts(), "{}", node.log());
        is_said.then_some(())
    });
}
