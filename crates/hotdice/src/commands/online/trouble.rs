//! What a server refused or the line swallowed, in words that say what to do next.

use std::error::Error;
use std::fmt;

use hotdice_client::{Error as ClientError, Remedy};
use hotdice_wire::Code;

/// A request that came to nothing.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The client says why.
    Client(ClientError),
    /// This machine remembers no such thing.
    NotRemembered {
        /// What it would be.
        what: String,
        /// What to do instead.
        advice: &'static str,
    },
}

impl Trouble {
    /// Returns the code of a refusal by the server.
    pub(super) fn code(&self) -> Option<Code> {
        match self {
            Self::Client(error) => error.code(),
            Self::NotRemembered { .. } => None,
        }
    }

    /// Returns the class that scripts look for.
    fn class(&self) -> &'static str {
        match self {
            Self::Client(ClientError::NotFound(_)) | Self::NotRemembered { .. } => "NotFoundError",
            Self::Client(ClientError::Validation(_)) => "ValidationError",
            Self::Client(_) => "ApiError",
        }
    }

    /// Says what to do.
    fn advice(&self) -> &'static str {
        let error = match self {
            Self::Client(error) => error,
            Self::NotRemembered { advice, .. } => return advice,
        };
        in_commands(error.remedy())
    }
}

/// Says what to do with the commands of this program.
fn in_commands(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::FindServer => "Check the address; hotdice serve starts a server on this machine.",
        Remedy::CheckAddress => "Check the address.",
        Remedy::CheckTable => "Check the name: whoever opened the table knows it.",
        Remedy::Rewrite => "Change that and try again.",
        Remedy::ChooseOther => "Choose something else.",
        Remedy::TakeSeat => "Take a seat with: hotdice online join TABLE NAME",
        Remedy::WaitForTurn => "hotdice online turn TABLE waits for your turn.",
        Remedy::LookAgain => "Look at the table again: hotdice online status TABLE",
        Remedy::WatchInstead => {
            "Watch it with: hotdice online watch TABLE, or open your own: hotdice online new RULES"
        }
        Remedy::SeeTheEnd => "See how it went: hotdice online watch TABLE",
        Remedy::SlowDown => "Wait a little and try again.",
        Remedy::TellTheServer => "Try again later, or tell whoever runs the server.",
        Remedy::Nothing => "",
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Self::Client(error) => error.to_string(),
            Self::NotRemembered { what, .. } => what.clone(),
        };
        let what = what.trim_end_matches('.');
        write!(f, "{}: {what}. {}", self.class(), self.advice())
    }
}

impl Error for Trouble {}

impl From<ClientError> for Trouble {
    fn from(error: ClientError) -> Self {
        Self::Client(error)
    }
}
