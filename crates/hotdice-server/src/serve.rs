//! A server from its first connection to its last.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use hotdice_bots::Library;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;

use crate::bus::Bus;
use crate::house::{House, now};
use crate::http;
use crate::store::{Millis, Store, StoreError};
use crate::{Bounds, Proxies, Rates};

/// How long a sender may take for the head of a request.
const SLOWEST_HEAD: Duration = Duration::from_secs(10);

/// How long open requests may take to finish when the server stops.
const FAREWELL: Duration = Duration::from_secs(10);

/// How often unused rooms are forgotten.
const TIDYING: Duration = Duration::from_secs(20);

/// How often old tables are looked for.
const FORGETTING: Duration = Duration::from_secs(3600);

/// How many of them are looked for at a time, and how many are forgotten: a long log takes a while, and others want to write.
const NAMED_AT_ONCE: u32 = 10_000;
const FORGOTTEN_AT_ONCE: usize = 20;

/// The most connections at once.
const MOST_CONNECTIONS: usize = 19_000;

/// How times are counted.
const SECONDS: [f64; 10] = [
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 1.0, 10.0,
];

/// How other measures are counted.
const SIZES: [f64; 8] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0];

/// What a server needs.
pub struct Service {
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// Where solved games come from.
    pub library: Arc<dyn Library>,
    /// How servers tell each other news.
    pub bus: Arc<dyn Bus>,
    /// How often somebody may ask.
    pub rates: Rates,
    /// How much there may be of what strangers make.
    pub bounds: Bounds,
    /// Who is believed to ask for others.
    pub proxies: Proxies,
    /// After how many days without any event tables are forgotten; never if there is none.
    pub keep_days: Option<u32>,
}

/// Answers requests until `shutdown` comes, then finishes what was begun.
///
/// # Errors
/// When the store cannot be read at the start.
pub async fn serve(
    listener: TcpListener,
    service: Service,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let house = House::new(service.store, service.library, service.bus);
    house.node().await.map_err(io::Error::other)?;
    tokio::spawn(house.clone().beat());
    tokio::spawn(house.clone().hear());
    tokio::spawn(house.clone().poll());
    tokio::spawn(wake_up(house.clone()));
    tokio::spawn(keep_house(house.clone()));
    if let Some(days) = service.keep_days {
        tokio::spawn(forget_old(house.clone(), days));
    }
    let app = http::app(
        house.clone(),
        metrics_handle(),
        service.rates,
        service.bounds,
    );
    let proxies = Arc::new(service.proxies);
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    tokio::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        match places.clone().try_acquire_owned() {
            Ok(place) => {
                let (app, proxies) = (app.clone(), proxies.clone());
                let connection = connection(stream, address, app, proxies, &connections);
                tokio::spawn(async move {
                    connection.await;
                    drop(place);
                });
            }
            Err(_) => tracing::warn!("too many connections"),
        }
    }
    drop(listener);
    // Streams end by this; otherwise the connections would never be done.
    house.closing.cancel();
    if tokio::time::timeout(FAREWELL, connections.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some requests did not finish in time");
    }
    house.close().await;
    tracing::info!("closed");
    Ok(())
}

/// Finds the games that go on while others are already being played.
async fn wake_up(house: Arc<House>) {
    match house.wake_up().await {
        Ok(live) => tracing::info!(live, "games that go on were found again"),
        Err(error) => tracing::error!(%error, "games that go on were not found"),
    }
    house.sweep().await;
}

/// Returns what answers the requests of one connection.
fn connection(
    stream: TcpStream,
    address: SocketAddr,
    app: axum::Router,
    proxies: Arc<Proxies>,
    connections: &GracefulShutdown,
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
        .header_read_timeout(SLOWEST_HEAD)
        .max_buf_size(32 * 1024)
        .serve_connection(TokioIo::new(stream), service);
    let served = connections.watch(served);
    async move {
        if let Err(error) = served.await {
            tracing::debug!(%error, "a connection broke");
        }
    }
}

/// Forgets what nobody uses any more.
async fn keep_house(house: Arc<House>) {
    while !house.closing.is_cancelled() {
        tokio::select! {
            () = house.closing.cancelled() => return,
            () = tokio::time::sleep(TIDYING) => house.tidy(),
        }
        metrics_handle().run_upkeep();
    }
}

/// Forgets tables at which nothing has happened for some days, now and every hour.
async fn forget_old(house: Arc<House>, days: u32) {
    loop {
        let before = now().saturating_sub(Millis::from(days) * 86_400_000);
        match forget(&house, before).await {
            Ok(0) => {}
            Ok(tables) => tracing::info!(tables, "old tables were forgotten"),
            Err(error) => tracing::warn!(%error, "old tables were not forgotten"),
        }
        tokio::select! {
            () = house.closing.cancelled() => return,
            () = tokio::time::sleep(FORGETTING) => {}
        }
    }
}

/// Forgets old tables, a few at a time so that nobody waits for it; returns how many.
async fn forget(house: &House, before: Millis) -> Result<u64, StoreError> {
    let mut tables = 0;
    loop {
        let idle = house.store.idle(before, NAMED_AT_ONCE).await?;
        let found = tables;
        for some in idle.chunks(FORGOTTEN_AT_ONCE) {
            if house.closing.is_cancelled() {
                return Ok(tables);
            }
            tables += house.store.forget(some.to_vec(), before).await?;
        }
        // Others may be at those that are left.
        if tables == found {
            return Ok(tables);
        }
    }
}

/// Returns the one recorder of measurements of this process.
fn metrics_handle() -> PrometheusHandle {
    static HANDLE: std::sync::OnceLock<PrometheusHandle> = std::sync::OnceLock::new();
    let install = || {
        let seconds = Matcher::Suffix("_seconds".to_owned());
        let buckets = PrometheusBuilder::new().set_buckets_for_metric(seconds, &SECONDS);
        let buckets = buckets.and_then(|builder| builder.set_buckets(&SIZES));
        let recorder = buckets.expect("there are buckets").build_recorder();
        let handle = recorder.handle();
        // Another recorder may be there already; then ours stays empty.
        drop(metrics::set_global_recorder(recorder));
        handle
    };
    HANDLE.get_or_init(install).clone()
}
