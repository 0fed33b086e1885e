//! What happens at a table, one line each.
//!
//! ```text
//! opened seats=2 clock=60 standin=careful coach=on after=- commitment=9f… rules=farkle(target=2000)
//! joined 1 5c… Ada
//! joined 2 bot:careful
//! withdrew 2
//! started
//! rolled 1 1 3 4 5 6
//! acted 1 keep 1 1
//! left 1 · replaced 1 careful · returned 1
//! offered 1
//! declined 2
//! agreed
//! resigned 1
//! ended 44… 1 2
//! rematch k7w2m9x4ab
//! ```
//!
//! At a table with linked dice the first line has `anchor=` instead of `commitment=`, what a person brings is an anchor
//! too, and there are
//!
//! ```text
//! linked 1 7d…
//! absent 2
//! rolled 1 1 3 4 5 6 link 03…
//! anchored 2 b1…
//! ```
//!
//! Until the game starts people are known by the order in which they joined, afterwards by their seats. `ended` reveals
//! the seed of the dice and names the winners. A game that goes on from some position has `from` and the state at the
//! end of its first line. This is what a server stores, and the form never changes.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use hotdice_core::{Attendance, Bytes32, Name, RecordEvent, Seat, SeatSet};

use super::player::is_level;
use super::{PlayerId, Settings, TableDice, TableId, Who};

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// The table was opened, with a commitment to its dice or the anchor of the server's chain.
    Opened(Settings, Bytes32),
    /// Somebody takes part.
    Joined(PlayerId, Who),
    /// Somebody changed their mind before the game began.
    Withdrew(PlayerId),
    /// The game begins; the players sit in the order in which they stand.
    Started,
    /// Dice fell; linked ones with a link of the server's chain.
    Rolled(String, Option<Bytes32>),
    /// The player of a seat chose.
    Acted(Seat, String),
    /// The player of a seat went away, was replaced, or came back.
    Attended(Seat, Attendance),
    /// The player of a seat offers to stop.
    Offered(Seat),
    /// The player of a seat declines what others offered.
    Declined(Seat),
    /// All agreed to stop.
    Agreed,
    /// The player of a seat gave up for good.
    Resigned(Seat),
    /// The person of a seat added a link to the roll that is due.
    Linked(Seat, Bytes32),
    /// The person of a seat adds nothing to the roll that is due.
    Absent(Seat),
    /// The person of a seat begins a new chain.
    Anchored(Seat, Bytes32),
    /// The game is over: the seed of the dice, and who won.
    Ended(Bytes32, SeatSet),
    /// The same players meet at another table.
    Rematch(TableId),
}

impl TableEvent {
    /// Returns what the record of the game says about it, if anything.
    pub(super) fn in_record(&self) -> Option<RecordEvent> {
        match self {
            Self::Rolled(roll, link) => Some(RecordEvent::Rolled(roll.clone(), *link)),
            Self::Acted(seat, action) => Some(RecordEvent::Acted(*seat, action.clone())),
            Self::Attended(seat, attendance) => {
                Some(RecordEvent::Attended(*seat, attendance.clone()))
            }
            Self::Agreed => Some(RecordEvent::Agreed),
            Self::Resigned(seat) => Some(RecordEvent::Resigned(*seat)),
            Self::Linked(seat, link) => Some(RecordEvent::Linked(*seat, *link)),
            Self::Absent(seat) => Some(RecordEvent::Absent(*seat)),
            Self::Anchored(seat, anchor) => Some(RecordEvent::Anchored(*seat, *anchor)),
            Self::Ended(_, winners) => Some(RecordEvent::Ended(*winners)),
            Self::Opened(..)
            | Self::Joined(..)
            | Self::Withdrew(_)
            | Self::Started
            | Self::Offered(_)
            | Self::Declined(_)
            | Self::Rematch(_) => None,
        }
    }
}

/// A line that is no event of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an event of a table: {0:?}")]
pub struct NotATableEvent(String);

impl fmt::Display for TableEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opened(settings, commitment) => write_opened(f, settings, *commitment),
            Self::Joined(player, Who::Person { name, entropy }) => {
                write!(f, "joined {player} {entropy} {name}")
            }
            Self::Joined(player, Who::Bot { level }) => write!(f, "joined {player} bot:{level}"),
            Self::Withdrew(player) => write!(f, "withdrew {player}"),
            Self::Started => f.write_str("started"),
            Self::Rolled(roll, None) => write!(f, "rolled {roll}"),
            Self::Rolled(roll, Some(link)) => write!(f, "rolled {roll}{LINK}{link}"),
            Self::Acted(seat, action) => write!(f, "acted {seat} {action}"),
            Self::Attended(seat, Attendance::Left) => write!(f, "left {seat}"),
            Self::Attended(seat, Attendance::Replaced(by)) => write!(f, "replaced {seat} {by}"),
            Self::Attended(seat, Attendance::Returned) => write!(f, "returned {seat}"),
            Self::Offered(seat) => write!(f, "offered {seat}"),
            Self::Declined(seat) => write!(f, "declined {seat}"),
            Self::Agreed => f.write_str("agreed"),
            Self::Resigned(seat) => write!(f, "resigned {seat}"),
            Self::Linked(seat, link) => write!(f, "linked {seat} {link}"),
            Self::Absent(seat) => write!(f, "absent {seat}"),
            Self::Anchored(seat, anchor) => write!(f, "anchored {seat} {anchor}"),
            Self::Ended(seed, winners) => {
                write!(f, "ended {seed}")?;
                winners.iter().try_for_each(|seat| write!(f, " {seat}"))
            }
            Self::Rematch(table) => write!(f, "rematch {table}"),
        }
    }
}

fn write_opened(
    f: &mut fmt::Formatter<'_>,
    settings: &Settings,
    commitment: Bytes32,
) -> fmt::Result {
    let Settings {
        rules,
        seats,
        clock,
        standin,
        coach,
        after,
        from,
        dice,
    } = settings;
    let clock = clock.map_or_else(|| "off".to_owned(), |seconds| seconds.to_string());
    let coach = if *coach { "on" } else { "off" };
    let after = after.map_or_else(|| "-".to_owned(), |table| table.to_string());
    let promise = promise_word(*dice);
    write!(
        f,
        "opened seats={seats} clock={clock} standin={standin} coach={coach} after={after} \
         {promise}={commitment} rules={rules}"
    )?;
    from.iter().try_for_each(|state| write!(f, "{FROM}{state}"))
}

/// Returns what the server's promise is called, which says how its dice are made.
fn promise_word(dice: TableDice) -> &'static str {
    match dice {
        TableDice::Committed => "commitment",
        TableDice::Linked => "anchor",
    }
}

/// What comes before the server's link, after the dice of a roll.
const LINK: &str = " link ";

/// What comes before the state that a game begins from, after its rules, which have no spaces.
const FROM: &str = " from ";

impl FromStr for TableEvent {
    type Err = NotATableEvent;

    fn from_str(line: &str) -> Result<Self, NotATableEvent> {
        read(line).ok_or_else(|| NotATableEvent(line.chars().take(80).collect()))
    }
}

fn read(line: &str) -> Option<TableEvent> {
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    let attended = |seat: &str, attendance| {
        let seat = seat.parse().ok()?;
        Some(TableEvent::Attended(seat, attendance))
    };
    match kind {
        "opened" => read_opened(rest),
        "joined" => read_joined(rest),
        "withdrew" => Some(TableEvent::Withdrew(rest.parse().ok()?)),
        "started" if rest.is_empty() => Some(TableEvent::Started),
        "rolled" if !rest.is_empty() => Some(read_rolled(rest)),
        "acted" => {
            let (seat, action) = rest.split_once(' ')?;
            Some(TableEvent::Acted(seat.parse().ok()?, action.to_owned()))
        }
        "left" => attended(rest, Attendance::Left),
        "returned" => attended(rest, Attendance::Returned),
        "replaced" => {
            let (seat, by) = rest.split_once(' ')?;
            attended(seat, Attendance::Replaced(by.to_owned()))
        }
        "offered" => Some(TableEvent::Offered(rest.parse().ok()?)),
        "declined" => Some(TableEvent::Declined(rest.parse().ok()?)),
        "agreed" if rest.is_empty() => Some(TableEvent::Agreed),
        "resigned" => Some(TableEvent::Resigned(rest.parse().ok()?)),
        "linked" => {
            let (seat, link) = read_link(rest)?;
            Some(TableEvent::Linked(seat, link))
        }
        "absent" => Some(TableEvent::Absent(rest.parse().ok()?)),
        "anchored" => {
            let (seat, anchor) = read_link(rest)?;
            Some(TableEvent::Anchored(seat, anchor))
        }
        "ended" => {
            let mut words = rest.split(' ');
            let seed = words.next()?.parse().ok()?;
            let winners = words.map(str::parse::<Seat>).collect::<Result<_, _>>();
            Some(TableEvent::Ended(seed, winners.ok()?))
        }
        "rematch" => Some(TableEvent::Rematch(rest.parse().ok()?)),
        _ => None,
    }
}

/// Reads a roll. Dice have no notation that ends like a link.
fn read_rolled(rest: &str) -> TableEvent {
    let linked = rest.rsplit_once(LINK).and_then(|(roll, link)| {
        let link = link.parse().ok()?;
        Some(TableEvent::Rolled(roll.to_owned(), Some(link)))
    });
    linked.unwrap_or_else(|| TableEvent::Rolled(rest.to_owned(), None))
}

fn read_link(rest: &str) -> Option<(Seat, Bytes32)> {
    let (seat, link) = rest.split_once(' ')?;
    Some((seat.parse().ok()?, link.parse().ok()?))
}

fn read_opened(rest: &str) -> Option<TableEvent> {
    let (fields, rules) = rest.split_once(" rules=")?;
    let (rules, from) = match rules.split_once(FROM) {
        Some((rules, from)) => (rules, Some(from.to_owned())),
        None => (rules, None),
    };
    let mut fields = fields.split(' ');
    let mut field = |name: &str| fields.next()?.strip_prefix(name)?.strip_prefix('=');
    let settings = Settings {
        rules: rules.to_owned(),
        seats: field("seats")?.parse().ok()?,
        clock: match field("clock")? {
            "off" => None,
            seconds => Some(seconds.parse::<NonZeroU32>().ok()?),
        },
        standin: field("standin")?.to_owned(),
        coach: match field("coach")? {
            "on" => true,
            "off" => false,
            _ => return None,
        },
        after: match field("after")? {
            "-" => None,
            table => Some(table.parse().ok()?),
        },
        from,
        dice: TableDice::Committed,
    };
    let (word, promise) = fields.next()?.split_once('=')?;
    let dice = [TableDice::Committed, TableDice::Linked]
        .into_iter()
        .find(|dice| promise_word(*dice) == word)?;
    let settings = Settings { dice, ..settings };
    let complete = fields.next().is_none();
    complete.then_some(TableEvent::Opened(settings, promise.parse().ok()?))
}

fn read_joined(rest: &str) -> Option<TableEvent> {
    let (player, who) = rest.split_once(' ')?;
    let player = player.parse().ok()?;
    let who = match (who.strip_prefix("bot:"), who.split_once(' ')) {
        (Some(level), _) => Who::Bot {
            level: is_level(level).then(|| level.to_owned())?,
        },
        (None, Some((entropy, name))) => Who::Person {
            name: name.parse::<Name>().ok()?,
            entropy: entropy.parse().ok()?,
        },
        (None, None) => return None,
    };
    Some(TableEvent::Joined(player, who))
}
