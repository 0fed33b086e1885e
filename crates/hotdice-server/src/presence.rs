//! Who has a table open at this moment, here and on other servers, and what they feel.
//!
//! None of it is in the log, and nothing is lost with it.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hotdice_table::PlayerId;
use hotdice_wire::Emote;
use serde::{Deserialize, Serialize};

use crate::store::{Millis, NodeId, Shown};

/// For how long a feeling is news.
const FRESH: Millis = 10_000;

/// How many feelings other servers are shown at once.
const FEELINGS: usize = 8;

/// Who has a table open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Visitors {
    /// How often each of them has it open.
    players: HashMap<u32, u32>,
    /// How many who do not play have it open.
    pub(crate) watching: u32,
}

impl Visitors {
    /// Tells whether a player has the table open.
    pub(crate) fn has(&self, player: PlayerId) -> bool {
        self.players.contains_key(&player.number())
    }

    fn come(&mut self, player: Option<PlayerId>) {
        match player {
            Some(player) => *self.players.entry(player.number()).or_default() += 1,
            None => self.watching += 1,
        }
    }

    fn go(&mut self, player: Option<PlayerId>) {
        match player {
            None => self.watching = self.watching.saturating_sub(1),
            Some(player) => {
                let often = self.players.entry(player.number()).or_default();
                *often = often.saturating_sub(1);
                self.players.retain(|_, often| *often > 0);
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.players.is_empty() && self.watching == 0
    }
}

/// A feeling that somebody shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Feeling {
    pub(crate) seat: u8,
    pub(crate) emote: Emote,
    /// When it was shown, by the clock of that server; never the same for two feelings there.
    at: Millis,
}

/// What a server shows the others of a table.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Sign {
    players: Vec<u32>,
    watching: u32,
    feelings: Vec<Feeling>,
    /// When it was shown, by the clock of that server.
    at: Millis,
}

/// What is known of a table on another server.
#[derive(Default)]
struct Elsewhere {
    players: Vec<u32>,
    watching: u32,
    /// The last feeling from there that was told here.
    felt: Millis,
}

/// What is new on other servers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
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
    elsewhere: BTreeMap<NodeId, Elsewhere>,
    /// When other servers were last asked.
    asked: Option<Instant>,
    /// Whether there is something to show to other servers.
    due: bool,
    /// Whether somebody shows it already.
    busy: bool,
    /// Whether other servers may still see something from here.
    shown: bool,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns who has the table open anywhere.
    pub(crate) fn visitors(&self) -> Visitors {
        let inner = self.lock();
        let mut visitors = inner.here.clone();
        for other in inner.elsewhere.values() {
            visitors.watching += other.watching;
            for player in &other.players {
                *visitors.players.entry(*player).or_default() += 1;
            }
        }
        visitors
    }

    /// Notes that somebody opens the table here.
    pub(crate) fn come(&self, player: Option<PlayerId>) {
        self.lock().here.come(player);
    }

    /// Notes that somebody closes the table here.
    pub(crate) fn go(&self, player: Option<PlayerId>) {
        self.lock().here.go(player);
    }

    /// Notes a feeling that other servers should hear of.
    pub(crate) fn feel(&self, seat: u8, emote: Emote, now: Millis) {
        let mut inner = self.lock();
        let last = inner.feelings.back().map_or(0, |last| last.at);
        let at = now.max(last + 1);
        if inner.feelings.len() == FEELINGS {
            inner.feelings.pop_front();
        }
        inner.feelings.push_back(Feeling { seat, emote, at });
    }

    /// Notes that other servers have to be shown something; says whether nobody does that yet.
    pub(crate) fn must_show(&self) -> bool {
        let mut inner = self.lock();
        inner.due = true;
        !std::mem::replace(&mut inner.busy, true)
    }

    /// Returns what to show to other servers, nothing at all to take back what was shown; ends when all was shown.
    pub(crate) fn next_sign(&self, now: Millis) -> Option<Option<String>> {
        let mut inner = self.lock();
        inner.busy = std::mem::take(&mut inner.due);
        if !inner.busy {
            return None;
        }
        inner.feelings.retain(|feeling| feeling.at + FRESH > now);
        if inner.here.is_empty() && inner.feelings.is_empty() {
            return Some(None);
        }
        inner.shown = true;
        let sign = Sign {
            players: inner.here.players.keys().copied().collect(),
            watching: inner.here.watching,
            feelings: inner.feelings.iter().copied().collect(),
            at: now,
        };
        Some(Some(serde_json::to_string(&sign).expect("plain data")))
    }

    /// Notes that other servers see nothing from here any more.
    pub(crate) fn is_taken_back(&self) {
        self.lock().shown = false;
    }

    /// Tells whether other servers should see something from here.
    pub(crate) fn is_to_be_seen(&self) -> bool {
        let inner = self.lock();
        !inner.busy && !inner.here.is_empty()
    }

    /// Tells whether other servers may still see something from here.
    pub(crate) fn was_shown(&self) -> bool {
        self.lock().shown
    }

    /// Tells whether other servers were not asked for so long, and notes that they are asked now.
    pub(crate) fn is_older_than(&self, age: Duration) -> bool {
        let mut inner = self.lock();
        let old = inner.asked.is_none_or(|asked| asked.elapsed() > age);
        if old {
            inner.asked = Some(Instant::now());
        }
        old
    }

    /// Takes note of all that other servers show; says what is new.
    pub(crate) fn see(&self, shown: &[Shown]) -> Seen {
        let mut inner = self.lock();
        let mut known = std::mem::take(&mut inner.elsewhere);
        let mut seen = Seen::default();
        for there in shown {
            // A sign that only a later version understands shows nobody.
            let sign: Sign = serde_json::from_str(&there.sign).unwrap_or_default();
            let mut other = known.remove(&there.node).unwrap_or_default();
            seen.moved |= other.players != sign.players || other.watching != sign.watching;
            for feeling in sign.feelings {
                let age = sign.at.saturating_sub(feeling.at) + there.age;
                if feeling.at > other.felt && age < FRESH {
                    seen.feelings.push(feeling);
                }
                other.felt = other.felt.max(feeling.at);
            }
            other.players = sign.players;
            other.watching = sign.watching;
            inner.elsewhere.insert(there.node, other);
        }
        // Whoever shows nothing any more has nobody.
        seen.moved |= known
            .values()
            .any(|gone| !gone.players.is_empty() || gone.watching > 0);
        seen
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    fn player(number: u32) -> PlayerId {
        PlayerId::numbered(NonZeroU32::new(number).unwrap())
    }

    fn shown(node: u64, sign: Option<String>, age: Millis) -> Vec<Shown> {
        let node = NodeId::new(node).unwrap();
        let table = "k7w2m9x4ab".parse().unwrap();
        let shown = |sign| Shown {
            table,
            node,
            sign,
            age,
        };
        sign.into_iter().map(shown).collect()
    }

    fn sign(presence: &Presence, now: Millis) -> Option<String> {
        assert!(presence.must_show());
        let sign = presence.next_sign(now).unwrap();
        assert_eq!(presence.next_sign(now), None, "all was shown");
        sign
    }

    #[test]
    fn who_is_here_is_seen_elsewhere() {
        let (here, there) = (Presence::default(), Presence::default());
        here.come(Some(player(2)));
        here.come(Some(player(2)));
        here.come(None);
        let seen = there.see(&shown(1, sign(&here, 5), 0));
        assert!(seen.moved && seen.feelings.is_empty());
        assert!(there.visitors().has(player(2)) && !there.visitors().has(player(1)));
        assert_eq!(there.visitors().watching, 1);
        assert_eq!(there.see(&shown(1, sign(&here, 6), 0)), Seen::default());
        here.go(None);
        here.go(Some(player(2)));
        there.see(&shown(1, sign(&here, 7), 0));
        assert!(there.visitors().has(player(2)), "still once");
        here.go(Some(player(2)));
        assert_eq!(sign(&here, 8), None, "there is nothing to be seen");
        assert!(here.was_shown(), "until it is taken back");
        here.is_taken_back();
        assert!(!here.was_shown());
        assert!(there.see(&[]).moved);
        assert_eq!(there.visitors(), Visitors::default());
    }

    #[test]
    fn a_feeling_is_told_once_and_only_while_it_is_fresh() {
        let (here, there, late) = (
            Presence::default(),
            Presence::default(),
            Presence::default(),
        );
        here.feel(1, Emote::Bravo, 1_000);
        here.feel(1, Emote::Ouch, 1_000);
        let told = |seen: Seen| seen.feelings.iter().map(|it| it.emote).collect::<Vec<_>>();
        let first = shown(1, sign(&here, 1_100), 50);
        assert_eq!(told(there.see(&first)), [Emote::Bravo, Emote::Ouch]);
        assert_eq!(told(there.see(&first)), []);
        assert_eq!(told(late.see(&shown(1, sign(&here, 1_100), FRESH))), []);
        here.feel(2, Emote::Thanks, 9_000);
        let second = shown(1, sign(&here, 12_000), 0);
        assert_eq!(told(there.see(&second)), [Emote::Thanks]);
        assert_eq!(told(late.see(&second)), [Emote::Thanks]);
        assert_eq!(sign(&here, 30_000), None, "what is old is not shown");
    }

    #[test]
    fn what_cannot_be_read_shows_nobody() {
        let there = Presence::default();
        assert_eq!(
            there.see(&shown(1, Some("{".to_owned()), 0)),
            Seen::default()
        );
    }

    #[test]
    fn what_changes_while_it_is_shown_is_shown_again() {
        let here = Presence::default();
        assert!(here.must_show(), "nobody shows it yet");
        assert!(here.next_sign(1).is_some());
        assert!(!here.must_show(), "somebody shows it already");
        assert!(here.next_sign(2).is_some());
        assert!(here.next_sign(3).is_none());
        assert!(here.must_show());
    }
}
