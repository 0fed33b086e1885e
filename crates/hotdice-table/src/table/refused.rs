//! Why a table refuses, and why a log cannot be true.

use hotdice_core::{
    AgreementRefused, EventRefused, Name, ResignRefused, RulesError, Seat, SeatRange, StartRefused,
};

use crate::fair::{LINKS, TooManySides};
use crate::{ActError, NobodyThere};

/// Something that a table does not do. It is then unchanged.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// Every seat is taken.
    #[error("every seat is taken: watch, or open your own table")]
    Full,
    /// Somebody else has that name.
    #[error("someone at this table is already called {0}: choose another name")]
    NameTaken(Name),
    /// Names like this are for bots.
    #[error("{0} looks like the name of a bot: choose another name")]
    NameOfABot(Name),
    /// No bot is called so.
    #[error("a bot's level is one word, like careful")]
    NotALevel,
    /// Only those who played before may join.
    #[error("this table is for the players of the last game: join with your token from that game")]
    NotInvited,
    /// The game has begun.
    #[error("the game has already started")]
    AlreadyStarted,
    /// The game has not begun.
    #[error("the game hasn't started: {joined} of {seats} players are here")]
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
    #[error("the game isn't over yet")]
    NotOver,
    /// Whoever asks does not play here.
    #[error("you don't have a seat at this table")]
    NoSeat,
    /// Something has happened that whoever asks has not seen.
    #[error("the table has moved on: you saw event {seen}, and it is at event {seq}")]
    Stale {
        /// The last event that was seen.
        seen: u64,
        /// The last event there is.
        seq: u64,
    },
    /// Another seat decides.
    #[error("it isn't your turn: seat {decides} decides")]
    NotYourTurn {
        /// The seat that decides.
        decides: Seat,
    },
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(#[from] EventRefused),
    /// The action scores something else than whoever asks expects.
    #[error("{action} scores {points}, not {expected}, so nothing was done")]
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
    #[error("you resigned: a bot is playing in your seat")]
    Resigned,
    /// Bots play to the end.
    #[error("bots never agree to a draw: play on, or resign")]
    BotsPlayOn,
    /// The dice of the game cannot be thrown fairly.
    #[error(transparent)]
    Dice(#[from] TooManySides),
    /// Nobody adds links to these dice.
    #[error("the dice of this table aren't linked: it takes no links")]
    NotLinked,
    /// The dice are about to fall.
    #[error("the dice are about to fall: wait for them")]
    RollDue,
    /// A link comes too early, or too late.
    #[error("roll {roll} isn't due: keep the links of later rolls to yourself")]
    NotDue {
        /// The roll that the link is for.
        roll: u64,
    },
    /// A link comes with an action after which no dice fall.
    #[error("{action} does not lead to a roll: send it without a link")]
    NoRollFollows {
        /// The action.
        action: String,
    },
    /// A link is not of the chain.
    #[error("this isn't the link of roll {roll} in your chain")]
    WrongLink {
        /// The roll that it should be for.
        roll: u64,
    },
    /// A link comes after its sender was marked absent.
    #[error("roll {roll} was made without your link: you were marked absent")]
    MarkedAbsent {
        /// The roll that the link is for.
        roll: u64,
    },
    /// Two players cannot have one chain.
    #[error("this anchor is already in use at this table: draw a new secret")]
    AnchorTaken,
    /// The chain of the server has no more links.
    #[error(
        "this table has reached its limit of {} rolls: open another one",
        LINKS
    )]
    LinksUsedUp,
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
    #[error("a bot's level is one word, like careful")]
    Level,
    /// The revealed seed is not the one that the table was opened with.
    #[error("the revealed seed is not the one that was committed")]
    Seed,
    /// Other dice follow from the seed or the links.
    #[error("the log says that the dice were {told}, but they were {due}")]
    OtherDice {
        /// What the log says.
        told: String,
        /// What should be there.
        due: String,
    },
    /// A link does not belong to its hash chain.
    #[error("a link does not belong to its hash chain")]
    Link,
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
