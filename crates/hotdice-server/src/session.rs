//! A table in use: its session, who may act, and who listens.

mod broadcast;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use hotdice_api::{Holder, TimedTable, Visitors, event_view};
use hotdice_bots::{Bot, Level};
use hotdice_core::{Attendance, Seat};
use hotdice_table::fair::Croupier;
use hotdice_table::{
    CheckedEvent, Player, Presence as Attending, Table, TableEvent, TableId, Waiting, Who,
};
use tokio_util::task::AbortOnDropHandle;

use crate::bus::{Bus, Subscription};
use crate::failure::Failure;
use crate::lock;
use crate::origin::Origin;
use crate::presence::Presence;
use crate::scheduler::Payer;
use crate::snapshot::INTERVAL;
use crate::store::{Lease, Millis, Snapshot, StoreError, StoredEvent, StoredTable, Token};
use crate::token::Bearer;

pub(crate) use broadcast::{Broadcast, Broadcaster, EventFrame};

/// How long linked dice wait at least when another server takes over: clients look for it for a second or two.
const LINK_GRACE: Millis = 5_000;

/// The most events of a seat that are no moves: leaving, coming back, and offers.
pub(crate) const MAX_NON_MOVES: u64 = 1_000;

/// A table in use.
///
/// The session is behind a lock that is held while a change is decided *and written*: within one server a table has a
/// single writer, so that requests for the same table queue here instead of racing in the store. What others ask often
/// (how far the log is, whether anybody listens) is kept outside the lock.
pub(crate) struct ActiveTable {
    pub(crate) id: TableId,
    pub(crate) session: tokio::sync::Mutex<TableSession>,
    /// The same as in the session, for replays, which do not lock it.
    pub(crate) croupier: Croupier,
    /// The last event that this server knows of.
    seq: AtomicU64,
    /// Whether this server holds the lease.
    leased: AtomicBool,
    /// Who pays for its bots: the address that opened it, or the first that came with a token since it was loaded.
    paid_by: OnceLock<Origin>,
    pub(crate) broadcaster: Broadcaster,
    pub(crate) presence: Presence,
    /// The subscription to what other servers say about the table.
    subscription: Mutex<Option<Subscription>>,
}

impl ActiveTable {
    /// Returns a stored table, ready for use.
    pub(crate) fn load(id: TableId, stored: &StoredTable) -> Result<Self, StoreError> {
        Ok(Self::of(id, TableSession::load(id, stored)?))
    }

    /// Returns a stored table that goes on from a snapshot, of which the events from that of the snapshot on were loaded.
    pub(crate) fn resume(
        id: TableId,
        snapshot: &Snapshot,
        stored: &StoredTable,
    ) -> Result<Self, StoreError> {
        Ok(Self::of(id, TableSession::resume(id, snapshot, stored)?))
    }

    fn of(id: TableId, session: TableSession) -> Self {
        Self {
            id,
            croupier: session.croupier().clone(),
            seq: AtomicU64::new(session.table().seq()),
            leased: AtomicBool::new(false),
            paid_by: OnceLock::new(),
            session: tokio::sync::Mutex::new(session),
            broadcaster: Broadcaster::default(),
            presence: Presence::default(),
            subscription: Mutex::default(),
        }
    }

    /// Returns the last event that this server knows of.
    pub(crate) fn seq(&self) -> u64 {
        self.seq.load(Ordering::Relaxed)
    }

    /// Notes whose bots play here, unless that is known.
    pub(crate) fn set_payer(&self, origin: Option<Origin>) {
        if let Some(origin) = origin {
            self.paid_by.get_or_init(|| origin);
        }
    }

    /// Returns who pays for its bots.
    pub(crate) fn payer(&self) -> Payer {
        let known = self.paid_by.get().copied();
        known.map_or(Payer::Table(self.id), Payer::Address)
    }

    /// Tells whether events of other servers matter here: somebody listens, or this server holds the lease.
    pub(crate) fn is_watched(&self) -> bool {
        self.is_leased() || self.broadcaster.has_listeners()
    }

    /// Tells whether this server holds the lease.
    pub(crate) fn is_leased(&self) -> bool {
        self.leased.load(Ordering::Relaxed)
    }

    /// Subscribes to what other servers say about the table, unless that was done; returns whether it was done now.
    pub(crate) fn subscribe(&self, bus: &dyn Bus) -> bool {
        let mut subscription = lock(&self.subscription);
        let is_new = subscription.is_none();
        if is_new {
            *subscription = Some(bus.subscribe(self.id));
        }
        is_new
    }

    /// Ends the subscription where news of others does not matter any more.
    ///
    /// A caller makes the table watched before it calls `subscribe`, and both functions hold this lock. So either this one sees
    /// that the table is watched, or `subscribe` sees that the subscription is gone and makes a new one.
    pub(crate) fn unsubscribe_unwatched(&self) {
        let mut subscription = lock(&self.subscription);
        if !self.is_watched() {
            *subscription = None;
        }
    }

    /// Stores the lease, or that there is none.
    pub(crate) fn set_lease(&self, session: &mut TableSession, lease: Option<Lease>) {
        session.lease = lease;
        if lease.is_none() {
            session.alarm = None;
        }
        self.leased.store(lease.is_some(), Ordering::Relaxed);
    }

    /// Broadcasts who has the table open.
    pub(crate) fn broadcast_presence(&self) {
        if self.broadcaster.has_listeners() {
            let message = Broadcast::presence(&self.presence.visitors());
            self.broadcaster.send(message);
        }
    }

    /// Applies events that were decided here and are durable, and broadcasts them. Returns them as they are sent, if that
    /// is wanted.
    pub(crate) fn apply(
        &self,
        session: &mut TableSession,
        events: &[CheckedEvent],
        at: Millis,
        wanted: bool,
    ) -> Result<Vec<EventFrame>, StoreError> {
        let visitors = self.visitors_for(wanted);
        let mut sent = Vec::new();
        for event in events {
            sent.extend(session.apply(event, at, visitors.as_ref())?);
        }
        self.broadcast_events(session, &sent);
        Ok(sent)
    }

    /// Applies events that others have written, and broadcasts them.
    pub(crate) fn apply_log(
        &self,
        session: &mut TableSession,
        log: &[(TableEvent, Millis)],
    ) -> Result<(), StoreError> {
        let visitors = self.visitors_for(false);
        let mut sent = Vec::new();
        for (event, at) in log {
            let event = session.timed.check(event)?;
            sent.extend(session.apply(&event, *at, visitors.as_ref())?);
        }
        self.broadcast_events(session, &sent);
        Ok(())
    }

    /// Returns who has the table open, if events have to be rendered: for an answer, or for listeners. Drawing the table
    /// after an event costs more than applying it.
    fn visitors_for(&self, wanted: bool) -> Option<Visitors> {
        let render = wanted || self.broadcaster.has_listeners();
        render.then(|| self.presence.visitors())
    }

    fn broadcast_events(&self, session: &TableSession, events: &[EventFrame]) {
        self.seq.store(session.table().seq(), Ordering::Relaxed);
        self.broadcaster.send_events(events);
    }
}

/// All that changes about a table in use.
pub(crate) struct TableSession {
    timed: TimedTable,
    pub(crate) tokens: Vec<Token>,
    /// How many events of each seat were no moves.
    non_moves: BTreeMap<Seat, u64>,
    /// Snapshots that were taken and are to be stored.
    snapshots: Vec<Snapshot>,
    /// The timer of the current deadline.
    pub(crate) alarm: Option<Alarm>,
    lease: Option<Lease>,
    /// Whether the lease has been requested and the answer is outstanding.
    pub(crate) lease_requested: bool,
    /// Until when it is assumed that another server holds the lease.
    pub(crate) leased_elsewhere_until: Millis,
    /// Whether the log may be longer than is known here, because an answer of the store was lost.
    pub(crate) log_uncertain: bool,
    /// Bots that keep what they have worked out for their next move.
    pub(crate) bots: HashMap<(Seat, Level), Box<dyn Bot>>,
    /// Whether a task is moving the bots already.
    pub(crate) moving_bots: bool,
}

/// A timer that runs out with the time of a decision. It stops when it is dropped.
pub(crate) struct Alarm {
    pub(crate) deadline: Millis,
    #[expect(dead_code, reason = "the timer runs as long as it is held")]
    pub(crate) timer: AbortOnDropHandle<()>,
}

impl TableSession {
    fn load(id: TableId, stored: &StoredTable) -> Result<Self, StoreError> {
        let log = read_log(&stored.events)?;
        let croupier = Croupier::new(id, stored.seed.0);
        let opened = log.first().map(|(event, _)| event);
        let session = Self::of(TimedTable::open(id, croupier, opened)?, stored);
        session.after(&log)
    }

    fn resume(id: TableId, snapshot: &Snapshot, stored: &StoredTable) -> Result<Self, StoreError> {
        let text = snapshot.verified(id, stored.events.first())?;
        let croupier = Croupier::new(id, stored.seed.0);
        let (non_moves, table) = split_snapshot(text)?;
        let mut session = Self::of(TimedTable::restore(id, croupier, table)?, stored);
        session.non_moves = non_moves;
        session.after(&read_log(&stored.events)?)
    }

    fn of(timed: TimedTable, stored: &StoredTable) -> Self {
        Self {
            timed,
            tokens: stored.tokens.clone(),
            non_moves: BTreeMap::new(),
            snapshots: Vec::new(),
            alarm: None,
            lease: None,
            lease_requested: false,
            leased_elsewhere_until: 0,
            log_uncertain: false,
            bots: HashMap::new(),
            moving_bots: false,
        }
    }

    /// Applies all events of a log but the first, after which the session is already.
    fn after(mut self, log: &[(TableEvent, Millis)]) -> Result<Self, StoreError> {
        for (event, at) in log.iter().skip(1) {
            let event = self.timed.check(event)?;
            self.apply(&event, *at, None)?;
        }
        Ok(self)
    }

    /// Returns the snapshots that were taken and are to be stored.
    pub(crate) fn take_snapshots(&mut self) -> Vec<Snapshot> {
        std::mem::take(&mut self.snapshots)
    }

    /// Takes a snapshot after an event, if one is due.
    fn take_snapshot(&mut self, event: &CheckedEvent, at: Millis) {
        let (id, seq) = (self.table().id(), self.table().seq());
        if seq.is_multiple_of(INTERVAL)
            && let Some(table) = self.timed.snapshot()
        {
            let line = event.to_string();
            let text = joined_snapshot(&self.non_moves, &table);
            let taken = Snapshot::sealed(id, seq, &StoredEvent { at, line }, text);
            self.snapshots.push(taken);
        }
    }

    /// Applies an event, and returns it as it is sent if it is known who has the table open.
    fn apply(
        &mut self,
        event: &CheckedEvent,
        at: Millis,
        visitors: Option<&Visitors>,
    ) -> Result<Option<EventFrame>, StoreError> {
        let effect = self.timed.apply(event, at)?;
        if let Some(seat) = non_move(event) {
            *self.non_moves.entry(seat).or_default() += 1;
        }
        self.take_snapshot(event, at);
        Ok(
            visitors
                .map(|_| EventFrame::new(&event_view(&self.timed, event, at, effect, visitors))),
        )
    }

    /// Returns whoever throws the dice.
    pub(crate) fn croupier(&self) -> &Croupier {
        &self.timed.croupier
    }

    /// Returns the table.
    pub(crate) fn table(&self) -> &Table {
        &self.timed.table
    }

    /// Returns the table with its clock.
    pub(crate) fn timed(&self) -> &TimedTable {
        &self.timed
    }

    /// Returns the lease of this server.
    pub(crate) fn lease(&self) -> Option<Lease> {
        self.lease
    }

    /// Gives people some time from now on, because another server takes over in the middle of a decision.
    pub(crate) fn grant_grace(&mut self, now: Millis, most: Millis) {
        self.timed.grant_links_until(now + LINK_GRACE);
        if let Some(clock) = self.table().settings().clock {
            self.timed
                .grant_until(now + most.min(Millis::from(clock.get()) * 1000));
        }
    }

    /// Tells whether the log is as long as it may be.
    pub(crate) fn is_full(&self) -> bool {
        self.timed.is_full()
    }

    /// Tells whether an event of a seat that is no move would be one too many. Whoever could leave can come back.
    pub(crate) fn exceeds_non_moves(&self, event: &TableEvent) -> bool {
        let Some(seat) = non_move(event) else {
            return false;
        };
        let returns = matches!(event, TableEvent::Attended(_, Attendance::Returned));
        let so_far = self.non_moves.get(&seat).copied().unwrap_or_default();
        so_far + u64::from(!returns) >= MAX_NON_MOVES
    }

    /// Tells whether a bot has to move, a clock has to run or links are waited for now.
    pub(crate) fn needs_lease_holder(&self) -> bool {
        match self.table().waiting() {
            _ if self.is_full() => false,
            Waiting::Bot(..) | Waiting::Links(_) => true,
            Waiting::Person(_) => self.table().settings().clock.is_some(),
            Waiting::Start | Waiting::Nothing => false,
        }
    }

    /// Tells whether bots play for everybody.
    pub(crate) fn is_bots_only(&self) -> bool {
        let plays = |player: &Player| {
            matches!(player.who, Who::Person { .. })
                && matches!(player.presence, Attending::Here | Attending::Away)
        };
        !self.table().players().iter().any(plays)
    }

    /// Returns whose token it is.
    pub(crate) fn holder(&self, bearer: &Bearer) -> Result<Holder, Failure> {
        let digests = bearer.digests();
        // All are compared, whichever it is: the time it takes tells nothing.
        let held = self.tokens.iter().fold(None, |found, token| {
            if digests.contain(&token.digest) {
                Some(token.player)
            } else {
                found
            }
        });
        match held {
            Some(None) => Ok(Holder::Host),
            Some(Some(player)) => Ok(Holder::Player(player)),
            None => Err(Failure::unauthorized("this token is not for this table")),
        }
    }
}

/// Returns the seat that caused an event which is no move; none for moves and for what a clock causes.
fn non_move(event: &TableEvent) -> Option<Seat> {
    match event {
        TableEvent::Attended(_, Attendance::Replaced(_)) => None,
        TableEvent::Attended(seat, _)
        | TableEvent::Offered(seat)
        | TableEvent::Declined(seat)
        | TableEvent::Anchored(seat, _) => Some(*seat),
        _ => None,
    }
}

/// What the first line of a snapshot begins with: how many events of each seat were no moves.
const NON_MOVES: &str = "non_moves";

fn joined_snapshot(non_moves: &BTreeMap<Seat, u64>, table: &str) -> String {
    let counts: String = non_moves
        .iter()
        .map(|(seat, count)| format!(" {seat}:{count}"))
        .collect();
    format!("{NON_MOVES}{counts}\n{table}")
}

/// Splits a snapshot into what only a session needs, and the table.
pub(crate) fn split_snapshot(text: &str) -> Result<(BTreeMap<Seat, u64>, &str), StoreError> {
    let read = || {
        let (first, table) = text.strip_prefix(NON_MOVES)?.split_once('\n')?;
        let count = |word: &str| {
            let (seat, count) = word.split_once(':')?;
            Some((seat.parse().ok()?, count.parse().ok()?))
        };
        let counts = first.split(' ').filter(|word| !word.is_empty());
        Some((counts.map(count).collect::<Option<_>>()?, table))
    };
    read().ok_or_else(|| StoreError::Damaged("a snapshot cannot be read".to_owned()))
}

/// Reads stored events, each with the time when it was written.
pub(crate) fn read_log(events: &[StoredEvent]) -> Result<Vec<(TableEvent, Millis)>, StoreError> {
    let read = |event: &StoredEvent| Ok((event.line.parse()?, event.at));
    let log: Result<_, hotdice_table::NotATableEvent> = events.iter().map(read).collect();
    log.map_err(|error| StoreError::Damaged(error.to_string()))
}
