//! Why a request was not carried out: one type, turned into an answer in one place.

use std::fmt::Display;
use std::sync::Mutex;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hotdice_api::Rejected;
use hotdice_bots::Unsolvable;
use hotdice_table::Refused;
use hotdice_wire::Code;
use hotdice_world::NoRandomness;

use crate::lock;
use crate::once_per_minute::OncePerMinute;
use crate::store::StoreError;

/// What is said to whoever asked when the server fails.
const NOT_OUR_FAULT: &str = "something went wrong on the server. Nothing was changed, so try again";

/// When it was last said that the store fails: a full disk fails a thousand times a minute.
static FAILING_STORE: Mutex<OncePerMinute> = Mutex::new(OncePerMinute::new());

/// After how many seconds a store that fails may work again.
const STORE_RETRY: u32 = 2;

/// Why a request was not carried out.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) detail: String,
    /// The status, where it is not the usual one of the code.
    status: Option<StatusCode>,
    /// After how many seconds it may work.
    retry_after: Option<u32>,
}

impl Failure {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            status: None,
            retry_after: None,
        }
    }

    /// Answers with a status that no code has of its own. Codes are few, and older clients know no others.
    pub(crate) fn with_status(self, status: StatusCode) -> Self {
        Self {
            status: Some(status),
            ..self
        }
    }

    /// Refuses what the server cannot do at the moment, and may do after some seconds.
    pub(crate) fn unavailable(detail: &str, seconds: u32) -> Self {
        Self {
            retry_after: Some(seconds),
            ..Self::new(Code::Internal, detail).with_status(StatusCode::SERVICE_UNAVAILABLE)
        }
    }

    /// Refuses one request too many, which may be sent again after some seconds.
    pub(crate) fn rate_limited(detail: &str, seconds: u32) -> Self {
        Self {
            retry_after: Some(seconds),
            ..Self::new(Code::RateLimited, detail)
        }
    }

    /// Refuses what is asked while the server stops.
    pub(crate) fn closing() -> Self {
        let detail = "the server is about to stop: try again in a few seconds";
        Self::unavailable(detail, 5)
    }

    /// Refuses an idempotency key that was used for another request.
    pub(crate) fn key_reused() -> Self {
        Self::invalid("this Idempotency-Key was used for another request: make a new one")
    }

    pub(crate) fn invalid(detail: impl Display) -> Self {
        Self::new(Code::Invalid, detail.to_string())
    }

    pub(crate) fn unauthorized(detail: &str) -> Self {
        Self::new(Code::Unauthorized, detail)
    }

    pub(crate) fn no_table() -> Self {
        let detail = "there is no such table: check the code or the link";
        Self::new(Code::NotFound, detail)
    }

    /// Writes the cause into the log, and tells the sender only that it was not their fault.
    pub(crate) fn internal(cause: &dyn Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::new(Code::Internal, NOT_OUR_FAULT)
    }
}

/// Returns after how many whole seconds a wait is over.
pub(crate) fn seconds(wait: Duration) -> u32 {
    let seconds = wait.as_millis().div_ceil(1000).max(1);
    u32::try_from(seconds).unwrap_or(u32::MAX)
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut problem = Rejected::new(self.code, self.detail).problem();
        let usual = || StatusCode::from_u16(problem.status).ok();
        let status = self.status.or_else(usual);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        problem.status = status.as_u16();
        let mut answer = (status, Json(problem)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        answer.headers_mut().insert(header::CONTENT_TYPE, kind);
        if self.code == Code::Unauthorized {
            let scheme = HeaderValue::from_static("Bearer");
            answer
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, scheme);
        }
        if let Some(seconds) = self.retry_after {
            answer
                .headers_mut()
                .insert(header::RETRY_AFTER, seconds.into());
        }
        answer
    }
}

impl From<Rejected> for Failure {
    fn from(rejected: Rejected) -> Self {
        Self::new(rejected.code, rejected.detail)
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Rejected::from(refused).into()
    }
}

impl From<Unsolvable> for Failure {
    fn from(unsolvable: Unsolvable) -> Self {
        Rejected::from(unsolvable).into()
    }
}

impl From<NoRandomness> for Failure {
    fn from(error: NoRandomness) -> Self {
        Self::internal(&error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        if let StoreError::Damaged(what) = &error {
            tracing::error!(%error, "a stored table is damaged");
            let detail = format!(
                "this table is damaged and isn't shown ({what}): tell whoever runs this server"
            );
            return Self::new(Code::Internal, detail);
        }
        if !error.is_passing() {
            return Self::internal(&error);
        }
        if let Some(times) = lock(&FAILING_STORE).count() {
            tracing::error!(%error, times, "the store fails");
        }
        let mut failure = Self::unavailable(NOT_OUR_FAULT, STORE_RETRY);
        if matches!(error, StoreError::InDoubt(_)) {
            failure.detail = "the server can't tell whether that worked: read the table again, or send the same request with the same Idempotency-Key".to_owned();
        }
        failure
    }
}
