//! What has happened at a table: its log, played through again.

use std::collections::HashMap;

use futures_util::{StreamExt, TryStreamExt, stream};
use hotdice_table::fair::Croupier;
use hotdice_table::{Table, TableEvent, TableId};
use hotdice_wire::Event;
use tokio::sync::OwnedSemaphorePermit;

use super::House;
use crate::failure::Failure;
use crate::room::{Printed, Room, read_log};
use crate::store::{StoreError, Stored, StoredEvent};
use crate::view;

/// How many long logs are played through at once.
pub(super) const REPLAYERS: usize = 2;

/// The longest log that is played through beside the requests.
const SHORT: u64 = 200;

/// How many tables are asked about at the same time.
const HANDS: usize = 8;

/// The most events that are printed at once.
pub(crate) const PAGE: u64 = 1_000;

impl House {
    /// Makes a room out of what is stored.
    pub(super) async fn furnish(&self, id: TableId, stored: Stored) -> Result<Room, Failure> {
        let replayer = self.replayer(stored.events.len() as u64).await;
        play(replayer, move || Room::load(id, &stored)).await
    }

    /// Returns the events of a log after one number and up to another.
    pub(crate) async fn events(
        &self,
        id: TableId,
        after: u64,
        last: u64,
    ) -> Result<Vec<Event>, Failure> {
        self.played(id, after, last, |event| event).await
    }

    /// Returns the next events of a log after one number and up to another, as they are sent: all of them, or a page.
    pub(crate) async fn page(
        &self,
        id: TableId,
        after: u64,
        last: u64,
    ) -> Result<Vec<Printed>, Failure> {
        let last = last.min(after + PAGE);
        self.played(id, after, last, |event| Printed::new(&event))
            .await
    }

    async fn played<T: Send + 'static>(
        &self,
        id: TableId,
        after: u64,
        last: u64,
        show: impl Fn(Event) -> T + Send + 'static,
    ) -> Result<Vec<T>, Failure> {
        let replayer = self.replayer(last).await;
        let stored = self.store.events_up_to(id, last).await?;
        if stored.is_empty() {
            return Err(Failure::no_table());
        }
        // Open tables know their croupier, and with it in which order dice fell; the log of a finished game reveals it.
        let croupier = self.rooms().get(&id).map(|room| room.croupier.clone());
        play(replayer, move || {
            play_through(id, &stored, croupier.as_ref(), after, show)
        })
        .await
    }

    /// Returns those of some tables whose games are over, or that are there no more.
    pub(crate) async fn over(&self, tables: Vec<TableId>) -> Result<Vec<TableId>, Failure> {
        let heads = self.store.heads(tables.clone()).await?;
        let heads: HashMap<TableId, u64> = heads.into_iter().collect();
        let asked = stream::iter(tables).map(|table| {
            let head = heads.get(&table).copied();
            async move {
                let over = match head {
                    Some(head) => self.is_over(table, head).await?,
                    None => true,
                };
                Ok(over.then_some(table))
            }
        });
        let over = asked.buffer_unordered(HANDS);
        over.try_filter_map(async |over| Ok(over))
            .try_collect()
            .await
    }

    /// Tells whether a game is over: nothing is written after that but where the players meet again.
    async fn is_over(&self, table: TableId, head: u64) -> Result<bool, StoreError> {
        let last = self.store.events_after(table, head.saturating_sub(2));
        let last = read_log(&last.await?)?;
        let ended = |event: &TableEvent| matches!(event, TableEvent::Ended(..));
        Ok(last.iter().any(ended))
    }

    /// Waits until a log of this length may be played through; short ones may at once.
    async fn replayer(&self, length: u64) -> Option<OwnedSemaphorePermit> {
        match length > SHORT {
            true => self.replayers.clone().acquire_owned().await.ok(),
            false => None,
        }
    }
}

/// Plays a log through, on a thread that may take its time if it is long.
async fn play<T: Send + 'static>(
    replayer: Option<OwnedSemaphorePermit>,
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Failure> {
    let Some(replayer) = replayer else {
        return Ok(work()?);
    };
    let playing = tokio::task::spawn_blocking(move || {
        // Kept until the work is done, also when whoever asked has hung up.
        let _replayer = replayer;
        work()
    });
    let played = playing.await.map_err(|error| Failure::internal(&error))?;
    Ok(played?)
}

fn play_through<T>(
    id: TableId,
    stored: &[StoredEvent],
    croupier: Option<&Croupier>,
    after: u64,
    show: impl Fn(Event) -> T,
) -> Result<Vec<T>, StoreError> {
    let damaged = |error: &dyn std::fmt::Display| StoreError::Damaged(format!("{id}: {error}"));
    let log = read_log(stored)?;
    let mut events = log.iter().zip(stored);
    let (opened, kept) = events.next().ok_or_else(|| damaged(&"no events"))?;
    let mut table = Table::open(id, opened).map_err(|error| damaged(&error))?;
    let mut shown = Vec::new();
    if after == 0 {
        shown.push(show(view::opening(opened, kept.at)));
    }
    for (event, kept) in events {
        let event = view::read(&table, event, croupier)?;
        let event = view::happen(&mut table, &event, kept.at)?;
        if event.seq > after {
            shown.push(show(event));
        }
    }
    Ok(shown)
}
