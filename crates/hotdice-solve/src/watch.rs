//! Somebody who waits for a long computation.

/// Watches a computation, and may stop it.
pub trait Watch: Sync {
    /// Hears that `done` of `all` equal steps are done.
    fn progress(&self, done: u64, all: u64);

    /// Tells whether to give up.
    fn is_stopped(&self) -> bool;

    /// Ends a computation that is to be given up.
    ///
    /// # Errors
    /// When it is.
    fn go_on(&self) -> Result<(), Stopped> {
        if self.is_stopped() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }
}

/// Nobody waits.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// Somebody who does not wait at all.
#[cfg(test)]
pub(crate) struct Impatient;

#[cfg(test)]
impl Watch for Impatient {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        true
    }
}

/// A computation that was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before it was done")]
pub struct Stopped;
