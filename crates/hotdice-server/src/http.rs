//! The HTTP API.

mod around;
mod cross_site;
mod daily;
#[cfg(test)]
mod description;
mod explore;
mod extract;
mod games;
mod idempotency;
mod limiter;
mod names;
mod openapi;
mod overload;
mod play;
mod quota;
mod rate_limit;
mod routes;
mod seats;
mod stream;
mod tables;
#[cfg(test)]
mod tests;
mod transfers;
mod web;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::get;
use hotdice_wire::Code;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::bus::BusState;
use crate::failure::Failure;
use crate::metrics_registry::MetricsRegistry;
use crate::table_service::TableService;
use around::{AroundAll, AroundApi};
use overload::Overload;
use quota::QuotaUsage;
use rate_limit::RateLimiters;

pub(crate) use cross_site::Hosts;
pub(crate) use limiter::Limiter;
pub(crate) use overload::{MAX_HEAD, WriteTimes};
pub(crate) use quota::Connections;
pub use quota::Quotas;
pub use rate_limit::RateLimits;

/// The most bytes of a request.
const MAX_BODY: usize = 16 * 1024;

/// The most bytes of a record.
const MAX_RECORD: usize = 256 * 1024;

/// The most bytes of an answer that is not worth compressing.
const SHORT_ANSWER: u64 = 1024;

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) service: Arc<TableService>,
    metrics: Arc<MetricsRegistry>,
    quotas: Arc<QuotaUsage>,
    /// Where the server listens, if it listens to a network.
    listening: Option<SocketAddr>,
}

/// Returns everything the server answers.
pub(crate) fn app(
    service: Arc<TableService>,
    metrics: Arc<MetricsRegistry>,
    rate_limits: RateLimits,
    quotas: Quotas,
    listening: Option<SocketAddr>,
    hosts: Hosts,
) -> Router {
    let world = service.world.clone();
    let usage = Arc::new(QuotaUsage::new(quotas, &world));
    let finished = usage.clone();
    service.on_finished(move |table| finished.finished(table));
    let app = App {
        service,
        quotas: usage,
        metrics,
        listening,
    };
    let around_api = AroundApi {
        overload: Overload::usual(
            app.service.write_times.clone(),
            quotas.requests,
            world.clone(),
        ),
        limiters: RateLimiters::new(rate_limits, &world),
    };
    let limiters = RateLimiters::new(rate_limits.for_everything(), &world);
    let around_all = AroundAll::new(hosts, limiters, world);
    // One layer each: see `around` for why.
    let api = routes::api()
        .route("/api/openapi.json", get(openapi::document))
        .layer((
            middleware::from_fn_with_state(Arc::new(around_api), around::api),
            compression(),
            DefaultBodyLimit::max(MAX_BODY),
        ));
    Router::new()
        .merge(api)
        .route("/api", get(openapi::page))
        .route("/metrics", get(measurements))
        .merge(web::pages())
        .fallback(nothing_here)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(
            Arc::new(around_all),
            around::all,
        ))
        .with_state(app)
}

/// Compresses long answers. Streams are sent event by event, and short answers stay as they are: all that hold a token
/// are among those, so that the length of a compressed answer gives nothing away about one.
fn compression() -> CompressionLayer<impl Predicate> {
    let long = SizeAbove::new(SHORT_ANSWER).and(NotForContentType::SSE);
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(long)
}

async fn nothing_here() -> Failure {
    Failure::new(
        Code::NotFound,
        "there is nothing at this address: /api lists what there is",
    )
}

async fn wrong_method() -> Failure {
    let detail = "this address takes another method: /api lists what there is";
    Failure::invalid(detail).with_status(StatusCode::METHOD_NOT_ALLOWED)
}

async fn measurements(State(app): State<App>) -> impl IntoResponse {
    app.service.scheduler.publish();
    metrics::gauge!("hotdice_tables_in_use").set(app.service.size() as f64);
    let up = app.service.bus.state() == BusState::Up;
    metrics::gauge!("hotdice_bus_up").set(f64::from(u8::from(up)));
    let node = app.service.node_now().map_or(0, std::num::NonZeroU64::get);
    metrics::gauge!("hotdice_node").set(node as f64);
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, app.metrics.render())
}
