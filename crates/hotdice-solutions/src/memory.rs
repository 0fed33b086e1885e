//! The memory of a library: what it remembers and what it is working on share one bound, and nothing is worked on twice.

use std::any::Any;
use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hotdice_solve::{Stopped, Watch};

/// How many tables are remembered at most, however small they are.
const MOST_TABLES: usize = 1000;

/// What a table takes beside its values, about: rules, dice and names.
const BESIDE: u64 = 256 << 10;

/// How often somebody who waits looks whether to give up.
const LOOKING: Duration = Duration::from_millis(50);

/// The memory of a library.
pub(crate) struct Memory {
    most: u64,
    held: Mutex<Held>,
    changed: Condvar,
}

#[derive(Default)]
struct Held {
    /// The tables that were asked for, the last one at the end.
    known: Vec<Known>,
    /// What somebody is working on.
    begun: HashSet<String>,
    /// The bytes for that.
    taken: u64,
}

struct Known {
    name: String,
    table: Arc<dyn Any + Send + Sync>,
    bytes: u64,
}

/// What there is of a table.
pub(crate) enum Begun<'a, T> {
    /// It is remembered.
    Known(Arc<T>),
    /// Whoever asked has to work it out.
    Mine(Work<'a>),
}

/// Work on a table that nobody else works on, until this is dropped.
pub(crate) struct Work<'a> {
    memory: &'a Memory,
    name: String,
    taken: u64,
}

impl Memory {
    pub(crate) fn new(most: u64) -> Self {
        Self {
            most,
            held: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Returns how many bytes there may be.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// Tells whether a table is remembered.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.held().known.iter().any(|known| known.name == name)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something has changed, or for a moment.
    fn wait<'a>(
        &self,
        held: MutexGuard<'a, Held>,
        watch: &dyn Watch,
    ) -> Result<MutexGuard<'a, Held>, Stopped> {
        if watch.is_stopped() {
            return Err(Stopped);
        }
        let waited = self.changed.wait_timeout(held, LOOKING);
        Ok(waited.unwrap_or_else(PoisonError::into_inner).0)
    }

    /// Returns a table, or the right to work on it; waits while somebody else does.
    pub(crate) fn begin<T: Send + Sync + 'static>(
        &self,
        name: String,
        watch: &dyn Watch,
    ) -> Result<Begun<'_, T>, Stopped> {
        let mut held = self.held();
        loop {
            if let Some(table) = held.find(&name) {
                return Ok(Begun::Known(table));
            }
            if held.begun.insert(name.clone()) {
                return Ok(Begun::Mine(Work {
                    memory: self,
                    name,
                    taken: 0,
                }));
            }
            held = self.wait(held, watch)?;
        }
    }
}

impl Held {
    fn find<T: Send + Sync + 'static>(&mut self, name: &str) -> Option<Arc<T>> {
        let place = self.known.iter().position(|known| known.name == name)?;
        let found = self.known.remove(place);
        let table = found.table.clone();
        self.known.push(found);
        table.downcast().ok()
    }

    fn bytes(&self) -> u64 {
        let known = self.known.iter().map(|known| known.bytes);
        known.fold(self.taken, u64::saturating_add)
    }

    /// Forgets what was asked for longest ago until there is room; what somebody uses just now would stay in memory all the same.
    fn make_room(&mut self, bytes: u64, most: u64) -> bool {
        while self.bytes().saturating_add(bytes) > most || self.known.len() >= MOST_TABLES {
            let idle = |known: &Known| Arc::strong_count(&known.table) == 1;
            let Some(oldest) = self.known.iter().position(idle) else {
                return false;
            };
            self.known.remove(oldest);
        }
        true
    }
}

impl Work<'_> {
    /// Takes room for a table, and waits until there is some. What is larger than all of it gets all of it.
    ///
    /// Without a watch nobody could give up: then it is taken at once.
    pub(crate) fn take(&mut self, bytes: u64, watch: Option<&dyn Watch>) -> Result<(), Stopped> {
        let Memory { most, .. } = *self.memory;
        let bytes = bytes.saturating_add(BESIDE).min(most);
        let mut held = self.memory.held();
        while !held.make_room(bytes, most) {
            let Some(watch) = watch else { break };
            held = self.memory.wait(held, watch)?;
        }
        held.taken += bytes;
        self.taken += bytes;
        Ok(())
    }

    /// Remembers what was worked out, and how much it takes.
    pub(crate) fn remember<T: Send + Sync + 'static>(mut self, table: T, bytes: u64) -> Arc<T> {
        let table = Arc::new(table);
        let mut held = self.memory.held();
        held.taken -= self.taken;
        self.taken = 0;
        let bytes = bytes.saturating_add(BESIDE);
        held.make_room(bytes, self.memory.most);
        held.known.push(Known {
            name: self.name.clone(),
            table: table.clone(),
            bytes,
        });
        drop(held);
        table
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        let mut held = self.memory.held();
        held.taken -= self.taken;
        held.begun.remove(&self.name);
        drop(held);
        self.memory.changed.notify_all();
    }
}

#[cfg(test)]
mod tests;
