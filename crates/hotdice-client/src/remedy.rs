//! What to do about a request that came to nothing.

use hotdice_wire::Code;

use crate::Error;

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

impl Error {
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
        Code::Internal => Remedy::TellTheServer,
    }
}
