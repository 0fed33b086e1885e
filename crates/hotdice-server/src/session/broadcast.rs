//! The broadcast of a table: what its event streams send, rendered once and shared by all listeners.

use std::collections::VecDeque;
use std::sync::Mutex;

use axum::body::Bytes;
use hotdice_api::{Visitors, data_of, frame, stream_id};
use hotdice_wire::{Emote, EmoteNews, Event, PresenceNews};
use tokio::sync::broadcast;

use crate::lock;

/// How many messages a slow listener may lag behind before it reads the log again.
const MAX_LAG: usize = 32;

/// How many of the last events are kept for those who have missed only a few.
const MAX_RECENT: usize = 60;

/// An event of the log as streams send it.
#[derive(Clone, Debug)]
pub(crate) struct EventFrame {
    pub(crate) seq: u64,
    pub(crate) bytes: Bytes,
}

impl EventFrame {
    pub(crate) fn new(event: &Event) -> Self {
        let seq = event.seq;
        // A copy, which has no room to spare: the last events of every table are kept.
        let bytes = Bytes::copy_from_slice(frame("log", Some(&stream_id(event)), event).as_bytes());
        Self { seq, bytes }
    }

    /// Returns the event as JSON.
    pub(crate) fn data(&self) -> &[u8] {
        data_of(&self.bytes)
    }
}

/// A message for those who listen.
#[derive(Clone, Debug)]
pub(crate) enum Broadcast {
    /// Events of the log.
    Events(Vec<EventFrame>),
    /// News of the moment, which have no number.
    Moment(Bytes),
}

impl Broadcast {
    /// Says who has the table open now.
    pub(crate) fn presence(visitors: &Visitors) -> Self {
        let news = PresenceNews {
            online: visitors.players(),
            watching: visitors.watching,
        };
        Self::Moment(frame("presence", None, &news).into())
    }

    /// Sends an emote.
    pub(crate) fn emote(seat: u8, emote: Emote) -> Self {
        let news = EmoteNews { seat, emote };
        Self::Moment(frame("emote", None, &news).into())
    }
}

/// Sends messages to all listeners of a table, and keeps the last events without a gap.
pub(crate) struct Broadcaster {
    sender: broadcast::Sender<Broadcast>,
    recent: Mutex<VecDeque<EventFrame>>,
}

impl Default for Broadcaster {
    fn default() -> Self {
        Self {
            sender: broadcast::Sender::new(MAX_LAG),
            recent: Mutex::default(),
        }
    }
}

impl Broadcaster {
    /// Subscribes a listener to everything from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Broadcast> {
        self.sender.subscribe()
    }

    /// Tells whether anybody listens.
    pub(crate) fn has_listeners(&self) -> bool {
        self.sender.receiver_count() > 0
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: Broadcast) {
        // Nobody listening is fine.
        drop(self.sender.send(message));
    }

    /// Sends events. Without listeners the recent ones are forgotten, so that there is no gap.
    pub(crate) fn send_events(&self, frames: &[EventFrame]) {
        if frames.is_empty() || !self.has_listeners() {
            lock(&self.recent).clear();
            return;
        }
        self.keep(frames);
        self.send(Broadcast::Events(frames.to_vec()));
    }

    fn keep(&self, frames: &[EventFrame]) {
        let mut recent = lock(&self.recent);
        recent.extend(frames.iter().cloned());
        let surplus = recent.len().saturating_sub(MAX_RECENT);
        recent.drain(..surplus);
    }

    /// Returns the events after one of them, if they are all recent.
    pub(crate) fn recent_after(&self, seen: u64) -> Option<Vec<EventFrame>> {
        let recent = lock(&self.recent);
        let known = (recent.front()?.seq..=recent.back()?.seq).contains(&(seen + 1));
        let later = recent.iter().filter(|event| event.seq > seen);
        known.then(|| later.cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(numbers: std::ops::RangeInclusive<u64>) -> Vec<EventFrame> {
        let bytes = Bytes::new();
        let frame = |seq| EventFrame {
            seq,
            bytes: bytes.clone(),
        };
        numbers.map(frame).collect()
    }

    #[test]
    fn what_was_missed_is_known_whole_or_not_at_all() {
        let broadcaster = Broadcaster::default();
        let after = |seen| {
            let events = broadcaster.recent_after(seen)?;
            Some(events.iter().map(|event| event.seq).collect::<Vec<_>>())
        };
        assert_eq!(after(0), None);
        broadcaster.keep(&frames(11..=12));
        broadcaster.keep(&frames(13..=13));
        assert_eq!(after(9), None);
        assert_eq!(after(10), Some(vec![11, 12, 13]));
        assert_eq!(after(12), Some(vec![13]));
        assert_eq!(after(13), None);
        broadcaster.keep(&frames(14..=500));
        assert_eq!(after(13), None, "only the last are kept");
        assert_eq!(after(500 - MAX_RECENT as u64).unwrap().len(), MAX_RECENT);
        broadcaster.send_events(&[]);
        assert_eq!(after(499), None, "nobody listens");
    }
}
