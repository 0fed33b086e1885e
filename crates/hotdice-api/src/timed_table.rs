//! A table with its clock.

use hotdice_core::Attendance;
use hotdice_table::fair::Croupier;
use hotdice_table::{
    CheckedEvent, Effect, Impossible, NotASnapshot, Stage, Table, TableEvent, TableId, Waiting,
};

/// Milliseconds since 1970.
pub type Millis = u64;

/// How long linked dice wait for the links of those who are there.
const LINK_TIME: Millis = 2_000;

/// A log that is not that of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Damaged(String);

/// A table, and since when it waits for its current decision. It is moved on by events alone, and leaves the log of the game to
/// whoever stores it.
pub struct TimedTable {
    /// The table.
    pub table: Table,
    /// Who throws its dice.
    pub croupier: Croupier,
    /// When the decision began that the table waits for.
    decision_since: Millis,
    /// No time is up before this moment.
    grace_until: Millis,
    /// No link is late before this moment.
    links_until: Millis,
}

/// The most events of a table. A change that begins below may end a little above.
pub const MAX_LOG: u64 = 50_000;

impl TimedTable {
    /// Tells whether the log is as long as it may be.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.table.seq() >= MAX_LOG
    }

    /// Tells whether nothing can happen any more although the game is not over.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_full() && !matches!(self.table.stage(), Stage::Over(..))
    }

    /// Returns the table that the first event of a log opens.
    ///
    /// # Errors
    /// When the log does not begin with a table that is opened.
    pub fn open(
        id: TableId,
        croupier: Croupier,
        opened: Option<&TableEvent>,
    ) -> Result<Self, Damaged> {
        let damaged = |why: &dyn std::fmt::Display| Damaged(format!("{id}: {why}"));
        let opened = opened.ok_or_else(|| damaged(&"it has no events"))?;
        let table = Table::open(id, opened).map_err(|error| damaged(&error))?;
        Ok(Self {
            table: table.without_log(),
            croupier,
            decision_since: 0,
            grace_until: 0,
            links_until: 0,
        })
    }

    /// Writes down the table as it is now, without its log and without the time that was granted; nothing where that cannot be read back.
    #[must_use]
    pub fn snapshot(&self) -> Option<String> {
        let table = self.table.snapshot()?;
        Some(format!("since {}\n{table}", self.decision_since))
    }

    /// Returns the table of a snapshot.
    ///
    /// # Errors
    /// When the text is no snapshot, or of another version.
    pub fn restore(id: TableId, croupier: Croupier, snapshot: &str) -> Result<Self, Damaged> {
        let read = || {
            let (since, table) = snapshot.strip_prefix("since ")?.split_once('\n')?;
            let table = Table::restore(id, table).ok()?;
            Some((table, since.parse().ok()?))
        };
        let (table, decision_since) =
            read().ok_or_else(|| Damaged(format!("{id}: {NotASnapshot}")))?;
        Ok(Self {
            table,
            croupier,
            decision_since,
            grace_until: 0,
            links_until: 0,
        })
    }

    /// Grants time to think until then, however long ago the decision began.
    pub fn grant_until(&mut self, moment: Millis) {
        self.grace_until = moment;
    }

    /// Grants time for links until then, however long ago the roll was due: clients have to find their server again.
    pub fn grant_links_until(&mut self, moment: Millis) {
        self.links_until = moment;
    }

    /// Reads the next event of the log. The croupier knows in which order the dice fell.
    ///
    /// # Errors
    /// When the event cannot come next.
    pub fn check(&self, event: &TableEvent) -> Result<CheckedEvent, Damaged> {
        let checked = self.table.check(event.clone(), Some(&self.croupier));
        checked.map_err(|error| self.damaged(&error))
    }

    fn damaged(&self, error: &Impossible) -> Damaged {
        let (table, event) = (self.table.id(), self.table.seq() + 1);
        Damaged(format!("{table}, event {event}: {error}"))
    }

    /// Applies an event, and returns what it did.
    ///
    /// # Errors
    /// When the event cannot come next.
    pub fn apply(&mut self, event: &CheckedEvent, at: Millis) -> Result<Effect, Damaged> {
        let moved = self.table.moved();
        let applied = self.table.apply(event);
        let effect = applied.map_err(|error| self.damaged(&error))?;
        let came_back = match event.event() {
            TableEvent::Attended(seat, Attendance::Returned) => {
                self.table.waiting() == Waiting::Person(*seat)
            }
            _ => false,
        };
        if self.table.moved() != moved || came_back {
            self.decision_since = at;
        }
        Ok(effect)
    }

    /// Returns when something happens by itself: the time of a person is up, or the one for links.
    #[must_use]
    pub fn alarm(&self) -> Option<Millis> {
        match self.table.waiting() {
            _ if self.is_closed() => None,
            Waiting::Links(_) => Some((self.decision_since + LINK_TIME).max(self.links_until)),
            _ => self.deadline(),
        }
    }

    /// Returns when the time of the person who decides is up.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        if self.is_closed() {
            return None;
        }
        let allowed = Millis::from(self.table.settings().clock?.get()) * 1000;
        match self.table.waiting() {
            Waiting::Person(_) => Some((self.decision_since + allowed).max(self.grace_until)),
            Waiting::Start | Waiting::Bot(..) | Waiting::Links(_) | Waiting::Nothing => None,
        }
    }
}
