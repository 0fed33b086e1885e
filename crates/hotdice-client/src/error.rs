//! Why a request came to nothing, and what to do about it.

use hotdice_wire::{Code, Problem};
use hotdice_world::NoRandomness;

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

    /// Tells whether the server's log is not the one that whoever asked has seen.
    pub(crate) fn is_other_log(&self) -> bool {
        matches!(self, Self::Refused(problem) if problem.code == Code::OtherLog)
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

    /// Returns what to do about it.
    #[must_use]
    pub fn remedy(&self) -> Remedy {
        match (self, self.code()) {
            (Self::Unreachable { .. }, _) => Remedy::FindServer,
            (Self::Strange { .. }, _) => Remedy::CheckAddress,
            (_, Some(code)) => remedy_for(code),
            (_, None) => Remedy::Nothing,
        }
    }
}

/// What to do about an error. Every front end has its own words for it: a command, a key, a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Check the address, or open a server.
    FindServer,
    /// Check the address: something else listens there.
    CheckAddress,
    /// Check the name of the table.
    CheckTable,
    /// Write it in another way.
    Rewrite,
    /// Choose something that the rules allow.
    ChooseOther,
    /// Take a seat first.
    TakeSeat,
    /// Wait for one's turn.
    WaitForTurn,
    /// Look at the table again: things have happened.
    LookAgain,
    /// Watch, or open another table: there is no free seat at this one.
    WatchInstead,
    /// See how it went: the game is over.
    SeeTheEnd,
    /// Wait a little.
    SlowDown,
    /// Try again later, or tell whoever runs the server.
    TellTheServer,
    /// Nothing can be done here.
    Nothing,
}

fn remedy_for(code: Code) -> Remedy {
    match code {
        Code::NotFound => Remedy::CheckTable,
        Code::Invalid | Code::TooLarge => Remedy::Rewrite,
        Code::IllegalAction => Remedy::ChooseOther,
        Code::Unauthorized => Remedy::TakeSeat,
        Code::NotYourTurn => Remedy::WaitForTurn,
        Code::Stale => Remedy::LookAgain,
        Code::TableFull | Code::AlreadyStarted => Remedy::WatchInstead,
        Code::Over => Remedy::SeeTheEnd,
        Code::RateLimited => Remedy::SlowDown,
        Code::LimitReached => Remedy::Nothing,
        Code::Internal | Code::OtherLog => Remedy::TellTheServer,
    }
}
