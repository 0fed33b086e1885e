//! Overload: requests that would wait for too long are refused early, and those that are too large at once.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hotdice_wire::Code;
use tokio::sync::Semaphore;

use crate::failure::Failure;

/// How many requests may be under way. At 3,000 a second the last of them waits for less than a second.
const MAX_UNDER_WAY: usize = 2_000;

/// How long a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The most bytes of the head of a request.
pub(crate) const MAX_HEAD: usize = 32 * 1024;

/// How many requests may be under way, and for how long.
pub(super) struct Overload {
    places: Semaphore,
    time: Duration,
}

impl Overload {
    pub(super) fn usual() -> Self {
        Self::new(MAX_UNDER_WAY, REQUEST_TIMEOUT)
    }

    fn new(places: usize, time: Duration) -> Self {
        Self {
            places: Semaphore::new(places),
            time,
        }
    }
}

/// Refuses a request when too many are under way, and gives up one that takes too long.
pub(super) async fn shed(
    State(overload): State<Arc<Overload>>,
    request: Request,
    next: Next,
) -> Response {
    let Ok(_place) = overload.places.try_acquire() else {
        metrics::counter!("hotdice_shed_total").increment(1);
        let detail = "the server is busy: wait a second and try again";
        return Failure::unavailable(detail, 1).into_response();
    };
    let answered = tokio::time::timeout(overload.time, next.run(request)).await;
    answered.unwrap_or_else(|_| {
        // What the request asked for may still be done: changes do not stop half-way.
        let detail = "that took too long: look again, or send the same request with the same Idempotency-Key";
        Failure::unavailable(detail, 5).into_response()
    })
}

/// Refuses a request whose head is too long.
pub(super) async fn check_head(request: Request, next: Next) -> Response {
    let target = request.uri().path().len() + request.uri().query().map_or(0, str::len);
    let headers = request.headers().iter();
    let headers: usize = headers
        .map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len())
        .sum();
    if target + headers > MAX_HEAD {
        let detail = "the headers of the request are too large for this server";
        let failure = Failure::new(Code::TooLarge, detail);
        return failure
            .with_status(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE)
            .into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use axum::{Router, middleware};
    use tower::ServiceExt;

    use super::*;

    /// Expects a 503 with everything that a client needs to try again.
    async fn check_unavailable(answer: Response, seconds: &str) {
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()["content-type"], "application/problem+json");
        assert_eq!(answer.headers()["retry-after"], seconds);
        let body = to_bytes(answer.into_body(), 1 << 16).await.unwrap();
        let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(
            (&problem["status"], &problem["code"]),
            (&503.into(), &"internal".into())
        );
    }

    #[tokio::test]
    async fn a_request_too_many_and_one_too_long_are_problems() {
        let ask = |overload: Overload| {
            let layer = middleware::from_fn_with_state(Arc::new(overload), shed);
            let router = Router::new().route("/", get(std::future::pending::<()>));
            let request = axum::http::Request::get("/").body(Body::empty()).unwrap();
            router.layer(layer).oneshot(request)
        };
        let long = Duration::from_secs(60);
        let busy = ask(Overload::new(0, long)).await.unwrap();
        check_unavailable(busy, "1").await;
        let slow = ask(Overload::new(1, Duration::from_millis(1)))
            .await
            .unwrap();
        check_unavailable(slow, "5").await;
    }
}
