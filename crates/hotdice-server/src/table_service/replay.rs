//! Replays of stored logs: to load a table, to answer a repeated request, and for streams that begin in the past.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt, stream};
use hotdice_api::Replay;
use hotdice_core::Bytes32;
use hotdice_table::{TableEvent, TableId, log_head};
use hotdice_wire::Event;
use tokio::runtime::Handle;

use super::TableService;
use crate::failure::Failure;
use crate::scheduler::{JobContext, Order};
use crate::session::{ActiveTable, EventFrame, read_log};
use crate::store::{Millis, StoreError, StoredEvent, StoredTable};

/// The most events that are replayed on a thread that answers requests.
const SHORT: u64 = 200;

/// The most events that a stream renders at once.
pub(crate) const PAGE: u64 = 250;

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

impl TableService {
    /// Loads a table from what is stored of it.
    pub(super) async fn load(
        &self,
        id: TableId,
        stored: StoredTable,
    ) -> Result<ActiveTable, Failure> {
        let events = stored.events.len() as u64;
        let load = move |_: Vec<StoredEvent>| Ok(ActiveTable::load(id, &stored)?);
        self.replay(id, events, None, load).await
    }

    /// Returns the events of a log after one number and up to another, each with the table after it.
    pub(crate) async fn past_events(
        &self,
        active: &Arc<ActiveTable>,
        after: u64,
        last: u64,
    ) -> Result<Vec<Event>, Failure> {
        let (id, active) = (active.id, active.clone());
        let render = move |stored: Vec<StoredEvent>| {
            let range = (after, after);
            let mut replay = Replay::default();
            Ok(advance(&mut replay, &active, &stored, range, |event| {
                event
            })?)
        };
        self.replay(id, last, Some((0, last)), render).await
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
        let id = active.id;
        let hash = move |stored: Vec<StoredEvent>| {
            let lines = stored.iter().map(|event| event.line.as_str());
            Ok(lines.fold(log_head::before_all(id), log_head::after))
        };
        let read = (seq > 0).then_some((0, seq));
        self.replay(id, seq, read, hash).await
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
        let last = last.min(after + PAGE);
        let (id, seen) = (active.id, past.seq());
        let render = move |stored: Vec<StoredEvent>| {
            let frames = advance(&mut past, &active, &stored, (after, drawn), |event| {
                EventFrame::new(&event)
            })?;
            Ok((past, frames))
        };
        let events = last.saturating_sub(seen);
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

    /// Returns those of some tables whose games are over, or that do not exist any more.
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

    /// Tells whether a game is over: after that the log has at most the rematch.
    async fn is_finished(&self, table: TableId, head: u64) -> Result<bool, StoreError> {
        let last = self.store.events(table, head.saturating_sub(2), u64::MAX);
        let last = read_log(&last.await?)?;
        let ended = |(event, _): &(TableEvent, Millis)| matches!(event, TableEvent::Ended(..));
        Ok(last.iter().any(ended))
    }
}
