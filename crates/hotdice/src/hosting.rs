//! A server inside this program, for those who host from the hall.
//!
//! It keeps its games where `hotdice serve` keeps them, and listens where it listened the last time, so that guests
//! find it again after the program was closed.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{fs, io};

use anyhow::{Context, anyhow};
use hotdice_bots::Library;
use hotdice_client::{Client, Patience};
use hotdice_server::bus::NoBus;
use hotdice_server::store::SqliteStore;
use hotdice_server::{Proxies, Quotas, RateLimits, Service, World, own_address, serve};
use hotdice_tui::services::{Hosted, Reach, UiError};
use tokio::sync::oneshot;

use crate::data_folder;
use crate::store_lock::StoreLock;

/// How long threads that still think when a server ends are waited for.
const LAST_THOUGHTS: Duration = Duration::from_secs(2);

/// The server of this program: none yet, or one that stays open until the program ends.
pub(crate) struct Hosting {
    /// Where games are kept.
    store: Option<PathBuf>,
    library: Arc<dyn Library>,
    open: Mutex<Option<Arc<HostedServer>>>,
}

/// A server that is open.
pub(crate) struct HostedServer {
    address: SocketAddr,
    url: String,
    reach: Reach,
    remark: Option<String>,
    running: Mutex<Option<Running>>,
}

/// What ends a server, and how to know that it has ended.
struct Running {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<anyhow::Result<()>>,
}

impl Hosting {
    /// Returns the place for a server that keeps its games in the data folder.
    pub(crate) fn new(library: Arc<dyn Library>) -> Self {
        Self::at(data_folder::server(), library)
    }

    fn at(store: Option<PathBuf>, library: Arc<dyn Library>) -> Self {
        let open = Mutex::default();
        Self {
            store,
            library,
            open,
        }
    }

    /// Opens the server, or finds the one that is open and can be reached from as far.
    ///
    /// # Errors
    /// When it cannot listen, or there is no place for its games.
    pub(crate) fn open(&self, reach: Reach) -> Result<Arc<dyn Hosted>, UiError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        match &*open {
            Some(server) if server.reach == Reach::Network || reach == Reach::Here => {
                return Ok(server.clone());
            }
            // Guests on this machine find it again at the same port.
            Some(server) => server.close(),
            None => {}
        }
        let store = self.store.as_deref();
        let store = store.context("there is no folder for a server: set HOTDICE_DATA");
        let server = store.and_then(|store| HostedServer::open(store, reach, self.library.clone()));
        let server =
            Arc::new(server.map_err(|error| format!("The server did not open: {error:#}"))?);
        *open = Some(server.clone());
        Ok(server)
    }
}

impl HostedServer {
    fn open(store: &Path, reach: Reach, library: Arc<dyn Library>) -> anyhow::Result<Self> {
        let kept = StoreLease::open(store)?;
        let listener = listen(ip(reach), kept.last_port())?;
        let address = listener.local_addr()?;
        kept.remember_port(address.port());
        let url = format!("http://127.0.0.1:{}", address.port());
        let remark = remark(&kept, address.port());
        let server = Self {
            address,
            remark,
            reach,
            running: Mutex::new(Some(run(listener, kept, library)?)),
            url,
        };
        server.check()?;
        Ok(server)
    }

    /// Waits until the server answers, or says why it does not.
    fn check(&self) -> anyhow::Result<()> {
        let patience = Patience {
            tries: 5,
            first_pause: Duration::from_millis(50),
            ..Patience::none()
        };
        let answer = Client::of(self.url.parse()?, patience).health();
        let Err(error) = answer else { return Ok(()) };
        match self.end() {
            Some(Err(cause)) => Err(cause),
            _ => Err(error.into()),
        }
    }

    /// Closes the server when everything that was begun is done.
    fn close(&self) {
        drop(self.end());
    }

    fn end(&self) -> Option<anyhow::Result<()>> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let Running { stop, thread } = running.take()?;
        // If nobody listens the server has ended already.
        let _ = stop.send(());
        let ended = thread.join();
        Some(ended.unwrap_or_else(|_| Err(anyhow!("the server broke"))))
    }
}

impl Drop for HostedServer {
    fn drop(&mut self) {
        self.close();
    }
}

impl Hosted for HostedServer {
    fn url(&self) -> &str {
        &self.url
    }

    fn addresses(&self) -> Vec<String> {
        let port = self.address.port();
        let here = (self.reach == Reach::Network).then(own_address).flatten();
        here.map(|ip| format!("http://{ip}:{port}"))
            .into_iter()
            .collect()
    }

    fn remark(&self) -> Option<String> {
        self.remark.clone()
    }
}

fn ip(reach: Reach) -> Ipv4Addr {
    match reach {
        Reach::Here => Ipv4Addr::LOCALHOST,
        Reach::Network => Ipv4Addr::UNSPECIFIED,
    }
}

fn remark(kept: &StoreLease, port: u16) -> Option<String> {
    let elsewhere =
        (port != USUAL).then(|| format!("Port {USUAL} is taken: this server listens at {port}."));
    let apart = kept.is_apart().then(|| {
        "Another server on this machine has the usual games: this one keeps its own.".to_owned()
    });
    apart.or(elsewhere)
}

/// Runs a server on a thread of its own.
fn run(
    listener: TcpListener,
    kept: StoreLease,
    library: Arc<dyn Library>,
) -> anyhow::Result<Running> {
    listener.set_nonblocking(true)?;
    let world = World::system();
    let store = SqliteStore::open(kept.path(), world.clone());
    let store =
        Arc::new(store.with_context(|| format!("{} cannot be used", kept.path().display()))?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let (stop, stopped) = oneshot::channel();
    let thread = thread::Builder::new().name("hotdice-server".to_owned());
    let thread = thread.spawn(move || {
        let service = Service {
            world,
            store,
            library,
            bus: Arc::new(NoBus::default()),
            rate_limits: RateLimits::default(),
            quotas: Quotas::default(),
            proxies: Proxies::default(),
            hosts: Vec::new(),
            keep_days: None,
            forget_most: false,
        };
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            serve(listener, service, async { drop(stopped.await) }).await
        });
        // Nobody else may open the store before everything is written; whoever still thinks has nothing to write.
        runtime.shutdown_timeout(LAST_THOUGHTS);
        drop(kept);
        Ok(served?)
    })?;
    Ok(Running { stop, thread })
}

/// The port of servers of Hot Dice.
const USUAL: u16 = 7878;

/// The ports that are tried next when that one is taken.
const NEIGHBOURS: u16 = 9;

/// Listens at the port of the last time, the usual one, one beside it, or any that is free.
fn listen(ip: Ipv4Addr, last: Option<u16>) -> anyhow::Result<TcpListener> {
    let neighbours = USUAL..=USUAL + NEIGHBOURS;
    let mut ports = last.into_iter().chain(neighbours).chain([0]);
    let mut refused = None;
    let listener = ports.find_map(|port| match TcpListener::bind((ip, port)) {
        Ok(listener) => Some(listener),
        Err(error) => {
            refused = Some(error);
            None
        }
    });
    let no_port = || refused.unwrap_or_else(|| io::ErrorKind::AddrInUse.into());
    listener
        .ok_or_else(no_port)
        .with_context(|| format!("cannot listen at {ip}"))
}

#[cfg(test)]
mod tests;

/// How many servers may have games in one folder.
const MOST: u32 = 9;

/// A file for games that nobody else has, as long as this is kept.
struct StoreLease {
    path: PathBuf,
    number: u32,
    #[expect(dead_code, reason = "the lock lasts as long as the file is kept")]
    lock: StoreLock,
}

impl StoreLease {
    /// Takes the usual file, or another beside it if a server has that one.
    fn open(usual: &Path) -> anyhow::Result<Self> {
        let folder = usual.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        for number in 1..=MOST {
            let path = numbered(usual, number);
            if let Some(lock) = StoreLock::take(&path)? {
                return Ok(Self { path, number, lock });
            }
        }
        Err(anyhow!(
            "{MOST} servers have games in {} already",
            folder.display()
        ))
    }

    fn path(&self) -> &Path {
        &self.path
    }

    /// Tells whether it is not the usual file.
    fn is_apart(&self) -> bool {
        self.number > 1
    }

    /// Returns the port at which the server of this file listened last.
    fn last_port(&self) -> Option<u16> {
        let text = fs::read_to_string(self.path.with_extension("port")).ok()?;
        text.trim().parse().ok()
    }

    /// Remembers the port for the next time; without it the usual one is tried.
    fn remember_port(&self, port: u16) {
        drop(fs::write(
            self.path.with_extension("port"),
            format!("{port}\n"),
        ));
    }
}

fn numbered(usual: &Path, number: u32) -> PathBuf {
    let stem = usual.file_stem().unwrap_or_default().to_string_lossy();
    match number {
        1 => usual.to_owned(),
        number => usual.with_file_name(format!("{stem}-{number}.sqlite")),
    }
}
