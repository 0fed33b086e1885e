//! A server whose dice and clock a test chooses.

use std::env;
use std::io::Write;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Parser;
use hotdice_server::bus::NoBus;
use hotdice_server::store::StoreAddress;
use hotdice_server::{Quotas, RateLimits, Service, serve};
use hotdice_solutions::{ProgressReporter, SolutionCache, SolutionFolder};
use hotdice_solve::{Unwatched, Watch};
use hotdice_testserver::{Controls, control};
use hotdice_testworld::TestWorld;
use tokio::net::TcpListener;

/// The most memory that solved games may take: 512 MiB.
const MEMORY: u64 = 512 << 20;

/// Run a server whose dice and clock a test chooses
#[derive(Parser)]
struct TestServer {
    /// Taken and ignored, so that it starts as `hotdice serve` does
    #[arg(value_parser = ["serve"])]
    command: Option<String>,
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// Where games are stored: sqlite:PATH
    #[arg(long)]
    store: StoreAddress,
    /// From what all randomness follows
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Let the clock stand until a test moves it, so that nothing is ever too late
    #[arg(long)]
    clock_stands: bool,
    /// Sustained requests per second allowed from one address; 0 for no limit
    #[arg(long, default_value_t = 0)]
    rate: u32,
    /// Sustained requests per second allowed from one player; 0 for no limit
    #[arg(long, default_value_t = 0)]
    player_rate: u32,
    /// Taken and ignored
    #[arg(long)]
    log: Option<String>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let asked = TestServer::parse();
    let test = Arc::new(if asked.clock_stands {
        TestWorld::seeded(asked.seed)
    } else {
        TestWorld::running(asked.seed)
    });
    let listener = TcpListener::bind(asked.listen).await?;
    let controls = TcpListener::bind("127.0.0.1:0").await?;
    let store = asked.store.open(&test.world()).await.context("the store")?;
    let folder = env::var_os("HOTDICE_DATA").map(|data| PathBuf::from(data).join("tables"));
    let service = Service {
        world: test.world(),
        store,
        bus: Arc::new(NoBus::default()),
        library: Arc::new(SolutionCache::new(
            folder.map(SolutionFolder::new),
            Box::new(Quiet),
            MEMORY,
        )),
        rate_limits: RateLimits {
            by_address: NonZeroU32::new(asked.rate),
            by_token: NonZeroU32::new(asked.player_rate),
        },
        quotas: Quotas::NONE,
        proxies: <_>::default(),
        hosts: Vec::new(),
        keep_days: None,
        forget_most: false,
    };
    let mut out = std::io::stdout();
    writeln!(out, "Tests choose at http://{}", controls.local_addr()?)?;
    writeln!(out, "Hot Dice is open at http://{}", listener.local_addr()?)?;
    out.flush()?;
    let told = axum::serve(controls, control(Controls::of(test)));
    tokio::select! {
        served = serve(listener, service, async { drop(tokio::signal::ctrl_c().await) }) => served?,
        told = told.into_future() => told?,
    }
    Ok(())
}

/// Nobody looks on.
struct Quiet;

impl ProgressReporter for Quiet {
    fn watch(&self, _what: &str) -> Box<dyn Watch + '_> {
        Box::new(Unwatched)
    }
}
