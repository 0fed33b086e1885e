//! A clock that is moved by hand.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// The time on the wall when a clock begins to stand: 14 November 2023, 22:13:20.
const BEGINNING: Duration = Duration::from_secs(1_700_000_000);

/// A clock; copies are the same one.
#[derive(Clone, Debug)]
pub(crate) struct Clock(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    hands: Mutex<Hands>,
    /// Tells tasks that the clock was moved.
    moved: Notify,
}

#[derive(Debug)]
struct Hands {
    /// How far the clock was moved by hand.
    moved: Duration,
    /// Since when it runs by itself as well, if it does.
    runs_since: Option<Instant>,
    /// What the wall shows when nothing has elapsed.
    wall: i128,
    /// Threads that wait.
    parked: Vec<Thread>,
}

impl Hands {
    fn elapsed(&self) -> Duration {
        let by_itself = self.runs_since.map(|since| since.elapsed());
        self.moved + by_itself.unwrap_or_default()
    }
}

impl Clock {
    pub(crate) fn standing() -> Self {
        Self::new(None, BEGINNING)
    }

    pub(crate) fn running() -> Self {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Self::new(Some(Instant::now()), now.unwrap_or_default())
    }

    fn new(runs_since: Option<Instant>, wall: Duration) -> Self {
        let hands = Hands {
            moved: Duration::ZERO,
            runs_since,
            wall: wall.as_nanos() as i128,
            parked: Vec::new(),
        };
        Self(Arc::new(Shared {
            hands: Mutex::new(hands),
            moved: Notify::new(),
        }))
    }

    fn hands(&self) -> MutexGuard<'_, Hands> {
        self.0.hands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.hands().elapsed()
    }

    pub(crate) fn since_1970(&self) -> Duration {
        let hands = self.hands();
        let nanos = hands.wall + hands.elapsed().as_nanos() as i128;
        Duration::from_nanos(u64::try_from(nanos.max(0)).unwrap_or(u64::MAX))
    }

    pub(crate) fn set_wall(&self, since_1970: Duration) {
        let mut hands = self.hands();
        hands.wall = since_1970.as_nanos() as i128 - hands.elapsed().as_nanos() as i128;
    }

    pub(crate) fn advance(&self, time: Duration) {
        let mut hands = self.hands();
        hands.moved += time;
        let parked = std::mem::take(&mut hands.parked);
        drop(hands);
        self.0.moved.notify_waiters();
        parked.iter().for_each(Thread::unpark);
    }

    /// Returns how many threads wait.
    pub(crate) fn parked(&self) -> usize {
        self.hands().parked.len()
    }

    pub(crate) fn park_until(&self, moment: Duration) {
        let left = {
            let mut hands = self.hands();
            let elapsed = hands.elapsed();
            if elapsed >= moment {
                return;
            }
            let (here, parked) = (thread::current(), &mut hands.parked);
            if parked.iter().all(|thread| thread.id() != here.id()) {
                parked.push(here);
            }
            hands.runs_since.map(|_| moment - elapsed)
        };
        match left {
            Some(left) => thread::park_timeout(left),
            None => thread::park(),
        }
    }

    /// Sleeps until a moment. What waits is told of every move and looks for itself.
    pub(crate) async fn sleep_until(self, moment: Duration) {
        loop {
            // It hears of moves from here on, so that none is missed between looking and waiting.
            let moved = self.0.moved.notified();
            tokio::pin!(moved);
            moved.as_mut().enable();
            let (elapsed, runs) = {
                let hands = self.hands();
                (hands.elapsed(), hands.runs_since.is_some())
            };
            if elapsed >= moment {
                return;
            }
            if runs {
                // A time-out is only the other way to look again.
                let _ = tokio::time::timeout(moment - elapsed, moved).await;
            } else {
                moved.await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn it_stands_until_it_is_moved() {
        let clock = Clock::standing();
        let (elapsed, wall) = (clock.elapsed(), clock.since_1970());
        assert_eq!((elapsed, wall), (Duration::ZERO, BEGINNING));
        clock.advance(HOUR);
        assert_eq!(
            (clock.elapsed(), clock.since_1970()),
            (HOUR, BEGINNING + HOUR)
        );
    }

    #[test]
    fn the_wall_can_be_set_back_and_the_other_clock_goes_on() {
        let clock = Clock::standing();
        clock.advance(HOUR);
        clock.set_wall(Duration::from_secs(5));
        assert_eq!(clock.elapsed(), HOUR);
        assert_eq!(clock.since_1970(), Duration::from_secs(5));
        clock.advance(HOUR);
        assert_eq!(clock.since_1970(), Duration::from_secs(5) + HOUR);
    }

    #[test]
    fn threads_wake_when_their_moment_has_come() {
        let clock = Clock::standing();
        let other = clock.clone();
        let waiting = thread::spawn(move || {
            while other.elapsed() < HOUR {
                other.park_until(HOUR);
            }
        });
        clock.advance(HOUR / 2);
        clock.advance(HOUR / 2);
        waiting.join().expect("it woke");
    }

    #[tokio::test]
    async fn tasks_wake_when_their_moment_has_come() {
        for clock in [Clock::standing(), Clock::running()] {
            let sleeping = tokio::spawn(clock.clone().sleep_until(2 * HOUR));
            clock.advance(HOUR);
            tokio::task::yield_now().await;
            assert!(!sleeping.is_finished(), "an hour too soon");
            clock.advance(HOUR);
            sleeping.await.expect("it woke");
        }
    }

    #[tokio::test]
    async fn a_running_clock_runs() {
        Clock::running().sleep_until(Duration::from_millis(1)).await;
    }
}
