//! Event streams: what happens at a table, as it happens, from any point on.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use hotdice_wire::Code;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::broadcast::{Receiver, error::RecvError};

use super::App;
use super::bounds::{Counted, FromWhere};
use super::extract::{AtTable, Query, Sender};
use super::refused::Refused;
use crate::failure::Failure;
use crate::house::{House, Visit};
use crate::room::{Holder, News, Printed, Room};

/// How often a quiet stream shows that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// Where to begin.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct From {
    /// The last event that has been seen, for those who cannot send Last-Event-ID
    after: Option<u64>,
}

/// Sends what happens at a table, as server-sent events
///
/// Events of the log are called `log`; their id is their number, and a stream that is opened again with Last-Event-ID
/// goes on after it. Where the log does not reach that far, because the server has gone back to a backup, the answer is
/// `stale`: look at the table again, and begin anew. `presence` and `emote` are news of the moment, without a number.
#[utoipa::path(get, path = "/api/v1/tables/{id}/events", tag = "tables",
    params(("id" = String, Path), From, ("Last-Event-ID" = Option<u64>, Header)), security((), ("token" = [])), responses(
    (status = 200, body = String, content_type = "text/event-stream"), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<429>))]
pub(super) async fn events(
    State(app): State<App>,
    FromWhere(origin): FromWhere,
    AtTable(id): AtTable,
    sender: Sender,
    Query(from): Query<From>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    // Listening comes before looking: what happens in between is heard.
    let room = app.house.room(id).await?;
    let news = room.listen();
    app.house.refresh(&room).await?;
    let after = last_seen(&headers)?.or(from.after).unwrap_or(0);
    let holder = match sender.known() {
        Some(bearer) => Some(app.house.holder(&room, &bearer).await?),
        None => None,
    };
    let seq = room.state.lock().await.table.seq();
    if after > seq {
        let detail = format!("the log ends at event {seq}: look again, and begin anew");
        return Err(Failure::new(Code::Stale, detail));
    }
    let player = match holder {
        Some(Holder::Player(player)) => Some(player),
        Some(Holder::Host) | None => None,
    };
    let listener = Listener {
        counted: app.made.stream(origin, id)?,
        house: app.house.clone(),
        visit: app.house.visit(&room, player),
        room,
        news,
        seen: after,
        known: seq,
        waiting: VecDeque::new(),
    };
    let stream = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    let alive = KeepAlive::new().interval(HEARTBEAT).text("still here");
    Ok(Sse::new(stream).keep_alive(alive))
}

fn last_seen(headers: &HeaderMap) -> Result<Option<u64>, Failure> {
    let Some(value) = headers.get("last-event-id") else {
        return Ok(None);
    };
    let number = value.to_str().ok().and_then(|text| text.parse().ok());
    let wrong = || Failure::invalid("Last-Event-ID is the number of an event");
    number.map(Some).ok_or_else(wrong)
}

/// Somebody who listens to a table.
struct Listener {
    house: Arc<House>,
    #[expect(dead_code, reason = "the visit lasts as long as it is kept")]
    visit: Visit,
    #[expect(dead_code, reason = "the stream counts as long as it is kept")]
    counted: Counted,
    room: Arc<Room>,
    news: Receiver<News>,
    /// The last event that was sent.
    seen: u64,
    /// The last event that the log is known to have.
    known: u64,
    waiting: VecDeque<Event>,
}

impl Listener {
    /// Returns what to send next; nothing when the server closes.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            if self.seen < self.known {
                let page = tokio::select! {
                    () = self.house.closing.cancelled() => return None,
                    page = self.page() => page.ok()?,
                };
                self.queue_all(&page);
                continue;
            }
            let news = tokio::select! {
                () = self.house.closing.cancelled() => return None,
                news = self.news.recv() => news,
            };
            match news {
                Ok(news) => self.hear(news),
                Err(RecvError::Lagged(_)) => self.known = self.room.seq(),
                Err(RecvError::Closed) => return None,
            }
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Log(events) => self.hear_log(&events),
            News::Presence => self.waiting.push_back(moment("presence", &json!({}))),
            News::Emote(seat, emote) => {
                let told = json!({ "seat": seat, "emote": emote });
                self.waiting.push_back(moment("emote", &told));
            }
        }
    }

    /// Takes events that follow those which were sent; if some are missing, the log has them.
    fn hear_log(&mut self, events: &[Printed]) {
        match (events.first(), events.last()) {
            (Some(first), Some(last)) if first.seq > self.seen + 1 => self.known = last.seq,
            _ => self.queue_all(events),
        }
    }

    /// Returns the next events after the last one that was sent, never more than a page of them.
    async fn page(&self) -> Result<Vec<Printed>, Failure> {
        if let Some(recent) = self.room.recent(self.seen) {
            return Ok(recent);
        }
        let page = self.house.page(self.room.id, self.seen, self.known).await?;
        match page.is_empty() {
            true => Err(Failure::internal(&"the log is shorter than it was")),
            false => Ok(page),
        }
    }

    fn queue_all(&mut self, events: &[Printed]) {
        events.iter().for_each(|event| self.queue(event));
    }

    fn queue(&mut self, event: &Printed) {
        if event.seq > self.seen {
            self.seen = event.seq;
            let sent = Event::default().event("log").id(event.seq.to_string());
            self.waiting.push_back(sent.data(&event.json));
        }
    }
}

fn moment(name: &str, data: &serde_json::Value) -> Event {
    Event::default().event(name).data(data.to_string())
}
