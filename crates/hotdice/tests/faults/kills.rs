//! Two people at different servers, and the server under each is killed in the middle of their game.

use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use hotdice_faults::{
    Build, Cluster, Damage, Figures, Guest, Heard, History, Logs, Manners, check, log,
};
use hotdice_rig::or_skip;
use hotdice_testworld::eventually_blocking;

/// One of every family.
const FAMILIES: [&str; 4] = ["farkle(target=5000)", "kata", "tridice", "pig(target=100)"];

/// Waits until every game has come this far, and returns the logs.
fn wait_for(cluster: &Cluster, is_far_enough: impl Fn(&str, &[Heard]) -> bool) -> Logs {
    eventually_blocking("all games have come so far", || {
        let logs = log::read(&cluster.postgres, &cluster.database).expect("logs");
        let all = logs.iter().all(|(table, log)| is_far_enough(table, log));
        (all && logs.len() == FAMILIES.len()).then_some(logs)
    })
}

fn has_ended(log: &[Heard]) -> bool {
    log.iter().any(|event| event.line.starts_with("ended "))
}

/// Kills a server in the middle of all games, and starts it again later.
fn kill(cluster: &mut Cluster, node: usize, events: usize) {
    let logs = wait_for(cluster, |_, log| log.len() >= events);
    cluster.nodes[node].crash();
    println!("server {node} is killed");
    for log in logs.values() {
        let last = log.last().expect("an event");
        println!("    after event {}: {}", last.seq, last.line);
        assert!(!has_ended(log), "there is something to go on with");
    }
    wait_for(cluster, |table, log| {
        has_ended(log) || log.len() >= logs[table].len() + 4
    });
    println!("    the games go on without it");
    cluster.nodes[node].restart().expect("a server");
}

#[test]
fn both_play_on_when_the_server_under_each_is_killed() {
    let binary = Path::new(env!("CARGO_BIN_EXE_hotdice"));
    let Some(mut cluster) = or_skip(Cluster::start(binary, Build::default())) else {
        return;
    };
    // In every game one is at server 0, the other at server 1.
    let play = |(number, rules): (u64, &str)| {
        let manners = Manners {
            rules: vec![rules.to_owned()],
            sleepers: false,
            twins: false,
            bots: false,
            thinking: Duration::from_millis(25),
            ..Manners::default()
        };
        let guest = Guest::new(number, cluster.doors_of(0), manners);
        thread::spawn(|| guest.play_each())
    };
    let playing: Vec<JoinHandle<History>> = (0..).zip(FAMILIES).map(play).collect();
    kill(&mut cluster, 0, 8);
    kill(&mut cluster, 1, 16);
    let mut history = History::default();
    for guest in playing {
        history.merge(guest.join().expect("a guest who carries on"));
    }
    let logs = log::read(&cluster.postgres, &cluster.database).expect("logs");
    assert_eq!(logs.len(), FAMILIES.len());
    assert_eq!(check(&logs, &history), []);
    println!("{}", Figures::of(&logs, &history, &Damage::default()));
}
