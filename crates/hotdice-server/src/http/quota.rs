//! Quotas: how many tables and streams one address may have.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use hotdice_table::TableId;
use hotdice_world::{Moment, World};

use super::Limiter;
use crate::failure::{Failure, seconds};
use crate::lock;
use crate::origin::Origin;
use crate::table_service::TableService;

/// How much there may be of what strangers make; none for no limit.
#[derive(Clone, Copy, Debug)]
pub struct Quotas {
    /// How many tables an address may open in a minute, in the long run and at once.
    pub openings: Option<NonZeroU32>,
    /// How many tables that an address has opened may be unfinished.
    pub unfinished: Option<NonZeroU32>,
    /// How many requests of an address may be under way.
    pub requests: Option<NonZeroU32>,
    /// How many connections an address may have open.
    pub connections: Option<NonZeroU32>,
    /// How many event streams an address may have open.
    pub streams: Option<NonZeroU32>,
    /// How many event streams a table may have.
    pub listeners: Option<NonZeroU32>,
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            openings: NonZeroU32::new(120),
            unfinished: NonZeroU32::new(500),
            requests: NonZeroU32::new(256),
            connections: NonZeroU32::new(400),
            streams: NonZeroU32::new(200),
            listeners: NonZeroU32::new(1000),
        }
    }
}

impl Quotas {
    /// No limits, for servers that only friends reach.
    pub const NONE: Self = Self {
        openings: None,
        unfinished: None,
        requests: None,
        connections: None,
        streams: None,
        listeners: None,
    };
}

/// How many addresses are remembered before those who are quiet are forgotten.
const MAX_REMEMBERED: usize = 20_000;

/// Where a request comes from, if that is known.
pub(super) struct ClientOrigin(pub(super) Option<Origin>);

impl<S: Send + Sync> FromRequestParts<S> for ClientOrigin {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Self(address.map(|address| Origin::of(address.0))))
    }
}

/// What strangers have so far.
pub(super) struct QuotaUsage {
    quotas: Quotas,
    openings: Option<Limiter<Origin>>,
    unfinished: Unfinished,
    streams: Arc<Counts<Origin>>,
    listeners: Arc<Counts<TableId>>,
}

impl QuotaUsage {
    pub(super) fn new(quotas: Quotas, world: &World) -> Self {
        let a_minute = |most| Limiter::per_minute(most, world);
        Self {
            quotas,
            openings: quotas.openings.map(a_minute),
            unfinished: Unfinished::new(world.clone()),
            streams: Arc::default(),
            listeners: Arc::default(),
        }
    }

    /// Refuses those who have opened too many tables; the store is asked first which of them are over on other servers.
    pub(super) async fn check_can_open(
        &self,
        service: &TableService,
        from: Option<Origin>,
    ) -> Result<(), Failure> {
        if let Some(from) = from
            && self.is_full(from)
        {
            let over = service
                .finished(self.unfinished.due_for_check(from))
                .await?;
            self.unfinished.remove(from, &over);
        }
        self.check_opening(from)
    }

    /// Tells whether too many tables of an address are unfinished.
    fn is_full(&self, from: Origin) -> bool {
        let most = self.quotas.unfinished;
        most.is_some_and(|most| self.unfinished.count(from) >= most.get() as usize)
    }

    fn check_opening(&self, from: Option<Origin>) -> Result<(), Failure> {
        let Some(from) = from else { return Ok(()) };
        if self.is_full(from) {
            let detail = "you have too many unfinished games: finish one first";
            return Err(too_many(detail, 10));
        }
        let Some(openings) = &self.openings else {
            return Ok(());
        };
        let Some(wait) = openings.wait(&from) else {
            return Ok(());
        };
        let detail = "you have opened too many tables: wait a minute before you open another";
        Err(too_many(detail, seconds(wait)))
    }

    /// Notes who opened a table.
    pub(super) fn opened(&self, from: Option<Origin>, table: TableId) {
        if let (Some(from), Some(_)) = (from, self.quotas.unfinished) {
            self.unfinished.opened(from, table);
        }
    }

    /// Notes that a table is finished.
    pub(super) fn finished(&self, table: TableId) {
        self.unfinished.finished(table);
    }

    /// Counts an event stream for as long as the answer is kept; refuses one too many.
    pub(super) fn stream(
        &self,
        from: Option<Origin>,
        table: TableId,
    ) -> Result<CountedStream, Failure> {
        let detail = "too many people are watching this table: try again later";
        let listener = count(&self.listeners, table, self.quotas.listeners);
        let listener = listener.ok_or_else(|| too_many(detail, 10))?;
        let stream = match from {
            None => None,
            Some(from) => {
                let stream = count(&self.streams, from, self.quotas.streams);
                let detail = "too many tables are open from your address: close one";
                Some(stream.ok_or_else(|| too_many(detail, 10))?)
            }
        };
        Ok(CountedStream {
            _listener: listener,
            _stream: stream,
        })
    }
}

fn too_many(detail: &str, seconds: u32) -> Failure {
    metrics::counter!("hotdice_refused_for_bounds_total").increment(1);
    Failure::rate_limited(detail, seconds)
}

/// A stream that is counted until it is dropped.
pub(super) struct CountedStream {
    _listener: Counter<TableId>,
    _stream: Option<Counter<Origin>>,
}

/// The connections of every address.
pub(crate) struct Connections {
    counts: Arc<Counts<Origin>>,
    most: Option<NonZeroU32>,
}

impl Connections {
    pub(crate) fn new(quotas: &Quotas) -> Self {
        Self {
            counts: Arc::default(),
            most: quotas.connections,
        }
    }

    /// Counts a connection for as long as the answer is kept; none if it is one too many.
    pub(crate) fn admit(&self, from: SocketAddr) -> Option<Counter<Origin>> {
        let counted = count(&self.counts, Origin::of(from), self.most);
        if counted.is_none() {
            metrics::counter!("hotdice_refused_for_bounds_total").increment(1);
        }
        counted
    }
}

/// How many there are of each.
type Counts<K> = Mutex<HashMap<K, u32>>;

/// One of them, until it is dropped.
pub(crate) struct Counter<K: Copy + Eq + Hash>(Arc<Counts<K>>, K);

/// Adds one, if there is room.
fn count<K: Copy + Eq + Hash>(
    counts: &Arc<Counts<K>>,
    key: K,
    most: Option<NonZeroU32>,
) -> Option<Counter<K>> {
    let mut counted = lock(counts);
    let there = counted.entry(key).or_default();
    if most.is_some_and(|most| *there >= most.get()) {
        return None;
    }
    *there += 1;
    Some(Counter(counts.clone(), key))
}

impl<K: Copy + Eq + Hash> Drop for Counter<K> {
    fn drop(&mut self) {
        let mut counted = lock(&self.0);
        if let Some(there) = counted.get_mut(&self.1) {
            *there -= 1;
            if *there == 0 {
                counted.remove(&self.1);
            }
        }
    }
}

/// After how long an unfinished table is no longer held against whoever opened it.
const MAX_AGE: Duration = Duration::from_secs(86_400);

/// How often it is asked which tables of an address are over.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// The tables of all addresses.
struct Unfinished {
    opened: Mutex<HashMap<Origin, OpenedTables>>,
    world: World,
}

/// The tables of an address, and when they were opened.
#[derive(Default)]
struct OpenedTables {
    tables: HashMap<TableId, Moment>,
    /// When it was last asked which of them are over.
    checked: Option<Moment>,
}

impl OpenedTables {
    fn drop_old(&mut self, now: Moment) {
        self.tables.retain(|_, opened| now.since(*opened) < MAX_AGE);
    }
}

impl Unfinished {
    fn new(world: World) -> Self {
        let opened = Mutex::default();
        Self { opened, world }
    }

    /// Returns how many an address has.
    fn count(&self, from: Origin) -> usize {
        let mut all = lock(&self.opened);
        let Some(opened) = all.get_mut(&from) else {
            return 0;
        };
        opened.drop_old(self.world.now());
        opened.tables.len()
    }

    /// Notes who opened a table.
    fn opened(&self, from: Origin, table: TableId) {
        let (mut all, now) = (lock(&self.opened), self.world.now());
        if all.len() > MAX_REMEMBERED {
            all.values_mut().for_each(|opened| opened.drop_old(now));
            all.retain(|_, opened| !opened.tables.is_empty());
        }
        let opened = all.entry(from).or_default();
        opened.tables.insert(table, now);
    }

    /// Notes that a table is finished.
    fn finished(&self, table: TableId) {
        lock(&self.opened).retain(|_, opened| {
            opened.tables.remove(&table).is_none() || !opened.tables.is_empty()
        });
    }

    /// Returns the tables of an address of which it should be asked whether they are over; none too soon after the last time.
    fn due_for_check(&self, from: Origin) -> Vec<TableId> {
        let (mut all, now) = (lock(&self.opened), self.world.now());
        let opened = all.entry(from).or_default();
        if opened
            .checked
            .is_some_and(|checked| now.since(checked) < CHECK_INTERVAL)
        {
            return Vec::new();
        }
        opened.checked = Some(now);
        opened.tables.keys().copied().collect()
    }

    /// Notes which tables of an address are over.
    fn remove(&self, from: Origin, over: &[TableId]) {
        if let Some(opened) = lock(&self.opened).get_mut(&from) {
            opened.tables.retain(|table, _| !over.contains(table));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn origin(address: &str) -> Option<Origin> {
        let ip: IpAddr = address.parse().unwrap();
        Some(Origin::of(SocketAddr::new(ip, 1)))
    }

    fn table(number: u8) -> TableId {
        TableId::from_bytes([number; TableId::LENGTH])
    }

    fn most(number: u32) -> Option<NonZeroU32> {
        NonZeroU32::new(number)
    }

    #[test]
    fn tables_are_opened_at_a_bounded_rate() {
        let quotas = Quotas {
            openings: most(3),
            ..Quotas::NONE
        };
        let usage = QuotaUsage::new(quotas, &World::system());
        let here = origin("10.0.0.1");
        let opened = (0..9).filter(|_| usage.check_opening(here).is_ok());
        assert_eq!(opened.count(), 3);
        assert!(usage.check_opening(origin("10.0.0.2")).is_ok());
    }

    #[test]
    fn unfinished_tables_are_bounded_until_they_are_finished() {
        let quotas = Quotas {
            unfinished: most(2),
            ..Quotas::NONE
        };
        let usage = QuotaUsage::new(quotas, &World::system());
        let here = origin("10.0.0.1");
        for number in [1, 2] {
            usage.check_opening(here).unwrap();
            usage.opened(here, table(number));
        }
        assert_eq!(
            usage.check_opening(here).unwrap_err().code,
            hotdice_wire::Code::RateLimited
        );
        assert!(usage.check_opening(origin("10.0.0.2")).is_ok());
        usage.finished(table(1));
        assert!(usage.check_opening(here).is_ok());
    }

    #[test]
    fn streams_are_bounded_by_address_and_by_table() {
        let quotas = Quotas {
            streams: most(2),
            listeners: most(3),
            ..Quotas::NONE
        };
        let usage = QuotaUsage::new(quotas, &World::system());
        let (here, there) = (origin("10.0.0.1"), origin("10.0.0.2"));
        let open = |from, number| usage.stream(from, table(number));
        let first = open(here, 1).unwrap();
        let _second = open(here, 2).unwrap();
        assert!(open(here, 1).is_err(), "two from one address");
        drop(first);
        let _again = open(here, 1).unwrap();
        let _theirs = [open(there, 1).unwrap(), open(there, 1).unwrap()];
        assert!(open(origin("10.0.0.3"), 1).is_err(), "three at one table");
    }
}
