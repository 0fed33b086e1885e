//! A game as a text file: header lines, then one event per line.
//!
//! ```text
//! hotdice record 1
//! rules farkle(target=2000)
//! dice seed 7
//! seat 1 Ada
//! seat 2 Bo
//!
//! rolled 1 1 3 4 5 6
//! acted 1 keep 1 1
//! ended 1
//! ```
//!
//! `dice` says where the dice came from (`system`, `seed N`, `fair TABLE COMMITMENT` or `unknown`), `acted` names the
//! seat, `ended` the seats that share the win. A file without `ended` is a game that goes on. Reading checks the form
//! only; whether the events are possible is for whoever replays them.
//!
//! Games of a server have fair dice. There a line `entropy HEX` follows every seat that added to the dice, a last line
//! `seed HEX` reveals what the server had committed itself to, and `left 1`, `replaced 1 careful` (a bot plays on for
//! the seat) and `returned 1` say who was there.
//!
//! Version 2 adds one line: `resigned 1`, the player of that seat has given up for good. The last seat that has not
//! resigned wins; until then a bot plays for those who did. A record without such a line is of version 1.
//!
//! Version 3 adds a last header line for a game that did not begin at the opening: `from STATE`, in the notation of the
//! game.
//!
//! Version 4 adds linked dice: `dice linked TABLE ANCHOR` names the anchor of the server's chain, and `anchor HEX` under a
//! seat that of its person. Before every roll each person's seat has `linked 1 HEX` or `absent 1`, a roll ends with the
//! server's link (`rolled 4 link HEX`), and `anchored 1 HEX` begins a new chain for a seat.

mod read;

use std::fmt;
use std::str::FromStr;

use crate::{Bytes32, NotBytes32, Seat, SeatSet};

/// The first word of a record. Its version follows.
const FIRST_WORDS: &str = "hotdice record";

/// The versions of the form. A record is written in the lowest that can say it, so that older programs read all that
/// they could ever understand.
const VERSIONS: [u8; 4] = [1, 2, 3, 4];

/// A game from its first event to the last that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The rules line.
    pub rules: String,
    /// Where the dice came from.
    pub dice: DiceOrigin,
    /// Who sits where, from the first seat on.
    pub seats: Vec<Name>,
    /// The state that the game began from, unless it was the opening.
    pub from: Option<String>,
    /// What happened.
    pub events: Vec<RecordEvent>,
}

/// Where the dice of a game came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceOrigin {
    /// The randomness of the operating system.
    System,
    /// A seed that gives the same dice again.
    Seed(u64),
    /// A server that can be checked when the game is over.
    Fair(Box<FairOrigin>),
    /// A server whose every roll can be checked as it falls, and to which every person present adds a link of a hash
    /// chain. The commitment is the anchor of the server's chain, and what a player added the anchor of theirs.
    Linked(Box<FairOrigin>),
    /// Somewhere else: real dice, a script.
    Unknown,
}

/// What is known about the dice of a server that can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairOrigin {
    /// The name of the table: letters and digits.
    pub table: String,
    /// What the server published before anybody joined.
    pub commitment: Bytes32,
    /// What the player of each seat added, from the first seat on; bots add nothing.
    pub entropy: Vec<Option<Bytes32>>,
    /// What the server committed itself to, once it is revealed.
    pub seed: Option<Bytes32>,
}

/// An event in the notation of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordEvent {
    /// Chance decided; linked dice are rolled with a link of the server's chain.
    Rolled(String, Option<Bytes32>),
    /// A player chose.
    Acted(Seat, String),
    /// Somebody went away, came back, or was replaced.
    Attended(Seat, Attendance),
    /// All players agreed to stop.
    Agreed,
    /// The player of a seat gave up for good.
    Resigned(Seat),
    /// The person of a seat added a link of their chain to the roll that is due.
    Linked(Seat, Bytes32),
    /// The person of a seat added nothing to the roll that is due.
    Absent(Seat),
    /// The person of a seat began a new chain with this anchor.
    Anchored(Seat, Bytes32),
    /// The game ended; these seats share the win.
    Ended(SeatSet),
}

/// Whether the player of a seat is there. It changes nothing in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attendance {
    /// The player has gone away.
    Left,
    /// A bot of this level plays on until the player comes back.
    Replaced(String),
    /// The player is there again.
    Returned,
}

/// The name of a player: 1 to 32 characters, none of them invisible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

/// A text that is not a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a name has 1 to {} characters, none of them invisible: choose another",
    Name::MOST
)]
pub struct NotAName;

impl Name {
    /// The most characters a name has.
    pub const MOST: usize = 32;

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Name {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Self, NotAName> {
        let text = text.trim();
        let fits = (1..=Self::MOST).contains(&text.chars().count());
        let visible = !text.chars().any(is_unprintable);
        (fits && visible)
            .then(|| Self(text.to_owned()))
            .ok_or(NotAName)
    }
}

/// Tells characters that would break a line or turn the text around.
fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A text that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line that cannot be read, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: RecordProblem,
}

/// What can be wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordProblem {
    /// The file does not begin like a record.
    #[error("this is not a game record: it should begin with \"{FIRST_WORDS} 1\"")]
    NotARecord,
    /// The record is of a form that this program does not know.
    #[error(
        "this record has version {0:?}, and this program reads versions 1 to 4: update it, and try again"
    )]
    Version(String),
    /// A header line is missing, doubled, or out of order.
    #[error("expected a line that begins with {0:?}")]
    Expected(&'static str),
    /// The dice came from somewhere else.
    #[error(
        "dice come from \"system\", \"seed N\", \"fair TABLE COMMITMENT\", \"linked TABLE ANCHOR\" or \"unknown\""
    )]
    Dice,
    /// Bytes are not bytes.
    #[error(transparent)]
    Bytes(#[from] NotBytes32),
    /// A seat is out of order.
    #[error("expected seat {0} and its player's name")]
    Seat(usize),
    /// Something stands between the start position and the events.
    #[error("expected an empty line after the start position")]
    AfterTheStart,
    /// A player's name cannot be one.
    #[error(transparent)]
    Name(#[from] NotAName),
    /// A line is no event.
    #[error(
        "not an event: expected rolled, acted, linked, absent, anchored, left, replaced, returned, agreed, resigned or ended"
    )]
    Event,
    /// Something stands after the end.
    #[error("the game is already over before this line")]
    AfterTheEnd,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_WORDS} {}", self.version())?;
        writeln!(f, "rules {}\ndice {}", self.rules, self.dice)?;
        for (place, name) in self.seats.iter().enumerate() {
            writeln!(f, "seat {} {name}", place + 1)?;
            if let Some(added) = self.dice.added(place) {
                writeln!(f, "{} {added}", self.dice.added_word())?;
            }
        }
        if let Some(from) = &self.from {
            writeln!(f, "from {from}")?;
        }
        writeln!(f)?;
        for event in &self.events {
            writeln!(f, "{event}")?;
        }
        let seed = self.dice.promise().and_then(|fair| fair.seed);
        seed.iter().try_for_each(|seed| writeln!(f, "seed {seed}"))
    }
}

impl Record {
    /// Returns the lowest version of the form that can say all this.
    fn version(&self) -> u8 {
        let resigned = |event: &RecordEvent| matches!(event, RecordEvent::Resigned(_));
        match (&self.dice, &self.from) {
            (DiceOrigin::Linked(_), _) => 4,
            (_, Some(_)) => 3,
            (_, None) => 1 + u8::from(self.events.iter().any(resigned)),
        }
    }

    /// Returns the line on which an event stands, counted from 1: after the header and an empty line.
    #[must_use]
    pub fn line_of(&self, place: usize) -> usize {
        let from = usize::from(self.from.is_some());
        self.last_seat_line() + from + 2 + place
    }

    /// Returns the line on which the game says where it began, if it does, counted from 1.
    #[must_use]
    pub fn line_of_start(&self) -> usize {
        self.last_seat_line() + 1
    }

    /// Returns the last line about a seat: after version, rules and dice, with what the players added to the dice.
    fn last_seat_line(&self) -> usize {
        let added = (0..self.seats.len()).filter_map(|seat| self.dice.added(seat));
        3 + self.seats.len() + added.count()
    }
}

impl DiceOrigin {
    /// Returns what is known about dice of a server, whichever way they are checked.
    #[must_use]
    pub fn promise(&self) -> Option<&FairOrigin> {
        match self {
            Self::Fair(fair) | Self::Linked(fair) => Some(fair),
            Self::System | Self::Seed(_) | Self::Unknown => None,
        }
    }

    /// Returns what is known about dice of a server, to add to it.
    pub fn promise_mut(&mut self) -> Option<&mut FairOrigin> {
        match self {
            Self::Fair(fair) | Self::Linked(fair) => Some(fair),
            Self::System | Self::Seed(_) | Self::Unknown => None,
        }
    }

    fn added(&self, place: usize) -> Option<Bytes32> {
        self.promise()?.entropy.get(place).copied().flatten()
    }

    /// Returns the word before what a player added.
    fn added_word(&self) -> &'static str {
        match self {
            Self::Linked(_) => "anchor",
            _ => "entropy",
        }
    }
}

impl fmt::Display for DiceOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System => f.write_str("system"),
            Self::Seed(seed) => write!(f, "seed {seed}"),
            Self::Fair(fair) => write!(f, "fair {} {}", fair.table, fair.commitment),
            Self::Linked(fair) => write!(f, "linked {} {}", fair.table, fair.commitment),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

impl fmt::Display for RecordEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rolled(roll, None) => write!(f, "rolled {roll}"),
            Self::Rolled(roll, Some(link)) => write!(f, "rolled {roll} link {link}"),
            Self::Acted(seat, action) => write!(f, "acted {seat} {action}"),
            Self::Attended(seat, Attendance::Left) => write!(f, "left {seat}"),
            Self::Attended(seat, Attendance::Replaced(by)) => write!(f, "replaced {seat} {by}"),
            Self::Attended(seat, Attendance::Returned) => write!(f, "returned {seat}"),
            Self::Agreed => f.write_str("agreed"),
            Self::Resigned(seat) => write!(f, "resigned {seat}"),
            Self::Linked(seat, link) => write!(f, "linked {seat} {link}"),
            Self::Absent(seat) => write!(f, "absent {seat}"),
            Self::Anchored(seat, anchor) => write!(f, "anchored {seat} {anchor}"),
            Self::Ended(winners) => {
                f.write_str("ended")?;
                winners.iter().try_for_each(|seat| write!(f, " {seat}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "hotdice record 1\nrules farkle\ndice seed 7\nseat 1 Ada\nseat 2 Bo Peep\n\n\
                        rolled 1 1 3 4 5 6\nacted 1 keep 1 1\nagreed\nended 1 2\n";

    #[test]
    fn prints_and_parses_back() {
        let record: Record = GAME.parse().unwrap();
        assert_eq!(record.to_string(), GAME);
        assert_eq!(record.seats[1].as_str(), "Bo Peep");
    }

    #[test]
    fn a_resignation_makes_it_version_2() {
        let resigned = GAME
            .replace("record 1", "record 2")
            .replace("agreed\nended 1 2", "resigned 2\nended 1");
        let record: Record = resigned.parse().unwrap();
        let seat = Seat::new(1).unwrap();
        assert_eq!(record.events[2], RecordEvent::Resigned(seat));
        assert_eq!(record.to_string(), resigned);
        // What version 1 can say is written as version 1.
        let second = GAME.replace("record 1", "record 2");
        assert_eq!(second.parse::<Record>().unwrap().to_string(), GAME);
        check(
            |game| game.replace("agreed", "resigned 2"),
            "line 9: not an event",
        );
        check(
            |game| {
                game.replace("record 1", "record 2")
                    .replace("agreed", "resigned x")
            },
            "line 9: not an event",
        );
    }

    #[test]
    fn a_start_position_makes_it_version_3() {
        let text = GAME.replace("record 1", "record 3").replace(
            "seat 2 Bo Peep\n",
            "seat 2 Bo Peep\nfrom scores=500,0 turn=2\n",
        );
        let record: Record = text.parse().unwrap();
        assert_eq!(record.from.as_deref(), Some("scores=500,0 turn=2"));
        assert_eq!(record.to_string(), text);
        let line = |number: usize| text.lines().nth(number - 1);
        assert_eq!(line(record.line_of(0)), Some("rolled 1 1 3 4 5 6"));
        let from = line(record.line_of_start());
        assert_eq!(from, Some("from scores=500,0 turn=2"));
        let third = GAME.replace("record 1", "record 3");
        assert_eq!(third.parse::<Record>().unwrap().to_string(), GAME);
        let with = |version: &str, lines: &str| {
            GAME.replace("record 1", version)
                .replace("seat 2 Bo Peep\n", lines)
        };
        let refused = "line 6: expected seat 3";
        check(|_| with("record 2", "seat 2 Bo\nfrom x\n"), refused);
        check(|_| with("record 3", "from x\nseat 2 Bo\n"), "line 6");
        check(|_| with("record 3", "seat 2 Bo\nfrom \n"), refused);
    }

    const FAIR: &str = "hotdice record 1\nrules farkle\n\
        dice fair k7w2 5b0c5a5f00000000000000000000000000000000000000000000000000000001\n\
        seat 1 Ada\nentropy 5b0c5a5f00000000000000000000000000000000000000000000000000000002\n\
        seat 2 bot:careful\n\n\
        rolled 1 1 3 4 5 6\nleft 1\nreplaced 1 careful\nacted 1 keep 1 1\nreturned 1\nended 1 2\n\
        seed 5b0c5a5f00000000000000000000000000000000000000000000000000000003\n";

    #[test]
    fn fair_dice_print_and_parse_back() {
        let record: Record = FAIR.parse().unwrap();
        assert_eq!(record.to_string(), FAIR);
        assert_eq!(
            FAIR.lines().nth(record.line_of(0) - 1),
            Some("rolled 1 1 3 4 5 6")
        );
        let DiceOrigin::Fair(fair) = record.dice else {
            panic!("the dice are fair");
        };
        assert_eq!(fair.entropy.len(), 2);
        assert!(fair.entropy[1].is_none() && fair.seed.is_some());
    }

    #[test]
    fn only_fair_dice_have_entropy_and_a_seed() {
        let check = |text: &str, message: &str| {
            let error = text.parse::<Record>().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        };
        let hex = "00".repeat(32);
        check(
            &GAME.replace("seat 2", &format!("entropy {hex}\nseat 2")),
            "line 5: expected seat 2",
        );
        check(
            &format!("{GAME}seed {hex}\n"),
            "line 11: the game is already over",
        );
        check(&FAIR.replace("ended 1 2\n", ""), "line 13: not an event");
        check(
            &FAIR.replace("seed 5b", "seed 5x"),
            "line 14: expected 32 bytes",
        );
        check(
            &FAIR.replace("entropy 5b", "entropy 5"),
            "line 5: expected 32 bytes",
        );
        check(&FAIR.replace("k7w2", "k7/w2"), "line 3: dice come from");
        check(
            &format!("{FAIR}seed {hex}\n"),
            "line 15: the game is already over",
        );
    }

    const LINKED: &str = "hotdice record 4\nrules pig\n\
        dice linked k7w2 5b0c5a5f00000000000000000000000000000000000000000000000000000001\n\
        seat 1 Ada\nanchor 5b0c5a5f00000000000000000000000000000000000000000000000000000002\n\
        seat 2 bot:careful\n\n\
        linked 1 5b0c5a5f00000000000000000000000000000000000000000000000000000003\n\
        rolled 4 link 5b0c5a5f00000000000000000000000000000000000000000000000000000004\n\
        anchored 1 5b0c5a5f00000000000000000000000000000000000000000000000000000005\n\
        acted 1 roll\nabsent 1\n\
        rolled 2 link 5b0c5a5f00000000000000000000000000000000000000000000000000000006\n\
        resigned 1\nended 2\n\
        seed 5b0c5a5f00000000000000000000000000000000000000000000000000000007\n";

    #[test]
    fn linked_dice_make_it_version_4() {
        let record: Record = LINKED.parse().unwrap();
        assert_eq!(record.to_string(), LINKED);
        let first = LINKED.lines().nth(record.line_of(0) - 1).unwrap();
        assert!(first.starts_with("linked 1"), "{first}");
        assert_eq!(first.parse(), Ok(record.events[0].clone()));
        let check = |from: &str, to: &str, message: &str| {
            let text = LINKED.replacen(from, to, 1);
            assert_ne!(text, LINKED);
            let error = text.parse::<Record>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        };
        check("record 4", "record 3", "line 3: dice come from");
        check("dice linked", "dice fair", "line 5: expected seat 2");
        check("anchor 5b", "entropy 5b", "line 5: expected seat 2");
        check("4 link 5b", "4 link 5x", "line 9: not an event");
        check("linked 1 5b", "linked 1 5", "line 8: not an event");
        check("absent 1", "absent", "line 12: not an event");
        // Without chains there are no links.
        let line = "linked 1 5b0c5a5f00000000000000000000000000000000000000000000000000000003";
        let text = FAIR.replace("record 1", "record 4");
        assert!(text.parse::<Record>().is_ok());
        let text = text.replace("left 1", line);
        let error = text.parse::<Record>().unwrap_err().to_string();
        assert!(error.starts_with("line 9: not an event"), "{error}");
    }

    #[track_caller]
    fn check(damage: impl Fn(&str) -> String, message: &str) {
        let error = damage(GAME).parse::<Record>().unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }

    #[test]
    fn names_the_line_that_is_damaged() {
        check(|_| String::new(), "line 1: this is not a game record");
        check(
            |game| game.replace("record 1", "record 9"),
            "line 1: this record has version \"9\"",
        );
        check(
            |game| game.replace("rules ", "rulez "),
            "line 2: expected a line that begins with \"rules\"",
        );
        check(
            |game| game.replace("seed 7", "seed x"),
            "line 3: dice come from",
        );
        check(
            |game| game.replace("seat 2", "seat 3"),
            "line 5: expected seat 2",
        );
        check(|game| game.replace("Ada", "A\u{7}da"), "line 4: a name has");
        check(
            |game| game.replace("rolled", "roled"),
            "line 7: not an event",
        );
        check(
            |game| game.replace("acted 1", "acted x"),
            "line 8: not an event",
        );
        check(
            |game| format!("{game}rolled 1\n"),
            "line 11: the game is already over",
        );
        check(|game| game[..30].to_owned(), "line");
    }
}
