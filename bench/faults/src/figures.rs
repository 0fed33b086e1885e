//! What a run amounts to.

use std::fmt;
use std::time::{Duration, Instant};

use crate::history::{Answer, History, Request};
use crate::log::Logs;
use crate::storm::Damage;

/// What a run amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Tables with games.
    pub tables: usize,
    /// Events in all logs.
    pub events: usize,
    /// Actions that were acknowledged.
    pub acknowledged: usize,
    /// Actions that were refused, mostly because somebody else was first.
    pub refused: usize,
    /// Actions of which nobody knows.
    pub unanswered: usize,
    /// Connections to streams of events.
    pub streams: usize,
    /// Events that streams brought.
    pub heard: usize,
    /// How long acknowledgements took.
    pub answers: Times,
    /// How long after it was written down watchers heard of an event.
    pub delays: Times,
    /// How long games took.
    pub games: Times,
    /// How long after each loss of the database somebody who asked after it was served.
    pub outages: Vec<Duration>,
}

/// The middle and the end of many times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// How long half of them took at most.
    pub median: Duration,
    /// How long 99 of 100 took at most.
    pub p99: Duration,
    /// How long the slowest took.
    pub slowest: Duration,
}

impl Times {
    fn of(times: impl Iterator<Item = Duration>) -> Self {
        let mut times: Vec<Duration> = times.collect();
        times.sort_unstable();
        let part = |share: usize| {
            let place = (times.len() * share / 100).min(times.len().saturating_sub(1));
            times.get(place).copied().unwrap_or_default()
        };
        Self {
            median: part(50),
            p99: part(99),
            slowest: part(100),
        }
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let (median, p99, slowest) = (ms(self.median), ms(self.p99), ms(self.slowest));
        write!(
            f,
            "{median:.1} ms (median), {p99:.0} ms (99 %), {slowest:.0} ms (slowest)"
        )
    }
}

impl Figures {
    /// Counts and measures.
    #[must_use]
    pub fn of(logs: &Logs, history: &History, damage: &Damage) -> Self {
        let count = |is: fn(&Answer) -> bool| {
            let requests = history.requests.iter();
            requests.filter(|request| is(&request.answer)).count()
        };
        let streams = &history.streams;
        Self {
            tables: logs.len(),
            events: logs.values().map(Vec::len).sum(),
            acknowledged: history.acknowledged(),
            refused: count(|answer| matches!(answer, Answer::Refused(_))),
            unanswered: count(|answer| matches!(answer, Answer::Unanswered)),
            streams: streams.len(),
            heard: streams.iter().map(|stream| stream.heard.len()).sum(),
            answers: Times::of(acknowledged(history).map(|request| request.took)),
            delays: Times::of(
                streams
                    .iter()
                    .flat_map(|stream| stream.delays.iter().copied()),
            ),
            games: Times::of(history.games.iter().copied()),
            outages: outages(history, damage),
        }
    }
}

/// Whoever asks after the primary has died cannot be served by it: the first such acknowledgement ends the outage.
fn outages(history: &History, damage: &Damage) -> Vec<Duration> {
    let served_after = |lost: &Instant| {
        let later = acknowledged(history).filter(|request| request.sent >= *lost);
        let served = later.map(|request| request.sent + request.took).min()?;
        Some(served - *lost)
    };
    damage.fail_overs.iter().filter_map(served_after).collect()
}

fn acknowledged(history: &History) -> impl Iterator<Item = &Request> {
    let requests = history.requests.iter();
    requests.filter(|request| matches!(request.answer, Answer::Happened(_)))
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} tables, {} events in their logs",
            self.tables, self.events
        )?;
        writeln!(
            f,
            "{} actions acknowledged, {} refused, {} without an answer",
            self.acknowledged, self.refused, self.unanswered
        )?;
        writeln!(
            f,
            "{} events heard over {} connections to streams",
            self.heard, self.streams
        )?;
        writeln!(f, "acknowledged after {}", self.answers)?;
        writeln!(f, "heard after {}", self.delays)?;
        write!(f, "a game takes {}", self.games)?;
        if let Some(longest) = self.outages.iter().max() {
            let seconds = |time: &Duration| format!("{:.1}", time.as_secs_f64());
            let each: Vec<String> = self.outages.iter().map(seconds).collect();
            write!(
                f,
                "\n{} fail-overs, {} s without service at most ({})",
                each.len(),
                seconds(longest),
                each.join(" ")
            )?;
        }
        Ok(())
    }
}
