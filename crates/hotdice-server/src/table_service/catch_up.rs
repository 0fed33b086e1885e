//! Catching up with what other servers have written.
//!
//! No server owns a table: any may append to its log. A session is therefore only a cached prefix of the log, and is
//! brought up to date by reading the rest: before a table is shown, when an append finds it behind, and when others say
//! that there is more. The bus says so at once, but may lose, repeat and reorder messages; so the store is polled as
//! well, every few seconds while the bus works and several times a second while it does not. Correctness never depends on
//! a message, only latency does.
//!
//! # A subscription that races with a message
//! A server subscribes to the messages of a table when somebody begins to listen there or it gets the lease. An event that another
//! server writes just then may be announced before the bus has noted the subscription, and after the log was read here. So newly
//! subscribed tables are polled once more, [a moment later](SETTLED): what was written before the bus noted the subscription
//! is found then, and what is written after that is announced. Should the bus take longer than that moment, the usual poll finds it.
//! Nobody sees a wrong table in between: requests read the log themselves, and an append that does not know of the event is refused.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use hotdice_api::Holder;
use hotdice_table::{TableEvent, TableId};
use tokio::sync::Notify;
use tokio::sync::broadcast::{Receiver, error::RecvError};

use super::TableService;
use crate::bus::{BusState, LogPosition};
use crate::failure::Failure;
use crate::lock;
use crate::scheduler::Payer;
use crate::session::{ActiveTable, Broadcast, TableSession, read_log};
use crate::token::Bearer;

/// How often the store is polled while the bus does not work.
pub(crate) const POLL_WITHOUT_BUS: Duration = Duration::from_millis(250);

/// How often it is polled while the bus works.
const POLL_WITH_BUS: Duration = Duration::from_secs(2);

/// How long after a subscription the bus has noted it, nearly always.
const SETTLED: Duration = Duration::from_millis(100);

/// How often it is polled if only one server should use it.
const POLL_UNSHARED: Duration = Duration::from_secs(10);

/// Tables whose messages were subscribed to a moment ago.
#[derive(Default)]
pub(super) struct NewlyWatched {
    tables: Mutex<Vec<TableId>>,
    added: Notify,
}

impl TableService {
    /// Returns a table with everything that any server has answered before.
    pub(crate) async fn current_table(
        self: &Arc<Self>,
        id: TableId,
    ) -> Result<Arc<ActiveTable>, Failure> {
        let active = self.active_table(id).await?;
        self.refresh(&active).await?;
        Ok(active)
    }

    /// Catches up with everything that any server has answered before.
    pub(crate) async fn refresh(
        self: &Arc<Self>,
        active: &Arc<ActiveTable>,
    ) -> Result<(), Failure> {
        let mut session = active.session.lock().await;
        let may_be_behind = self.store.is_shared() || session.log_uncertain;
        if may_be_behind && self.catch_up(active, &mut session).await? {
            self.tend(active, &mut session);
        }
        Ok(())
    }

    /// Returns whose token it is, also if another server has handed it out.
    pub(crate) async fn holder(
        &self,
        active: &ActiveTable,
        bearer: &Bearer,
    ) -> Result<Holder, Failure> {
        let mut session = active.session.lock().await;
        let mut held = session.holder(bearer);
        if held.is_err() && (self.store.is_shared() || session.log_uncertain) {
            session.tokens = self.store.tokens(active.id).await?;
            held = session.holder(bearer);
        }
        if held.is_ok() {
            active.set_payer(Payer::origin());
        }
        held
    }

    /// Returns whose token it is, if one was sent.
    pub(crate) async fn optional_holder(
        &self,
        active: &ActiveTable,
        bearer: Option<Bearer>,
    ) -> Result<Option<Holder>, Failure> {
        match bearer {
            Some(bearer) => self.holder(active, &bearer).await.map(Some),
            None => Ok(None),
        }
    }

    /// Reads what others have written, and broadcasts it; returns whether there was anything.
    pub(super) async fn catch_up(
        &self,
        active: &ActiveTable,
        session: &mut TableSession,
    ) -> Result<bool, Failure> {
        let seen = session.table().seq();
        let stored = self.store.events(active.id, seen, u64::MAX).await?;
        session.log_uncertain = false;
        if stored.is_empty() {
            return Ok(false);
        }
        let log = read_log(&stored)?;
        let mut events = log.iter().map(|(event, _)| event);
        if events.any(|event| matches!(event, TableEvent::Joined(..))) {
            session.tokens = self.store.tokens(active.id).await?;
        }
        active.apply_log(session, &log)?;
        self.save_snapshots(active.id, session.take_snapshots());
        metrics::counter!("hotdice_events_of_others_total").increment(log.len() as u64);
        self.notice_finished(active, session, log.iter().map(|(event, _)| event));
        Ok(true)
    }

    /// Listens to what happens at a table, also on other servers.
    pub(crate) fn listen_to(&self, active: &ActiveTable) -> Receiver<Broadcast> {
        let messages = active.broadcaster.subscribe();
        self.watch(active);
        messages
    }

    /// Subscribes to news of a table that matters here now.
    pub(super) fn watch(&self, active: &ActiveTable) {
        if self.store.is_shared() && active.subscribe(&*self.bus) {
            lock(&self.newly_watched.tables).push(active.id);
            self.newly_watched.added.notify_one();
        }
    }

    /// Listens to the bus, until the service closes.
    pub(crate) async fn listen(self: Arc<Self>) {
        let mut messages = self.bus.messages();
        loop {
            let message = tokio::select! {
                () = self.closing.cancelled() => return,
                message = messages.recv() => message,
            };
            match message {
                Ok(position) => self.notice(position),
                Err(RecvError::Lagged(_)) => self.poll_once().await,
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Catches up with a table, if it matters here and its log is longer than is known, or reads who has it open.
    fn notice(self: &Arc<Self>, position: LogPosition) {
        let Some(active) = lock(&self.session_cache).get(&position.table).cloned() else {
            return;
        };
        let service = self.clone();
        if position.is_about_presence() && active.broadcaster.has_listeners() {
            self.spawn(async move { service.read_presence(&[active]).await });
        } else if position.seq > active.seq() && active.is_watched() {
            self.spawn(async move { service.catch_up_to(&active, position.seq).await });
        }
    }

    async fn catch_up_to(self: &Arc<Self>, active: &Arc<ActiveTable>, seq: u64) {
        let mut session = active.session.lock().await;
        if session.table().seq() >= seq {
            return;
        }
        match self.catch_up(active, &mut session).await {
            Ok(true) => self.tend(active, &mut session),
            Ok(false) => {}
            Err(failure) => {
                tracing::warn!(table = %active.id, detail = failure.detail, "news was not read");
            }
        }
    }

    /// Polls the store, the more often the less the bus can be relied on, until the service closes.
    pub(crate) async fn poll(self: Arc<Self>) {
        let mut before = None;
        let mut last = self.world.now();
        let mut has_changed = false;
        loop {
            let bus = self.bus.state();
            if before.replace(bus) != Some(bus) {
                log_bus(bus);
                has_changed = true;
            }
            let pause = match (self.store.is_shared(), bus) {
                (false, _) => POLL_UNSHARED,
                // What was said while it came back may not have been heard.
                (true, BusState::Up) if !has_changed => POLL_WITH_BUS,
                (true, _) => POLL_WITHOUT_BUS,
            };
            tokio::select! {
                () = self.closing.cancelled() => return,
                () = self.world.sleep_until(last + pause) => {
                    has_changed = false;
                    self.poll_once().await;
                    last = self.world.now();
                }
                () = self.newly_watched.added.notified() => {
                    // What is subscribed to meanwhile is polled after a wait of its own.
                    let tables = self.take_newly_watched();
                    self.world.sleep(SETTLED).await;
                    self.poll_newly_watched(&tables).await;
                }
            }
        }
    }

    /// Tells whether somebody has begun to listen to a table that no wait has begun for.
    #[cfg(test)]
    pub(crate) fn has_newly_watched(&self) -> bool {
        !lock(&self.newly_watched.tables).is_empty()
    }

    fn take_newly_watched(&self) -> Vec<TableId> {
        std::mem::take(&mut *lock(&self.newly_watched.tables))
    }

    async fn poll_newly_watched(self: &Arc<Self>, tables: &[TableId]) {
        let watched: Vec<Arc<ActiveTable>> = {
            let cache = lock(&self.session_cache);
            let watched = tables.iter().filter_map(|id| cache.get(id));
            let watched = watched.filter(|active| active.is_watched());
            watched.cloned().collect()
        };
        self.poll_tables(watched).await;
    }

    /// Polls the tables that matter here.
    async fn poll_once(self: &Arc<Self>) {
        let watched = self.cached(ActiveTable::is_watched);
        for active in &watched {
            self.watch(active);
        }
        self.poll_tables(watched).await;
    }

    /// Reads how long the logs of tables are, and who has them open, by one query each for all tables.
    async fn poll_tables(self: &Arc<Self>, mut watched: Vec<Arc<ActiveTable>>) {
        if watched.is_empty() {
            return;
        }
        let ids: Vec<TableId> = watched.iter().map(|active| active.id).collect();
        match self.store.heads(ids).await {
            Ok(heads) => {
                for (table, seq) in heads {
                    self.notice(LogPosition { table, seq });
                }
            }
            Err(error) => tracing::warn!(%error, "nobody knows whether there is news"),
        }
        watched.retain(|active| active.broadcaster.has_listeners());
        if self.store.is_shared() && !watched.is_empty() {
            self.read_presence(&watched).await;
        }
    }
}

fn log_bus(state: BusState) {
    match state {
        BusState::Absent => {}
        BusState::Up => tracing::info!("the bus is up"),
        BusState::Down => tracing::warn!("the bus is down: this server reads the log"),
        BusState::Silent => tracing::warn!("the bus is silent: this server reads the log"),
    }
}
