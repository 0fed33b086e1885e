//! How servers tell each other that there is news.
//!
//! A message says that the log of a table has got so far, and nothing more: what happened is in the store. A message that says
//! nothing new about the log means that there is something else to see, such as who has the table open, and that is in the store
//! as well. Messages may be lost, come twice, late or in another order, and nobody notices except by the time it takes.

mod nats;

use hotdice_table::TableId;
use tokio::sync::broadcast;

pub use nats::{NatsBus, NotABus};

/// How many messages may wait to be looked at; more are lost, which does no harm.
const WAITING: usize = 4096;

/// The log of a table has got so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The table.
    pub table: TableId,
    /// The number of its last event.
    pub seq: u64,
}

impl Told {
    /// Says that there is something to see at a table that is in no log.
    pub(crate) fn look(table: TableId) -> Self {
        Self { table, seq: 0 }
    }

    /// Reads a message: the name of the table, and the number as text. Nothing if it is no message of ours.
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
    /// There is a connection, and what we say does not come back.
    Silent,
}

/// A way to tell other servers.
pub trait Bus: Send + Sync + 'static {
    /// Says what kind of bus it is.
    fn kind(&self) -> &'static str;

    /// Says whether messages arrive.
    fn state(&self) -> BusState;

    /// Tells the others, if that is possible at this moment.
    fn tell(&self, told: Told);

    /// Lets somebody hear what others tell from now on.
    fn listen(&self) -> broadcast::Receiver<Told>;
}

/// Says how a bus is, for people.
pub(crate) fn in_words(bus: &dyn Bus) -> String {
    let kind = bus.kind();
    match bus.state() {
        BusState::Absent | BusState::Up => kind.to_owned(),
        BusState::Down => format!("{kind}: down, reading the log"),
        BusState::Silent => format!("{kind}: silent, reading the log"),
    }
}

/// Nobody to tell.
pub struct NoBus(broadcast::Sender<Told>);

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

    fn tell(&self, _: Told) {}

    fn listen(&self) -> broadcast::Receiver<Told> {
        self.0.subscribe()
    }
}
