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
    /// Others have won.
    WrongWinners {
        /// The seats that the record names.
        told: SeatSet,
        /// The seats that have won.
        won: SeatSet,
    },
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
