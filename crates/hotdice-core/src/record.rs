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
//! `dice` says where the dice came from (`system`, `seed N` or `unknown`), `acted` names the seat, `ended` the
//! seats that share the win. A file without `ended` is a game that goes on. Reading checks the form only; whether
//! the events are possible is for whoever replays them.

use std::fmt;
use std::str::FromStr;

use crate::{Seat, SeatSet};

/// The first line of a record in the form that this module reads and writes.
const VERSION: &str = "hotdice record 1";

/// A game from its first event to the last that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The rules line.
    pub rules: String,
    /// Where the dice came from.
    pub dice: DiceOrigin,
    /// Who sits where, from the first seat on.
    pub seats: Vec<Name>,
    /// What happened.
    pub events: Vec<RecordEvent>,
}

/// Where the dice of a game came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceOrigin {
    /// The randomness of the operating system.
    System,
    /// A seed that gives the same dice again.
    Seed(u64),
    /// Somewhere else: real dice, a script.
    Unknown,
}

/// An event in the notation of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordEvent {
    /// Chance decided.
    Rolled(String),
    /// A player chose.
    Acted(Seat, String),
    /// All players agreed to stop.
    Agreed,
    /// The game ended; these seats share the win.
    Ended(SeatSet),
}

/// The name of a player: 1 to 32 characters, none of them invisible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

/// A text that is not a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to {} characters and no control characters", Name::MOST)]
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
    #[error("this is not a game record: it should begin with {VERSION:?}")]
    NotARecord,
    /// The record is of a form that this program does not know.
    #[error("this record has version {0:?}, and this program reads version 1")]
    Version(String),
    /// A header line is missing, doubled, or out of order.
    #[error("expected a line that begins with {0:?}")]
    Expected(&'static str),
    /// The dice came from somewhere else.
    #[error("dice come from \"system\", \"seed N\" or \"unknown\"")]
    Dice,
    /// A seat is out of order.
    #[error("expected seat {0} and its player's name")]
    Seat(usize),
    /// A player's name cannot be one.
    #[error(transparent)]
    Name(#[from] NotAName),
    /// A line is no event.
    #[error("not an event: expected rolled, acted, agreed or ended")]
    Event,
    /// Something stands after the end.
    #[error("the game has ended before this line")]
    AfterTheEnd,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{VERSION}\nrules {}\ndice {}", self.rules, self.dice)?;
        for (place, name) in self.seats.iter().enumerate() {
            writeln!(f, "seat {} {name}", place + 1)?;
        }
        writeln!(f)?;
        self.events
            .iter()
            .try_for_each(|event| writeln!(f, "{event}"))
    }
}

impl fmt::Display for DiceOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System => f.write_str("system"),
            Self::Seed(seed) => write!(f, "seed {seed}"),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

impl fmt::Display for RecordEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rolled(roll) => write!(f, "rolled {roll}"),
            Self::Acted(seat, action) => write!(f, "acted {seat} {action}"),
            Self::Agreed => f.write_str("agreed"),
            Self::Ended(winners) => {
                f.write_str("ended")?;
                winners.iter().try_for_each(|seat| write!(f, " {seat}"))
            }
        }
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut lines = Lines::new(text);
        lines.expect_version()?;
        let rules = lines.header("rules")?.to_owned();
        let dice = read_dice(lines.header("dice")?);
        let dice = dice.ok_or_else(|| lines.refuse(RecordProblem::Dice))?;
        let mut seats = Vec::new();
        while let Some(text) = lines.next().filter(|text| !text.is_empty()) {
            let name = read_seat(text, seats.len() + 1);
            seats.push(name.map_err(|problem| lines.refuse(problem))?);
        }
        if seats.is_empty() {
            return Err(lines.refuse(RecordProblem::Seat(1)));
        }
        let mut events = Vec::new();
        while let Some(text) = lines.next() {
            if text.is_empty() {
                continue;
            }
            if let Some(RecordEvent::Ended(_)) = events.last() {
                return Err(lines.refuse(RecordProblem::AfterTheEnd));
            }
            let event = read_event(text);
            events.push(event.ok_or_else(|| lines.refuse(RecordProblem::Event))?);
        }
        Ok(Self {
            rules,
            dice,
            seats,
            events,
        })
    }
}

/// The lines of a text, with the number of the last one that was read.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let lines = text.lines();
        Self { lines, number: 0 }
    }

    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next().map(str::trim_end)
    }

    fn expect_version(&mut self) -> Result<(), RecordError> {
        let first = self.next().unwrap_or_default();
        let problem = match first.strip_prefix("hotdice record ") {
            Some(_) if first == VERSION => return Ok(()),
            Some(version) => RecordProblem::Version(version.chars().take(20).collect()),
            None => RecordProblem::NotARecord,
        };
        Err(self.refuse(problem))
    }

    fn header(&mut self, key: &'static str) -> Result<&'a str, RecordError> {
        self.next()
            .and_then(|line| line.strip_prefix(key)?.strip_prefix(' '))
            .ok_or_else(|| self.refuse(RecordProblem::Expected(key)))
    }

    fn refuse(&self, problem: RecordProblem) -> RecordError {
        let line = self.number;
        RecordError { line, problem }
    }
}

fn read_dice(text: &str) -> Option<DiceOrigin> {
    match text.split_once(' ') {
        None if text == "system" => Some(DiceOrigin::System),
        None if text == "unknown" => Some(DiceOrigin::Unknown),
        Some(("seed", seed)) => seed.parse().ok().map(DiceOrigin::Seed),
        _ => None,
    }
}

fn read_seat(text: &str, number: usize) -> Result<Name, RecordProblem> {
    let name = text
        .strip_prefix("seat ")
        .and_then(|rest| rest.strip_prefix(&number.to_string()))
        .and_then(|rest| rest.strip_prefix(' '))
        .filter(|_| number <= usize::from(Seat::MOST))
        .ok_or(RecordProblem::Seat(number))?;
    Ok(name.parse()?)
}

fn read_event(text: &str) -> Option<RecordEvent> {
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    match kind {
        "rolled" if !rest.is_empty() => Some(RecordEvent::Rolled(rest.to_owned())),
        "acted" => {
            let (seat, action) = rest.split_once(' ')?;
            Some(RecordEvent::Acted(seat.parse().ok()?, action.to_owned()))
        }
        "agreed" if rest.is_empty() => Some(RecordEvent::Agreed),
        "ended" if !rest.is_empty() => {
            let winners = rest.split(' ').map(str::parse::<Seat>);
            Some(RecordEvent::Ended(winners.collect::<Result<_, _>>().ok()?))
        }
        _ => None,
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
            "line 11: the game has ended",
        );
        check(|game| game[..30].to_owned(), "line");
    }
}
