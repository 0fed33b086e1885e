//! Which tables this server looks after: it moves their bots and runs their clocks, and nobody else does.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use hotdice_table::TableId;

use super::{House, now};
use crate::failure::Failure;
use crate::room::{Room, State};
use crate::store::{Keeping, Lease, Millis, NodeId, StoreError};

/// How long a server may be silent before others look after its tables.
const LEASE: Duration = Duration::from_secs(5);

/// How often it is heard of.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// The same in a store that only one server should use: whoever opens it ends the others at once.
const UNSHARED_LEASE: Duration = Duration::from_secs(30 * 86_400);

/// How often tables that nobody looks after are looked for.
const SWEEP: Duration = Duration::from_secs(1);

/// How many are taken at once, so that other servers get some as well.
const AT_ONCE: u32 = 50;

/// How long it is believed that another server looks after a table.
const ELSEWHERE: Millis = 1_000;

/// How many tables are taken over at the same time.
const HANDS: usize = 16;

/// How much time people have at least when another server takes over.
const MERCY: Millis = 10_000;

/// How soon a table is asked about again at first, and at last.
const SOONEST: Millis = 500;
const LATEST: Millis = 60_000;

/// When a table is asked about again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retry {
    at: Millis,
    wait: Millis,
}

impl House {
    fn lease_time(&self) -> Duration {
        match self.store.is_shared() {
            true => LEASE,
            false => UNSHARED_LEASE,
        }
    }

    /// Returns the number under which this server keeps tables.
    pub(crate) async fn node(&self) -> Result<NodeId, StoreError> {
        let mut node = self.node.lock().await;
        if let Some(node) = *node {
            return Ok(node);
        }
        let number = self.store.enroll(self.lease_time()).await?;
        if !self.store.is_shared() {
            self.store.end_others(number).await?;
        }
        tracing::info!(node = number, "this server is a node");
        *node = Some(number);
        Ok(number)
    }

    /// Returns the number of this server, if it has one.
    pub(crate) fn node_now(&self) -> Option<NodeId> {
        self.node.try_lock().ok().and_then(|node| *node)
    }

    /// Begins anew under another number, because this one was not heard of in time.
    async fn lapse(&self, lapsed: NodeId) {
        let mut node = self.node.lock().await;
        if *node == Some(lapsed) {
            tracing::warn!(node = lapsed, "this server was not heard of in time");
            metrics::counter!("hotdice_lapses_total").increment(1);
            *node = None;
        }
    }

    /// Lets the other servers know that this one is there, until the house closes.
    pub(crate) async fn beat(self: Arc<Self>) {
        let pause = HEARTBEAT.max(self.lease_time() / 100);
        loop {
            if let Err(error) = self.renew().await {
                tracing::warn!(%error, "this server cannot make itself heard");
            }
            tokio::select! {
                () = self.closing.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    async fn renew(&self) -> Result<(), StoreError> {
        let node = self.node().await?;
        if !self.store.renew(node, self.lease_time()).await? {
            self.lapse(node).await;
            self.node().await?;
        }
        Ok(())
    }

    /// Lets others look after the tables at once.
    pub(super) async fn resign(&self) {
        if let Some(node) = self.node.lock().await.take()
            && let Err(error) = self.store.resign(node).await
        {
            tracing::warn!(%error, "other servers have to wait for the tables of this one");
        }
    }

    /// Asks to look after a table; nothing if another server does.
    async fn keep(&self, table: TableId) -> Result<Option<Lease>, StoreError> {
        for _ in 0..2 {
            let node = self.node().await?;
            match self.store.keep(table, node).await? {
                Keeping::Kept(lease) => return Ok(Some(lease)),
                Keeping::Other => return Ok(None),
                Keeping::Lapsed => self.lapse(node).await,
            }
        }
        Ok(None)
    }

    /// Sees to it that bots move and clocks run, here or elsewhere.
    pub(super) fn look_after(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) {
        if !state.needs_care() || self.closing.is_cancelled() {
            return;
        }
        match state.lease() {
            Some(_) => {
                self.run_clock(room, state);
                self.wake_bot(room, state);
            }
            None => self.seek_lease(room, state),
        }
    }

    fn seek_lease(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) {
        if state.seeking || now() < state.elsewhere {
            return;
        }
        state.seeking = true;
        let (house, room) = (self.clone(), room.clone());
        self.tasks.spawn(async move {
            let kept = house.keep(room.id).await;
            let mut state = room.state.lock().await;
            state.seeking = false;
            match kept {
                // If it ends, the table is adrift, and found by a sweep.
                Ok(None) => state.elsewhere = now() + ELSEWHERE,
                Ok(lease) => {
                    room.keep(&mut state, lease);
                    house.look_after(&room, &mut state);
                }
                // It is tried again at the next sweep.
                Err(error) => {
                    tracing::warn!(table = %room.id, %error, "nobody looks after it");
                    house.unsettle(room.id);
                }
            }
        });
    }

    /// Ends a lease at a table where there is nothing to do.
    ///
    /// Its answer may be lost: then this server still keeps the table, and has to look after it again.
    pub(super) fn let_go(self: &Arc<Self>, table: TableId, lease: Lease, seen: u64) {
        let house = self.clone();
        self.tasks.spawn(async move {
            if let Err(error) = house.store.let_go(table, lease, seen).await {
                tracing::debug!(%table, %error, "a lease was not ended");
                house.unsettle(table);
            }
        });
    }

    /// Looks now and then for tables that nobody looks after, until the house closes.
    pub(crate) async fn sweep(self: Arc<Self>) {
        loop {
            tokio::select! {
                () = self.closing.cancelled() => return,
                () = tokio::time::sleep(SWEEP) => {}
            }
            self.look_around();
            self.settle().await;
            match self.wake_up().await {
                Ok(0) => {}
                Ok(tables) => tracing::debug!(tables, "tables that nobody looked after go on here"),
                Err(error) => {
                    tracing::warn!(%error, "nobody knows which tables nobody looks after");
                }
            }
        }
    }

    /// Goes on where something failed before.
    fn look_around(self: &Arc<Self>) {
        let kept: Vec<Arc<Room>> = {
            let rooms = self.rooms();
            rooms
                .values()
                .filter(|room| room.is_kept())
                .cloned()
                .collect()
        };
        metrics::gauge!("hotdice_tables_kept").set(kept.len() as f64);
        for room in kept {
            if let Ok(mut state) = room.state.try_lock()
                && !state.thinking
            {
                self.look_after(&room, &mut state);
            }
        }
    }

    /// Finds the tables whose games go on and that nobody looks after, so that their bots and clocks go on as well.
    ///
    /// A table that cannot be read is told of in the log, and keeps nobody else from playing.
    pub(crate) async fn wake_up(self: &Arc<Self>) -> Result<usize, StoreError> {
        let mut woken = 0;
        loop {
            match self.take_over().await? {
                0 => return Ok(woken),
                taken => woken += taken,
            }
        }
    }

    /// Looks after some tables that nobody looks after; returns how many.
    async fn take_over(self: &Arc<Self>) -> Result<usize, StoreError> {
        // Whoever kept them before in a store of one server is no longer there.
        self.node().await?;
        let adrift = self.store.adrift(AT_ONCE).await?;
        let taken = stream::iter(adrift).map(|id| self.take(id));
        let taken = taken.buffer_unordered(HANDS);
        taken
            .try_fold(0, async |sum, taken| Ok(sum + usize::from(taken)))
            .await
    }

    /// Looks after a table, unless another server was quicker.
    ///
    /// Until that is known to have worked out it is tried again: a store may have noted this server as the keeper, and then nobody
    /// else would ever look after the table.
    async fn take(self: &Arc<Self>, id: TableId) -> Result<bool, StoreError> {
        let kept = self.keep(id).await.inspect_err(|_| self.unsettle(id))?;
        let Some(lease) = kept else {
            self.unsettled().remove(&id);
            return Ok(false);
        };
        match self.adopt(id, lease).await {
            Ok(()) => drop(self.unsettled().remove(&id)),
            Err(failure) => {
                tracing::error!(table = %id, detail = failure.detail, "a table cannot be read");
                self.unsettle(id);
            }
        }
        Ok(true)
    }

    fn unsettled(&self) -> MutexGuard<'_, HashMap<TableId, Retry>> {
        let unsettled = self.unsettled.lock();
        unsettled.unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a table has to be asked about again.
    fn unsettle(&self, id: TableId) {
        let mut unsettled = self.unsettled();
        let retry = unsettled.entry(id).or_insert(Retry { at: 0, wait: 0 });
        retry.wait = (2 * retry.wait).clamp(SOONEST, LATEST);
        retry.at = now() + retry.wait;
    }

    /// Asks again about tables that may be kept by this server.
    async fn settle(self: &Arc<Self>) {
        let now = now();
        let due: Vec<TableId> = {
            let unsettled = self.unsettled();
            let due = unsettled.iter().filter(|(_, retry)| retry.at <= now);
            due.map(|(id, _)| *id).collect()
        };
        for id in due {
            if let Err(error) = self.take(id).await {
                tracing::warn!(table = %id, %error, "nobody looks after it");
            }
        }
    }

    /// Goes on where another server, or this one before it was started again, has stopped.
    async fn adopt(self: &Arc<Self>, id: TableId, lease: Lease) -> Result<(), Failure> {
        let room = self.room(id).await?;
        let mut state = room.state.lock().await;
        self.catch_up(&room, &mut state).await?;
        if !state.needs_care() {
            self.let_go(id, lease, state.table.seq());
            return Ok(());
        }
        if state.lease() != Some(lease)
            && let Some(clock) = state.table.settings().clock
        {
            state.mercy = now() + MERCY.min(Millis::from(clock.get()) * 1000);
            state.set_clock();
        }
        room.keep(&mut state, Some(lease));
        self.look_after(&room, &mut state);
        Ok(())
    }
}
