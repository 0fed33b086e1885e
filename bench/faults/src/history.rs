//! What people were told, and nothing that they concluded from it.

use std::time::{Duration, Instant};

use hotdice_core::Seat;
use hotdice_wire::Code;

/// Everything that somebody was told.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// What was asked for, and the answers.
    pub requests: Vec<Request>,
    /// What streams of events said.
    pub streams: Vec<Stream>,
    /// How long games took.
    pub games: Vec<Duration>,
    /// Tables that were opened.
    pub tables: Vec<String>,
    /// What should not have happened to somebody who plays by the rules.
    pub troubles: Vec<String>,
}

/// An action that somebody asked for, once, however often it had to be sent.
#[derive(Clone, Debug)]
pub struct Request {
    /// The table.
    pub table: String,
    /// Who acts.
    pub seat: Seat,
    /// What is done.
    pub action: String,
    /// What became of it.
    pub answer: Answer,
    /// When it was first sent.
    pub sent: Instant,
    /// How long that took.
    pub took: Duration,
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was carried out: the events.
    Happened(Vec<Heard>),
    /// It was refused, and must not have done anything.
    Refused(Code),
    /// Nobody knows.
    Unanswered,
}

/// An event that somebody was told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Its number.
    pub seq: u64,
    /// What happened.
    pub line: String,
}

/// What one connection to a stream of events brought, in the order in which it came.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The table.
    pub table: String,
    /// The last event that was known before.
    pub after: u64,
    /// The events.
    pub heard: Vec<Heard>,
    /// How long after it was written down each event came.
    pub delays: Vec<Duration>,
}

impl History {
    /// Adds what another was told.
    pub fn merge(&mut self, other: Self) {
        self.requests.extend(other.requests);
        self.streams.extend(other.streams);
        self.games.extend(other.games);
        self.tables.extend(other.tables);
        self.troubles.extend(other.troubles);
    }

    /// Returns how many actions were acknowledged.
    #[must_use]
    pub fn acknowledged(&self) -> usize {
        let happened = |request: &&Request| matches!(request.answer, Answer::Happened(_));
        self.requests.iter().filter(happened).count()
    }
}
