//! Replays of stored logs: to load a table, to answer a repeated request, and for streams that begin in the past.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt, stream};
use hotdice_api::Replay;
use hotdice_table::{TableEvent, TableId};
use hotdice_wire::Event;
use tokio::sync::OwnedSemaphorePermit;

use super::TableService;
use crate::failure::Failure;
use crate::session::{ActiveTable, EventFrame, read_log};
use crate::store::{Millis, StoreError, StoredEvent, StoredTable};

/// How many long logs are replayed at once.
pub(super) const MAX_REPLAYS: usize = 2;

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
        let permit = self.replay_permit(stored.events.len() as u64).await;
        replay(permit, move || ActiveTable::load(id, &stored)).await
    }

    /// Returns the events of a log after one number and up to another, each with the table after it.
    pub(crate) async fn past_events(
        &self,
        active: &Arc<ActiveTable>,
        after: u64,
        last: u64,
    ) -> Result<Vec<Event>, Failure> {
        let active = active.clone();
        let permit = self.replay_permit(last).await;
        let stored = self.stored_events(active.id, 0, last).await?;
        replay(permit, move || {
            let range = (after, after);
            advance(&mut Replay::default(), &active, &stored, range, |event| {
                event
            })
        })
        .await
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
        let permit = self.replay_permit(last.saturating_sub(past.seq())).await;
        let stored = self.stored_events(active.id, past.seq(), last).await?;
        replay(permit, move || {
            let frames = advance(&mut past, &active, &stored, (after, drawn), |event| {
                EventFrame::new(&event)
            })?;
            Ok((past, frames))
        })
        .await
    }

    async fn stored_events(
        &self,
        id: TableId,
        after: u64,
        last: u64,
    ) -> Result<Vec<StoredEvent>, Failure> {
        let stored = self.store.events(id, after, last).await?;
        if stored.is_empty() {
            return Err(Failure::no_table());
        }
        Ok(stored)
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

    /// Waits for the permit to replay so many events; few need none.
    async fn replay_permit(&self, events: u64) -> Option<OwnedSemaphorePermit> {
        if events <= SHORT {
            return None;
        }
        self.replays.clone().acquire_owned().await.ok()
    }
}

/// Replays a log: a long one on a thread that may block, with its permit held until the work is done, also when whoever
/// asked has hung up.
async fn replay<T: Send + 'static>(
    permit: Option<OwnedSemaphorePermit>,
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Failure> {
    let Some(permit) = permit else {
        return Ok(work()?);
    };
    let replaying = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work()
    });
    let replayed = replaying.await.map_err(|error| Failure::internal(&error))?;
    Ok(replayed?)
}
