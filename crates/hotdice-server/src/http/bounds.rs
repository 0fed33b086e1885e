//! How much one stranger may make grow: tables, and streams.

mod unfinished;

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use hotdice_table::TableId;
use hotdice_wire::Code;

use crate::failure::Failure;
use crate::house::House;
use unfinished::Unfinished;

/// How much there may be of what strangers make; nothing for no limit.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// How many tables an address may open in a minute, in the long run and at once.
    pub openings: Option<NonZeroU32>,
    /// How many tables that an address has opened may be unfinished.
    pub unfinished: Option<NonZeroU32>,
    /// How many event streams an address may have open.
    pub streams: Option<NonZeroU32>,
    /// How many event streams a table may have.
    pub listeners: Option<NonZeroU32>,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            openings: NonZeroU32::new(120),
            unfinished: NonZeroU32::new(500),
            streams: NonZeroU32::new(200),
            listeners: NonZeroU32::new(1000),
        }
    }
}

impl Bounds {
    /// No limits, for servers that only friends reach.
    pub const NONE: Self = Self {
        openings: None,
        unfinished: None,
        streams: None,
        listeners: None,
    };
}

/// How many addresses are remembered before those who are quiet are forgotten.
const MOST_KNOWN: usize = 20_000;

/// Where a request comes from: an address, or the network of one, because everybody has billions of the long ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Origin(IpAddr);

impl Origin {
    pub(super) fn of(address: SocketAddr) -> Self {
        match address.ip().to_canonical() {
            IpAddr::V6(long) => {
                let network = long.to_bits() >> 64 << 64;
                Self(IpAddr::V6(Ipv6Addr::from_bits(network)))
            }
            short => Self(short),
        }
    }
}

/// Where a request comes from, if that is known.
pub(super) struct FromWhere(pub(super) Option<Origin>);

impl<S: Send + Sync> FromRequestParts<S> for FromWhere {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Self(address.map(|address| Origin::of(address.0))))
    }
}

/// What strangers have made so far.
pub(super) struct Made {
    bounds: Bounds,
    openings: Option<DefaultKeyedRateLimiter<Origin>>,
    unfinished: Unfinished,
    streams: Arc<Counts<Origin>>,
    listeners: Arc<Counts<TableId>>,
}

impl Made {
    pub(super) fn new(bounds: Bounds) -> Self {
        let a_minute = |most| RateLimiter::keyed(Quota::per_minute(most));
        Self {
            bounds,
            openings: bounds.openings.map(a_minute),
            unfinished: Unfinished::default(),
            streams: Arc::default(),
            listeners: Arc::default(),
        }
    }

    /// Refuses those who have opened too many tables, when it is known which of them are over on other servers.
    pub(super) async fn may_open(
        &self,
        house: &House,
        from: Option<Origin>,
    ) -> Result<(), Failure> {
        if let Some(from) = from
            && self.is_full(from)
        {
            let over = house.over(self.unfinished.in_question(from)).await?;
            self.unfinished.are_over(from, &over);
        }
        self.check_opening(from)
    }

    /// Tells whether too many tables of an address are unfinished.
    fn is_full(&self, from: Origin) -> bool {
        let most = self.bounds.unfinished;
        most.is_some_and(|most| self.unfinished.count(from) >= most.get() as usize)
    }

    fn check_opening(&self, from: Option<Origin>) -> Result<(), Failure> {
        let Some(from) = from else { return Ok(()) };
        if self.is_full(from) {
            return Err(too_many(
                "too many of your tables are unfinished: finish a game first",
            ));
        }
        let Some(openings) = &self.openings else {
            return Ok(());
        };
        if openings.len() > MOST_KNOWN {
            openings.retain_recent();
        }
        let checked = openings.check_key(&from);
        checked.map_err(|_| too_many("too many tables: wait a minute before you open another"))
    }

    /// Notes who opened a table.
    pub(super) fn opened(&self, from: Option<Origin>, table: TableId) {
        if let (Some(from), Some(_)) = (from, self.bounds.unfinished) {
            self.unfinished.opened(from, table);
        }
    }

    /// Notes that a table is finished.
    pub(super) fn finished(&self, table: TableId) {
        self.unfinished.finished(table);
    }

    /// Counts an event stream for as long as the answer is kept; refuses one too many.
    pub(super) fn stream(&self, from: Option<Origin>, table: TableId) -> Result<Counted, Failure> {
        let full = "too many listen at this table: look at it now and then instead";
        let listener = count(&self.listeners, table, self.bounds.listeners);
        let listener = listener.ok_or_else(|| too_many(full))?;
        let stream = match from {
            None => None,
            Some(from) => {
                let stream = count(&self.streams, from, self.bounds.streams);
                let many = "too many streams are open from your address: close one";
                Some(stream.ok_or_else(|| too_many(many))?)
            }
        };
        Ok(Counted {
            _listener: listener,
            _stream: stream,
        })
    }
}

fn too_many(detail: &str) -> Failure {
    metrics::counter!("hotdice_refused_for_bounds_total").increment(1);
    Failure::new(Code::RateLimited, detail)
}

/// A stream that counts.
pub(super) struct Counted {
    _listener: One<TableId>,
    _stream: Option<One<Origin>>,
}

/// How many there are of each.
type Counts<K> = Mutex<HashMap<K, u32>>;

/// One of them; no longer when dropped.
struct One<K: Copy + Eq + Hash>(Arc<Counts<K>>, K);

/// Adds one, if there is room.
fn count<K: Copy + Eq + Hash>(
    counts: &Arc<Counts<K>>,
    key: K,
    most: Option<NonZeroU32>,
) -> Option<One<K>> {
    let mut counted = counts.lock().unwrap_or_else(PoisonError::into_inner);
    let there = counted.entry(key).or_default();
    if most.is_some_and(|most| *there >= most.get()) {
        return None;
    }
    *there += 1;
    Some(One(counts.clone(), key))
}

impl<K: Copy + Eq + Hash> Drop for One<K> {
    fn drop(&mut self) {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = counted.get_mut(&self.1) {
            *there -= 1;
            if *there == 0 {
                counted.remove(&self.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
    fn a_network_of_long_addresses_is_one_origin() {
        assert_eq!(origin("2001:db8::1"), origin("2001:db8::ffff:2"));
        assert_ne!(origin("2001:db8::1"), origin("2001:db8:0:1::1"));
        assert_eq!(origin("::ffff:10.0.0.1"), origin("10.0.0.1"));
        assert_ne!(origin("10.0.0.1"), origin("10.0.0.2"));
    }

    #[test]
    fn tables_are_opened_at_a_bounded_rate() {
        let bounds = Bounds {
            openings: most(3),
            ..Bounds::NONE
        };
        let made = Made::new(bounds);
        let here = origin("10.0.0.1");
        let opened = (0..9).filter(|_| made.check_opening(here).is_ok());
        assert_eq!(opened.count(), 3);
        assert!(made.check_opening(origin("10.0.0.2")).is_ok());
    }

    #[test]
    fn unfinished_tables_are_bounded_until_they_are_finished() {
        let bounds = Bounds {
            unfinished: most(2),
            ..Bounds::NONE
        };
        let made = Made::new(bounds);
        let here = origin("10.0.0.1");
        for number in [1, 2] {
            made.check_opening(here).unwrap();
            made.opened(here, table(number));
        }
        assert_eq!(
            made.check_opening(here).unwrap_err().code,
            Code::RateLimited
        );
        assert!(made.check_opening(origin("10.0.0.2")).is_ok());
        made.finished(table(1));
        assert!(made.check_opening(here).is_ok());
    }

    #[test]
    fn streams_are_bounded_by_address_and_by_table() {
        let bounds = Bounds {
            streams: most(2),
            listeners: most(3),
            ..Bounds::NONE
        };
        let made = Made::new(bounds);
        let (here, there) = (origin("10.0.0.1"), origin("10.0.0.2"));
        let open = |from, number| made.stream(from, table(number));
        let first = open(here, 1).unwrap();
        let _second = open(here, 2).unwrap();
        assert!(open(here, 1).is_err(), "two from one address");
        drop(first);
        let _again = open(here, 1).unwrap();
        let _theirs = [open(there, 1).unwrap(), open(there, 1).unwrap()];
        assert!(open(origin("10.0.0.3"), 1).is_err(), "three at one table");
    }
}
