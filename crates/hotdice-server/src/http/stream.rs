//! Event streams: what happens at a table, as it happens, from any point on.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use futures_util::stream;
use hotdice_api::{HEAD_DIGITS, Holder, Replay, WITH_PICTURE};
use hotdice_wire::Code;
use serde::Deserialize;
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio_util::task::AbortOnDropHandle;

use super::App;
#[cfg(test)]
use super::description::{Refused, StreamMessage};
use super::extract::{AtTable, AuthToken, Query};
use super::quota::{ClientOrigin, CountedStream};
use crate::failure::Failure;
use crate::origin::Origin;
use crate::scheduler::paid_by;
use crate::session::{ActiveTable, Broadcast, EventFrame};
use crate::table_service::{TableService, Visit};

/// How often a quiet stream shows that it is alive.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// What it sends then.
const KEEP_ALIVE_COMMENT: Bytes = Bytes::from_static(b": still here\n\n");

/// Where to begin.
#[derive(Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(super) struct From {
    /// The last event that has been seen, for those who cannot send Last-Event-ID
    after: Option<u64>,
    /// Whether every event of the past is sent with the table after it, as a replay needs it; only the last ones are if left out
    #[serde(default)]
    pictures: bool,
}

/// Streams the events of a table as server-sent events
///
/// Each message is a `StreamMessage`: its `event` and `id` in lines of that name, its `data` as JSON in one `data:` line. A comment line
/// (starting with a colon) is sent every five seconds as a heartbeat. A client that reads nothing for 20 seconds is disconnected.
///
/// A stream reopened with Last-Event-ID continues after that event: each event of the log comes once and in order. The id of an event is
/// its number, a dash and the first 16 digits of its head; the number alone is enough. If the log is shorter than that, because the server
/// went back to a backup, the answer is `stale`: read the table again and start over. If the log has another event in that place, the
/// answer is `other_log`.
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/tables/{id}/events", tag = "tables",
    params(("id" = String, Path), From, ("Last-Event-ID" = Option<String>, Header)), security((), ("token" = [])), responses(
    (status = 200, body = [StreamMessage], content_type = "text/event-stream", description = "A stream of messages without end"), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<429>)))]
pub(super) async fn events(
    State(app): State<App>,
    ClientOrigin(origin): ClientOrigin,
    AtTable(id): AtTable,
    token: AuthToken,
    Query(from): Query<From>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failure> {
    let active = app.service.active_table(id).await?;
    // Subscribing comes before reading: what happens in between is heard.
    let messages = app.service.listen_to(&active);
    app.service.refresh(&active).await?;
    let (after, head) = match last_seen(&headers)? {
        Some((after, head)) => (after, head),
        None => (from.after.unwrap_or(0), None),
    };
    let holder = app.service.optional_holder(&active, token.optional());
    let holder = holder.await?;
    let seq = active.session.lock().await.table().seq();
    if after > seq {
        let detail = format!("the log ends at event {seq}: read the table again and start over");
        return Err(Failure::new(Code::Stale, detail));
    }
    if let Some(head) = head {
        check_head(&app.service, &active, after, &head).await?;
    }
    let player = match holder {
        Some(Holder::Player(player)) => Some(player),
        Some(Holder::Host) | None => None,
    };
    let listener = Listener {
        counted: app.quotas.stream(origin, id)?,
        service: app.service.clone(),
        visit: app.service.visit(&active, player),
        active,
        origin,
        messages,
        sent: after,
        pictures: from.pictures,
        head: seq,
        page: None,
        queue: VecDeque::new(),
    };
    let frames = stream::unfold(listener, |mut listener| async move {
        let frame = listener.next().await?;
        Some((Ok::<_, Infallible>(frame), listener))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((headers, Body::from_stream(frames)))
}

/// Returns the last event that has been seen, and the beginning of its head if that is known too.
fn last_seen(headers: &HeaderMap) -> Result<Option<(u64, Option<String>)>, Failure> {
    let Some(value) = headers.get("last-event-id") else {
        return Ok(None);
    };
    let read = |text: &str| match text.split_once('-') {
        None => Some((text.parse().ok()?, None)),
        Some((seq, head)) => {
            let is_head =
                head.len() == HEAD_DIGITS && head.bytes().all(|byte| byte.is_ascii_hexdigit());
            let head = is_head.then(|| head.to_ascii_lowercase())?;
            Some((seq.parse().ok()?, Some(head)))
        }
    };
    let seen = value.to_str().ok().and_then(read);
    let wrong = || Failure::invalid("Last-Event-ID must be the id of an event");
    seen.map(Some).ok_or_else(wrong)
}

/// Refuses to go on after an event that the log does not have, but another one in its place.
async fn check_head(
    service: &TableService,
    active: &Arc<ActiveTable>,
    seq: u64,
    head: &str,
) -> Result<(), Failure> {
    let stored = service.head_at(active, seq).await?;
    if !stored.to_string().starts_with(head) {
        let detail = format!(
            "event {seq} of this table is not the one that you saw: the server's log was changed, or it went back to a backup"
        );
        return Err(Failure::new(Code::OtherLog, detail));
    }
    Ok(())
}

/// A page of the past that is being read, and the replay for the next one.
type ReadingPage = AbortOnDropHandle<Result<(Replay, Vec<EventFrame>), Failure>>;

/// Somebody who listens to a table.
struct Listener {
    service: Arc<TableService>,
    #[expect(dead_code, reason = "the visit lasts as long as it is held")]
    visit: Visit,
    #[expect(dead_code, reason = "the stream counts as long as it is held")]
    counted: CountedStream,
    active: Arc<ActiveTable>,
    /// Who pays for what is read of the past.
    origin: Option<Origin>,
    messages: Receiver<Broadcast>,
    /// The last event that was queued.
    sent: u64,
    /// Whether every event of the past has its picture.
    pictures: bool,
    /// The last event that the log is known to have.
    head: u64,
    page: Option<ReadingPage>,
    queue: VecDeque<Bytes>,
}

impl Listener {
    /// Returns what to send next; none when the server closes.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(frame) = self.queue.pop_front() {
                return Some(frame);
            }
            let closing = self.service.closing.clone();
            let behind = self.sent < self.head;
            if behind && self.page.is_none() {
                if let Some(recent) = self.active.broadcaster.recent_after(self.sent) {
                    self.enqueue(&recent);
                    continue;
                }
                self.read_page(Replay::default());
            }
            let quiet = self.service.world.sleep(KEEP_ALIVE);
            tokio::select! {
                () = closing.cancelled() => return None,
                () = quiet => return Some(KEEP_ALIVE_COMMENT),
                page = finished(&mut self.page) => {
                    self.page = None;
                    let (replay, frames) = page.ok()?;
                    self.enqueue(&frames);
                    if self.sent < self.head {
                        self.read_page(replay);
                    }
                }
                message = self.messages.recv(), if !behind => match message {
                    Ok(message) => self.receive(message),
                    Err(RecvError::Lagged(_)) => self.head = self.active.seq(),
                    Err(RecvError::Closed) => return None,
                },
            }
        }
    }

    /// Reads the next page of the past in a task, so that a stream which waits for it can show that it is alive.
    fn read_page(&mut self, replay: Replay) {
        let (service, active) = (self.service.clone(), self.active.clone());
        let (after, head) = (self.sent, self.head);
        let drawn = if self.pictures {
            after
        } else {
            head.saturating_sub(WITH_PICTURE)
        };
        let page = async move {
            let page = service.next_page(active, replay, (after, drawn), head);
            let (replay, frames) = page.await?;
            if frames.is_empty() {
                return Err(Failure::internal(&"the log is shorter than it was"));
            }
            Ok((replay, frames))
        };
        let page = self.service.world.spawn(paid_by(self.origin, page));
        self.page = Some(AbortOnDropHandle::new(page));
    }

    fn receive(&mut self, message: Broadcast) {
        match message {
            Broadcast::Moment(frame) => self.queue.push_back(frame),
            Broadcast::Events(frames) => match (frames.first(), frames.last()) {
                // Some were missed: the log has them.
                (Some(first), Some(last)) if first.seq > self.sent + 1 => self.head = last.seq,
                _ => self.enqueue(&frames),
            },
        }
    }

    fn enqueue(&mut self, frames: &[EventFrame]) {
        for frame in frames.iter().filter(|frame| frame.seq > self.sent) {
            self.queue.push_back(frame.bytes.clone());
        }
        self.sent = frames
            .last()
            .map_or(self.sent, |last| self.sent.max(last.seq));
    }
}

/// Waits for the page that is being read; for ever if there is none.
async fn finished(page: &mut Option<ReadingPage>) -> Result<(Replay, Vec<EventFrame>), Failure> {
    match page {
        Some(page) => page.await.map_err(|error| Failure::internal(&error))?,
        None => std::future::pending().await,
    }
}
