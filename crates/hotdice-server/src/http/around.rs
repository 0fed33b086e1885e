//! What happens to every request, and to every request of the API, before and after it is answered.
//!
//! Each of the two is a single layer. A layer of a router is a boxed service, and every box is cloned for each request together with
//! all boxes inside it: with one layer for each concern, allocations grow with the square of their number.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use hotdice_world::World;
use metrics::Histogram;

use super::cross_site::{self, Hosts};
use super::overload::{self, Overload};
use super::quota::ClientOrigin;
use super::rate_limit::RateLimiters;
use crate::failure::Failure;
use crate::scheduler::paid_by;

/// What browsers are told with every answer.
const HEADERS: [(&str, &str); 3] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
];

/// What is needed around every request.
pub(super) struct AroundAll {
    hosts: Hosts,
    limiters: RateLimiters,
    times: RequestTimes,
    world: World,
}

impl AroundAll {
    pub(super) fn new(hosts: Hosts, limiters: RateLimiters, world: World) -> Self {
        Self {
            hosts,
            limiters,
            times: RequestTimes::default(),
            world,
        }
    }

    fn check(&self, request: &Request) -> Result<(), Failure> {
        self.limiters.check(request)?;
        overload::check_head(request)?;
        cross_site::check(&self.hosts, request)
    }
}

/// Refuses requests that nobody has to look at more closely, answers for handlers that panic, counts and times what is answered,
/// and writes it into the log without anything secret.
pub(super) async fn all(
    State(around): State<Arc<AroundAll>>,
    request: Request,
    next: Next,
) -> Response {
    let began = around.world.now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let is_logged = tracing::enabled!(tracing::Level::DEBUG);
    let asked = is_logged.then(|| (request.method().clone(), request.uri().path().to_owned()));
    let mut answer = match around.check(&request) {
        Ok(()) => {
            let answer = AssertUnwindSafe(next.run(request)).catch_unwind().await;
            // The cause is in the log.
            answer.unwrap_or_else(|_| {
                Failure::internal(&"a request handler panicked").into_response()
            })
        }
        Err(failure) => failure.into_response(),
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        let headers = answer.headers_mut();
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    let status = answer.status().as_u16();
    let took = around.world.since(began);
    around.times.record(route.as_ref(), status, took);
    if let Some((method, path)) = asked {
        tracing::debug!(%method, path, status, took_us = took.as_micros() as u64, "request");
    }
    answer
}

/// The histograms of how long requests took, by status and route, so that none is looked up by its labels for every request.
#[derive(Default)]
struct RequestTimes(RwLock<HashMap<u16, HashMap<Arc<str>, Histogram>>>);

impl RequestTimes {
    fn record(&self, route: Option<&MatchedPath>, status: u16, took: Duration) {
        let route = route.map_or("other", MatchedPath::as_str);
        let seconds = took.as_secs_f64();
        {
            let known = self
                .0
                .read()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            if let Some(times) = known.get(&status).and_then(|routes| routes.get(route)) {
                return times.record(seconds);
            }
        }
        let labels = [("route", route.to_owned()), ("status", status.to_string())];
        let times = metrics::histogram!("hotdice_request_seconds", &labels);
        times.record(seconds);
        let mut known = self
            .0
            .write()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        known.entry(status).or_default().insert(route.into(), times);
    }
}

/// What is needed around every request of the API.
pub(super) struct AroundApi {
    pub(super) overload: Overload,
    pub(super) limiters: RateLimiters,
}

/// Refuses requests that are too many, in all or of somebody, and lets the address that sent one pay for what it takes to answer.
pub(super) async fn api(
    State(around): State<Arc<AroundApi>>,
    ClientOrigin(from): ClientOrigin,
    request: Request,
    next: Next,
) -> Response {
    let has_gate = overload::has_gate(request.uri().path());
    let answer = async {
        match around.limiters.check(&request) {
            Ok(()) => paid_by(from, next.run(request)).await,
            Err(failure) => failure.into_response(),
        }
    };
    around.overload.bound(from, has_gate, answer).await
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::num::NonZeroU32;

    use axum::Router;
    use axum::body::Body;
    use axum::extract::ConnectInfo;
    use axum::middleware;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;
    use crate::RateLimits;

    async fn panics() -> &'static str {
        panic!("on purpose")
    }

    /// Returns what is answered under a path, with all of the headers.
    async fn answer(app: &Router, path: &str) -> (u16, String) {
        let address: SocketAddr = ([192, 0, 2, 1], 1).into();
        let request = Request::get(path).extension(ConnectInfo(address));
        let request = request.body(Body::empty()).expect("a request");
        let answer = app.clone().oneshot(request).await.expect("an answer");
        for (name, value) in HEADERS {
            assert_eq!(answer.headers()[name], value, "{path}");
        }
        let kind = answer.headers().get("content-type");
        let kind = kind.map_or("", |kind| kind.to_str().expect("text"));
        (answer.status().as_u16(), kind.to_owned())
    }

    #[tokio::test]
    async fn every_answer_has_the_headers_and_a_panic_is_one_too() {
        let by_address = NonZeroU32::new(3);
        let limits = RateLimits {
            by_address,
            by_token: None,
        };
        let hosts = Hosts::new(Vec::new(), true);
        let around = Arc::new(AroundAll::new(
            hosts,
            RateLimiters::new(limits, &World::system()),
            World::system(),
        ));
        let app = Router::new()
            .route("/fine", get(async || "fine"))
            .route("/panics", get(panics))
            .layer(middleware::from_fn_with_state(around, all));
        let problem = "application/problem+json".to_owned();
        assert_eq!(answer(&app, "/fine").await.0, 200);
        assert_eq!(answer(&app, "/panics").await, (500, problem.clone()));
        assert_eq!(answer(&app, "/nowhere").await.0, 404);
        for _ in 0..100 {
            let refused = answer(&app, "/fine").await;
            if refused.0 != 200 {
                assert_eq!(refused, (429, problem));
                return;
            }
        }
        panic!("nobody is refused");
    }
}
