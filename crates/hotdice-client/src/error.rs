//! Why a request came to nothing.

use hotdice_wire::{Code, Problem};

use crate::random::NoRandomness;
use crate::server_url::ServerUrl;

/// Why a request came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such thing on the server.
    #[error("{}", .0.detail)]
    NotFound(Problem),
    /// What was sent makes no sense, or the rules do not allow it.
    #[error("{}", .0.detail)]
    Validation(Problem),
    /// The server refuses for another reason.
    #[error("{}", .0.detail)]
    Refused(Problem),
    /// The server cannot be reached.
    #[error("{server} cannot be reached: {cause}")]
    Unreachable {
        /// Where it should be.
        server: ServerUrl,
        /// What happened.
        cause: String,
    },
    /// Something answers, but not as a server of Hot Dice does.
    #[error("{server} answers, but not as a server of Hot Dice does: {what}")]
    Strange {
        /// Where it is.
        server: ServerUrl,
        /// What it did.
        what: String,
    },
    /// The operating system gave no randomness.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

impl Error {
    /// Tells whether something has happened that whoever asked did not know.
    pub(crate) fn is_stale(&self) -> bool {
        matches!(self, Self::Refused(problem) if problem.code == Code::Stale)
    }

    /// Returns the refusal of a server in its class.
    pub(crate) fn of(problem: Problem) -> Self {
        match problem.code {
            Code::NotFound => Self::NotFound(problem),
            Code::Invalid | Code::IllegalAction | Code::TooLarge => Self::Validation(problem),
            _ => Self::Refused(problem),
        }
    }

    /// Returns the code of a refusal.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        match self {
            Self::NotFound(problem) | Self::Validation(problem) | Self::Refused(problem) => {
                Some(problem.code)
            }
            Self::Unreachable { .. } | Self::Strange { .. } | Self::NoRandomness(_) => None,
        }
    }
}
