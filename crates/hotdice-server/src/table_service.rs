//! The table service: all tables in use, and the only way to change one.
//!
//! A change is decided while nobody else can touch the table, written to the store, and only then shown to anybody. It
//! runs in a task of its own: when whoever asked hangs up, it is carried out all the same.

mod bots_and_clocks;
mod catch_up;
mod change;
mod change_answer;
mod leases;

mod presence_sync;
mod replay;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use hotdice_bots::Library;
use hotdice_table::fair::Croupier;
use hotdice_table::{Settings, Table, TableEvent, TableId, Who};
use hotdice_world::{Moment, World};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bus::Bus;
use crate::failure::Failure;
use crate::http::WriteTimes;
use crate::lock;
use crate::scheduler::Scheduler;
use crate::session::{ActiveTable, TableSession};
use crate::store::{
    Digest, IdempotencyKey, Millis, NewTable, NodeId, Opening, Secret, Store, Token,
};
use bots_and_clocks::BotsOnly;
use catch_up::NewlyWatched;
use leases::Retry;

#[cfg(test)]
pub(crate) use catch_up::POLL_WITHOUT_BUS;
pub(crate) use change::Change;
pub(crate) use change_answer::ChangeAnswer;
pub(crate) use presence_sync::Visit;
#[cfg(test)]
pub(crate) use replay::PAGE;

/// How much of the time in which the service closes is for the store, at least.
const LEAVING: Duration = Duration::from_millis(500);

/// The most tokens of one player, who has one on each device.
pub(crate) const MAX_TOKENS: usize = 32;

/// All tables in use.
pub(crate) struct TableService {
    pub(crate) world: World,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    node: tokio::sync::Mutex<Option<NodeId>>,
    /// Tables of which it is unknown whether this server holds the lease, and when to ask again.
    unconfirmed_leases: Mutex<HashMap<TableId, Retry>>,
    /// A cache over the store: tables in use, by name.
    session_cache: Mutex<HashMap<TableId, Arc<ActiveTable>>>,
    newly_watched: NewlyWatched,
    pub(crate) scheduler: Scheduler,
    bots_only: BotsOnly,
    pub(crate) write_times: Arc<WriteTimes>,
    on_finished: OnceLock<Box<dyn Fn(TableId) + Send + Sync>>,
    tasks: TaskTracker,
    pub(crate) closing: CancellationToken,
}

impl TableService {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        library: Arc<dyn Library>,
        bus: Arc<dyn Bus>,
        world: World,
    ) -> Arc<Self> {
        let closing = CancellationToken::new();
        Arc::new(Self {
            store,
            bus,
            node: tokio::sync::Mutex::default(),
            unconfirmed_leases: Mutex::default(),
            session_cache: Mutex::default(),
            newly_watched: NewlyWatched::default(),
            scheduler: Scheduler::new(library, closing.clone(), world.clone()),
            bots_only: BotsOnly::new(&world),
            write_times: Arc::default(),
            on_finished: OnceLock::new(),
            tasks: TaskTracker::new(),
            closing,
            world,
        })
    }

    /// Returns the time on the wall.
    pub(crate) fn now(&self) -> Millis {
        self.world.unix_millis()
    }

    /// Begins a task that is waited for when the service closes.
    fn spawn<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.tasks.spawn_on(task, &self.world.runtime())
    }

    /// Returns the tables in the cache for which something holds.
    fn cached(&self, holds: impl Fn(&ActiveTable) -> bool) -> Vec<Arc<ActiveTable>> {
        let cache = lock(&self.session_cache);
        let found = cache.values().filter(|active| holds(active));
        found.cloned().collect()
    }

    /// Sets what is called when a game is over, or its table closed.
    pub(crate) fn on_finished(&self, call: impl Fn(TableId) + Send + Sync + 'static) {
        // The first one is called.
        drop(self.on_finished.set(Box::new(call)));
    }

    fn notice_finished<'a>(
        &self,
        active: &ActiveTable,
        session: &TableSession,
        mut events: impl Iterator<Item = &'a TableEvent>,
    ) {
        let is_over = events.any(|event| matches!(event, TableEvent::Ended(..)));
        if (is_over || session.is_full())
            && let Some(call) = self.on_finished.get()
        {
            call(active.id);
        }
    }

    /// Returns how many tables are in use.
    pub(crate) fn size(&self) -> usize {
        lock(&self.session_cache).len()
    }

    /// Returns a table, from the cache or from the store.
    pub(crate) async fn active_table(&self, id: TableId) -> Result<Arc<ActiveTable>, Failure> {
        if let Some(active) = lock(&self.session_cache).get(&id) {
            return Ok(active.clone());
        }
        let active = Arc::new(self.load(id).await?);
        // Another request may have been quicker: there must be only one session of a table.
        Ok(lock(&self.session_cache)
            .entry(id)
            .or_insert(active)
            .clone())
    }

    /// Opens a table; returns its name, and whether it is new.
    pub(crate) async fn open(
        &self,
        settings: Settings,
        players: Vec<(hotdice_table::PlayerId, Who)>,
        host: Option<Digest>,
        key: Option<IdempotencyKey>,
    ) -> Result<(TableId, bool), Failure> {
        let id = TableId::from_bytes(self.world.random(&"table")?);
        let seed = self.world.random(&"dice")?;
        let promise = Croupier::new(id, seed).promise(settings.dice);
        let opened = TableEvent::Opened(settings, promise);
        Table::open(id, &opened).map_err(Failure::invalid)?;
        let joined = players
            .into_iter()
            .map(|(id, who)| TableEvent::Joined(id, who));
        let lines = std::iter::once(opened).chain(joined);
        let token = host.map(|digest| Token {
            player: None,
            digest,
        });
        let new = NewTable {
            table: id,
            seed: Secret(seed),
            lines: lines.map(|event| event.to_string()).collect(),
            at: self.now(),
            tokens: token.into_iter().collect(),
            key,
        };
        match self.store.open(new).await? {
            Opening::Created => Ok((id, true)),
            Opening::KeyReused => Err(Failure::key_reused()),
            Opening::Repeated(table) => Ok((table, false)),
        }
    }

    /// Evicts tables that nobody uses from the cache.
    pub(crate) fn evict_idle(self: &Arc<Self>) {
        lock(&self.session_cache).retain(|_, active| {
            active.unsubscribe_unwatched();
            if Arc::strong_count(active) > 1 {
                return true;
            }
            if active.presence.is_published() {
                // Other servers may still see somebody here: that is withdrawn first.
                self.publish_presence(active);
                return true;
            }
            let Ok(session) = active.session.try_lock() else {
                return true;
            };
            if let Some(lease) = session.lease() {
                if session.needs_lease_holder() {
                    return true;
                }
                self.release_lease(active.id, lease, session.table().seq());
            }
            false
        });
    }

    /// Lets nothing new begin: streams end, bots stand still, and jobs that wait are dropped.
    pub(crate) fn begin_close(&self) {
        self.closing.cancel();
        self.scheduler.close();
    }

    /// Waits until everything that was begun is done, but not past a moment; then other servers may lease the tables.
    ///
    /// It is one moment for all: on a machine so busy that timers are late, their delays do not add up.
    pub(crate) async fn close(&self, until: Moment) {
        self.begin_close();
        self.tasks.close();
        let done = self.world.timeout_at(until, self.tasks.wait()).await;
        if done.is_err() {
            tracing::warn!("some of what was begun did not come to its end in time");
        }
        let leave = async {
            self.deregister_node().await;
            self.store.flush().await
        };
        let until = until.max(self.world.now()) + LEAVING;
        match self.world.timeout_at(until, leave).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the store did not close well"),
            Err(_) => tracing::warn!("other servers have to wait for the tables of this one"),
        }
    }
}
