//! A server from its first connection to its last.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use hotdice_bots::Library;
use hotdice_world::World;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::bus::Bus;
use crate::http::{self, Connections, Hosts, MAX_HEAD};
use crate::metrics_registry::MetricsRegistry;
use crate::once_per_minute::OncePerMinute;
use crate::store::{Millis, Store, StoreError};
use crate::table_service::TableService;
use crate::write_timeout::WriteTimeout;
use crate::{Proxies, Quotas, RateLimits};

/// How long a sender may take for the head of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a write may stand still because the other end does not read.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// How long open requests may take to finish when the server stops, and with them what they have begun. With what follows it is less
/// than three seconds.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);
const LONGEST_SHUTDOWN: Duration = Duration::from_millis(1_750);

/// How often unused tables are evicted from the cache.
const EVICTION_INTERVAL: Duration = Duration::from_secs(20);

/// How often old tables are deleted.
const DELETION_INTERVAL: Duration = Duration::from_secs(3600);

/// How many of them are looked up and how many are deleted at a time: a long log takes a while, and others want to write.
const IDLE_PAGE: u32 = 10_000;
const DELETED_AT_ONCE: usize = 20;

/// The most connections at once, where the system allows so many.
const MAX_CONNECTIONS: usize = 19_000;

/// How many files are left for the store and solved games.
const OTHER_FILES: usize = 200;

/// What somebody is told for whom there is no place.
const NO_PLACE: &str = "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/problem+json\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 137\r\n\r\n\
    {\"code\":\"rate_limited\",\"title\":\"Too many requests\",\"status\":429,\"detail\":\"Too many connections are open: close one, or try again later.\"}";

/// What a server needs.
pub struct Service {
    /// Its clocks and its randomness.
    pub world: World,
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// Where solved games come from.
    pub library: Arc<dyn Library>,
    /// How servers tell each other news.
    pub bus: Arc<dyn Bus>,
    /// How often somebody may ask.
    pub rate_limits: RateLimits,
    /// How much there may be of what strangers make.
    pub quotas: Quotas,
    /// Who is believed to ask for others.
    pub proxies: Proxies,
    /// The names under which it is asked; any if there are none and other computers or proxies reach it.
    pub hosts: Vec<String>,
    /// After how many days without any event tables are forgotten; never if there is none.
    pub keep_days: Option<u32>,
    /// Whether more than half of all tables may be forgotten at once.
    pub forget_most: bool,
}

/// Answers requests until `shutdown` comes, then finishes what was begun.
///
/// # Errors
/// When the store cannot be read at the start.
pub async fn serve(
    listener: TcpListener,
    service: Service,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    boxed(listener, service, Box::pin(shutdown)).await
}

type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Boxes the server. What an async function does is compiled into every crate that awaits it; behind a box it is compiled here, once
/// and with the optimisation that this crate is given, and programs and tests that serve are built sooner.
fn boxed(
    listener: TcpListener,
    service: Service,
    shutdown: BoxFuture<()>,
) -> BoxFuture<io::Result<()>> {
    Box::pin(run(listener, service, shutdown))
}

async fn run(listener: TcpListener, service: Service, shutdown: BoxFuture<()>) -> io::Result<()> {
    let most = MAX_CONNECTIONS.min(raise_file_limit());
    let tables = TableService::new(service.store, service.library, service.bus, service.world);
    tables.node().await.map_err(io::Error::other)?;
    let world = tables.world.clone();
    world.spawn(tables.clone().heartbeat());
    world.spawn(tables.clone().listen());
    world.spawn(tables.clone().poll());
    world.spawn(take_over(tables.clone()));
    world.spawn(evict_idle(tables.clone()));
    if let Some(days) = service.keep_days {
        world.spawn(delete_old(tables.clone(), days, service.forget_most));
    }
    let listening = listener.local_addr().ok();
    let is_near = listening.is_some_and(|at| at.ip().to_canonical().is_loopback());
    let is_open = !is_near || !service.proxies.is_empty();
    let app = http::app(
        tables.clone(),
        MetricsRegistry::global(),
        service.rate_limits,
        service.quotas,
        listening,
        Hosts::new(service.hosts, is_open),
    );
    let proxies = Arc::new(service.proxies);
    let connections = GracefulShutdown::new();
    let hang_up = CancellationToken::new();
    let places = Arc::new(Semaphore::new(most));
    let guests = Connections::new(&service.quotas);
    let mut refusals = OncePerMinute::new();
    tokio::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if let Some(times) = refusals.count() {
                    tracing::warn!(%error, times, "a connection was not accepted");
                }
                world.sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(place) = places.clone().try_acquire_owned() else {
            if let Some(times) = refusals.count() {
                tracing::warn!(times, "too many connections");
            }
            turn_away(&stream);
            continue;
        };
        // A proxy has the connections of all its guests.
        let counted = if proxies.contain(address.ip()) {
            None
        } else if let Some(counted) = guests.admit(address) {
            Some(counted)
        } else {
            turn_away(&stream);
            continue;
        };
        let (app, proxies) = (app.clone(), proxies.clone());
        let connection = connection((stream, address), app, proxies, &connections, &world);
        let hang_up = hang_up.clone();
        world.spawn(async move {
            hang_up.run_until_cancelled(connection).await;
            drop((place, counted));
        });
    }
    drop(listener);
    // Streams end by this; otherwise the connections would never be done.
    tables.begin_close();
    let stopping = world.now();
    if world
        .timeout(SHUTDOWN_GRACE, connections.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some requests did not finish in time");
    }
    // What is left would take the time in which changes are written to the end.
    hang_up.cancel();
    tables.close(stopping + LONGEST_SHUTDOWN).await;
    tracing::info!("closed");
    Ok(())
}

/// Lets the process have as many connections open as the system allows, and returns how many that are. Shells start
/// programs with a soft limit of 1024, which a few addresses could use up.
fn raise_file_limit() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let raised = Rlimit {
            current: maximum,
            maximum,
        };
        let limit = match setrlimit(Resource::Nofile, raised) {
            Ok(()) => maximum,
            Err(error) => {
                tracing::debug!(%error, "the limit of open files was not raised");
                current
            }
        };
        let files = limit.map_or(usize::MAX, |files| files as usize);
        files.saturating_sub(OTHER_FILES).max(files / 2)
    }
    #[cfg(not(unix))]
    MAX_CONNECTIONS
}

/// Tells somebody that there is no place, as far as that is possible without waiting.
fn turn_away(stream: &TcpStream) {
    drop(stream.try_write(NO_PLACE.as_bytes()));
}

/// Takes over the games that were going on before the start, and then those of servers that disappear.
async fn take_over(tables: Arc<TableService>) {
    match tables.take_over_unleased().await {
        Ok(live) => tracing::info!(live, "games that go on were found again"),
        Err(error) => tracing::error!(%error, "games that go on were not found"),
    }
    tables.sweep().await;
}

/// Returns what answers the requests of one connection.
fn connection(
    (stream, address): (TcpStream, SocketAddr),
    app: axum::Router,
    proxies: Arc<Proxies>,
    connections: &GracefulShutdown,
    world: &World,
) -> impl Future<Output = ()> + use<> {
    drop(stream.set_nodelay(true));
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        let guest = proxies.guest(address, request.headers());
        request.extensions_mut().insert(ConnectInfo(guest));
        app.clone().oneshot(request)
    });
    let served = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        // Twice what is allowed, so that most of what is too long is still read and answered.
        .max_buf_size(2 * MAX_HEAD)
        .serve_connection(
            TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT, world.clone())),
            service,
        );
    let served = connections.watch(served);
    async move {
        if let Err(error) = served.await {
            tracing::debug!(%error, "a connection broke");
        }
    }
}

/// Evicts tables that nobody uses from the cache, until the server closes.
async fn evict_idle(tables: Arc<TableService>) {
    while !tables.closing.is_cancelled() {
        tokio::select! {
            () = tables.closing.cancelled() => return,
            () = tables.world.sleep(EVICTION_INTERVAL) => tables.evict_idle(),
        }
    }
}

/// Deletes tables at which nothing has happened for some days, now and every hour.
async fn delete_old(tables: Arc<TableService>, days: u32, forget_most: bool) {
    loop {
        let before = tables.now().saturating_sub(Millis::from(days) * 86_400_000);
        match forget(&tables, before, forget_most).await {
            Ok(Some(0)) => {}
            Ok(None) => tracing::error!(
                days,
                "nothing was forgotten: more than half of all tables are older than --keep-days. Check the clock; if it is right, start once with --forget-most"
            ),
            Ok(Some(tables)) => tracing::info!(tables, "old tables were forgotten"),
            Err(error) => tracing::warn!(%error, "old tables were not forgotten"),
        }
        tokio::select! {
            () = tables.closing.cancelled() => return,
            () = tables.world.sleep(DELETION_INTERVAL) => {}
        }
    }
}

/// Deletes old tables; returns how many, or nothing if they are too many for that.
async fn forget(
    tables: &TableService,
    before: Millis,
    forget_most: bool,
) -> Result<Option<u64>, StoreError> {
    if !forget_most && are_most_idle(tables, before).await? {
        return Ok(None);
    }
    delete_idle(tables, before).await.map(Some)
}

/// Tells whether more than half of all tables are old: then it is more likely that the clock is wrong.
async fn are_most_idle(tables: &TableService, before: Millis) -> Result<bool, StoreError> {
    let half = tables.store.count().await? / 2;
    let most = u32::try_from(half + 1).unwrap_or(u32::MAX);
    let idle = tables.store.idle_tables(before, most).await?;
    Ok(idle.len() as u64 > half)
}

/// Deletes old tables, a few at a time so that nobody waits for it; returns how many.
async fn delete_idle(tables: &TableService, before: Millis) -> Result<u64, StoreError> {
    let mut deleted = 0;
    loop {
        let idle = tables.store.idle_tables(before, IDLE_PAGE).await?;
        let so_far = deleted;
        for some in idle.chunks(DELETED_AT_ONCE) {
            if tables.closing.is_cancelled() {
                return Ok(deleted);
            }
            deleted += tables.store.delete_idle(some.to_vec(), before).await?;
        }
        // Others may be at those that are left.
        if deleted == so_far {
            return Ok(deleted);
        }
    }
}

#[cfg(test)]
mod tests {
    use hotdice_bots::EmptyLibrary;
    use hotdice_table::Table;
    use hotdice_testworld::TestWorld;

    use super::*;
    use crate::bus::NoBus;
    use crate::store::SqliteStore;

    #[tokio::test]
    async fn more_than_half_of_all_tables_are_forgotten_only_on_demand() {
        let (folder, test) = (tempfile::tempdir().unwrap(), TestWorld::new());
        let store = SqliteStore::open(&folder.path().join("store.sqlite"), test.world());
        let bus = Arc::new(NoBus::default());
        let (store, library) = (Arc::new(store.unwrap()), Arc::new(EmptyLibrary));
        let tables = TableService::new(store, library, bus, test.world());
        let open = async || {
            let settings = Table::settings_for("zilch", None).unwrap();
            let opened = tables.open(settings, Vec::new(), None, None).await;
            assert!(opened.is_ok_and(|(_, is_new)| is_new));
        };
        open().await;
        test.advance(DELETION_INTERVAL);
        let now = tables.now();
        assert_eq!(forget(&tables, now, false).await.unwrap(), None);
        assert_eq!(tables.store.count().await.unwrap(), 1);
        open().await;
        assert_eq!(forget(&tables, now, false).await.unwrap(), Some(1));
        test.advance(DELETION_INTERVAL);
        let now = tables.now();
        assert_eq!(forget(&tables, now, true).await.unwrap(), Some(1));
        assert_eq!(tables.store.count().await.unwrap(), 0);
    }
}
