//! What a request has done, rendered as it is sent.

use std::io::Write;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hotdice_table::PlayerId;

use crate::session::EventFrame;

/// What a request has done: its wire form is `hotdice_wire::Happened`. Its events are rendered once, for the answer and for all who
/// listen.
pub(crate) struct ChangeAnswer {
    /// The last of the events.
    pub(crate) seq: u64,
    /// What the log hashes to after it.
    pub(crate) head: String,
    /// The events, in order.
    pub(crate) events: Vec<EventFrame>,
    /// Who joined, if somebody did.
    pub(crate) joined: Option<PlayerId>,
}

impl ChangeAnswer {
    /// Returns its JSON.
    fn json(&self) -> Vec<u8> {
        let events: usize = self.events.iter().map(|event| event.data().len() + 1).sum();
        let mut json = Vec::with_capacity(events + self.head.len() + 64);
        // A head is hexadecimal digits. Writing into memory cannot fail.
        let _ = write!(
            json,
            r#"{{"seq":{},"head":"{}","events":["#,
            self.seq, self.head
        );
        for (place, event) in self.events.iter().enumerate() {
            if place > 0 {
                json.push(b',');
            }
            json.extend_from_slice(event.data());
        }
        json.extend_from_slice(b"]}");
        json
    }
}

impl IntoResponse for ChangeAnswer {
    fn into_response(self) -> Response {
        let kind = HeaderValue::from_static("application/json");
        ([(header::CONTENT_TYPE, kind)], self.json()).into_response()
    }
}

#[cfg(test)]
mod tests {
    use hotdice_wire::{Event, Happened};

    use super::*;

    #[test]
    fn the_answer_is_that_of_the_wire_form() {
        let event = |seq, line: &str| Event {
            seq,
            line: line.to_owned(),
            head: "0f".repeat(32),
            ..Event::default()
        };
        let log = [
            event(7, "a \"quoted\"\nline\ndata: 1"),
            event(8, "and another ☃"),
        ];
        for events in [&log[..0], &log[..1], &log] {
            let answer = ChangeAnswer {
                seq: 8,
                head: "12".repeat(32),
                events: events.iter().map(EventFrame::new).collect(),
                joined: None,
            };
            let happened = Happened {
                seq: 8,
                head: "12".repeat(32),
                events: events.to_vec(),
            };
            let json = String::from_utf8(answer.json()).unwrap();
            assert_eq!(json, serde_json::to_string(&happened).unwrap());
        }
    }
}
