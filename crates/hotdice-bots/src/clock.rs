//! What time it is.
//!
//! Where the standard library has no clock, as in WebAssembly, whoever runs the program [sets](set_host_clock) one.

use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use hotdice_solve::Watch;

static HOST_CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock of a program whose standard library has none: it returns the time since 1970. The first one stays.
pub fn set_host_clock(clock: fn() -> Duration) {
    HOST_CLOCK.get_or_init(|| clock);
}

/// Returns the time since 1970.
pub(crate) fn since_1970() -> Duration {
    match HOST_CLOCK.get() {
        Some(clock) => clock(),
        None => SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default(),
    }
}

/// A moment to come, by a clock that is not set back.
#[derive(Clone, Copy, Debug)]
pub struct Timeout(At);

#[derive(Clone, Copy, Debug)]
enum At {
    Own(Instant),
    Host(Duration),
}

impl Timeout {
    /// Returns the moment after some time.
    #[must_use]
    pub fn after(time: Duration) -> Self {
        Self(match HOST_CLOCK.get() {
            Some(clock) => At::Host(clock() + time),
            None => At::Own(Instant::now() + time),
        })
    }

    /// Tells whether the moment has come.
    #[must_use]
    pub fn is_over(self) -> bool {
        match self.0 {
            At::Own(moment) => Instant::now() >= moment,
            At::Host(moment) => since_1970() >= moment,
        }
    }
}

impl Watch for Timeout {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        self.is_over()
    }
}
