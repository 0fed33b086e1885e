//! Plays many tables at once against one or several servers over loopback, and says what they bear.
//!
//! Every table is played by one task that holds both seats: it keeps the game beside the server's, chooses any legal
//! action, and measures how long the server takes to say that the action is safe. Listeners hold event streams open and
//! check that they hear every event once and in order; where there are several servers, at another one than the players.

mod line;
mod listening;
mod long_logs;
mod machine;
mod player;
mod report;
mod servers;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;

use report::Report;
use servers::{Kept, Servers};

/// Play many tables at once against servers on this machine
#[derive(Clone, Debug, Parser)]
struct Options {
    /// The program to start as the servers
    #[arg(long, default_value = "target/release/hotdice")]
    server: std::path::PathBuf,
    /// How many servers share the load
    #[arg(long, default_value_t = 1)]
    nodes: usize,
    /// Where games are kept
    #[arg(long, value_enum, default_value = "sqlite")]
    store: Kept,
    /// How many workers a Citus has
    #[arg(long, default_value_t = 2)]
    workers: usize,
    /// Let servers tell each other news over NATS
    #[arg(long)]
    bus: bool,
    /// How many tables are played at once
    #[arg(long, default_value_t = 100)]
    tables: usize,
    /// How many event streams are held open
    #[arg(long, default_value_t = 100)]
    streams: usize,
    /// For how many seconds
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The rules line
    #[arg(long, default_value = "farkle")]
    rules: String,
    /// The dice are linked: every roll waits for links of both seats
    #[arg(long)]
    linked: bool,
    /// No play: how soon a table opens whose log has so many events, and what --streams cost that listen to such tables
    #[arg(long, value_name = "EVENTS", conflicts_with_all = ["nodes", "store", "bus", "linked", "pace"])]
    log: Option<u64>,
    /// The most actions that one table sends in a second; 0 for as fast as it can
    #[arg(long, default_value_t = 0)]
    pace: u32,
}

// One thread: it never needs a whole core, and nobody has to be woken on another one.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let options = Options::parse();
    if let Some(events) = options.log {
        return long_logs::measure(&options, events).await;
    }
    println!("fsync of 4 KiB on this disk: {}", machine::fsync_cost()?);
    let servers = Servers::start(&options)?;
    let report = Arc::new(Report::default());
    let mut tasks = tokio::task::JoinSet::new();
    let (tables, watch) = tokio::sync::watch::channel(Vec::new());
    let tables = Arc::new(tables);
    for number in 0..options.tables {
        let pace = (options.pace > 0).then(|| Duration::from_secs(1) / options.pace);
        let play = player::play(
            servers.address(number),
            (options.rules.clone(), options.linked),
            pace,
            tables.clone(),
            report.clone(),
        );
        tasks.spawn(async move { player::told(play.await) });
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    for place in 0..options.streams {
        let listen = listening::listen(
            servers.address(place + 1),
            place,
            watch.clone(),
            report.clone(),
        );
        tasks.spawn(async move { player::told(listen.await) });
        if place % 200 == 199 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    let before = servers.used();
    report.begin();
    for second in 1..=options.seconds {
        tokio::time::sleep(Duration::from_secs(1)).await;
        if second % 10 == 0 || second == options.seconds {
            println!(
                "{second:>4} s  {}  servers {} MiB",
                report.so_far(),
                servers.memory() >> 20
            );
        }
    }
    println!("{}", report.in_the_end(&options, servers.memory()));
    println!("{}", report.cores(before, servers.used()));
    tasks.abort_all();
    Ok(())
}
