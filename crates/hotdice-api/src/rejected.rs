//! Why a request is not carried out.

use std::fmt::Display;

use hotdice_bots::Unsolvable;
use hotdice_core::{capitalized, counted};
use hotdice_table::Refused;
use hotdice_wire::{Code, Problem};

/// Why a request is not carried out, for programs and for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The kind of refusal.
    pub code: Code,
    /// What was wrong and what to do.
    pub detail: String,
}

impl Rejected {
    /// Returns a refusal of a kind.
    #[must_use]
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self { code, detail }
    }

    /// Refuses what cannot be understood.
    #[must_use]
    pub fn invalid(detail: impl Display) -> Self {
        Self::new(Code::Invalid, detail.to_string())
    }

    /// Returns the refusal as it is sent.
    #[must_use]
    pub fn problem(&self) -> Problem {
        Problem {
            code: self.code,
            title: title(self.code).to_owned(),
            status: self.code.status(),
            detail: capitalized(&self.detail),
        }
    }
}
fn title(code: Code) -> &'static str {
    match code {
        Code::NotFound => "Not found",
        Code::Invalid => "The request is not valid",
        Code::Unauthorized => "The token is missing or wrong",
        Code::NotYourTurn => "It isn't your turn",
        Code::IllegalAction => "The rules don't allow that",
        Code::Stale => "The table has moved on",
        Code::TableFull => "Every seat is taken",
        Code::AlreadyStarted => "The game has already started",
        Code::Over => "The game is over",
        Code::RateLimited => "Too many requests",
        Code::TooLarge => "The request is too large",
        Code::LimitReached => "The limit is reached",
        Code::OtherLog => "The log is another one",
        Code::Internal => "The server failed",
    }
}

impl From<Refused> for Rejected {
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
            Refused::RollDue | Refused::NotDue { .. } | Refused::MarkedAbsent { .. } => Code::Stale,
            Refused::NotLinked
            | Refused::NoRollFollows { .. }
            | Refused::WrongLink { .. }
            | Refused::AnchorTaken => Code::Invalid,
            Refused::LinksUsedUp => Code::LimitReached,
        };
        Self::new(code, refused.to_string())
    }
}

impl From<Unsolvable> for Rejected {
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
