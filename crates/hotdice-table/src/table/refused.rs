//! Why a table refuses, and why a log cannot be true.

use hotdice_core::{
    AgreementRefused, EventRefused, Name, ResignRefused, RulesError, Seat, SeatRange, StartRefused,
};

use crate::fair::TooManySides;
use crate::{ActError, NobodyThere};

/// Something that a table does not do. It is then unchanged.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// Every seat is taken.
    #[error("every seat is taken: watch, or open a table of your own")]
    Full,
    /// Somebody else has that name.
    #[error("somebody at this table is called {0} already: choose another name")]
    NameTaken(Name),
    /// Names like this are for bots.
    #[error("{0} would look like a bot: choose another name")]
    NameOfABot(Name),
    /// No bot is called so.
    #[error("a level of a bot is one short word, like careful")]
    NotALevel,
    /// Only those who played before may join.
    #[error("this table is for those who played before: join with the token of that game")]
    NotInvited,
    /// The game has begun.
    #[error("the game has begun already")]
    AlreadyStarted,
    /// The game has not begun.
    #[error("the game has not begun: {joined} of {seats} are here")]
    NotStarted {
        /// How many have joined.
        joined: u8,
        /// How many seats there are.
        seats: u8,
    },
    /// There are too few players.
    #[error("{joined} at the table, but these rules need {}", allowed.in_words())]
    TooFew {
        /// How many have joined.
        joined: u8,
        /// How many the rules allow.
        allowed: SeatRange,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over.
    #[error("the game is not over yet")]
    NotOver,
    /// Whoever asks does not play here.
    #[error("you have no seat at this table")]
    NoSeat,
    /// Something has happened that whoever asks has not seen.
    #[error("something has happened since event {seen}: the table is at event {seq}")]
    Stale {
        /// The last event that was seen.
        seen: u64,
        /// The last event there is.
        seq: u64,
    },
    /// Another seat decides.
    #[error("it is not your turn: seat {decides} decides")]
    NotYourTurn {
        /// The seat that decides.
        decides: Seat,
    },
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(#[from] EventRefused),
    /// The action scores something else than whoever asks expects.
    #[error("{action} scores {points}, not {expected}: nothing was done")]
    OtherPoints {
        /// The action.
        action: String,
        /// What it scores at once.
        points: i64,
        /// What was expected.
        expected: i64,
    },
    /// The players cannot agree to stop here.
    #[error(transparent)]
    Agreement(#[from] AgreementRefused),
    /// Whoever asks cannot give up.
    #[error(transparent)]
    Resignation(#[from] ResignRefused),
    /// Whoever asks has given up.
    #[error("you have resigned: a bot plays on in your seat")]
    Resigned,
    /// Bots play to the end.
    #[error("bots play to the end: only people can agree to stop")]
    BotsPlayOn,
    /// The dice of the game cannot be thrown fairly.
    #[error(transparent)]
    Dice(#[from] TooManySides),
}

/// A log that cannot be true.
#[derive(Debug, thiserror::Error)]
pub enum Impossible {
    /// There is no such game.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The game is not for that many players.
    #[error("the game is not for that many players")]
    Seats,
    /// Nobody can begin from that position.
    #[error(transparent)]
    Start(#[from] StartRefused),
    /// A bot cannot be called so.
    #[error("a level of a bot is one short word, like careful")]
    Level,
    /// The revealed seed is not the one that the table was opened with.
    #[error("the revealed seed is not the one that was committed")]
    Seed,
    /// The event cannot come at this point.
    #[error("the event cannot come at this point")]
    Order,
    /// The rules do not allow what the log says.
    #[error(transparent)]
    Game(#[from] ActError),
    /// The dice cannot fall as the log says.
    #[error(transparent)]
    Dice(#[from] EventRefused),
    /// The players cannot have agreed to stop.
    #[error(transparent)]
    Agreement(#[from] AgreementRefused),
    /// The player cannot have given up.
    #[error(transparent)]
    Resignation(#[from] ResignRefused),
    /// Nobody can have come or gone.
    #[error(transparent)]
    Nobody(#[from] NobodyThere),
}
