//! How long to wait, and how often to try.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use hotdice_world::World;

/// How much a client puts up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How often a request is sent before it is given up.
    pub tries: u32,
    /// How often a stream of events is opened again, in a row and without success, before it is given up.
    pub reconnections: u32,
    /// About how long the first pause is; later ones double.
    pub first_pause: Duration,
    /// About how long the longest pause is.
    pub longest_pause: Duration,
    /// The longest pause that a server may ask for.
    pub longest_wish: Duration,
    /// How long an answer may take.
    pub answer: Duration,
    /// How long a stream may be silent. A server says something every 5 seconds.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            tries: 5,
            reconnections: 20,
            first_pause: Duration::from_millis(250),
            longest_pause: Duration::from_secs(8),
            longest_wish: Duration::from_secs(60),
            answer: Duration::from_secs(30),
            silence: Duration::from_secs(20),
        }
    }
}

impl Patience {
    /// Returns the patience of somebody who wants to know now.
    #[must_use]
    pub fn none() -> Self {
        Self {
            tries: 1,
            reconnections: 0,
            answer: Duration::from_secs(10),
            ..Self::default()
        }
    }

    /// Returns the patience of somebody at a table: it never ends, and is never long in coming back.
    #[must_use]
    pub fn unending() -> Self {
        Self {
            tries: u32::MAX,
            reconnections: u32::MAX,
            longest_pause: Duration::from_secs(2),
            ..Self::default()
        }
    }

    /// Returns the pause after so many failures; `fraction` spreads those who fail at the same time.
    pub(crate) fn pause(&self, failures: u32, fraction: f64) -> Duration {
        let doublings = failures.saturating_sub(1).min(16);
        let pause = self.first_pause.saturating_mul(1 << doublings);
        pause
            .min(self.longest_pause)
            .mul_f64(0.5 + fraction.clamp(0.0, 1.0))
    }
}

/// Ends what others wait for: whoever hangs up wants no further attempts.
#[derive(Clone, Debug, Default)]
pub struct Hangup(Arc<Mutex<HangupState>>);

#[derive(Debug, Default)]
struct HangupState {
    is_hung_up: bool,
    /// Threads that wait for a pause to end.
    waiting: Vec<Thread>,
}

impl Hangup {
    fn state(&self) -> MutexGuard<'_, HangupState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hangs up. A request that is on its way gets its answer; none is sent again.
    pub fn hang_up(&self) {
        let mut state = self.state();
        state.is_hung_up = true;
        state.waiting.iter().for_each(Thread::unpark);
    }

    /// Tells whether somebody has hung up.
    #[must_use]
    pub fn is_hung_up(&self) -> bool {
        self.state().is_hung_up
    }

    /// Waits for a while or until somebody hangs up, and tells whether that is so.
    pub(crate) fn wait(&self, world: &World, pause: Duration) -> bool {
        let (until, here) = (world.now() + pause, thread::current());
        self.state().waiting.push(here.clone());
        // Whoever hangs up from here on wakes this thread: what was noted before is seen by the first look.
        while !self.is_hung_up() && world.now() < until {
            world.park_until(until);
        }
        let mut state = self.state();
        state.waiting.retain(|thread| thread.id() != here.id());
        state.is_hung_up
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_limit_and_are_spread() {
        let patience = Patience::default();
        let pauses: Vec<u128> = (1..=8)
            .map(|n| patience.pause(n, 0.5).as_millis())
            .collect();
        assert_eq!(pauses, [250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
        assert_eq!(patience.pause(2, 0.0).as_millis(), 250);
        assert_eq!(patience.pause(2, 1.0).as_millis(), 750);
        assert_eq!(patience.pause(u32::MAX, 0.5).as_secs(), 8);
    }
}

#[cfg(test)]
mod hangup_tests {
    use hotdice_testworld::{TestWorld, eventually_blocking};

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn nobody_waits_after_it() {
        let (hangup, test) = (Hangup::default(), TestWorld::new());
        let (other, world) = (hangup.clone(), test.world());
        let waiting = thread::spawn(move || other.wait(&world, HOUR));
        eventually_blocking("it waits", || (test.parked() == 1).then_some(()));
        hangup.hang_up();
        assert!(waiting.join().expect("somebody waited"));
        assert!(hangup.is_hung_up());
        assert!(hangup.wait(&test.world(), HOUR), "at once");
    }

    #[test]
    fn a_pause_ends_by_itself() {
        let (hangup, test) = (Hangup::default(), TestWorld::new());
        let world = test.world();
        let waiting = thread::spawn(move || hangup.wait(&world, HOUR));
        let waits = || (test.parked() == 1).then_some(());
        eventually_blocking("it waits", waits);
        test.advance(HOUR - Duration::from_millis(1));
        eventually_blocking("it waits on", waits);
        test.advance(Duration::from_millis(1));
        assert!(!waiting.join().expect("somebody waited"));
    }
}
