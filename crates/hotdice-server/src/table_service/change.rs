//! How a table changes: decide, append to the log, apply, broadcast.
//!
//! Deciding is a pure function of the session, so that it can be repeated. The append is a compare-and-swap on the length
//! of the log: if another server has written in between, this one catches up with the log and decides again, which mostly
//! ends in `stale` for whoever asked. Nothing is applied or shown before the store has answered; if that answer is lost,
//! the session is marked uncertain and reads the log before it is used again.

use std::num::NonZeroU32;
use std::sync::Arc;

use hotdice_api::MAX_LOG;
use hotdice_table::{
    CheckedEvent, Player, PlayerId, Presence, Stage, Table, TableDice, TableEvent, Who,
};
use hotdice_wire::{Code, EventKind};

use super::{ChangeAnswer, TableService};
use crate::bus::LogPosition;
use crate::failure::Failure;
use crate::scheduler::{Payer, paid_by};
use crate::session::{ActiveTable, EventFrame, TableSession};
use crate::store::{Appended, Batch, IdempotencyKey, KeyUse, Lease, Token};

/// How often a change is decided again because other servers were quicker.
const MAX_ATTEMPTS: usize = 5;

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

/// On whose behalf a table is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Actor {
    /// Somebody who sent a request.
    Request,
    /// Its bots and clocks, for which this server holds the lease.
    LeaseHolder,
}

/// What became of events.
enum Written {
    Durable(ChangeAnswer),
    Repeated(KeyUse),
    Behind,
}

impl TableService {
    /// Changes a table, and answers when the change is durable.
    ///
    /// With an idempotency key, a request that was carried out before is not carried out again and gets the same answer.
    pub(crate) async fn change(
        self: &Arc<Self>,
        active: &Arc<ActiveTable>,
        key: Option<IdempotencyKey>,
        decide: impl Fn(&TableSession) -> Result<Change, Failure> + Send + Sync + 'static,
    ) -> Result<ChangeAnswer, Failure> {
        self.change_as(Actor::Request, active, key, decide).await
    }

    /// Changes a table on behalf of its bots and clocks.
    pub(super) async fn change_as_lease_holder(
        self: &Arc<Self>,
        active: &Arc<ActiveTable>,
        decide: impl Fn(&TableSession) -> Result<Change, Failure> + Send + Sync + 'static,
    ) -> Result<(), Failure> {
        let changed = self.change_as(Actor::LeaseHolder, active, None, decide);
        changed.await.map(drop)
    }

    async fn change_as(
        self: &Arc<Self>,
        actor: Actor,
        active: &Arc<ActiveTable>,
        key: Option<IdempotencyKey>,
        decide: impl Fn(&TableSession) -> Result<Change, Failure> + Send + Sync + 'static,
    ) -> Result<ChangeAnswer, Failure> {
        let (service, active) = (self.clone(), active.clone());
        let change = async move {
            let mut session = active.session.lock().await;
            let seen = session.table().seq();
            let changed = service
                .decide_and_write(actor, &active, &mut session, key, decide)
                .await;
            if changed.is_ok() || session.table().seq() != seen {
                service.tend(&active, &mut session);
            }
            changed
        };
        // A repeated request is answered from the log, at the cost of whoever repeats it.
        let task = self.spawn(paid_by(Payer::origin(), change));
        task.await.map_err(|error| Failure::internal(&error))?
    }

    async fn decide_and_write(
        &self,
        actor: Actor,
        active: &Arc<ActiveTable>,
        session: &mut TableSession,
        key: Option<IdempotencyKey>,
        decide: impl Fn(&TableSession) -> Result<Change, Failure>,
    ) -> Result<ChangeAnswer, Failure> {
        if session.log_uncertain {
            self.catch_up(active, session).await?;
        }
        let seen = session.table().seq();
        for _ in 0..MAX_ATTEMPTS {
            let decided = decide(session).and_then(|change| check_limits(session, change));
            let change = match decided {
                Ok(change) if !change.events.is_empty() => change,
                refused_or_empty => {
                    // Another server may have written what makes this possible, or carried out the very request.
                    if self.store.is_shared() && self.catch_up(active, session).await? {
                        continue;
                    }
                    let otherwise = refused_or_empty.map(|_| ChangeAnswer {
                        seq: session.table().seq(),
                        head: session.table().head().to_string(),
                        events: Vec::new(),
                        joined: None,
                    });
                    return self.recorded_answer_or(active, key, otherwise).await;
                }
            };
            match self.write(actor, active, session, key, change).await? {
                Written::Durable(answer) => return Ok(answer),
                Written::Repeated(used) => {
                    self.catch_up(active, session).await?;
                    return self.recorded_answer(active, key, used).await;
                }
                Written::Behind => drop(self.catch_up(active, session).await?),
            }
        }
        let detail = format!("something has happened since event {seen}: read the table again");
        let stale = Err(Failure::new(Code::Stale, detail));
        // The request may have been carried out before all that.
        self.recorded_answer_or(active, key, stale).await
    }

    async fn write(
        &self,
        actor: Actor,
        active: &Arc<ActiveTable>,
        session: &mut TableSession,
        key: Option<IdempotencyKey>,
        change: Change,
    ) -> Result<Written, Failure> {
        let Change { events, tokens } = change;
        let at = self.now();
        // Whatever goes on at a table ends with its log: no server looks after it then.
        let fills = session.table().seq() + events.len() as u64 >= MAX_LOG;
        let batch = Batch {
            table: active.id,
            after: session.table().seq(),
            lines: events.iter().map(ToString::to_string).collect(),
            at,
            live: !fills && is_live_after(session.table(), &events),
            automated: !fills && is_automated_after(session.table(), &events),
            lease: required_lease(actor, session)?,
            tokens: tokens.clone(),
            key,
        };
        // Until the answer is here, the log may or may not have the events.
        session.log_uncertain = true;
        let began = self.world.now();
        let appended = self.store.append(batch).await?;
        self.write_times.note(self.world.since(began));
        session.log_uncertain = false;
        match appended {
            Appended::Written => {}
            Appended::Behind => return Ok(Written::Behind),
            Appended::Repeated(used) => return Ok(Written::Repeated(used)),
            Appended::LeaseLost => {
                active.set_lease(session, None);
                metrics::counter!("hotdice_evictions_total").increment(1);
                return Err(lease_lost());
            }
        }
        metrics::counter!("hotdice_events_total").increment(events.len() as u64);
        let sent = active.apply(session, &events, at, actor == Actor::Request)?;
        session.tokens.extend(tokens);
        self.save_snapshots(active.id, session.take_snapshots());
        if session.is_full() {
            tracing::warn!(table = %active.id, "its log is full: the table is closed");
        }
        self.notice_finished(active, session, events.iter().map(CheckedEvent::event));
        let (table, seq) = (active.id, session.table().seq());
        self.bus.publish(LogPosition { table, seq });
        let joined = events.iter().find_map(|event| match event.event() {
            TableEvent::Joined(player, _) => Some(*player),
            _ => None,
        });
        Ok(Written::Durable(ChangeAnswer {
            seq,
            head: session.table().head().to_string(),
            events: sent,
            joined,
        }))
    }

    /// Answers a request that changes nothing now, but may have been carried out before.
    async fn recorded_answer_or(
        &self,
        active: &Arc<ActiveTable>,
        key: Option<IdempotencyKey>,
        otherwise: Result<ChangeAnswer, Failure>,
    ) -> Result<ChangeAnswer, Failure> {
        let Some(sent) = key else {
            return otherwise;
        };
        match self.store.find_key(active.id, sent.key).await? {
            Some(used) => self.recorded_answer(active, key, used).await,
            None => otherwise,
        }
    }

    /// Returns the answer to a request that was carried out before.
    async fn recorded_answer(
        &self,
        active: &Arc<ActiveTable>,
        key: Option<IdempotencyKey>,
        used: KeyUse,
    ) -> Result<ChangeAnswer, Failure> {
        if key.is_none_or(|key| !key.matches(&used.fingerprint)) {
            return Err(Failure::key_reused());
        }
        let events = self.past_events(active, used.after, used.last).await?;
        let seq = used.last;
        let head = events.last().map(|event| event.head.clone());
        let joined = events.iter().find(|event| event.kind == EventKind::Joined);
        let joined = joined.and_then(|event| NonZeroU32::new(event.player?));
        Ok(ChangeAnswer {
            seq,
            head: head.unwrap_or_default(),
            events: events.iter().map(EventFrame::new).collect(),
            joined: joined.map(PlayerId::numbered),
        })
    }
}

fn required_lease(actor: Actor, session: &TableSession) -> Result<Option<Lease>, Failure> {
    match actor {
        Actor::Request => Ok(None),
        Actor::LeaseHolder => session.lease().map(Some).ok_or_else(lease_lost),
    }
}

fn lease_lost() -> Failure {
    Failure::new(Code::Stale, "another server is running this table now")
}

/// Refuses what would let a log grow without end.
fn check_limits(session: &TableSession, change: Change) -> Result<Change, Failure> {
    let refused = match &change.events[..] {
        [] => false,
        _ if session.is_full() => true,
        [event] => session.exceeds_non_moves(event),
        _ => false,
    };
    if refused {
        let detail = "too much has happened at this table: open another one";
        return Err(Failure::new(Code::LimitReached, detail));
    }
    Ok(change)
}

/// Tells whether a game is going on after these events.
fn is_live_after(table: &Table, events: &[CheckedEvent]) -> bool {
    let happens = |wanted: fn(&TableEvent) -> bool| events.iter().any(|event| wanted(event));
    let started = happens(|event| matches!(event, TableEvent::Started));
    let ended = happens(|event| matches!(event, TableEvent::Ended(..)));
    (started || matches!(table.stage(), Stage::Playing(_))) && !ended
}

/// Tells whether a table has bots, a clock or linked dice after these events, and so something that happens by itself. A bot plays
/// on for somebody who has given up.
fn is_automated_after(table: &Table, events: &[CheckedEvent]) -> bool {
    let is_bot = |who: &Who| matches!(who, Who::Bot { .. });
    let plays_on =
        |player: &Player| is_bot(&player.who) || matches!(player.presence, Presence::Resigned(_));
    let brings_bot = |event: &TableEvent| match event {
        TableEvent::Joined(_, who) => is_bot(who),
        TableEvent::Resigned(_) => true,
        _ => false,
    };
    table.settings().clock.is_some()
        || table.settings().dice == TableDice::Linked
        || table.players().iter().any(plays_on)
        || events.iter().any(|event| brings_bot(event.event()))
}
