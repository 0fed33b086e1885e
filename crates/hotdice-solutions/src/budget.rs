//! The memory of a cache: what it remembers and what is being solved share one bound, and nothing is solved twice at once.
//!
//! # Why this is not a crate
//! A cache with a weigher and a loader that runs once for each key is to be had ready-made (moka). Three promises are not:
//! that work which is *going on* counts against the same bound as what is remembered, because solving a game takes more memory than
//! keeping it; that whoever waits, for somebody else's work or for room, can give up at any moment; and that an entry which
//! somebody still uses is not counted as freed when it is forgotten. Hence one mutex, one condition variable and a
//! list. The list is short (at most [`MOST_ENTRIES`]), and everything that takes long happens outside the lock.
//!
//! # Who waits for whom
//! Whoever claims a key waits only while another works on that same key. Whoever reserves memory gives back what they had
//! reserved before, and then waits until others finish: nobody waits while holding memory, so there is no circle. Waiting
//! looks up every [`LOOKING`], because giving up is something that is asked (a deadline, a closing server), not
//! something that is announced.

use std::any::Any;
use std::cell::Cell;
use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hotdice_solve::{Stopped, Watch};

/// How many entries are remembered at most, however small they are.
const MOST_ENTRIES: usize = 1000;

/// What an entry takes beside its values, about: rules, dice and names.
const BESIDE: u64 = 256 << 10;

/// How often somebody who waits looks whether to give up.
const LOOKING: Duration = Duration::from_millis(50);

/// The memory of a cache.
pub(crate) struct MemoryBudget {
    most: u64,
    held: Mutex<Held>,
    changed: Condvar,
}

#[derive(Default)]
struct Held {
    /// What was asked for, the last one at the end.
    entries: Vec<Entry>,
    /// The keys that somebody is working on.
    claimed: HashSet<String>,
    /// The bytes for that.
    reserved: u64,
}

struct Entry {
    key: String,
    value: Arc<dyn Any + Send + Sync>,
    bytes: u64,
}

/// What there is of an entry.
pub(crate) enum Claim<'a> {
    /// It is remembered.
    Known(Arc<dyn Any + Send + Sync>),
    /// Whoever asked has to work it out.
    Mine(Work<'a>),
}

/// Work on an entry that nobody else works on, until this is dropped.
pub(crate) struct Work<'a> {
    budget: &'a MemoryBudget,
    key: String,
    reserved: Cell<u64>,
}

impl MemoryBudget {
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

    /// Returns an entry, if it is remembered.
    pub(crate) fn find(&self, key: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        self.held().find(key)
    }

    /// Tells whether an entry is remembered.
    pub(crate) fn knows(&self, key: &str) -> bool {
        self.held().entries.iter().any(|entry| entry.key == key)
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

    /// Returns an entry, or the right to work on it; waits while somebody else does.
    pub(crate) fn claim(&self, key: String, watch: &dyn Watch) -> Result<Claim<'_>, Stopped> {
        let mut held = self.held();
        loop {
            if let Some(value) = held.find(&key) {
                return Ok(Claim::Known(value));
            }
            if held.claimed.insert(key.clone()) {
                return Ok(Claim::Mine(Work {
                    budget: self,
                    key,
                    reserved: Cell::new(0),
                }));
            }
            held = self.wait(held, watch)?;
        }
    }
}

impl Held {
    fn find(&mut self, key: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        let place = self.entries.iter().position(|entry| entry.key == key)?;
        let found = self.entries.remove(place);
        let value = found.value.clone();
        self.entries.push(found);
        Some(value)
    }

    fn bytes(&self) -> u64 {
        let entries = self.entries.iter().map(|entry| entry.bytes);
        entries.fold(self.reserved, u64::saturating_add)
    }

    /// Forgets what was asked for longest ago until there is room; what somebody uses just now would stay in memory all the same.
    fn make_room(&mut self, bytes: u64, most: u64) -> bool {
        while self.bytes().saturating_add(bytes) > most || self.entries.len() >= MOST_ENTRIES {
            let idle = |entry: &Entry| Arc::strong_count(&entry.value) == 1;
            let Some(oldest) = self.entries.iter().position(idle) else {
                return false;
            };
            self.entries.remove(oldest);
        }
        true
    }
}

impl Work<'_> {
    /// Reserves memory instead of what was reserved before, and waits until there is some. What is larger than all of it gets
    /// all of it.
    ///
    /// Without a watch nobody could give up: then it is taken at once.
    pub(crate) fn reserve(&self, bytes: u64, watch: Option<&dyn Watch>) -> Result<(), Stopped> {
        self.release();
        let most = self.budget.most;
        let bytes = bytes.saturating_add(BESIDE).min(most);
        let mut held = self.budget.held();
        while !held.make_room(bytes, most) {
            let Some(watch) = watch else { break };
            held = self.budget.wait(held, watch)?;
        }
        held.reserved += bytes;
        self.reserved.set(bytes);
        Ok(())
    }

    fn release(&self) {
        let reserved = self.reserved.take();
        if reserved > 0 {
            self.budget.held().reserved -= reserved;
            self.budget.changed.notify_all();
        }
    }

    /// Remembers what was worked out, and how much it takes.
    pub(crate) fn remember(self, value: Arc<dyn Any + Send + Sync>, bytes: u64) {
        let mut held = self.budget.held();
        held.reserved -= self.reserved.take();
        let bytes = bytes.saturating_add(BESIDE);
        held.make_room(bytes, self.budget.most);
        held.entries.push(Entry {
            key: self.key.clone(),
            value,
            bytes,
        });
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        let mut held = self.budget.held();
        held.reserved -= self.reserved.take();
        held.claimed.remove(&self.key);
        drop(held);
        self.budget.changed.notify_all();
    }
}

#[cfg(test)]
mod tests;
