//! Presence: who has a table open at this moment, here and on other servers, and the feelings they show.
//!
//! None of it is in the log, and nothing is lost with it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;
use std::time::Duration;

use hotdice_api::Visitors;
use hotdice_table::PlayerId;
use hotdice_wire::Emote;
use hotdice_world::Moment;
use serde::{Deserialize, Serialize};

use crate::lock;
use crate::store::{Millis, NodeId, PublishedPresence};

/// For how long a feeling is new.
const FEELING_AGE: Millis = 10_000;

/// How many feelings a snapshot has at most.
const MAX_FEELINGS: usize = 8;

/// A feeling that somebody shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Feeling {
    pub(crate) seat: u8,
    pub(crate) emote: Emote,
    /// When it was shown, by the clock of that server; never the same for two feelings there.
    at: Millis,
}

/// What a server publishes about a table for the others.
#[derive(Debug, Default, Serialize, Deserialize)]
struct PresenceSnapshot {
    players: Vec<u32>,
    watching: u32,
    feelings: Vec<Feeling>,
    /// When it was published, by the clock of that server.
    at: Millis,
}

/// What is known of a table on another server.
#[derive(Default)]
struct RemotePresence {
    players: Vec<u32>,
    watching: u32,
    /// The last feeling from there that was broadcast here.
    last_feeling: Millis,
}

/// What is new on other servers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PresenceNews {
    /// Whether somebody came or went.
    pub(crate) moved: bool,
    /// What somebody feels.
    pub(crate) feelings: Vec<Feeling>,
}

/// Who has a table open, here and elsewhere.
#[derive(Default)]
pub(crate) struct Presence(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    here: Visitors,
    feelings: VecDeque<Feeling>,
    remote: BTreeMap<NodeId, RemotePresence>,
    /// When the presence of other servers was last read.
    refreshed: Option<Moment>,
    /// Whether there is something to publish.
    due: bool,
    /// Whether a task is publishing.
    publishing: bool,
    /// Whether other servers may still see a snapshot of this one.
    published: bool,
}

impl Presence {
    /// Returns who has the table open anywhere.
    pub(crate) fn visitors(&self) -> Visitors {
        let inner = lock(&self.0);
        let mut visitors = inner.here.clone();
        for other in inner.remote.values() {
            visitors.watching += other.watching;
            for player in &other.players {
                visitors.add_player(*player);
            }
        }
        visitors
    }

    /// Counts somebody who opens the table here.
    pub(crate) fn enter(&self, player: Option<PlayerId>) {
        lock(&self.0).here.enter(player);
    }

    /// Stops counting somebody who closes the table here.
    pub(crate) fn leave(&self, player: Option<PlayerId>) {
        lock(&self.0).here.leave(player);
    }

    /// Adds a feeling for other servers.
    pub(crate) fn add_feeling(&self, seat: u8, emote: Emote, now: Millis) {
        let mut inner = lock(&self.0);
        let last = inner.feelings.back().map_or(0, |last| last.at);
        let at = now.max(last + 1);
        if inner.feelings.len() == MAX_FEELINGS {
            inner.feelings.pop_front();
        }
        inner.feelings.push_back(Feeling { seat, emote, at });
    }

    /// Requests that the presence is published; returns whether the caller has to do that, because no task does yet.
    pub(crate) fn request_publish(&self) -> bool {
        let mut inner = lock(&self.0);
        inner.due = true;
        !std::mem::replace(&mut inner.publishing, true)
    }

    /// Returns what to publish next; none ends the publishing task.
    pub(crate) fn next_update(&self, now: Millis) -> Option<PresenceUpdate> {
        let mut inner = lock(&self.0);
        inner.publishing = std::mem::take(&mut inner.due);
        if !inner.publishing {
            return None;
        }
        inner
            .feelings
            .retain(|feeling| feeling.at + FEELING_AGE > now);
        if inner.here.is_empty() && inner.feelings.is_empty() {
            return Some(PresenceUpdate::Withdraw);
        }
        inner.published = true;
        let snapshot = PresenceSnapshot {
            players: inner.here.players(),
            watching: inner.here.watching,
            feelings: inner.feelings.iter().copied().collect(),
            at: now,
        };
        let snapshot = serde_json::to_string(&snapshot).expect("plain data");
        Some(PresenceUpdate::Publish(snapshot))
    }

    /// Notes that other servers see no snapshot of this one any more.
    pub(crate) fn mark_withdrawn(&self) {
        lock(&self.0).published = false;
    }

    /// Tells whether other servers should see a snapshot of this one.
    pub(crate) fn should_be_published(&self) -> bool {
        let inner = lock(&self.0);
        !inner.publishing && !inner.here.is_empty()
    }

    /// Tells whether other servers may still see a snapshot of this one.
    pub(crate) fn is_published(&self) -> bool {
        lock(&self.0).published
    }

    /// Claims the next reading of other servers' presence; false if the last one was made within `age`.
    pub(crate) fn claim_refresh(&self, age: Duration, now: Moment) -> bool {
        let mut inner = lock(&self.0);
        let old = inner.refreshed.is_none_or(|at| now.since(at) > age);
        if old {
            inner.refreshed = Some(now);
        }
        old
    }

    /// Replaces what is known of other servers; returns what is new.
    pub(crate) fn merge(&self, published: &[PublishedPresence]) -> PresenceNews {
        let mut inner = lock(&self.0);
        let mut known = std::mem::take(&mut inner.remote);
        let mut news = PresenceNews::default();
        for there in published {
            // A snapshot that only a later version can read shows nobody.
            let snapshot: PresenceSnapshot =
                serde_json::from_str(&there.snapshot).unwrap_or_default();
            let mut remote = known.remove(&there.node).unwrap_or_default();
            news.moved |=
                remote.players != snapshot.players || remote.watching != snapshot.watching;
            for feeling in snapshot.feelings {
                let age = snapshot.at.saturating_sub(feeling.at) + there.age;
                if feeling.at > remote.last_feeling && age < FEELING_AGE {
                    news.feelings.push(feeling);
                }
                remote.last_feeling = remote.last_feeling.max(feeling.at);
            }
            remote.players = snapshot.players;
            remote.watching = snapshot.watching;
            inner.remote.insert(there.node, remote);
        }
        // Whoever publishes nothing any more has nobody.
        news.moved |= known
            .values()
            .any(|gone| !gone.players.is_empty() || gone.watching > 0);
        news
    }
}

/// A change of what other servers see of this one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PresenceUpdate {
    /// They see this snapshot.
    Publish(String),
    /// They see nothing.
    Withdraw,
}

impl PresenceUpdate {
    /// Returns the snapshot, if there is one.
    pub(crate) fn into_snapshot(self) -> Option<String> {
        match self {
            Self::Publish(snapshot) => Some(snapshot),
            Self::Withdraw => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    fn player(number: u32) -> PlayerId {
        PlayerId::numbered(NonZeroU32::new(number).unwrap())
    }

    fn shown(node: u64, snapshot: Option<String>, age: Millis) -> Vec<PublishedPresence> {
        let node = NodeId::new(node).unwrap();
        let table = "k7w2m9x4ab".parse().unwrap();
        let shown = |snapshot| PublishedPresence {
            table,
            node,
            snapshot,
            age,
        };
        snapshot.into_iter().map(shown).collect()
    }

    fn snapshot(presence: &Presence, now: Millis) -> Option<String> {
        assert!(presence.request_publish());
        let update = presence.next_update(now).unwrap();
        assert_eq!(presence.next_update(now), None, "all was shown");
        update.into_snapshot()
    }

    #[test]
    fn who_is_here_is_seen_elsewhere() {
        let (here, there) = (Presence::default(), Presence::default());
        here.enter(Some(player(2)));
        here.enter(Some(player(2)));
        here.enter(None);
        let seen = there.merge(&shown(1, snapshot(&here, 5), 0));
        assert!(seen.moved && seen.feelings.is_empty());
        assert!(there.visitors().has(player(2)) && !there.visitors().has(player(1)));
        assert_eq!(there.visitors().watching, 1);
        assert_eq!(
            there.merge(&shown(1, snapshot(&here, 6), 0)),
            PresenceNews::default()
        );
        here.leave(None);
        here.leave(Some(player(2)));
        there.merge(&shown(1, snapshot(&here, 7), 0));
        assert!(there.visitors().has(player(2)), "still once");
        here.leave(Some(player(2)));
        assert_eq!(snapshot(&here, 8), None, "there is nothing to be seen");
        assert!(here.is_published(), "until it is taken back");
        here.mark_withdrawn();
        assert!(!here.is_published());
        assert!(there.merge(&[]).moved);
        assert_eq!(there.visitors(), Visitors::default());
    }

    #[test]
    fn a_feeling_is_told_once_and_only_while_it_is_fresh() {
        let (here, there, late) = (
            Presence::default(),
            Presence::default(),
            Presence::default(),
        );
        here.add_feeling(1, Emote::Bravo, 1_000);
        here.add_feeling(1, Emote::Ouch, 1_000);
        let told = |seen: PresenceNews| seen.feelings.iter().map(|it| it.emote).collect::<Vec<_>>();
        let first = shown(1, snapshot(&here, 1_100), 50);
        assert_eq!(told(there.merge(&first)), [Emote::Bravo, Emote::Ouch]);
        assert_eq!(told(there.merge(&first)), []);
        assert_eq!(
            told(late.merge(&shown(1, snapshot(&here, 1_100), FEELING_AGE))),
            []
        );
        here.add_feeling(2, Emote::Thanks, 9_000);
        let second = shown(1, snapshot(&here, 12_000), 0);
        assert_eq!(told(there.merge(&second)), [Emote::Thanks]);
        assert_eq!(told(late.merge(&second)), [Emote::Thanks]);
        assert_eq!(snapshot(&here, 30_000), None, "what is old is not shown");
    }

    #[test]
    fn what_cannot_be_read_shows_nobody() {
        let there = Presence::default();
        assert_eq!(
            there.merge(&shown(1, Some("{".to_owned()), 0)),
            PresenceNews::default()
        );
    }

    #[test]
    fn what_changes_while_it_is_shown_is_shown_again() {
        let here = Presence::default();
        assert!(here.request_publish(), "nobody shows it yet");
        assert!(here.next_update(1).is_some());
        assert!(!here.request_publish(), "somebody shows it already");
        assert!(here.next_update(2).is_some());
        assert!(here.next_update(3).is_none());
        assert!(here.request_publish());
    }
}
