//! Event streams: server-sent events, and replays of a log for streams that begin in the past.

use std::io::Write;

use hotdice_core::Bytes32;
use hotdice_table::fair::Croupier;
use hotdice_table::{Effect, TableEvent, TableId};
use hotdice_wire::Event;
use serde::Serialize;

use crate::{Damaged, Millis, TimedTable, Visitors, event_view};

/// How many of the last events of a log are sent with the table after them, unless all are asked for.
pub const WITH_PICTURE: u64 = 60;

/// Returns the id of an event in a stream: its number, and the beginning of what the log hashes to after it.
#[must_use]
pub fn stream_id(event: &Event) -> String {
    let Event { seq, head, .. } = event;
    format!("{seq}-{}", &head[..head.len().min(HEAD_DIGITS)])
}

/// How many digits of a head are enough to tell logs apart in a stream.
pub const HEAD_DIGITS: usize = 16;

/// Renders a server-sent event.
#[must_use]
pub fn frame(name: &str, id: Option<&str>, data: &impl Serialize) -> String {
    let id = id.map_or_else(String::new, |id| format!("id: {id}\n"));
    let mut text = Vec::with_capacity(4096);
    // Writing into memory cannot fail, nor can writing plain data as JSON.
    let _ = write!(text, "event: {name}\n{id}data: ");
    serde_json::to_writer(&mut text, data).expect("plain data has a JSON form");
    text.extend_from_slice(b"\n\n");
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// Returns the data of a server-sent event that [`frame`] has rendered: its JSON has no line breaks.
#[must_use]
pub fn data_of(frame: &[u8]) -> &[u8] {
    const BEFORE: &[u8] = b"\ndata: ";
    let place = frame.windows(BEFORE.len()).position(|part| part == BEFORE);
    let from = place.map_or(frame.len(), |place| place + BEFORE.len());
    frame[from..].trim_ascii_end()
}

/// A log as far as a stream has replayed it, so that the next page goes on there and not at the first event.
#[derive(Default)]
pub struct Replay(Option<TimedTable>);

impl Replay {
    /// Returns a replay that goes on from a snapshot.
    ///
    /// # Errors
    /// When the text is no snapshot, or of another version.
    pub fn resume(id: TableId, croupier: &Croupier, snapshot: &str) -> Result<Self, Damaged> {
        let timed = TimedTable::restore(id, croupier.clone(), snapshot)?;
        Ok(Self(Some(timed)))
    }

    /// Returns what the log hashes to as far as it was replayed; none before its first event.
    #[must_use]
    pub fn head(&self) -> Option<Bytes32> {
        self.0.as_ref().map(|timed| timed.table.head())
    }

    /// Returns the number of the last event that was replayed.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.0.as_ref().map_or(0, |timed| timed.table.seq())
    }

    /// Applies the next events of a log. Those above `after` are rendered, those above `drawn` with the table after them.
    ///
    /// # Errors
    /// When an event cannot come next.
    pub fn advance<T>(
        &mut self,
        (id, croupier): (TableId, &Croupier),
        visitors: &Visitors,
        log: &[(TableEvent, Millis)],
        (after, drawn): (u64, u64),
        render: impl Fn(Event) -> T,
    ) -> Result<Vec<T>, Damaged> {
        let mut rendered = Vec::new();
        let mut add = |timed: &TimedTable, event: &TableEvent, at, effect| {
            let seq = timed.table.seq();
            if seq > after {
                let visitors = (seq > drawn).then_some(visitors);
                rendered.push(render(event_view(timed, event, at, effect, visitors)));
            }
        };
        let mut events = log.iter();
        let timed = match &mut self.0 {
            Some(timed) => timed,
            none => {
                let opened = events.next();
                let first = opened.map(|(event, _)| event);
                let timed = none.insert(TimedTable::open(id, croupier.clone(), first)?);
                if let Some((event, at)) = opened {
                    add(timed, event, *at, Effect::default());
                }
                timed
            }
        };
        for (event, at) in events {
            let event = timed.check(event)?;
            let effect = timed.apply(&event, *at)?;
            add(timed, &event, *at, effect);
        }
        Ok(rendered)
    }
}
