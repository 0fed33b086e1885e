//! Rate limiters by the clock of a [`World`].

use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use hotdice_world::World;

/// How often each of many may do something.
pub(crate) struct Limiter<K: Clone + Eq + Hash>(Governor<K>);

type Governor<K> = RateLimiter<K, DefaultKeyedStateStore<K>, WorldClock, NoOpMiddleware<Duration>>;

/// The clock of a world, as rate limiters read it: the time since the world began.
#[derive(Clone)]
struct WorldClock(World);

impl Clock for WorldClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.now().since_beginning()
    }
}

/// How many are remembered before those who are quiet are forgotten.
const MAX_REMEMBERED: usize = 20_000;

impl<K: Clone + Eq + Hash> Limiter<K> {
    /// Returns a limiter that allows so many a second in the long run, and so many at once.
    pub(crate) fn per_second(rate: NonZeroU32, at_once: NonZeroU32, world: &World) -> Self {
        Self::new(Quota::per_second(rate).allow_burst(at_once), world)
    }

    /// Returns a limiter that allows so many a minute in the long run, and at once.
    pub(crate) fn per_minute(rate: NonZeroU32, world: &World) -> Self {
        Self::new(Quota::per_minute(rate), world)
    }

    fn new(quota: Quota, world: &World) -> Self {
        let states = DefaultKeyedStateStore::default();
        Self(RateLimiter::new(quota, states, WorldClock(world.clone())))
    }

    /// Counts what somebody does, and returns how long it comes too soon; nothing if it does not.
    pub(crate) fn wait(&self, key: &K) -> Option<Duration> {
        if self.0.len() > MAX_REMEMBERED {
            self.0.retain_recent();
        }
        let refused = self.0.check_key(key).err()?;
        Some(refused.wait_time_from(self.0.clock().now()))
    }
}

#[cfg(test)]
mod tests {
    use hotdice_testworld::TestWorld;

    use super::*;

    #[test]
    fn who_waits_as_long_as_was_said_may_go_on() {
        let (test, two) = (TestWorld::new(), NonZeroU32::new(2).unwrap());
        let limiter = Limiter::per_second(two, two, &test.world());
        assert_eq!([limiter.wait(&1), limiter.wait(&1)], [None, None]);
        let wait = limiter.wait(&1).expect("a wait");
        assert_eq!(wait, Duration::from_millis(500));
        assert_eq!(limiter.wait(&2), None, "somebody else");
        test.advance(wait - Duration::from_millis(1));
        assert_eq!(limiter.wait(&1), Some(Duration::from_millis(1)));
        test.advance(Duration::from_millis(1));
        assert_eq!(limiter.wait(&1), None);
    }
}
