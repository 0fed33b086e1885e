//! Acknowledged actions are in the log, once, and nothing else is.

use std::collections::{BTreeMap, BTreeSet};

use hotdice_core::{Attendance, Seat};
use hotdice_table::{TableEvent, Who};

use super::kept;
use crate::flaw::Flaw;
use crate::history::{Answer, Heard, Request};
use crate::log::Logs;

/// What the requests of one table claim to have done.
#[derive(Default)]
struct Claims<'a> {
    events: BTreeSet<u64>,
    unanswered: Vec<&'a Request>,
}

pub(super) fn check(logs: &Logs, requests: &[Request]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut claims: BTreeMap<&str, Claims<'_>> = BTreeMap::new();
    for request in requests {
        let claims = claims.entry(&request.table).or_default();
        match &request.answer {
            Answer::Refused(_) => {}
            Answer::Unanswered => claims.unanswered.push(request),
            Answer::Happened(events) => {
                flaws.extend(lost(logs, &request.table, events));
                flaws.extend(another(request, events));
                flaws.extend(shared(&request.table, events, &mut claims.events));
            }
        }
    }
    let nothing = Claims::default();
    for (table, rows) in logs {
        let claims = claims.get(table.as_str()).unwrap_or(&nothing);
        flaws.extend(unasked(table, rows, claims));
    }
    flaws
}

/// What was acknowledged is in the log.
fn lost(logs: &Logs, table: &str, events: &[Heard]) -> Vec<Flaw> {
    let is_lost = |event: &&Heard| kept(logs, table, event.seq) != Some(event.line.as_str());
    let flaw = |event: &Heard| Flaw::Lost {
        table: table.to_owned(),
        seq: event.seq,
        told: event.line.clone(),
        kept: kept(logs, table, event.seq).map(str::to_owned),
    };
    events.iter().filter(is_lost).map(flaw).collect()
}

/// What was acknowledged is what was asked for.
fn another(request: &Request, events: &[Heard]) -> Option<Flaw> {
    let asked = format!("acted {} {}", request.seat, request.action);
    let told = events.first().map_or("", |event| &event.line);
    (told != asked).then(|| Flaw::Another {
        table: request.table.clone(),
        told: told.to_owned(),
        asked,
    })
}

/// No event is the work of two requests.
fn shared(table: &str, events: &[Heard], claimed: &mut BTreeSet<u64>) -> Vec<Flaw> {
    let again = events.iter().filter(|event| !claimed.insert(event.seq));
    again
        .map(|event| Flaw::Shared {
            table: table.to_owned(),
            seq: event.seq,
        })
        .collect()
}

/// A person acts only when they ask to, and are told so. Bots ask nobody.
fn unasked(table: &str, rows: &[Heard], claims: &Claims<'_>) -> Vec<Flaw> {
    let mut people = People::default();
    let mut unknown = claims.unanswered.clone();
    let mut flaws = Vec::new();
    for row in rows {
        let Ok(event) = row.line.parse() else {
            continue;
        };
        people.note(&event);
        let TableEvent::Acted(seat, action) = event else {
            continue;
        };
        if !people.decides(seat) || claims.events.contains(&row.seq) {
            continue;
        }
        let may_be = |request: &&Request| request.seat == seat && request.action == action;
        match unknown.iter().position(may_be) {
            Some(place) => drop(unknown.swap_remove(place)),
            None => flaws.push(Flaw::Unasked {
                table: table.to_owned(),
                seq: row.seq,
                line: row.line.clone(),
            }),
        }
    }
    flaws
}

/// Which seats people decide for at this point of a log.
#[derive(Default)]
struct People {
    /// Everybody who takes part, in order: whether it is a person.
    seats: Vec<bool>,
    replaced: BTreeSet<Seat>,
}

impl People {
    fn note(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Joined(_, who) => self.seats.push(matches!(who, Who::Person { .. })),
            TableEvent::Attended(seat, Attendance::Replaced(_)) => {
                self.replaced.insert(*seat);
            }
            TableEvent::Attended(seat, Attendance::Returned) => {
                self.replaced.remove(seat);
            }
            _ => {}
        }
    }

    fn decides(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()) == Some(&true) && !self.replaced.contains(&seat)
    }
}
