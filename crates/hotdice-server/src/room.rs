//! A table in use: its state, who may act, and who listens.

mod recent;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hotdice_bots::Bot;
use hotdice_core::{Attendance, Seat};
use hotdice_table::fair::Croupier;
use hotdice_table::{CheckedEvent, PlayerId, Table, TableEvent, TableId, Waiting};
use hotdice_wire::{Emote, Event, Happened};
use tokio::sync::broadcast;
use tokio_util::task::AbortOnDropHandle;

use crate::failure::Failure;
use crate::house::change::{LONGEST_LOG, aside};
use crate::presence::{Presence, Visitors};
use crate::store::{Digest, Key, Lease, Millis, StoreError, Stored, StoredEvent, Token};
use crate::token::{Bearer, same};
use crate::view;
use recent::Recent;

pub(crate) use recent::Printed;

/// How many pieces of news a slow listener may be behind before the log is read again.
const NEWS: usize = 32;

/// How many answers a room remembers for requests that are repeated.
const RECENT: usize = 8;

/// A table in use.
pub(crate) struct Room {
    pub(crate) id: TableId,
    pub(crate) state: tokio::sync::Mutex<State>,
    /// Whoever throws the dice; the same as in the state, for those who do not hold it.
    pub(crate) croupier: Croupier,
    /// The last event that this server knows of.
    seq: AtomicU64,
    /// Whether this server looks after the bots and clocks.
    kept: AtomicBool,
    news: broadcast::Sender<News>,
    recent: Recent,
    pub(crate) presence: Presence,
}

/// All that changes about a table in use.
pub(crate) struct State {
    pub(crate) table: Table,
    pub(crate) croupier: Croupier,
    pub(crate) tokens: Vec<Token>,
    recent: VecDeque<(Key, Arc<Happened>)>,
    /// When the decision began that the table waits for.
    pub(crate) began: Millis,
    /// How many events of each seat were no moves.
    asides: HashMap<Seat, u64>,
    /// When the time of whoever decides is up.
    pub(crate) deadline: Option<Millis>,
    /// What waits for that moment; it ends when it is dropped.
    pub(crate) alarm: Option<AbortOnDropHandle<()>>,
    /// No time is up before this moment.
    pub(crate) mercy: Millis,
    /// What lets this server act for bots and clocks.
    lease: Option<Lease>,
    /// Whether somebody asks for the lease already.
    pub(crate) seeking: bool,
    /// Until when it is known that another server has the lease.
    pub(crate) elsewhere: Millis,
    /// Whether the log may have more than is known here, because an answer of the store was lost.
    pub(crate) doubtful: bool,
    /// The bots that have played here.
    pub(crate) bots: HashMap<(Seat, String), Box<dyn Bot>>,
    /// Whether somebody looks after the bots already.
    pub(crate) thinking: bool,
}

/// Who may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    Host,
    Player(PlayerId),
}

impl Holder {
    /// Returns the player whose token it is.
    pub(crate) fn player(self) -> Result<PlayerId, Failure> {
        match self {
            Self::Player(player) => Ok(player),
            Self::Host => Err(Failure::unauthorized(
                "this is the host's token: use the token of your seat",
            )),
        }
    }
}

/// Something that those who listen want to hear.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// Events of the log.
    Log(Arc<[Printed]>),
    /// Somebody opened the table or closed it.
    Presence,
    /// Somebody shows a feeling.
    Emote(u8, Emote),
}

impl Room {
    /// Returns the room of a table that has been stored.
    pub(crate) fn load(id: TableId, stored: &Stored) -> Result<Self, StoreError> {
        let state = State::load(id, stored)?;
        Ok(Self {
            id,
            seq: AtomicU64::new(state.table.seq()),
            croupier: state.croupier.clone(),
            kept: AtomicBool::new(false),
            state: tokio::sync::Mutex::new(state),
            news: broadcast::Sender::new(NEWS),
            recent: Recent::default(),
            presence: Presence::default(),
        })
    }

    /// Lets somebody listen.
    pub(crate) fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Tells those who listen.
    pub(crate) fn tell(&self, news: News) {
        // Nobody listening is fine.
        drop(self.news.send(news));
    }

    /// Returns the last event that this server knows of.
    pub(crate) fn seq(&self) -> u64 {
        self.seq.load(Ordering::Relaxed)
    }

    /// Tells whether news of this table matters here: somebody listens, or this server looks after it.
    pub(crate) fn is_watched(&self) -> bool {
        self.is_kept() || self.is_listened_to()
    }

    /// Tells whether anybody listens here.
    pub(crate) fn is_listened_to(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// Tells whether this server looks after the bots and clocks.
    pub(crate) fn is_kept(&self) -> bool {
        self.kept.load(Ordering::Relaxed)
    }

    /// Notes what lets this server act for bots and clocks.
    pub(crate) fn keep(&self, state: &mut State, lease: Option<Lease>) {
        state.lease = lease;
        if lease.is_none() {
            state.alarm = None;
        }
        self.kept.store(lease.is_some(), Ordering::Relaxed);
    }

    /// Tells those who listen what happened, if there is anybody.
    pub(crate) fn tell_events(&self, events: &[Event]) {
        if let Some(last) = events.last() {
            self.seq.store(last.seq, Ordering::Relaxed);
        }
        if !self.is_listened_to() {
            return self.recent.forget();
        }
        let printed: Arc<[Printed]> = events.iter().map(Printed::new).collect();
        self.recent.note(&printed);
        self.tell(News::Log(printed));
    }

    /// Returns what came after an event, if that was a moment ago.
    pub(crate) fn recent(&self, seen: u64) -> Option<Vec<Printed>> {
        self.recent.after(seen)
    }
}

impl State {
    /// Returns the state of a table that has been stored.
    pub(crate) fn load(id: TableId, stored: &Stored) -> Result<Self, StoreError> {
        let log = read_log(&stored.events)?;
        let empty = || StoreError::Damaged(format!("table {id} has no events"));
        let opened = log.first().ok_or_else(empty)?;
        let table = Table::open(id, opened);
        let table = table.map_err(|error| StoreError::Damaged(format!("table {id}: {error}")))?;
        let mut state = Self {
            table,
            croupier: Croupier::new(id, stored.seed.0),
            tokens: stored.tokens.clone(),
            recent: VecDeque::new(),
            began: 0,
            asides: HashMap::new(),
            deadline: None,
            alarm: None,
            mercy: 0,
            lease: None,
            seeking: false,
            elsewhere: 0,
            doubtful: false,
            bots: HashMap::new(),
            thinking: false,
        };
        for (event, kept) in log.iter().zip(&stored.events).skip(1) {
            let event = state.read(event)?;
            state.happen(&event, kept.at)?;
        }
        Ok(state)
    }

    /// Works out until when the person who has to decide may take.
    pub(crate) fn set_clock(&mut self) {
        let Some(clock) = self.table.settings().clock else {
            return;
        };
        let allowed = Millis::from(clock.get()) * 1000;
        let deadline = match self.table.waiting() {
            Waiting::Person(_) => Some((self.began + allowed).max(self.mercy)),
            Waiting::Start | Waiting::Bot(..) | Waiting::Nothing => None,
        };
        if self.deadline != deadline {
            self.deadline = deadline;
            self.alarm = None;
        }
    }

    /// Returns how many events of a seat were no moves.
    pub(crate) fn asides(&self, seat: Seat) -> u64 {
        self.asides.get(&seat).copied().unwrap_or_default()
    }

    /// Returns what lets this server act for bots and clocks.
    pub(crate) fn lease(&self) -> Option<Lease> {
        self.lease
    }

    /// Tells whether nothing more can happen, because the log is as long as it may be.
    pub(crate) fn is_full(&self) -> bool {
        self.table.seq() >= LONGEST_LOG
    }

    /// Tells whether there is something to do for bots or clocks now.
    pub(crate) fn needs_care(&self) -> bool {
        match self.table.waiting() {
            _ if self.is_full() => false,
            Waiting::Bot(..) => true,
            Waiting::Person(_) => self.table.settings().clock.is_some(),
            Waiting::Start | Waiting::Nothing => false,
        }
    }

    /// Says whose token it is.
    pub(crate) fn holder(&self, bearer: &Bearer) -> Result<Holder, Failure> {
        let sum = bearer.sum();
        // All are looked at, whichever it is.
        let held = self.tokens.iter().fold(None, |found, token| {
            if same(&token.sum, &sum) {
                Some(token.player)
            } else {
                found
            }
        });
        match held {
            Some(None) => Ok(Holder::Host),
            Some(Some(player)) => Ok(Holder::Player(player)),
            None => Err(Failure::unauthorized(
                "this token does not belong to this table",
            )),
        }
    }

    /// Returns the answer to a request that was carried out a moment ago.
    pub(crate) fn answered(&self, key: &Digest) -> Option<(Digest, Arc<Happened>)> {
        let same = |(used, _): &&(Key, Arc<Happened>)| used.key == *key;
        let (used, answer) = self.recent.iter().find(same)?;
        Some((used.request, answer.clone()))
    }

    /// Remembers the answer to a request.
    pub(crate) fn remember(&mut self, key: Key, answer: Arc<Happened>) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((key, answer));
    }

    /// Reads an event of the log.
    pub(crate) fn read(&self, event: &TableEvent) -> Result<CheckedEvent, StoreError> {
        view::read(&self.table, event, Some(&self.croupier))
    }

    /// Takes note of an event that is safe, and returns it as it is sent, with the table after it.
    pub(crate) fn happen_now(
        &mut self,
        event: &CheckedEvent,
        at: Millis,
        visitors: &Visitors,
    ) -> Result<Event, StoreError> {
        let event = self.happen(event, at)?;
        let after = Some(view::after(self, visitors));
        Ok(Event { after, ..event })
    }

    /// Takes note of an event that is safe, and returns it as it is sent, without the table after it.
    pub(crate) fn happen(&mut self, event: &CheckedEvent, at: Millis) -> Result<Event, StoreError> {
        let moved = self.table.moved();
        let told = view::happen(&mut self.table, event, at)?;
        let came_back = match event.event() {
            TableEvent::Attended(seat, Attendance::Returned) => {
                self.table.waiting() == Waiting::Person(*seat)
            }
            _ => false,
        };
        if self.table.moved() != moved || came_back {
            self.began = at;
        }
        if let Some(seat) = aside(event) {
            *self.asides.entry(seat).or_default() += 1;
        }
        self.set_clock();
        Ok(told)
    }
}

/// Reads the log of a table.
pub(crate) fn read_log(events: &[StoredEvent]) -> Result<Vec<TableEvent>, StoreError> {
    let read = |event: &StoredEvent| event.line.parse();
    let log: Result<_, hotdice_table::NotATableEvent> = events.iter().map(read).collect();
    log.map_err(|error| StoreError::Damaged(error.to_string()))
}
