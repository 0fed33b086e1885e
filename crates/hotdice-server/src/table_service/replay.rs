//! Replays of stored logs: to load a table, to answer a repeated request, and for streams that begin in the past.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt, stream};
use hotdice_api::{MAX_LOG, Replay};
use hotdice_core::Bytes32;
use hotdice_table::{TableEvent, TableId, log_head};
use hotdice_wire::Event;
use tokio::runtime::Handle;

use super::TableService;
use crate::failure::Failure;
use crate::scheduler::{JobContext, Order};
use crate::session::{ActiveTable, EventFrame, read_log, split_snapshot};
use crate::snapshot::INTERVAL;
use crate::store::{Millis, Snapshot, StoreError, StoredEvent};

/// The most events that are replayed on a thread that answers requests, one or two milliseconds' worth: whoever opens a table from a
/// snapshot never waits for others.
const SHORT: u64 = INTERVAL;

/// The most events that a stream renders at once, and with the table after each: what waits for a reader who stands still is some 40 kB.
pub(crate) const PAGE: u64 = 100;
const DRAWN_PAGE: u64 = 16;

/// How many tables are asked about at the same time.
const CONCURRENCY: usize = 8;

/// Applies the next stored events of a table to a replay, and returns what is rendered of them.
fn advance<T>(
    replay: &mut Replay,
    active: &ActiveTable,
    stored: &[StoredEvent],
    rendered: (u64, u64),
    render: impl Fn(Event) -> T,
) -> Result<Vec<T>, StoreError> {
    let table = (active.id, &active.croupier);
    let (log, visitors) = (read_log(stored)?, active.presence.visitors());
    Ok(replay.advance(table, &visitors, &log, rendered, render)?)
}

/// Returns what a snapshot gave, if it could be trusted.
fn trusted<T>(id: TableId, resumed: Result<T, StoreError>) -> Option<T> {
    resumed
        .inspect_err(|error| {
            tracing::warn!(table = %id, %error, "a snapshot is not used: the log is replayed");
        })
        .ok()
}

impl TableService {
    /// Loads a table: from its newest snapshot and what has happened since, or from its whole log.
    pub(super) async fn load(&self, id: TableId) -> Result<ActiveTable, Failure> {
        let mut active = match self.resume(id).await? {
            Some(active) => active,
            None => {
                let stored = self.store.load(id).await?;
                let stored = stored.ok_or_else(Failure::no_table)?;
                let events = stored.events.len() as u64;
                let load = move |_: Vec<StoredEvent>| Ok(ActiveTable::load(id, &stored)?);
                self.replay(id, events, None, load).await?
            }
        };
        self.save_snapshots(id, active.session.get_mut().take_snapshots());
        Ok(active)
    }

    /// Loads a table from its newest snapshot, if there is one that can be trusted.
    async fn resume(&self, id: TableId) -> Result<Option<ActiveTable>, Failure> {
        let newest = trusted(id, self.store.snapshot(id, u64::MAX).await);
        let Some(snapshot) = newest.flatten() else {
            return Ok(None);
        };
        let before = snapshot.seq.saturating_sub(1);
        let Some(stored) = self.store.load_after(id, before).await? else {
            return Ok(None);
        };
        let events = stored.events.len() as u64;
        let resume = move |_: Vec<StoredEvent>| Ok(ActiveTable::resume(id, &snapshot, &stored));
        let resumed = trusted(id, self.replay(id, events, None, resume).await?);
        if resumed.is_none() {
            // The whole log is replayed now, and brings snapshots that fit.
            trusted(id, self.store.drop_snapshots(id).await);
        }
        Ok(resumed)
    }

    /// Stores snapshots in the background: nobody waits for them, and what is missing is made again.
    pub(super) fn save_snapshots(&self, id: TableId, snapshots: Vec<Snapshot>) {
        if snapshots.is_empty() {
            return;
        }
        let store = self.store.clone();
        self.spawn(async move {
            if let Err(error) = store.save_snapshots(id, snapshots).await {
                tracing::debug!(table = %id, %error, "snapshots were not stored");
            }
        });
    }

    /// Returns a replay that has come as near to an event as snapshots allow.
    async fn replay_near(&self, active: &ActiveTable, after: u64) -> Result<Replay, Failure> {
        if after < INTERVAL {
            return Ok(Replay::default());
        }
        let nearest = trusted(active.id, self.store.snapshot(active.id, after).await);
        let Some(snapshot) = nearest.flatten() else {
            return Ok(Replay::default());
        };
        let before = snapshot.seq.saturating_sub(1);
        let event = self.store.events(active.id, before, snapshot.seq).await?;
        let resume = || {
            let text = snapshot.verified(active.id, event.first())?;
            let (_, table) = split_snapshot(text)?;
            Ok(Replay::resume(active.id, &active.croupier, table)?)
        };
        Ok(trusted(active.id, resume()).unwrap_or_default())
    }

    /// Writes the record of a game; none before it has begun. The stored log has to be the one that was played here, which its head tells:
    /// a table that was opened from a snapshot has not read all of it.
    pub(crate) async fn record(&self, active: &ActiveTable) -> Result<Option<String>, Failure> {
        let table = active.session.lock().await.table().clone();
        let (id, last) = (active.id, table.seq());
        let write = move |stored: Vec<StoredEvent>| {
            let lines = stored.iter().map(|event| event.line.as_str());
            if lines.fold(log_head::before_all(id), log_head::after) != table.head() {
                let damaged = format!("{id}: the stored log is not the one that was played");
                return Err(StoreError::Damaged(damaged).into());
            }
            let log = read_log(&stored)?;
            let record = table.record_of(log.iter().map(|(event, _)| event));
            Ok(record.map(|record| record.to_string()))
        };
        self.replay(id, last, Some((0, last)), write).await
    }

    /// Returns the events of a log after one number and up to another, each with the table after it.
    pub(crate) async fn past_events(
        &self,
        active: &Arc<ActiveTable>,
        after: u64,
        last: u64,
    ) -> Result<Vec<Event>, Failure> {
        let mut replay = self.replay_near(active, after).await?;
        let (id, seen, active) = (active.id, replay.seq(), active.clone());
        let render = move |stored: Vec<StoredEvent>| {
            let range = (after, after);
            Ok(advance(&mut replay, &active, &stored, range, |event| {
                event
            })?)
        };
        let events = last.saturating_sub(seen);
        self.replay(id, events, Some((seen, last)), render).await
    }

    /// Returns what the log of a table hashes to after an event.
    pub(crate) async fn head_at(
        &self,
        active: &Arc<ActiveTable>,
        seq: u64,
    ) -> Result<Bytes32, Failure> {
        {
            let session = active.session.lock().await;
            if session.table().seq() == seq {
                return Ok(session.table().head());
            }
        }
        let (id, near) = (active.id, self.replay_near(active, seq).await?);
        let seen = near.seq();
        let start = near.head().unwrap_or_else(|| log_head::before_all(id));
        let hash = move |stored: Vec<StoredEvent>| {
            let lines = stored.iter().map(|event| event.line.as_str());
            Ok(lines.fold(start, log_head::after))
        };
        let read = (seq > seen).then_some((seen, seq));
        self.replay(id, seq.saturating_sub(seen), read, hash).await
    }

    /// Returns the next page of a log after one number and up to another, as it is sent; events above `drawn` have the table
    /// after them.
    pub(crate) async fn next_page(
        &self,
        active: Arc<ActiveTable>,
        mut past: Replay,
        (after, drawn): (u64, u64),
        last: u64,
    ) -> Result<(Replay, Vec<EventFrame>), Failure> {
        if past.seq() == 0 {
            past = self.replay_near(&active, after).await?;
        }
        let (id, seen, head) = (active.id, past.seq(), last);
        let last = if after < drawn {
            last.min(drawn).min(after + PAGE)
        } else {
            last.min(after + DRAWN_PAGE)
        };
        let render = move |stored: Vec<StoredEvent>| {
            let frames = advance(&mut past, &active, &stored, (after, drawn), |event| {
                EventFrame::new(&event)
            })?;
            Ok((past, frames))
        };
        // A stream that has far to go takes its turn with each page.
        let events = head.saturating_sub(seen);
        self.replay(id, events, Some((seen, last)), render).await
    }

    /// Replays so many events: a few at once, many as a job. Those after one number and up to another are read first, in the job too,
    /// so that long logs which wait take no memory.
    async fn replay<T: Send + 'static>(
        &self,
        id: TableId,
        events: u64,
        read: Option<(u64, u64)>,
        work: impl FnOnce(Vec<StoredEvent>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let store = self.store.clone();
        let read = async move {
            let Some((after, last)) = read else {
                return Ok(Vec::new());
            };
            let stored = store.events(id, after, last).await?;
            if stored.is_empty() {
                return Err(Failure::no_table());
            }
            Ok(stored)
        };
        if events <= SHORT {
            return work(read.await?);
        }
        let runtime = Handle::current();
        let mut replay = Some((read, work));
        let replay = move |_: &JobContext<'_>| {
            let twice = || Failure::internal(&"a log was replayed twice");
            let (read, work) = replay.take().ok_or_else(twice)?;
            work(runtime.block_on(read)?)
        };
        self.scheduler.run(Order::replay(id), replay).await
    }

    /// Returns those of some tables whose games are over or whose logs are full, or that do not exist any more.
    pub(crate) async fn finished(&self, tables: Vec<TableId>) -> Result<Vec<TableId>, Failure> {
        let heads = self.store.heads(tables.clone()).await?;
        let heads: HashMap<TableId, u64> = heads.into_iter().collect();
        let asked = stream::iter(tables).map(|table| {
            let head = heads.get(&table).copied();
            async move {
                let finished = match head {
                    Some(head) => self.is_finished(table, head).await?,
                    None => true,
                };
                Ok(finished.then_some(table))
            }
        });
        let finished = asked.buffer_unordered(CONCURRENCY);
        finished
            .try_filter_map(async |finished| Ok(finished))
            .try_collect()
            .await
    }

    /// Tells whether nothing more can be played at a table: its log is full, or its game is over. After that the log has at most the
    /// rematch.
    async fn is_finished(&self, table: TableId, head: u64) -> Result<bool, StoreError> {
        if head >= MAX_LOG {
            return Ok(true);
        }
        let last = self.store.events(table, head.saturating_sub(2), u64::MAX);
        let last = read_log(&last.await?)?;
        let ended = |(event, _): &(TableEvent, Millis)| matches!(event, TableEvent::Ended(..));
        Ok(last.iter().any(ended))
    }
}
