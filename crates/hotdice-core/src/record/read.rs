//! A record is read from its text.

use std::str::FromStr;

use super::{
    Attendance, DiceOrigin, FIRST_WORDS, FairOrigin, Name, Record, RecordError, RecordEvent,
    RecordProblem, VERSIONS,
};
use crate::{Bytes32, NotBytes32, Seat};

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut lines = Lines::new(text);
        let version = lines.expect_version()?;
        let rules = lines.header("rules")?.to_owned();
        let dice = read_dice(lines.header("dice")?, version);
        let mut dice = dice.ok_or_else(|| lines.refuse(RecordProblem::Dice))?;
        let (mut seats, mut from) = (Vec::new(), None);
        while let Some(text) = lines.next().filter(|text| !text.is_empty()) {
            if from.is_some() {
                return Err(lines.refuse(RecordProblem::AfterTheStart));
            }
            from = read_start(text, version).map(str::to_owned);
            if from.is_some() {
                continue;
            }
            let read = read_seat(text, &mut seats, &mut dice);
            read.map_err(|problem| lines.refuse(problem))?;
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
                read_seed(text, &mut dice).map_err(|problem| lines.refuse(problem))?;
                continue;
            }
            let event = read_event(text, version).filter(|event| is_of(event, &dice));
            events.push(event.ok_or_else(|| lines.refuse(RecordProblem::Event))?);
        }
        Ok(Self {
            rules,
            dice,
            seats,
            from,
            events,
        })
    }
}

impl FromStr for RecordEvent {
    type Err = RecordProblem;

    /// Reads a line of a record of the newest version.
    fn from_str(line: &str) -> Result<Self, RecordProblem> {
        let newest = VERSIONS[VERSIONS.len() - 1];
        read_event(line, newest).ok_or(RecordProblem::Event)
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

    fn expect_version(&mut self) -> Result<u8, RecordError> {
        let first = self.next().unwrap_or_default();
        let given = first
            .strip_prefix(FIRST_WORDS)
            .and_then(|rest| rest.strip_prefix(' '));
        let given = given.ok_or_else(|| self.refuse(RecordProblem::NotARecord))?;
        let known = VERSIONS
            .into_iter()
            .find(|known| known.to_string() == given);
        let unknown = || RecordProblem::Version(given.chars().take(20).collect());
        known.ok_or_else(|| self.refuse(unknown()))
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

fn read_dice(text: &str, version: u8) -> Option<DiceOrigin> {
    match text.split_once(' ') {
        None if text == "system" => Some(DiceOrigin::System),
        None if text == "unknown" => Some(DiceOrigin::Unknown),
        Some(("seed", seed)) => seed.parse().ok().map(DiceOrigin::Seed),
        Some(("fair", promise)) => read_promise(promise).map(DiceOrigin::Fair),
        Some(("linked", promise)) if version >= 4 => read_promise(promise).map(DiceOrigin::Linked),
        _ => None,
    }
}

fn read_promise(text: &str) -> Option<Box<FairOrigin>> {
    let (table, commitment) = text.split_once(' ')?;
    let is_name = !table.is_empty() && table.bytes().all(|letter| letter.is_ascii_alphanumeric());
    let fair = FairOrigin {
        table: is_name.then(|| table.to_owned())?,
        commitment: commitment.parse().ok()?,
        entropy: Vec::new(),
        seed: None,
    };
    Some(Box::new(fair))
}

/// Reads the name of the next seat, or what the last one added to dice of a server.
fn read_seat(
    text: &str,
    seats: &mut Vec<Name>,
    dice: &mut DiceOrigin,
) -> Result<(), RecordProblem> {
    let word = dice.added_word();
    let added = text
        .strip_prefix(word)
        .and_then(|rest| rest.strip_prefix(' '));
    match (added, dice.promise_mut()) {
        (Some(bytes), Some(fair)) => match fair.entropy.last_mut() {
            Some(added @ None) => *added = Some(read_bytes(bytes)?),
            _ => return Err(RecordProblem::Seat(seats.len() + 1)),
        },
        (_, fair) => {
            seats.push(read_name(text, seats.len() + 1)?);
            fair.into_iter().for_each(|fair| fair.entropy.push(None));
        }
    }
    Ok(())
}

/// Reads the state that a game began from.
fn read_start(text: &str, version: u8) -> Option<&str> {
    let state = text.strip_prefix("from ").filter(|_| version >= 3);
    state.filter(|state| !state.is_empty())
}

fn read_name(text: &str, number: usize) -> Result<Name, RecordProblem> {
    let name = text
        .strip_prefix("seat ")
        .and_then(|rest| rest.strip_prefix(&number.to_string()))
        .and_then(|rest| rest.strip_prefix(' '))
        .filter(|_| number <= usize::from(Seat::MOST))
        .ok_or(RecordProblem::Seat(number))?;
    Ok(name.parse()?)
}

/// Reads the seed of fair dice, the only line after the end.
fn read_seed(text: &str, dice: &mut DiceOrigin) -> Result<(), RecordProblem> {
    match (text.strip_prefix("seed "), dice.promise_mut()) {
        (Some(seed), Some(fair)) if fair.seed.is_none() => {
            fair.seed = Some(read_bytes(seed)?);
            Ok(())
        }
        _ => Err(RecordProblem::AfterTheEnd),
    }
}

fn read_bytes(text: &str) -> Result<Bytes32, NotBytes32> {
    text.parse()
}

fn read_event(text: &str, version: u8) -> Option<RecordEvent> {
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    match kind {
        "rolled" if !rest.is_empty() => {
            let linked = rest.rsplit_once(" link ").filter(|_| version >= 4);
            let linked = linked.and_then(|(roll, link)| Some((roll, link.parse().ok()?)));
            let (roll, link) = linked.map_or((rest, None), |(roll, link)| (roll, Some(link)));
            Some(RecordEvent::Rolled(roll.to_owned(), link))
        }
        "acted" => {
            let (seat, action) = rest.split_once(' ')?;
            Some(RecordEvent::Acted(seat.parse().ok()?, action.to_owned()))
        }
        "left" => Some(RecordEvent::Attended(rest.parse().ok()?, Attendance::Left)),
        "returned" => Some(RecordEvent::Attended(
            rest.parse().ok()?,
            Attendance::Returned,
        )),
        "replaced" => {
            let (seat, by) = rest.split_once(' ')?;
            let by = Attendance::Replaced(by.to_owned());
            Some(RecordEvent::Attended(seat.parse().ok()?, by))
        }
        "agreed" if rest.is_empty() => Some(RecordEvent::Agreed),
        "resigned" if version >= 2 => Some(RecordEvent::Resigned(rest.parse().ok()?)),
        "linked" if version >= 4 => {
            let (seat, link) = read_link(rest)?;
            Some(RecordEvent::Linked(seat, link))
        }
        "absent" if version >= 4 => Some(RecordEvent::Absent(rest.parse().ok()?)),
        "anchored" if version >= 4 => {
            let (seat, anchor) = read_link(rest)?;
            Some(RecordEvent::Anchored(seat, anchor))
        }
        "ended" if !rest.is_empty() => {
            let winners = rest.split(' ').map(str::parse::<Seat>);
            Some(RecordEvent::Ended(winners.collect::<Result<_, _>>().ok()?))
        }
        _ => None,
    }
}

fn read_link(text: &str) -> Option<(Seat, Bytes32)> {
    let (seat, link) = text.split_once(' ')?;
    Some((seat.parse().ok()?, link.parse().ok()?))
}

/// Tells whether an event can be of a game with such dice: links are for linked dice, and every roll of theirs has one.
fn is_of(event: &RecordEvent, dice: &DiceOrigin) -> bool {
    let linked = matches!(dice, DiceOrigin::Linked(_));
    match event {
        RecordEvent::Rolled(_, link) => link.is_some() == linked,
        RecordEvent::Linked(..) | RecordEvent::Absent(_) | RecordEvent::Anchored(..) => linked,
        _ => true,
    }
}
