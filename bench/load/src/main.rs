//! Plays many tables at once against a server over loopback, and says what it bears.
//!
//! Every table is played by one task that holds both seats: it keeps the game beside the server's, chooses any legal
//! action, and measures how long the server takes to say that the action is safe. Listeners hold event streams open and
//! check that they hear every event once and in order.

mod line;
mod listening;
mod player;
mod report;
mod server;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;

use report::Report;
use server::Server;

/// Play many tables at once against a server on this machine
#[derive(Clone, Debug, Parser)]
struct Options {
    /// The program to start as the server
    #[arg(long, default_value = "target/release/hotdice")]
    server: std::path::PathBuf,
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
    /// The most actions that one table sends in a second; 0 for as fast as it can
    #[arg(long, default_value_t = 0)]
    pace: u32,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let server = Server::start(&options.server).await?;
    println!("fsync of 4 KiB on this disk: {}", server::fsync_cost()?);
    let report = Arc::new(Report::default());
    let mut tasks = tokio::task::JoinSet::new();
    let (tables, watch) = tokio::sync::watch::channel(Vec::new());
    let tables = Arc::new(tables);
    for _ in 0..options.tables {
        let pace = (options.pace > 0).then(|| Duration::from_secs(1) / options.pace);
        let play = player::play(
            server.address,
            options.rules.clone(),
            pace,
            tables.clone(),
            report.clone(),
        );
        tasks.spawn(async move { player::told(play.await) });
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    for place in 0..options.streams {
        let listen = listening::listen(server.address, place, watch.clone(), report.clone());
        tasks.spawn(async move { player::told(listen.await) });
        if place % 200 == 199 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    report.begin();
    for second in 1..=options.seconds {
        tokio::time::sleep(Duration::from_secs(1)).await;
        if second % 10 == 0 || second == options.seconds {
            println!(
                "{second:>4} s  {}  server {} MiB",
                report.so_far(),
                server.memory()? >> 20
            );
        }
    }
    println!("{}", report.in_the_end(&options, server.memory()?));
    tasks.abort_all();
    server.stop().await
}
