//! Why a record is not verified.

use std::error::Error;
use std::fmt;

use hotdice_core::{
    AgreementRefused, Bytes32, EventRefused, RecordProblem, ResignRefused, RulesError, Seat,
    SeatSet, SeatsRefused, StartRefused,
};

/// What keeps a record from being verified.
#[derive(Debug)]
pub enum Problem {
    /// The text is no record.
    Unreadable(RecordProblem),
    /// The dice came from the operating system.
    SystemDice,
    /// The dice came from a seed that somebody chose.
    SeedDice(u64),
    /// Nobody knows where the dice came from.
    UnknownDice,
    /// There is no such game.
    Rules(RulesError),
    /// The game is not for that many players.
    Seats(SeatsRefused),
    /// Nobody can begin from that position.
    Start(StartRefused),
    /// A person added nothing to the dice.
    NothingAdded(Seat),
    /// A bot added something to the dice.
    BotAdded(Seat),
    /// The game goes on, and the seed is still secret.
    NotOver,
    /// The game has ended and the seed is missing.
    NoSeed,
    /// The seed is not what the server committed itself to.
    WrongSeed {
        /// What the seed would have been committed by.
        commits: Bytes32,
    },
    /// The record has another commitment than the one that was seen.
    OtherCommitment {
        /// The one that was seen.
        seen: Bytes32,
    },
    /// Nobody in the record added the bytes that somebody did add.
    NotAdded(Bytes32),
    /// Other dice were due.
    WrongDice {
        /// What the record says.
        told: String,
        /// What it should say.
        due: String,
    },
    /// The dice cannot be thrown with bytes.
    Sides(u16),
    /// The rules do not allow it.
    Refused(EventRefused),
    /// Another seat decides.
    NotTheirTurn {
        /// The seat that acts in the record.
        seat: Seat,
        /// The seat that decides.
        decides: Seat,
    },
    /// The players cannot have agreed to stop.
    Agreement(AgreementRefused),
    /// The player cannot have given up.
    Resignation(ResignRefused),
    /// Nobody plays at that seat.
    NobodyThere(Seat),
    /// The record says that the game is over, and it is not.
    EndedEarly,
    /// Something stands after the end of the game.
    AfterTheEnd,
    /// A link is not of the chain of its seat, or of the server's.
    WrongLink {
        /// Whose it should be; nobody for the server's.
        seat: Option<Seat>,
    },
    /// A seat has two answers for one roll.
    LinkedTwice(Seat),
    /// A person has neither added a link to a roll nor been marked absent.
    LinkMissing(Seat),
    /// A link stands where no dice are about to fall.
    NoRollDue,
    /// Something stands where only links and dice may.
    RollDue,
    /// The dice are not linked, and something says that they are.
    NotLinked,
    /// A line is no event of a table.
    NotALine(String),
    /// A line of a log cannot come at its place.
    OutOfPlace,
    /// The log is another one than the one that was seen before.
    OtherLog {
        /// The number of the event.
        seq: u64,
    },
    /// Somebody's own link was sent, and they were marked absent.
    LinkIgnored {
        /// The number of the roll.
        roll: u64,
    },
    /// Somebody's own link was sent, and another decision than theirs led to its roll.
    LinkKnownEarly {
        /// The number of the roll.
        roll: u64,
    },
    /// Somebody's own chain was replaced by another.
    AnchorReplaced,
    /// Others have won.
    WrongWinners {
        /// The seats that the record names.
        told: SeatSet,
        /// The seats that have won.
        won: SeatSet,
    },
}

impl Problem {
    /// Tells whether a log can be checked on after this: it says what was done to somebody, and breaks nothing.
    #[must_use]
    pub fn is_survivable(&self) -> bool {
        matches!(
            self,
            Self::LinkIgnored { .. } | Self::LinkKnownEarly { .. } | Self::AnchorReplaced
        )
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(problem) => problem.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::Seats(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::Refused(error) => error.fmt(f),
            Self::Agreement(error) => error.fmt(f),
            Self::Resignation(error) => error.fmt(f),
            Self::SystemDice => f.write_str(
                "there is nothing to verify: the dice came from the operating system, not from a server",
            ),
            Self::SeedDice(seed) => write!(
                f,
                "there is nothing to verify: the dice came from seed {seed}, and whoever chose it could know them all"
            ),
            Self::UnknownDice => f.write_str(
                "there is nothing to verify: the record does not say where the dice came from",
            ),
            Self::NothingAdded(seat) => write!(
                f,
                "seat {seat} is a person and added nothing to the dice: its entropy is missing"
            ),
            Self::BotAdded(seat) => write!(f, "seat {seat} is a bot, and bots add nothing to the dice"),
            Self::NotOver => f.write_str(
                "the game is not over, and the seed of its dice is revealed only then: verify it again at the end",
            ),
            Self::NoSeed => {
                f.write_str("the game is over, but the seed of its dice is missing: fetch the record again")
            }
            Self::WrongSeed { commits } => write!(
                f,
                "the seed is not the one that the server promised: its commitment is {commits}"
            ),
            Self::OtherCommitment { seen } => {
                write!(f, "the commitment is not {seen}, which was published before the game")
            }
            Self::NotAdded(bytes) => write!(f, "no seat added {bytes} to the dice"),
            Self::WrongDice { told, due } => {
                write!(f, "the dice should have been {due}, but the record says {told}")
            }
            Self::Sides(sides) => write!(f, "fair dice have 1 to 256 sides, not {sides}"),
            Self::NotTheirTurn { seat, decides } => {
                write!(f, "it isn't seat {seat}'s turn: seat {decides} decides")
            }
            Self::NobodyThere(seat) => write!(f, "nobody plays at seat {seat} here"),
            Self::EndedEarly => f.write_str("the game is not over here"),
            Self::AfterTheEnd => f.write_str("the game is already over before this"),
            Self::WrongLink { seat: Some(seat) } => {
                write!(f, "the link of seat {seat} is not the next one of its chain")
            }
            Self::WrongLink { seat: None } => {
                f.write_str("the server's link is not the next one of its chain")
            }
            Self::LinkedTwice(seat) => write!(f, "seat {seat} has two answers for one roll"),
            Self::LinkMissing(seat) => write!(
                f,
                "seat {seat} is a person and has neither added a link to this roll nor been marked absent"
            ),
            Self::NoRollDue => f.write_str("no dice are about to fall here, so nobody adds a link"),
            Self::RollDue => f.write_str("dice are about to fall, so nobody begins a new chain"),
            Self::NotLinked => f.write_str("these dice are not linked"),
            Self::NotALine(line) => write!(f, "not an event of a table: {line:?}"),
            Self::OutOfPlace => f.write_str("the event cannot come at this point"),
            Self::OtherLog { seq } => write!(
                f,
                "event {seq} is not the one that the server showed before: its log was changed, or it tells two stories"
            ),
            Self::LinkIgnored { roll } => write!(
                f,
                "roll {roll} fell without your link, although it was sent: the server could have tried the dice with it and without it"
            ),
            Self::LinkKnownEarly { roll } => write!(
                f,
                "your link of roll {roll} was sent with another decision than this one: whoever made it could have known the dice"
            ),
            Self::AnchorReplaced => f.write_str(
                "somebody began a new chain in your name: unless that was you at another device, your links do not protect you any more",
            ),
            Self::WrongWinners { told, won } => write!(
                f,
                "the record says that {} won, but it was {}",
                Seats(*told),
                Seats(*won)
            ),
        }
    }
}

impl Error for Problem {}

/// Seats in words.
struct Seats(SeatSet);

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(|seat| seat.to_string()).collect();
        match numbers.as_slice() {
            [] => f.write_str("nobody"),
            [only] => write!(f, "seat {only}"),
            several => write!(f, "seats {}", several.join(", ")),
        }
    }
}
