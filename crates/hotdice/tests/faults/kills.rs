//! Two people at different servers, and the server under each is killed in the middle of the game.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use hotdice_faults::{Build, Cluster, Guest, Heard, History, Manners, check, log};
use hotdice_rig::or_skip;

/// One of every family.
const FAMILIES: [&str; 4] = ["farkle(target=5000)", "kata", "tridice", "pig(target=100)"];

/// Waits until the game has come this far, and returns its log.
fn wait_for(cluster: &Cluster, events: usize) -> Vec<Heard> {
    let began = Instant::now();
    loop {
        let logs = log::read(&cluster.postgres, &cluster.database).expect("logs");
        let newest = logs.into_values().find(|log| !has_ended(log));
        match newest {
            Some(log) if log.len() >= events => return log,
            _ if began.elapsed() > Duration::from_secs(30) => panic!("nobody plays"),
            _ => thread::sleep(Duration::from_millis(20)),
        }
    }
}

fn has_ended(log: &[Heard]) -> bool {
    log.iter().any(|event| event.line.starts_with("ended "))
}

/// Kills a server at a moment of the game, and starts it again later.
fn kill(cluster: &mut Cluster, node: usize, events: usize) {
    let log = wait_for(cluster, events);
    cluster.nodes[node].crash();
    let last = log.last().expect("an event");
    println!(
        "    server {node} is killed after event {}: {}",
        last.seq, last.line
    );
    wait_for(cluster, log.len() + 4);
    println!("    the game goes on without it");
    cluster.nodes[node].restart().expect("a server");
}

#[test]
fn both_play_on_when_the_server_under_each_is_killed() {
    let binary = Path::new(env!("CARGO_BIN_EXE_hotdice"));
    let Some(mut cluster) = or_skip(Cluster::start(binary, Build::default())) else {
        return;
    };
    let mut history = History::default();
    for (number, rules) in FAMILIES.into_iter().enumerate() {
        println!("{rules}: one at server 0, the other at server 1");
        let manners = Manners {
            rules: vec![rules.to_owned()],
            sleepers: false,
            twins: false,
            bots: false,
            thinking: Duration::from_millis(25),
            ..Manners::default()
        };
        let guest = Guest::new(number as u64, cluster.doors_of(0), manners);
        let playing = thread::spawn(|| guest.play_each());
        kill(&mut cluster, 0, 8);
        kill(&mut cluster, 1, 16);
        history.merge(playing.join().expect("a guest who carries on"));
        println!("    the game is over");
    }
    let logs = log::read(&cluster.postgres, &cluster.database).expect("logs");
    assert_eq!(logs.len(), FAMILIES.len());
    assert_eq!(check(&logs, &history), []);
    println!("{}", hotdice_faults::Figures::of(&logs, &history));
}
