//! The bus: how servers tell each other that there is news.
//!
//! A message says how long the log of a table is, and nothing more: what happened is in the store. Messages may be lost,
//! come twice, late or in another order, and nobody notices except by the time it takes. A server hears about the tables that it
//! subscribes to: those with listeners or leases there, and nothing of all the others.

mod nats;

use hotdice_table::TableId;
use tokio::sync::{broadcast, oneshot};

pub use nats::{NatsBus, NotABus};

/// How many messages may be queued; more are lost, which does no harm.
const MAX_QUEUED: usize = 4096;

/// A message: the log of a table is so long.
///
/// A length of nothing says that the presence at the table has changed, which is in no log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogPosition {
    /// The table.
    pub table: TableId,
    /// The number of its last event.
    pub seq: u64,
}

impl LogPosition {
    /// Returns the message that the presence at a table has changed.
    pub(crate) fn about_presence(table: TableId) -> Self {
        Self { table, seq: 0 }
    }

    /// Tells whether the presence at the table has changed.
    pub(crate) fn is_about_presence(self) -> bool {
        self.seq == 0
    }

    /// Reads a message: the name of the table, and the number as text. None if it is no message of ours.
    #[must_use]
    pub fn read(table: &str, seq: &[u8]) -> Option<Self> {
        let table = table.parse().ok()?;
        let seq = std::str::from_utf8(seq).ok()?.parse().ok()?;
        Some(Self { table, seq })
    }
}

/// Whether messages arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusState {
    /// There is no bus.
    Absent,
    /// They do.
    Up,
    /// There is no connection.
    Down,
    /// There is a connection, but our own messages do not come back.
    Silent,
}

/// A way to tell other servers.
pub trait Bus: Send + Sync + 'static {
    /// Returns the name of the kind of bus.
    fn kind(&self) -> &'static str;

    /// Returns whether messages arrive.
    fn state(&self) -> BusState;

    /// Sends a message, if that is possible at this moment.
    fn publish(&self, position: LogPosition);

    /// Subscribes to messages about a table, until what is returned is dropped. They come with [`Bus::messages`], as soon as the bus
    /// has noted that they are wanted.
    fn subscribe(&self, table: TableId) -> Subscription;

    /// Returns all messages that come from now on.
    fn messages(&self) -> broadcast::Receiver<LogPosition>;
}

/// A subscription to messages about a table, until it is dropped.
#[derive(Debug, Default)]
pub struct Subscription(
    #[expect(dead_code, reason = "it counts as long as it is held")] Option<oneshot::Sender<()>>,
);

impl Subscription {
    /// Returns a subscription, and what resolves when it is dropped.
    pub(crate) fn new() -> (Self, oneshot::Receiver<()>) {
        let (held, dropped) = oneshot::channel();
        (Self(Some(held)), dropped)
    }
}

/// Describes the state of a bus for people.
pub(crate) fn describe(bus: &dyn Bus) -> String {
    let kind = bus.kind();
    match bus.state() {
        BusState::Absent | BusState::Up => kind.to_owned(),
        BusState::Down => format!("{kind}: down, reading the log"),
        BusState::Silent => format!("{kind}: silent, reading the log"),
    }
}

/// The bus of a server that is alone.
pub struct NoBus(broadcast::Sender<LogPosition>);

impl Default for NoBus {
    fn default() -> Self {
        Self(broadcast::Sender::new(1))
    }
}

impl Bus for NoBus {
    fn kind(&self) -> &'static str {
        "none"
    }

    fn state(&self) -> BusState {
        BusState::Absent
    }

    fn publish(&self, _: LogPosition) {}

    fn subscribe(&self, _: TableId) -> Subscription {
        Subscription::default()
    }

    fn messages(&self) -> broadcast::Receiver<LogPosition> {
        self.0.subscribe()
    }
}
