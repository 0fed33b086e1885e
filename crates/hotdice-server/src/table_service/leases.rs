//! Leases: which server moves the bots and runs the clocks of a table.
//!
//! Exactly one server must act for a bot, or the bot would move twice; and one must, even if a server dies in the middle
//! of its turn. So a server registers as a node and renews that by a heartbeat, leases the tables that need it, and looks
//! every second for tables whose holder has disappeared. The lease is checked by the store in the statement that writes
//! a move ([`Lease`]), hence nothing here has to be exact in time: a server that believes in a lease it has lost is
//! refused. An answer about a lease may be lost as well. The store may then have noted this server as the holder without
//! its knowledge, and no other server would ever take the table: such leases are *unconfirmed*, and asked for again until
//! the answer is known.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use hotdice_table::TableId;

use super::TableService;
use crate::failure::Failure;
use crate::lock;
use crate::session::{ActiveTable, TableSession};
use crate::store::{Lease, LeaseGrant, Millis, NodeId, StoreError};

/// How long a server may miss its heartbeat before others take its tables. Tests wait less, in the same proportions.
const REGISTRATION: Duration = Duration::from_millis(if cfg!(test) { 2_000 } else { 5_000 });

/// The same in a store that only one server should use: whoever opens it ends the others at once.
const UNSHARED_REGISTRATION: Duration = Duration::from_secs(30 * 86_400);

/// How often a server renews its registration.
const HEARTBEAT: Duration = Duration::from_millis(if cfg!(test) { 400 } else { 1_000 });

/// How often unleased tables are looked for.
const SWEEP: Duration = HEARTBEAT;

/// How many are taken at once, so that other servers get some as well.
const MAX_TAKEN: u32 = 50;

/// How many of them are loaded at the same time.
const CONCURRENCY: usize = 16;

/// How long it is assumed that another server holds a lease.
const ELSEWHERE: Millis = 1_000;

/// How much time people have at least when another server takes over.
const GRACE: Millis = 10_000;

/// How soon an unconfirmed lease is asked for again, at first and at last.
const FIRST_RETRY: Millis = 500;
const MAX_RETRY: Millis = 60_000;

/// When an unconfirmed lease is asked for again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Retry {
    at: Millis,
    wait: Millis,
}

impl TableService {
    fn registration(&self) -> Duration {
        if self.store.is_shared() {
            REGISTRATION
        } else {
            UNSHARED_REGISTRATION
        }
    }

    /// Returns the number of this server as a node, and registers it if it has none.
    pub(crate) async fn node(&self) -> Result<NodeId, StoreError> {
        let mut node = self.node.lock().await;
        if let Some(node) = *node {
            return Ok(node);
        }
        let number = self.store.register_node(self.registration()).await?;
        if !self.store.is_shared() {
            self.store.deregister_other_nodes(number).await?;
        }
        tracing::debug!(node = number, "this server is a node");
        *node = Some(number);
        Ok(number)
    }

    /// Returns the number of this server, if it is registered.
    pub(crate) fn node_now(&self) -> Option<NodeId> {
        self.node.try_lock().ok().and_then(|node| *node)
    }

    /// Forgets a number whose registration has expired.
    async fn forget_node(&self, expired: NodeId) {
        let mut node = self.node.lock().await;
        if *node == Some(expired) {
            tracing::warn!(node = expired, "this server was not heard of in time");
            metrics::counter!("hotdice_lapses_total").increment(1);
            *node = None;
        }
    }

    /// Ends the registration, so that others can lease the tables at once.
    pub(super) async fn deregister_node(&self) {
        if let Some(node) = self.node.lock().await.take()
            && let Err(error) = self.store.deregister_node(node).await
        {
            tracing::warn!(%error, "other servers have to wait for the tables of this one");
        }
    }

    /// Renews the registration again and again, until the service closes.
    pub(crate) async fn heartbeat(self: Arc<Self>) {
        let pause = HEARTBEAT.max(self.registration() / 100);
        loop {
            if let Err(error) = self.renew_node().await {
                tracing::warn!(%error, "this server cannot make itself heard");
            }
            tokio::select! {
                () = self.closing.cancelled() => return,
                () = self.world.sleep(pause) => {}
            }
        }
    }

    /// Writes to the store, as the heartbeat does.
    pub(crate) async fn renew_node(&self) -> Result<(), StoreError> {
        let node = self.node().await?;
        if !self.store.renew_node(node, self.registration()).await? {
            self.forget_node(node).await;
            self.node().await?;
        }
        Ok(())
    }

    /// Asks for the lease of a table; none if another server holds it.
    async fn acquire_lease(&self, table: TableId) -> Result<Option<Lease>, StoreError> {
        for _ in 0..2 {
            let node = self.node().await?;
            match self.store.acquire_lease(table, node).await? {
                LeaseGrant::Granted(lease) => return Ok(Some(lease)),
                LeaseGrant::HeldElsewhere => return Ok(None),
                LeaseGrant::NodeExpired => self.forget_node(node).await,
            }
        }
        Ok(None)
    }

    /// Makes bots move and clocks run, here or on the server that holds the lease.
    pub(super) fn tend(self: &Arc<Self>, active: &Arc<ActiveTable>, session: &mut TableSession) {
        self.set_alarm(active, session);
        if !session.needs_lease_holder() || self.closing.is_cancelled() {
            return;
        }
        match session.lease() {
            Some(_) => self.move_bots(active, session),
            None => self.request_lease(active, session),
        }
    }

    fn request_lease(self: &Arc<Self>, active: &Arc<ActiveTable>, session: &mut TableSession) {
        if session.lease_requested || self.now() < session.leased_elsewhere_until {
            return;
        }
        session.lease_requested = true;
        let (service, active) = (self.clone(), active.clone());
        self.spawn(async move {
            let granted = service.acquire_lease(active.id).await;
            let mut session = active.session.lock().await;
            session.lease_requested = false;
            match granted {
                // If that server disappears, a sweep finds the table.
                Ok(None) => session.leased_elsewhere_until = service.now() + ELSEWHERE,
                Ok(lease) => {
                    active.set_lease(&mut session, lease);
                    service.watch(&active);
                    service.tend(&active, &mut session);
                }
                Err(error) => {
                    tracing::warn!(table = %active.id, %error, "nobody looks after it");
                    service.mark_unconfirmed(active.id);
                }
            }
        });
    }

    /// Ends the lease of a table where there is nothing to do.
    pub(super) fn release_lease(self: &Arc<Self>, table: TableId, lease: Lease, seen: u64) {
        let service = self.clone();
        self.spawn(async move {
            if let Err(error) = service.store.release_lease(table, lease, seen).await {
                tracing::debug!(%table, %error, "a lease was not ended");
                service.mark_unconfirmed(table);
            }
        });
    }

    /// Sweeps for unleased tables, and for what failed before, until the service closes.
    pub(crate) async fn sweep(self: Arc<Self>) {
        loop {
            tokio::select! {
                () = self.closing.cancelled() => return,
                () = self.world.sleep(SWEEP) => {}
            }
            self.tend_leased();
            self.retry_leases().await;
            match self.take_over_unleased().await {
                Ok(0) => {}
                Ok(tables) => tracing::debug!(tables, "tables that nobody looked after go on here"),
                Err(error) => {
                    tracing::warn!(%error, "nobody knows which tables nobody looks after");
                }
            }
        }
    }

    /// Goes on at leased tables where a bot or clock has failed.
    fn tend_leased(self: &Arc<Self>) {
        let leased = self.cached(ActiveTable::is_leased);
        metrics::gauge!("hotdice_tables_kept").set(leased.len() as f64);
        for active in leased {
            if let Ok(mut session) = active.session.try_lock()
                && !session.moving_bots
            {
                self.tend(&active, &mut session);
            }
        }
    }

    /// Leases all tables that need a holder and have none; returns how many.
    ///
    /// A table that cannot be read is reported in the log, and keeps nobody else from playing.
    pub(crate) async fn take_over_unleased(self: &Arc<Self>) -> Result<usize, StoreError> {
        // In a store of one server, this ends the registration of whoever used it before.
        self.node().await?;
        let mut all = 0;
        loop {
            let unleased = self.store.unleased(MAX_TAKEN).await?;
            let taken = stream::iter(unleased).map(|id| self.take_over(id));
            let taken = taken.buffer_unordered(CONCURRENCY);
            let some: usize = taken
                .try_fold(0, async |sum, taken| Ok(sum + usize::from(taken)))
                .await?;
            if some == 0 {
                return Ok(all);
            }
            all += some;
        }
    }

    /// Leases a table and goes on there, unless another server was quicker.
    async fn take_over(self: &Arc<Self>, id: TableId) -> Result<bool, StoreError> {
        let granted = self.acquire_lease(id).await;
        let Some(lease) = granted.inspect_err(|_| self.mark_unconfirmed(id))? else {
            lock(&self.unconfirmed_leases).remove(&id);
            return Ok(false);
        };
        match self.adopt(id, lease).await {
            Ok(()) => drop(lock(&self.unconfirmed_leases).remove(&id)),
            Err(failure) => {
                tracing::error!(table = %id, detail = failure.detail, "a table cannot be read");
                self.mark_unconfirmed(id);
            }
        }
        Ok(true)
    }

    /// Goes on where another server, or this one before a restart, has stopped.
    async fn adopt(self: &Arc<Self>, id: TableId, lease: Lease) -> Result<(), Failure> {
        let active = self.active_table(id).await?;
        let mut session = active.session.lock().await;
        self.catch_up(&active, &mut session).await?;
        if !session.needs_lease_holder() {
            self.release_lease(id, lease, session.table().seq());
            return Ok(());
        }
        if session.lease() != Some(lease) {
            session.grant_grace(self.now(), GRACE);
        }
        active.set_lease(&mut session, Some(lease));
        self.watch(&active);
        self.tend(&active, &mut session);
        Ok(())
    }

    /// Notes that the lease of a table has to be asked for again.
    fn mark_unconfirmed(&self, id: TableId) {
        let mut unconfirmed = lock(&self.unconfirmed_leases);
        let retry = unconfirmed.entry(id).or_default();
        retry.wait = (2 * retry.wait).clamp(FIRST_RETRY, MAX_RETRY);
        retry.at = self.now() + retry.wait;
    }

    /// Asks again for unconfirmed leases.
    async fn retry_leases(self: &Arc<Self>) {
        let now = self.now();
        let due: Vec<TableId> = {
            let unconfirmed = lock(&self.unconfirmed_leases);
            let due = unconfirmed.iter().filter(|(_, retry)| retry.at <= now);
            due.map(|(id, _)| *id).collect()
        };
        for id in due {
            if let Err(error) = self.take_over(id).await {
                tracing::warn!(table = %id, %error, "nobody looks after it");
            }
        }
    }
}
