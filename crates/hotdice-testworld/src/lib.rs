//! A [`World`] for tests: its clock is moved by hand, and its randomness follows from a seed.
//!
//! Nothing of the product is built with this crate; a tidy test sees to that. So whoever runs a server cannot choose its clock or its dice.
//!
//! ```
//! use std::time::Duration;
//! use hotdice_testworld::TestWorld;
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let test = TestWorld::new();
//! let clock = tokio::spawn(test.world().sleep(Duration::from_secs(3600)));
//! test.advance(Duration::from_secs(3599));
//! assert!(!clock.is_finished());
//! let more = test.until("the clock runs out", async || clock.is_finished()).await;
//! assert!(more >= Duration::from_secs(1));
//!
//! // The same seed, the same bytes.
//! let draw = |seed| TestWorld::seeded(seed).world().random::<8>(&"token").unwrap();
//! assert_eq!(draw(7), draw(7));
//! assert_ne!(draw(7), draw(8));
//! # });
//! ```
//!
//! # Why the clock is not tokio's
//! tokio's paused clock jumps to the next timer as soon as all tasks wait. A server has threads of its own (its store writes on one, its
//! bots think on others), and to tokio a task that waits for one of them is idle: the clock would jump over the time-outs of what
//! is being done. Here nothing moves unless the test says so, and [`TestWorld::until`] moves it a little at a time
//! while threads get on with their work.
//!
//! # Seeds
//! A test runs with seed 1, or the one in `HOTDICE_TEST_SEED`. One that fails prints its seed and the command that runs it again.
//! Every label has a sequence of its own ([why](hotdice_world)), so bytes do not depend on which thread draws first.

mod clock;
mod eventually;
mod seeds;

use std::env;
use std::time::Duration;

use hotdice_world::{Label, Machine, Moment, NoRandomness, Sleep, World};

use clock::Clock;
use seeds::Seeds;

pub use eventually::{Patience, eventually, eventually_blocking};

/// The environment variable with the seed of tests.
const SEED: &str = "HOTDICE_TEST_SEED";

/// What a test holds of its world: clock and seed.
#[derive(Debug)]
pub struct TestWorld {
    clock: Clock,
    seeds: Seeds,
    world: World,
}

/// Clock and seeds behind the world that the tested program is given.
struct Simulated {
    clock: Clock,
    seeds: Seeds,
}

impl TestWorld {
    /// Returns a world whose clock stands, with the seed of this run.
    #[must_use]
    pub fn new() -> Self {
        Self::seeded(seed())
    }

    /// Returns a world whose clock stands, with this seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self::of(Clock::standing(), seed)
    }

    /// Returns a world whose clock runs as the system's does, and can be moved on; for programs that somebody plays with.
    #[must_use]
    pub fn running(seed: u64) -> Self {
        Self::of(Clock::running(), seed)
    }

    fn of(clock: Clock, seed: u64) -> Self {
        let seeds = Seeds::new(seed);
        let world = World::of(Simulated {
            clock: clock.clone(),
            seeds: seeds.clone(),
        });
        Self {
            clock,
            seeds,
            world,
        }
    }

    /// Returns the world for what is tested.
    #[must_use]
    pub fn world(&self) -> World {
        self.world.clone()
    }

    /// Moves the clocks on, and wakes whatever waits for a moment that has come by that.
    pub fn advance(&self, time: Duration) {
        self.clock.advance(time);
    }

    /// Sets the clock on the wall, as people and time servers do; the other clock does not notice.
    pub fn set_wall_clock(&self, since_1970: Duration) {
        self.clock.set_wall(since_1970);
    }

    /// Returns how many threads wait for a moment that has not come.
    #[must_use]
    pub fn parked(&self) -> usize {
        self.clock.parked()
    }

    /// Starts all randomness anew, from this seed.
    pub fn reseed(&self, seed: u64) {
        self.seeds.restart(seed);
    }

    /// Sets what the next draw under a label gives, after those that were set before.
    pub fn set_next(&self, label: &str, bytes: Vec<u8>) {
        self.seeds.set_next(label, bytes);
    }

    /// Moves the clock on a little at a time until something holds; returns by how much.
    ///
    /// # Panics
    /// When it still does not hold after a time that only something which hangs can take.
    #[track_caller]
    pub fn until(
        &self,
        what: &str,
        holds: impl AsyncFnMut() -> bool,
    ) -> impl Future<Output = Duration> {
        let began = self.world.now();
        let looked = eventually::looking(what, holds, || self.advance(eventually::STEP));
        async move {
            looked.await;
            self.world.since(began)
        }
    }
}

impl Default for TestWorld {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for TestWorld {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tell(self.seeds.seed());
        }
    }
}

/// Returns the seed of this run.
///
/// # Panics
/// When the environment has one that is no number.
#[must_use]
pub fn seed() -> u64 {
    env::var(SEED).map_or(1, |text| {
        let number = text.trim().parse();
        number.unwrap_or_else(|_| panic!("{SEED}={text}: use a number"))
    })
}

/// Says which seed a failed test had, and how it is run again.
fn tell(seed: u64) {
    let package = env::var("CARGO_PKG_NAME").unwrap_or_else(|_| "hotdice".to_owned());
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    eprintln!("The seed was {seed}. Again: {SEED}={seed} cargo test -p {package} {test}");
}

impl Machine for Simulated {
    fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn since_1970(&self) -> Duration {
        self.clock.since_1970()
    }

    fn fill(&self, label: Label<'_>, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        self.seeds.fill(&label.to_string(), bytes)
    }

    fn park_until(&self, moment: Moment) {
        self.clock.park_until(moment.since_beginning());
    }

    fn sleep_until(&self, moment: Moment) -> Sleep {
        Box::pin(self.clock.clone().sleep_until(moment.since_beginning()))
    }
}
