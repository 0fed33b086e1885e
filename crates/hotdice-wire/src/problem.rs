//! What went wrong, as `application/problem+json`.

use serde::{Deserialize, Serialize};

/// Why a request was refused. The codes never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Code {
    /// There is no such thing.
    NotFound,
    /// The request cannot be understood.
    Invalid,
    /// The token is missing, wrong, or not for this.
    Unauthorized,
    /// Another seat decides.
    NotYourTurn,
    /// The rules do not allow the action.
    IllegalAction,
    /// Something has happened that the sender has not seen.
    Stale,
    /// Every seat is taken.
    TableFull,
    /// The game has begun.
    AlreadyStarted,
    /// The game is over.
    Over,
    /// Too many requests.
    RateLimited,
    /// The request is too large.
    TooLarge,
    /// So much has happened at the table that it takes no more of this.
    LimitReached,
    /// The log of the table is not the one that the sender has seen.
    OtherLog,
    /// The server failed.
    Internal,
}

impl Code {
    /// Returns the HTTP status that goes with the code.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::NotFound => 404,
            Self::Invalid => 400,
            Self::Unauthorized => 401,
            Self::NotYourTurn
            | Self::Stale
            | Self::TableFull
            | Self::AlreadyStarted
            | Self::LimitReached
            | Self::OtherLog => 409,
            Self::IllegalAction => 422,
            Self::Over => 410,
            Self::RateLimited => 429,
            Self::TooLarge => 413,
            Self::Internal => 500,
        }
    }
}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// What kind of refusal it is, for programs.
    pub code: Code,
    /// The same in a few words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong and what to do, for people.
    pub detail: String,
}
