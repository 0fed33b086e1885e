//! Tables that strangers have opened, as long as nobody has heard that they are over.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hotdice_table::TableId;

use super::{MOST_KNOWN, Origin};

/// After how long an unfinished table is no longer held against whoever opened it.
const FORGIVEN: Duration = Duration::from_secs(86_400);

/// How often it is asked which tables of an address are over.
const LOOK: Duration = Duration::from_secs(10);

/// The tables of all addresses.
#[derive(Default)]
pub(super) struct Unfinished(Mutex<HashMap<Origin, Theirs>>);

/// The tables of an address, and when they were opened.
#[derive(Default)]
struct Theirs {
    tables: HashMap<TableId, Instant>,
    /// When it was last asked which of them are over.
    looked: Option<Instant>,
}

impl Theirs {
    fn forgive(&mut self) {
        self.tables.retain(|_, opened| opened.elapsed() < FORGIVEN);
    }
}

impl Unfinished {
    fn lock(&self) -> MutexGuard<'_, HashMap<Origin, Theirs>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many an address has.
    pub(super) fn count(&self, from: Origin) -> usize {
        let mut all = self.lock();
        let Some(theirs) = all.get_mut(&from) else {
            return 0;
        };
        theirs.forgive();
        theirs.tables.len()
    }

    /// Notes who opened a table.
    pub(super) fn opened(&self, from: Origin, table: TableId) {
        let mut all = self.lock();
        if all.len() > MOST_KNOWN {
            all.values_mut().for_each(Theirs::forgive);
            all.retain(|_, theirs| !theirs.tables.is_empty());
        }
        let theirs = all.entry(from).or_default();
        theirs.tables.insert(table, Instant::now());
    }

    /// Notes that a table is finished.
    pub(super) fn finished(&self, table: TableId) {
        self.lock().retain(|_, theirs| {
            theirs.tables.remove(&table).is_none() || !theirs.tables.is_empty()
        });
    }

    /// Returns the tables of an address of which it should be asked whether they are over; none too soon after the last time.
    pub(super) fn in_question(&self, from: Origin) -> Vec<TableId> {
        let mut all = self.lock();
        let theirs = all.entry(from).or_default();
        if theirs.looked.is_some_and(|looked| looked.elapsed() < LOOK) {
            return Vec::new();
        }
        theirs.looked = Some(Instant::now());
        theirs.tables.keys().copied().collect()
    }

    /// Notes which tables of an address are over.
    pub(super) fn are_over(&self, from: Origin, over: &[TableId]) {
        if let Some(theirs) = self.lock().get_mut(&from) {
            theirs.tables.retain(|table, _| !over.contains(table));
        }
    }
}
