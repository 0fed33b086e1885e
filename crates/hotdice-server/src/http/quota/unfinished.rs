//! Tables that an address has opened and that are not known to be over.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hotdice_table::TableId;

use super::{MAX_REMEMBERED, Origin};

/// After how long an unfinished table is no longer held against whoever opened it.
const MAX_AGE: Duration = Duration::from_secs(86_400);

/// How often it is asked which tables of an address are over.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// The tables of all addresses.
#[derive(Default)]
pub(super) struct Unfinished(Mutex<HashMap<Origin, OpenedTables>>);

/// The tables of an address, and when they were opened.
#[derive(Default)]
struct OpenedTables {
    tables: HashMap<TableId, Instant>,
    /// When it was last asked which of them are over.
    checked: Option<Instant>,
}

impl OpenedTables {
    fn drop_old(&mut self) {
        self.tables.retain(|_, opened| opened.elapsed() < MAX_AGE);
    }
}

impl Unfinished {
    fn lock(&self) -> MutexGuard<'_, HashMap<Origin, OpenedTables>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many an address has.
    pub(super) fn count(&self, from: Origin) -> usize {
        let mut all = self.lock();
        let Some(opened) = all.get_mut(&from) else {
            return 0;
        };
        opened.drop_old();
        opened.tables.len()
    }

    /// Notes who opened a table.
    pub(super) fn opened(&self, from: Origin, table: TableId) {
        let mut all = self.lock();
        if all.len() > MAX_REMEMBERED {
            all.values_mut().for_each(OpenedTables::drop_old);
            all.retain(|_, opened| !opened.tables.is_empty());
        }
        let opened = all.entry(from).or_default();
        opened.tables.insert(table, Instant::now());
    }

    /// Notes that a table is finished.
    pub(super) fn finished(&self, table: TableId) {
        self.lock().retain(|_, opened| {
            opened.tables.remove(&table).is_none() || !opened.tables.is_empty()
        });
    }

    /// Returns the tables of an address of which it should be asked whether they are over; none too soon after the last time.
    pub(super) fn due_for_check(&self, from: Origin) -> Vec<TableId> {
        let mut all = self.lock();
        let opened = all.entry(from).or_default();
        if opened
            .checked
            .is_some_and(|checked| checked.elapsed() < CHECK_INTERVAL)
        {
            return Vec::new();
        }
        opened.checked = Some(Instant::now());
        opened.tables.keys().copied().collect()
    }

    /// Notes which tables of an address are over.
    pub(super) fn remove(&self, from: Origin, over: &[TableId]) {
        if let Some(opened) = self.lock().get_mut(&from) {
            opened.tables.retain(|table, _| !over.contains(table));
        }
    }
}
