//! Why a request was not carried out: one type, turned into an answer in one place.

use std::fmt::Display;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hotdice_bots::Unsolvable;
use hotdice_core::{capitalized, counted};
use hotdice_table::Refused;
use hotdice_wire::{Code, Problem};

use crate::store::StoreError;

/// Why a request was not carried out.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) detail: String,
    /// After how many seconds it may work.
    retry_after: Option<u32>,
}

impl Failure {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            retry_after: None,
        }
    }

    /// Refuses one request too many, which may be sent again after some seconds.
    pub(crate) fn rate_limited(detail: &str, seconds: u32) -> Self {
        Self {
            retry_after: Some(seconds),
            ..Self::new(Code::RateLimited, detail)
        }
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
        let detail =
            "the server failed; nothing was changed, so the same request can be sent again";
        Self::new(Code::Internal, detail)
    }
}

fn title(code: Code) -> &'static str {
    match code {
        Code::NotFound => "There is no such thing",
        Code::Invalid => "The request cannot be understood",
        Code::Unauthorized => "That needs the right token",
        Code::NotYourTurn => "It is not your turn",
        Code::IllegalAction => "The rules do not allow that",
        Code::Stale => "Something has happened in between",
        Code::TableFull => "Every seat is taken",
        Code::AlreadyStarted => "The game has begun",
        Code::Over => "The game is over",
        Code::RateLimited => "Too many requests",
        Code::TooLarge => "The request is too large",
        Code::LimitReached => "The table cannot take more",
        Code::Internal => "The server failed",
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let problem = Problem {
            code: self.code,
            title: title(self.code).to_owned(),
            status,
            detail: capitalized(&self.detail),
        };
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
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

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let code = match &refused {
            Refused::Full => Code::TableFull,
            Refused::NameTaken(_) | Refused::NameOfABot(_) | Refused::OtherPoints { .. } => {
                Code::Invalid
            }
            Refused::NotInvited | Refused::NoSeat => Code::Unauthorized,
            Refused::AlreadyStarted => Code::AlreadyStarted,
            Refused::NotStarted { .. } | Refused::TooFew { .. } | Refused::NotOver => Code::Invalid,
            Refused::Over => Code::Over,
            Refused::Stale { .. } => Code::Stale,
            Refused::NotYourTurn { .. } => Code::NotYourTurn,
            Refused::Illegal(_)
            | Refused::Agreement(_)
            | Refused::BotsPlayOn
            | Refused::Resignation(_)
            | Refused::Resigned => Code::IllegalAction,
            Refused::Dice(_) | Refused::NotALevel => Code::Invalid,
        };
        Self::new(code, refused.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let doubtful = matches!(error, StoreError::InDoubt(_));
        let mut failure = Self::internal(&error);
        if doubtful {
            failure.detail = "the server cannot say whether it was done: look again, or send the same request with the same Idempotency-Key".to_owned();
        }
        failure
    }
}

impl From<Unsolvable> for Failure {
    fn from(unsolvable: Unsolvable) -> Self {
        match unsolvable {
            Unsolvable::TooLarge(_) => {
                Self::invalid("this game is too big to solve here: choose Strong instead")
            }
            Unsolvable::Seats { solved, seats, .. } => Self::invalid(format!(
                "this game is solved for {solved}, not for {}: choose Strong instead",
                counted(seats, "player", "players")
            )),
            why @ (Unsolvable::Refused(_) | Unsolvable::Stopped(_)) => Self::invalid(why),
        }
    }
}
