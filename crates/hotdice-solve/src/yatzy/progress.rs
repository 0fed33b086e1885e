//! How far a long computation has come, told from any thread.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Stopped, Watch};

/// Counts the states that are done, and passes the count on to whoever waits.
pub(super) struct StateProgress<'a> {
    watch: &'a dyn Watch,
    done: AtomicU64,
    all: u64,
}

impl<'a> StateProgress<'a> {
    /// Starts to count up to `all` states.
    pub(super) fn new(all: u64, watch: &'a dyn Watch) -> Self {
        let done = AtomicU64::new(0);
        Self { watch, done, all }
    }

    /// Counts some more states.
    pub(super) fn add(&self, states: usize) {
        let states = states as u64;
        let done = self.done.fetch_add(states, Ordering::Relaxed) + states;
        self.watch.progress(done, self.all);
    }

    /// Tells whether nobody waits any more.
    pub(super) fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }

    /// Ends the computation if nobody waits any more.
    pub(super) fn check(&self) -> Result<(), Stopped> {
        self.watch.go_on()
    }
}
