//! How a table changes.

use std::sync::Arc;

use hotdice_core::{Attendance, Seat};
use hotdice_table::{CheckedEvent, Stage, Table, TableEvent, TableId, Who};
use hotdice_wire::{Code, Happened};

use super::{House, now};
use crate::bus::Told;
use crate::failure::Failure;
use crate::room::{Room, State};
use crate::store::{Appended, Batch, Key, KeyUse, Lease, Token};

/// How often a change is decided again because other servers were quicker.
const ATTEMPTS: usize = 5;

/// The most events of a table.
pub(crate) const LONGEST_LOG: u64 = 50_000;

/// The most events of a seat that are no moves: people who go and come back, and offers.
pub(crate) const MOST_ASIDES: u64 = 1_000;

/// What a request changes.
pub(crate) struct Change {
    pub(crate) events: Vec<CheckedEvent>,
    pub(crate) tokens: Vec<Token>,
}

impl From<Vec<CheckedEvent>> for Change {
    fn from(events: Vec<CheckedEvent>) -> Self {
        let tokens = Vec::new();
        Self { events, tokens }
    }
}

/// In whose name a table is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    /// Of somebody who asked.
    Somebody,
    /// Of its bots and clocks.
    Keeper,
}

/// What became of events.
enum Written {
    Safe(Arc<Happened>),
    Before(KeyUse),
    Behind,
}

impl House {
    /// Changes a table, and answers when the change is safe.
    ///
    /// With a key, a request that was carried out before is not carried out again, and gets the same answer. When other
    /// servers have changed the table, it is decided again.
    pub(crate) async fn change(
        self: &Arc<Self>,
        room: &Arc<Room>,
        key: Option<Key>,
        decide: impl Fn(&State) -> Result<Change, Failure> + Send + Sync + 'static,
    ) -> Result<Arc<Happened>, Failure> {
        self.change_as(Name::Somebody, room, key, decide).await
    }

    /// Changes a table for its bots and clocks, which this server has to look after.
    pub(super) async fn change_as_keeper(
        self: &Arc<Self>,
        room: &Arc<Room>,
        decide: impl Fn(&State) -> Result<Change, Failure> + Send + Sync + 'static,
    ) -> Result<Arc<Happened>, Failure> {
        self.change_as(Name::Keeper, room, None, decide).await
    }

    async fn change_as(
        self: &Arc<Self>,
        name: Name,
        room: &Arc<Room>,
        key: Option<Key>,
        decide: impl Fn(&State) -> Result<Change, Failure> + Send + Sync + 'static,
    ) -> Result<Arc<Happened>, Failure> {
        let (house, room) = (self.clone(), room.clone());
        let task = self.tasks.spawn(async move {
            let mut state = room.state.lock().await;
            let seen = state.table.seq();
            let changed = house.carry_out(name, &room, &mut state, key, decide).await;
            if changed.is_ok() || state.table.seq() != seen {
                house.look_after(&room, &mut state);
            }
            changed
        });
        task.await.map_err(|error| Failure::internal(&error))?
    }

    async fn carry_out(
        &self,
        name: Name,
        room: &Room,
        state: &mut State,
        key: Option<Key>,
        decide: impl Fn(&State) -> Result<Change, Failure>,
    ) -> Result<Arc<Happened>, Failure> {
        if let Some(key) = key
            && let Some((request, answer)) = state.answered(&key.key)
        {
            return match request == key.request {
                true => Ok(answer),
                false => Err(other_request()),
            };
        }
        if state.doubtful {
            self.catch_up(room, state).await?;
        }
        let seen = state.table.seq();
        for _ in 0..ATTEMPTS {
            let decided = decide(state).and_then(|change| check_room(state, change));
            let change = match decided {
                Ok(change) if !change.events.is_empty() => change,
                nothing => {
                    if self.is_behind(room, state).await? {
                        continue;
                    }
                    let Err(failure) = nothing else {
                        return Ok(nothing_happened(state));
                    };
                    return self.carried_out_before(room, key, failure).await;
                }
            };
            match self.write(name, room, state, key, change).await? {
                Written::Safe(answer) => return Ok(answer),
                Written::Before(used) => {
                    self.catch_up(room, state).await?;
                    return self.recall(room.id, key, used).await;
                }
                Written::Behind => drop(self.catch_up(room, state).await?),
            }
        }
        let detail = format!("others have written since event {seen}: look again");
        Err(Failure::new(Code::Stale, detail))
    }

    /// Tells whether other servers have written what was not known here; now it is.
    async fn is_behind(&self, room: &Room, state: &mut State) -> Result<bool, Failure> {
        match self.store.is_shared() {
            true => self.catch_up(room, state).await,
            false => Ok(false),
        }
    }

    /// A request that cannot be carried out may have been carried out before.
    async fn carried_out_before(
        &self,
        room: &Room,
        key: Option<Key>,
        failure: Failure,
    ) -> Result<Arc<Happened>, Failure> {
        let Some(sent) = key else {
            return Err(failure);
        };
        match self.store.find_key(room.id, sent.key).await? {
            Some(used) => self.recall(room.id, key, used).await,
            None => Err(failure),
        }
    }

    async fn write(
        &self,
        name: Name,
        room: &Room,
        state: &mut State,
        key: Option<Key>,
        change: Change,
    ) -> Result<Written, Failure> {
        let at = now();
        let batch = Batch {
            table: room.id,
            after: state.table.seq(),
            lines: change.events.iter().map(ToString::to_string).collect(),
            at,
            live: goes_on(&state.table, &change.events),
            tended: is_tended(&state.table, &change.events),
            lease: lease(name, state)?,
            tokens: change.tokens.clone(),
            key,
        };
        // Until the answer is here, nobody knows what the log has.
        state.doubtful = true;
        let appended = self.store.append(batch).await?;
        state.doubtful = false;
        match appended {
            Appended::Written => {}
            Appended::Behind => return Ok(Written::Behind),
            Appended::Repeated(used) => return Ok(Written::Before(used)),
            Appended::Evicted => {
                room.keep(state, None);
                metrics::counter!("hotdice_evictions_total").increment(1);
                return Err(evicted());
            }
        }
        metrics::counter!("hotdice_events_total").increment(change.events.len() as u64);
        let visitors = room.presence.visitors();
        let happened = change
            .events
            .iter()
            .map(|event| state.happen_now(event, at, &visitors));
        let events: Vec<_> = happened.collect::<Result<_, _>>()?;
        state.tokens.extend(change.tokens);
        if state.is_full() {
            tracing::warn!(table = %room.id, "its log is full: bots and clocks stand still there");
        }
        room.tell_events(&events);
        self.note(room.id, change.events.iter().map(CheckedEvent::event));
        let (table, seq) = (room.id, state.table.seq());
        self.bus.tell(Told { table, seq });
        let answer = Arc::new(Happened { seq, events });
        if let Some(key) = key {
            state.remember(key, answer.clone());
        }
        Ok(Written::Safe(answer))
    }

    /// Returns the answer to a request that was carried out before.
    async fn recall(
        &self,
        id: TableId,
        key: Option<Key>,
        used: KeyUse,
    ) -> Result<Arc<Happened>, Failure> {
        if key.is_none_or(|key| key.request != used.request) {
            return Err(other_request());
        }
        let events = self.events(id, used.after, used.last).await?;
        let seq = used.last;
        Ok(Arc::new(Happened { seq, events }))
    }
}

/// Returns the lease that an event needs.
fn lease(name: Name, state: &State) -> Result<Option<Lease>, Failure> {
    match name {
        Name::Somebody => Ok(None),
        Name::Keeper => state.lease().map(Some).ok_or_else(evicted),
    }
}

fn evicted() -> Failure {
    Failure::new(Code::Stale, "another server looks after this table now")
}

fn nothing_happened(state: &State) -> Arc<Happened> {
    let seq = state.table.seq();
    let events = Vec::new();
    Arc::new(Happened { seq, events })
}

/// Returns whose wish an event was that is no move. A clock wishes for nothing.
pub(crate) fn aside(event: &TableEvent) -> Option<Seat> {
    match event {
        TableEvent::Attended(_, Attendance::Replaced(_)) => None,
        TableEvent::Attended(seat, _) | TableEvent::Offered(seat) => Some(*seat),
        _ => None,
    }
}

/// Refuses what would make a log grow without end.
fn check_room(state: &State, change: Change) -> Result<Change, Failure> {
    let full = match &change.events[..] {
        [] => false,
        _ if state.is_full() => true,
        [event] => aside(event).is_some_and(|seat| {
            // Whoever could leave can come back.
            let back = matches!(**event, TableEvent::Attended(_, Attendance::Returned));
            state.asides(seat) + u64::from(!back) >= MOST_ASIDES
        }),
        _ => false,
    };
    match full {
        false => Ok(change),
        true => Err(Failure::new(
            Code::TooLarge,
            "too much has happened at this table: open another one",
        )),
    }
}

/// Tells whether a game goes on after these events.
fn goes_on(table: &Table, events: &[CheckedEvent]) -> bool {
    let began = events
        .iter()
        .any(|event| matches!(**event, TableEvent::Started));
    let ended = events
        .iter()
        .any(|event| matches!(**event, TableEvent::Ended(..)));
    (began || matches!(table.stage(), Stage::Playing(_))) && !ended
}

/// Tells whether there are bots or clocks at a table.
fn is_tended(table: &Table, events: &[CheckedEvent]) -> bool {
    let is_bot = |who: &Who| matches!(who, Who::Bot { .. });
    table.settings().clock.is_some()
        || table.players().iter().any(|player| is_bot(&player.who))
        || events
            .iter()
            .any(|event| matches!(event.event(), TableEvent::Joined(_, who) if is_bot(who)))
}

pub(super) fn other_request() -> Failure {
    Failure::invalid("this Idempotency-Key was used for another request: make a new one")
}
