//! `hotdice serve`: a place to play for others.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use hotdice_server::bus::{Bus, NatsBus, NoBus};
use hotdice_server::store::{Store, StoreAddress, StoreError};
use hotdice_server::{IpNet, Quotas, RateLimits, Service, World, read_network, serve};
use hotdice_solutions::{ProgressReporter, SolutionCache, SolutionFolder};
use hotdice_solve::{Unwatched, Watch};
use tokio::net::TcpListener;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::cli_result::{CliResult, Stop};
use crate::data_folder;
use crate::store_lock::{self, StoreLock};

/// The most memory that solved games may take in a server, and those that are being solved: 512 MiB.
const MEMORY: u64 = 512 << 20;

/// How often a database that cannot be reached is tried again, and how often that is said.
const NEXT_TRY: Duration = Duration::from_secs(1);
const WAITING_REMINDER: Duration = Duration::from_secs(60);

/// How long threads that still think when a server ends are waited for.
const LAST_THOUGHTS: Duration = Duration::from_millis(250);

/// The most bytes of solved games that a server keeps on disk: 4 GiB.
const MOST_SOLVED: u64 = 4 << 30;

/// Run a server that others can play on
///
/// Games are stored durably and survive a crash. Several servers can share one PostgreSQL database. Stop the server with Ctrl-C.
#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; 0.0.0.0:7878 accepts connections from the network, port 0 picks a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// Where games are stored: sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE [default: a SQLite file in the data folder]
    #[arg(
        long,
        value_name = "URL",
        env = "HOTDICE_STORE",
        hide_env_values = true
    )]
    store: Option<String>,
    /// How servers that share a store notify each other: nats://HOST:PORT, or none to poll the store
    #[arg(
        long,
        value_name = "URL",
        default_value = "none",
        env = "HOTDICE_BUS",
        hide_env_values = true
    )]
    bus: String,
    /// Delete tables that have been idle for this many days
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    keep_days: Option<u32>,
    /// Let --keep-days delete more than half of all tables at once
    #[arg(long, requires = "keep_days")]
    forget_most: bool,
    /// Reverse proxies whose X-Forwarded-For header is trusted, as addresses or networks: 127.0.0.1,10.0.0.0/8
    #[arg(
        long,
        value_name = "NETWORKS",
        value_delimiter = ',',
        value_parser = read_network,
        env = "HOTDICE_PROXIES"
    )]
    proxies: Vec<IpNet>,
    /// Host names that the server answers to, such as dice.example.org; requests for others are refused [default: any name, but only localhost if the server listens on this machine alone and has no --proxies]
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        env = "HOTDICE_HOSTS"
    )]
    hosts: Vec<String>,
    /// Sustained requests per second allowed from one address; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 100)]
    rate: u32,
    /// Sustained requests per second allowed from one player; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 30)]
    player_rate: u32,
    /// Tables that one address may open per minute; 0 for no limit [default: 120, or no limit with --rate 0]
    #[arg(long, value_name = "N")]
    open_rate: Option<u32>,
    /// Unfinished tables that one address may have; 0 for no limit [default: 500, or no limit with --rate 0]
    #[arg(long, value_name = "N")]
    most_tables: Option<u32>,
    /// Event streams that one address may have open; 0 for no limit [default: 200, or no limit with --rate 0]
    #[arg(long, value_name = "N")]
    most_streams: Option<u32>,
    /// Connections that one address may have open; 0 for no limit [default: twice --most-streams]
    #[arg(long, value_name = "N")]
    most_connections: Option<u32>,
    /// Log level: error, warn, info, debug, or a filter such as hotdice_server=debug
    #[arg(
        long,
        value_name = "FILTER",
        default_value = "info",
        env = "HOTDICE_LOG"
    )]
    log: String,
    /// Write the log as JSON, one object per line
    #[arg(long)]
    log_json: bool,
}

impl Serve {
    pub(crate) fn run(self) -> CliResult {
        self.start_log()?;
        let runtime = tokio::runtime::Runtime::new()?;
        let world = World::system();
        let served = runtime.block_on(async {
            let bus = self.open_bus(&world).await?;
            let opened = tokio::select! {
                opened = self.open_store(&world) => Some(opened?),
                () = told_to_stop() => None,
            };
            match opened {
                Some((store, _lock)) => self.serve(store, bus, world).await,
                None => Ok(()),
            }
        });
        runtime.shutdown_timeout(LAST_THOUGHTS);
        served
    }

    fn start_log(&self) -> CliResult {
        let filter: Result<Targets, _> = self.log.parse();
        let filter = filter
            .with_context(|| format!("--log {:?} is not understood", self.log))
            .map_err(Stop::Usage)?;
        let colour = std::io::stderr().is_terminal();
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(std::io::stderr)
            .with_ansi(colour);
        let log = tracing_subscriber::registry().with(filter);
        if self.log_json {
            log.with(lines.json()).init();
        } else {
            log.with(lines).init();
        }
        Ok(())
    }

    fn quotas(&self) -> Quotas {
        let usual = match self.rate {
            0 => Quotas::NONE,
            _ => Quotas::default(),
        };
        let given = |given: Option<u32>, usual| given.map_or(usual, NonZeroU32::new);
        let streams = given(self.most_streams, usual.streams);
        let twice = streams.map(|streams| streams.saturating_add(streams.get()));
        Quotas {
            openings: given(self.open_rate, usual.openings),
            unfinished: given(self.most_tables, usual.unfinished),
            connections: given(self.most_connections, twice),
            streams,
            ..usual
        }
    }

    async fn open_bus(&self, world: &World) -> CliResult<Arc<dyn Bus>> {
        match &*self.bus {
            "none" => Ok(Arc::new(NoBus::default())),
            url => Ok(Arc::new(
                NatsBus::connect(url, world.clone())
                    .await
                    .map_err(Stop::usage)?,
            )),
        }
    }

    async fn open_store(&self, world: &World) -> CliResult<(Arc<dyn Store>, Option<StoreLock>)> {
        let address = match &self.store {
            Some(address) => address.parse().map_err(Stop::usage)?,
            None => StoreAddress::Sqlite(
                data_folder::server().context("no place for games is known: give --store")?,
            ),
        };
        let mut told = None;
        loop {
            let error = match store_lock::open(&address, world).await {
                Ok(opened) => return Ok(opened),
                Err(error) => error,
            };
            let Some(StoreError::Unreachable { .. }) = error.downcast_ref() else {
                return Err(error.into());
            };
            if told.is_none_or(|told| world.since(told) >= WAITING_REMINDER) {
                tracing::warn!("{error}; waiting for it");
                told = Some(world.now());
            }
            world.sleep(NEXT_TRY).await;
        }
    }

    async fn serve(self, store: Arc<dyn Store>, bus: Arc<dyn Bus>, world: World) -> CliResult {
        let listener = TcpListener::bind(self.listen).await.with_context(|| {
            format!(
                "cannot listen at {}: choose another with --listen",
                self.listen
            )
        })?;
        let address = listener.local_addr()?;
        let service = Service {
            world,
            store,
            bus,
            library: Arc::new(SolutionCache::new(
                data_folder::tables()
                    .map(|folder| SolutionFolder::new(folder).swept().holding(MOST_SOLVED)),
                Box::new(Quiet),
                MEMORY,
            )),
            rate_limits: RateLimits {
                by_address: NonZeroU32::new(self.rate),
                by_token: NonZeroU32::new(self.player_rate),
            },
            quotas: self.quotas(),
            proxies: self.proxies.into_iter().collect(),
            hosts: self.hosts,
            keep_days: self.keep_days,
            forget_most: self.forget_most,
        };
        let mut out = anstream::stdout();
        writeln!(out, "Hot Dice is open at http://{address}")?;
        out.flush()?;
        Ok(serve(listener, service, told_to_stop()).await?)
    }
}

/// Returns when somebody wants the server to stop.
async fn told_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    drop(interrupt.await);
}

/// Nobody looks on while a server solves a game; whoever asked for it says how long that may take.
struct Quiet;

impl ProgressReporter for Quiet {
    fn watch(&self, what: &str) -> Box<dyn Watch + '_> {
        tracing::info!(what, "solving");
        Box::new(Unwatched)
    }
}
