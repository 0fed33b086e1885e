//! The house: all tables in use, and the only way to change one.
//!
//! A change is decided while nobody else can touch the table, written down, and only then shown to anybody. It is never
//! cut short: when whoever asked hangs up, it is carried out all the same.

mod bots;
mod clock;

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use hotdice_bots::Library;
use hotdice_table::fair::Croupier;
use hotdice_table::{Settings, Stage, Table, TableEvent, TableId, Who};
use hotdice_wire::{Code, Event, Happened};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::failure::Failure;
use crate::room::{Room, State, read_log};
use crate::store::{
    Appended, Batch, Key, KeyUse, Millis, NewTable, Opening, Secret, Store, StoreError, Token,
};
use crate::token::{Bearer, random};
use crate::view;

/// How many bots think at once.
const THINKERS: usize = 2;

/// All tables in use.
pub(crate) struct House {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) library: Arc<dyn Library>,
    rooms: Mutex<HashMap<TableId, Arc<Room>>>,
    thinkers: Arc<Semaphore>,
    tasks: TaskTracker,
    pub(crate) closing: CancellationToken,
}

/// What a request changes.
pub(crate) struct Change {
    pub(crate) events: Vec<TableEvent>,
    pub(crate) tokens: Vec<Token>,
}

impl From<Vec<TableEvent>> for Change {
    fn from(events: Vec<TableEvent>) -> Self {
        let tokens = Vec::new();
        Self { events, tokens }
    }
}

impl House {
    pub(crate) fn new(store: Arc<dyn Store>, library: Arc<dyn Library>) -> Arc<Self> {
        Arc::new(Self {
            store,
            library,
            rooms: Mutex::default(),
            thinkers: Arc::new(Semaphore::new(THINKERS)),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
        })
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<TableId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many tables are in use.
    pub(crate) fn size(&self) -> usize {
        self.rooms().len()
    }

    /// Returns the room of a table.
    pub(crate) async fn room(&self, id: TableId) -> Result<Arc<Room>, Failure> {
        if let Some(room) = self.rooms().get(&id) {
            return Ok(room.clone());
        }
        let stored = self.store.load(id).await?;
        let stored = stored.ok_or_else(Failure::no_table)?;
        let room = Arc::new(Room::load(id, &stored)?);
        // Somebody else may have been quicker: there must be only one room of a table.
        Ok(self.rooms().entry(id).or_insert(room).clone())
    }

    /// Opens a table, and returns its name.
    pub(crate) async fn open(
        &self,
        settings: Settings,
        players: Vec<(hotdice_table::PlayerId, Who)>,
        host: &Bearer,
        key: Option<Key>,
    ) -> Result<TableId, Failure> {
        let id = TableId::from_bytes(random()?);
        let seed = random()?;
        let commitment = Croupier::new(id, seed).commitment();
        let opened = TableEvent::Opened(settings, commitment);
        Table::open(id, &opened).map_err(Failure::invalid)?;
        let joined = players
            .into_iter()
            .map(|(id, who)| TableEvent::Joined(id, who));
        let lines = std::iter::once(opened).chain(joined);
        let token = Token {
            player: None,
            sum: host.sum(),
        };
        let new = NewTable {
            table: id,
            seed: Secret(seed),
            lines: lines.map(|event| event.to_string()).collect(),
            at: now(),
            tokens: vec![token],
            key,
        };
        match self.store.open(new).await? {
            Opening::Kept => Ok(id),
            Opening::OtherRequest => Err(other_request()),
            Opening::Repeated(table) => {
                self.add_token(table, token).await?;
                Ok(table)
            }
        }
    }

    /// Lets somebody act with a further token.
    pub(crate) async fn add_token(&self, table: TableId, token: Token) -> Result<(), Failure> {
        self.store.add_tokens(table, vec![token]).await?;
        let room = self.room(table).await?;
        let mut state = room.state.lock().await;
        if !state.tokens.contains(&token) {
            state.tokens.push(token);
        }
        Ok(())
    }

    /// Changes a table, and answers when the change is safe.
    ///
    /// With a key, a request that was carried out before is not carried out again, and gets the same answer.
    pub(crate) async fn change(
        self: &Arc<Self>,
        room: &Arc<Room>,
        key: Option<Key>,
        decide: impl FnOnce(&State) -> Result<Change, Failure> + Send + 'static,
    ) -> Result<Arc<Happened>, Failure> {
        let (house, room) = (self.clone(), room.clone());
        let task = self.tasks.spawn(async move {
            let mut state = room.state.lock().await;
            let changed = house.carry_out(&room, &mut state, key, decide).await;
            if changed.is_ok() {
                house.look_after(&room, &mut state);
            }
            changed
        });
        task.await.map_err(|error| Failure::internal(&error))?
    }

    async fn carry_out(
        &self,
        room: &Room,
        state: &mut State,
        key: Option<Key>,
        decide: impl FnOnce(&State) -> Result<Change, Failure>,
    ) -> Result<Arc<Happened>, Failure> {
        if let Some(key) = key
            && let Some((request, answer)) = state.answered(&key.key)
        {
            return if request == key.request {
                Ok(answer)
            } else {
                Err(other_request())
            };
        }
        let change = match decide(state) {
            Ok(change) => change,
            Err(failure) => return self.carried_out_before(room.id, key, failure).await,
        };
        if change.events.is_empty() {
            let seq = state.table.seq();
            let events = Vec::new();
            return Ok(Arc::new(Happened { seq, events }));
        }
        self.write(room, state, key, change).await
    }

    /// A request that cannot be carried out may have been carried out before.
    async fn carried_out_before(
        &self,
        id: TableId,
        key: Option<Key>,
        failure: Failure,
    ) -> Result<Arc<Happened>, Failure> {
        let Some(key) = key else {
            return Err(failure);
        };
        match self.store.find_key(id, key.key).await? {
            Some(used) => self.recall(id, key, used).await,
            None => Err(failure),
        }
    }

    async fn write(
        &self,
        room: &Room,
        state: &mut State,
        key: Option<Key>,
        change: Change,
    ) -> Result<Arc<Happened>, Failure> {
        let at = now();
        let batch = Batch {
            table: room.id,
            after: state.table.seq(),
            lines: change.events.iter().map(ToString::to_string).collect(),
            at,
            live: goes_on(&state.table, &change.events),
            tended: true,
            lease: None,
            tokens: change.tokens.clone(),
            key,
        };
        match self.store.append(batch).await? {
            Appended::Written => {}
            Appended::Behind => {
                let seen = state.table.seq();
                self.catch_up(room, state).await?;
                let detail = format!("others have written since event {seen}: look again");
                return Err(Failure::new(Code::Stale, detail));
            }
            Appended::Evicted => return Err(Failure::internal(&"a lease has ended")),
            Appended::Repeated(used) => {
                let key =
                    key.ok_or_else(|| Failure::internal(&"a key was found that was not sent"))?;
                return self.recall(room.id, key, used).await;
            }
        }
        metrics::counter!("hotdice_events_total").increment(change.events.len() as u64);
        let events = state.happen(&change.events, at)?;
        state.tokens.extend(change.tokens);
        room.tell_events(&events);
        let seq = state.table.seq();
        let answer = Arc::new(Happened { seq, events });
        if let Some(key) = key {
            state.remember(key, answer.clone());
        }
        Ok(answer)
    }

    /// Reads what others have written, and tells those who listen.
    pub(crate) async fn catch_up(&self, room: &Room, state: &mut State) -> Result<(), Failure> {
        let seen = state.table.seq();
        let stored = self
            .store
            .load(room.id)
            .await?
            .ok_or_else(Failure::no_table)?;
        let thinking = state.thinking;
        *state = State::load(room.id, &stored)?;
        state.thinking = thinking;
        room.tell_events(&self.events(room.id, seen, state.table.seq()).await?);
        Ok(())
    }

    /// Returns the answer to a request that was carried out before.
    async fn recall(&self, id: TableId, key: Key, used: KeyUse) -> Result<Arc<Happened>, Failure> {
        if used.request != key.request {
            return Err(other_request());
        }
        let events = self.events(id, used.after, used.last).await?;
        let seq = used.last;
        Ok(Arc::new(Happened { seq, events }))
    }

    /// Returns the events of a log after one number and up to another, by playing it through.
    pub(crate) async fn events(
        &self,
        id: TableId,
        after: u64,
        last: u64,
    ) -> Result<Vec<Event>, Failure> {
        let stored = self.store.load(id).await?.ok_or_else(Failure::no_table)?;
        let log = read_log(&stored)?;
        let opened = log.first().ok_or_else(Failure::no_table)?;
        let damaged = |error| StoreError::Damaged(format!("table {id}: {error}"));
        let mut table = Table::open(id, opened).map_err(damaged)?;
        let mut events = vec![view::opening(opened, stored.events[0].at)];
        for (event, kept) in log.iter().zip(&stored.events).skip(1) {
            events.push(view::happen(&mut table, event, kept.at)?);
        }
        events.retain(|event| (after + 1..=last).contains(&event.seq));
        Ok(events)
    }

    /// Sees to it that bots move and clocks run.
    fn look_after(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) {
        self.run_clock(room, state);
        self.wake_bot(room, state);
    }

    /// Finds the tables whose games go on, so that their bots and clocks go on as well.
    ///
    /// A table that cannot be read is told of in the log, and keeps nobody else from playing.
    pub(crate) async fn wake_up(self: &Arc<Self>) -> Result<usize, StoreError> {
        let live = self.store.live().await?;
        let mut woken = 0;
        for id in live {
            match self.room(id).await {
                Ok(room) => {
                    let mut state = room.state.lock().await;
                    self.look_after(&room, &mut state);
                    woken += 1;
                }
                Err(failure) => {
                    tracing::error!(table = %id, detail = failure.detail, "a table cannot be read");
                }
            }
        }
        Ok(woken)
    }

    /// Forgets rooms that nobody uses; their tables are in the store.
    pub(crate) fn tidy(&self) {
        self.rooms().retain(|_, room| {
            let used = Arc::strong_count(room) > 1;
            used || room
                .state
                .try_lock()
                .map_or(true, |state| state.deadline.is_some())
        });
    }

    /// Waits until everything that was begun is done.
    pub(crate) async fn close(&self) {
        self.closing.cancel();
        self.tasks.close();
        self.tasks.wait().await;
        if let Err(error) = self.store.flush().await {
            tracing::error!(%error, "the store did not close well");
        }
    }
}

/// Tells whether a game goes on after these events.
fn goes_on(table: &Table, events: &[TableEvent]) -> bool {
    let began = events
        .iter()
        .any(|event| matches!(event, TableEvent::Started));
    let ended = events
        .iter()
        .any(|event| matches!(event, TableEvent::Ended(..)));
    (began || matches!(table.stage(), Stage::Playing(_))) && !ended
}

fn other_request() -> Failure {
    Failure::invalid("this Idempotency-Key was used for another request: make a new one")
}

/// Returns the time.
pub(crate) fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as Millis)
}

/// Returns how many milliseconds a decision may take.
fn allowed(clock: NonZeroU32) -> Millis {
    Millis::from(clock.get()) * 1000
}
