//! The house: all tables in use, and the only way to change one.
//!
//! A change is decided while nobody else can touch the table, written down, and only then shown to anybody. It is never
//! cut short: when whoever asked hangs up, it is carried out all the same.

mod bots;
pub(crate) mod change;
mod clock;
mod keeping;
mod lanes;
mod news;
pub(crate) mod past;
mod signs;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hotdice_bots::Library;
use hotdice_table::fair::Croupier;
use hotdice_table::{Settings, Table, TableEvent, TableId, Who};
use hotdice_wire::Code;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bus::Bus;
use crate::failure::Failure;
use crate::room::Room;
use crate::store::{Key, Millis, NewTable, NodeId, Opening, Secret, Store, Token};
use crate::token::{Bearer, random};
use change::other_request;
use keeping::Retry;
use lanes::Lanes;
use past::REPLAYERS;

pub(crate) use change::Change;
pub(crate) use signs::Visit;

/// How long what was begun may take when the house closes.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The most tokens of one player, or of the host: a request that is repeated is answered with another one.
pub(crate) const MOST_TOKENS: usize = 32;

/// All tables in use.
pub(crate) struct House {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) library: Arc<dyn Library>,
    pub(crate) bus: Arc<dyn Bus>,
    node: tokio::sync::Mutex<Option<NodeId>>,
    /// Tables of which it is not known whether this server keeps them, or that could not be read then, and when to ask again.
    unsettled: Mutex<HashMap<TableId, Retry>>,
    rooms: Mutex<HashMap<TableId, Arc<Room>>>,
    /// Bots think and questions are answered beside each other, so that nobody waits for strangers.
    pub(crate) lanes: Lanes,
    /// Long logs are played through.
    pub(crate) replayers: Arc<Semaphore>,
    over: OnceLock<Box<dyn Fn(TableId) + Send + Sync>>,
    tasks: TaskTracker,
    pub(crate) closing: CancellationToken,
}

impl House {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        library: Arc<dyn Library>,
        bus: Arc<dyn Bus>,
    ) -> Arc<Self> {
        Arc::new(Self {
            store,
            library,
            bus,
            node: tokio::sync::Mutex::default(),
            unsettled: Mutex::default(),
            rooms: Mutex::default(),
            lanes: Lanes::new(),
            replayers: Arc::new(Semaphore::new(REPLAYERS)),
            over: OnceLock::new(),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
        })
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<TableId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what to do when a game is over.
    pub(crate) fn when_over(&self, tell: impl Fn(TableId) + Send + Sync + 'static) {
        // Whoever asked first is told.
        drop(self.over.set(Box::new(tell)));
    }

    /// Notes what happened at a table that concerns others.
    fn note<'a>(&self, table: TableId, mut events: impl Iterator<Item = &'a TableEvent>) {
        if events.any(|event| matches!(event, TableEvent::Ended(..)))
            && let Some(tell) = self.over.get()
        {
            tell(table);
        }
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
        let room = Arc::new(self.furnish(id, stored).await?);
        // Somebody else may have been quicker: there must be only one room of a table.
        Ok(self.rooms().entry(id).or_insert(room).clone())
    }

    /// Opens a table; returns its name, and whether it is a new one.
    pub(crate) async fn open(
        &self,
        settings: Settings,
        players: Vec<(hotdice_table::PlayerId, Who)>,
        host: Option<&Bearer>,
        key: Option<Key>,
    ) -> Result<(TableId, bool), Failure> {
        let id = TableId::from_bytes(random()?);
        let seed = random()?;
        let commitment = Croupier::new(id, seed).commitment();
        let opened = TableEvent::Opened(settings, commitment);
        Table::open(id, &opened).map_err(Failure::invalid)?;
        let joined = players
            .into_iter()
            .map(|(id, who)| TableEvent::Joined(id, who));
        let lines = std::iter::once(opened).chain(joined);
        let token = host.map(|host| Token {
            player: None,
            sum: host.sum(),
        });
        let new = NewTable {
            table: id,
            seed: Secret(seed),
            lines: lines.map(|event| event.to_string()).collect(),
            at: now(),
            tokens: token.into_iter().collect(),
            key,
        };
        match self.store.open(new).await? {
            Opening::Kept => Ok((id, true)),
            Opening::OtherRequest => Err(other_request()),
            Opening::Repeated(table) => {
                if let Some(token) = token {
                    self.add_token(table, token).await?;
                }
                Ok((table, false))
            }
        }
    }

    /// Lets somebody who has repeated a request act with a further token; refuses one too many.
    pub(crate) async fn add_token(&self, table: TableId, token: Token) -> Result<(), Failure> {
        let room = self.room(table).await?;
        let mut state = room.state.lock().await;
        if self.store.is_shared() || state.doubtful {
            state.tokens = self.store.tokens(table).await?;
        }
        let held = |other: &&Token| other.player == token.player;
        if state.tokens.iter().filter(held).count() >= MOST_TOKENS {
            let detail =
                "this request was repeated too often: make a new one, with another Idempotency-Key";
            return Err(Failure::new(Code::TooLarge, detail));
        }
        self.store.add_tokens(table, vec![token]).await?;
        state.tokens.push(token);
        Ok(())
    }

    /// Forgets rooms that nobody uses; their tables are in the store.
    pub(crate) fn tidy(self: &Arc<Self>) {
        self.rooms().retain(|_, room| {
            if Arc::strong_count(room) > 1 {
                return true;
            }
            if room.presence.was_shown() {
                // Other servers may still see somebody here: that is taken back first.
                self.show(room);
                return true;
            }
            match room.state.try_lock() {
                Ok(state) => match state.lease() {
                    Some(_) if state.needs_care() => true,
                    Some(lease) => {
                        self.let_go(room.id, lease, state.table.seq());
                        false
                    }
                    None => false,
                },
                Err(_) => true,
            }
        });
    }

    /// Waits until everything that was begun is done, but not for long; then others may look after the tables.
    pub(crate) async fn close(&self) {
        self.closing.cancel();
        self.tasks.close();
        let done = tokio::time::timeout(LAST_WORDS, self.tasks.wait()).await;
        if done.is_err() {
            tracing::warn!("some of what was begun did not come to its end in time");
        }
        let resigned = tokio::time::timeout(LAST_WORDS, self.resign()).await;
        if resigned.is_err() {
            tracing::warn!("other servers have to wait for the tables of this one");
        }
        if let Err(error) = self.store.flush().await {
            tracing::error!(%error, "the store did not close well");
        }
    }
}

/// Returns the time.
pub(crate) fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as Millis)
}
