//! Streams bring what the log has: everything, in order, once.

use std::collections::BTreeMap;

use super::kept;
use crate::flaw::Flaw;
use crate::history::Stream;
use crate::log::Logs;

pub(super) fn check(logs: &Logs, streams: &[Stream]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut furthest: BTreeMap<&str, u64> = BTreeMap::new();
    for stream in streams {
        flaws.extend(order(stream));
        flaws.extend(misheard(logs, stream));
        let last = stream.heard.last().map_or(stream.after, |event| event.seq);
        let furthest = furthest.entry(&stream.table).or_default();
        *furthest = last.max(*furthest);
    }
    flaws.extend(furthest.into_iter().filter_map(|(table, heard)| {
        let events = logs.get(table)?.last()?.seq;
        (heard < events).then(|| Flaw::Unheard {
            table: table.to_owned(),
            heard,
            events,
        })
    }));
    flaws
}

/// Every event follows the one before.
fn order(stream: &Stream) -> Option<Flaw> {
    let numbers = stream.heard.iter().map(|event| event.seq);
    let due = stream.after + 1..;
    let (heard, due) = numbers.zip(due).find(|(heard, due)| heard != due)?;
    let table = stream.table.clone();
    Some(Flaw::Disorder { table, due, heard })
}

fn misheard(logs: &Logs, stream: &Stream) -> Option<Flaw> {
    stream.heard.iter().find_map(|event| {
        let kept = kept(logs, &stream.table, event.seq);
        (kept != Some(event.line.as_str())).then(|| Flaw::Misheard {
            table: stream.table.clone(),
            seq: event.seq,
            told: event.line.clone(),
            kept: kept.map(str::to_owned),
        })
    })
}
