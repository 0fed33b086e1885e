//! Overload: requests that would wait for too long are refused early, and those that are too large at once.

mod gate;

use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hotdice_wire::Code;
use hotdice_world::World;
use tokio::sync::Semaphore;

use crate::failure::Failure;
use crate::lock;
use crate::origin::Origin;
use gate::{Gate, ShedReason};

pub(crate) use gate::WriteTimes;

/// How many requests may be under way, whatever they are.
const MAX_UNDER_WAY: usize = 2_000;

/// How long a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The most bytes of the head of a request.
pub(crate) const MAX_HEAD: usize = 32 * 1024;

/// How many requests may be under way, and for how long.
pub(super) struct Overload {
    places: Semaphore,
    time: Duration,
    gate: Mutex<Gate>,
    writes: Arc<WriteTimes>,
    world: World,
}

impl Overload {
    /// Returns the usual bounds, and one for the requests of an address if there is any.
    pub(super) fn usual(
        writes: Arc<WriteTimes>,
        most_of_address: Option<NonZeroU32>,
        world: World,
    ) -> Self {
        Self {
            gate: Mutex::new(Gate::new(most_of_address, world.now())),
            writes,
            ..Self::new(MAX_UNDER_WAY, REQUEST_TIMEOUT, world)
        }
    }

    fn new(places: usize, time: Duration, world: World) -> Self {
        Self {
            places: Semaphore::new(places),
            time,
            gate: Mutex::new(Gate::new(None, world.now())),
            writes: Arc::default(),
            world,
        }
    }

    /// Lets a request in for as long as the answer is kept.
    fn admit(&self, from: Option<Origin>) -> Result<Admitted<'_>, Failure> {
        let entered = lock(&self.gate).enter(from, &self.writes, self.world.now());
        match entered {
            Ok(()) => Ok(Admitted(&self.gate, from)),
            Err(ShedReason::InAll(seconds)) => Err(busy(seconds)),
            Err(ShedReason::OfAddress) => {
                metrics::counter!("hotdice_refused_for_bounds_total").increment(1);
                let detail =
                    "too many of your requests are still running: wait for an answer first";
                Err(Failure::rate_limited(detail, 1))
            }
        }
    }
}

/// A request that was let in, until it is done or given up.
struct Admitted<'a>(&'a Mutex<Gate>, Option<Origin>);

impl Drop for Admitted<'_> {
    fn drop(&mut self) {
        lock(self.0).leave(self.1);
    }
}

fn busy(seconds: u32) -> Failure {
    metrics::counter!("hotdice_shed_total").increment(1);
    let detail = "the server is busy: wait a moment and try again";
    Failure::unavailable(detail, seconds)
}

/// Questions, which wait in queues of their own and may take seconds, and what is asked about the server itself.
const WITHOUT_GATE: [&str; 7] = [
    "/analyse",
    "/daily",
    "/explore",
    "/health",
    "/hint",
    "/position",
    "/ready",
];

/// Tells whether requests of a path are refused when writes take long.
pub(super) fn has_gate(path: &str) -> bool {
    !WITHOUT_GATE.iter().any(|end| path.ends_with(end))
}

impl Overload {
    /// Answers a request unless too many are under way, and gives it up when it takes too long.
    pub(super) async fn bound(
        &self,
        from: Option<Origin>,
        has_gate: bool,
        answer: impl Future<Output = Response>,
    ) -> Response {
        let Ok(_place) = self.places.try_acquire() else {
            return busy(1).into_response();
        };
        let _admitted = match has_gate.then(|| self.admit(from)).transpose() {
            Ok(admitted) => admitted,
            Err(failure) => return failure.into_response(),
        };
        let answered = self.world.timeout(self.time, answer).await;
        answered.unwrap_or_else(|_| {
            // What the request asked for may still be done: changes do not stop half-way.
            let detail = "that took too long: read the table again, or send the same request with the same Idempotency-Key";
            Failure::unavailable(detail, 5).into_response()
        })
    }
}

/// Refuses a request whose head is too long.
pub(super) fn check_head(request: &Request) -> Result<(), Failure> {
    let target = request.uri().path().len() + request.uri().query().map_or(0, str::len);
    let headers = request.headers().iter();
    let headers: usize = headers
        .map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len())
        .sum();
    if target + headers > MAX_HEAD {
        let detail = "the headers of the request are too large for this server";
        let failure = Failure::new(Code::TooLarge, detail);
        return Err(failure.with_status(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use hotdice_testworld::TestWorld;

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
        let test = TestWorld::new();
        let ask = |places: usize| {
            let overload = Overload::new(places, REQUEST_TIMEOUT, test.world());
            tokio::spawn(async move {
                let answer = std::future::pending::<Response>();
                overload.bound(None, true, answer).await
            })
        };
        check_unavailable(ask(0).await.unwrap(), "1").await;
        let slow = ask(1);
        tokio::task::yield_now().await;
        test.advance(REQUEST_TIMEOUT - Duration::from_secs(1));
        tokio::task::yield_now().await;
        assert!(!slow.is_finished(), "a second too soon");
        test.until("it is given up", async || slow.is_finished())
            .await;
        check_unavailable(slow.await.unwrap(), "5").await;
    }
}
