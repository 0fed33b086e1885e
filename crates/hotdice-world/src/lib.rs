#![doc = include_str!("../README.md")]

mod machine;
mod moment;
mod system;
#[cfg(feature = "tasks")]
mod tasks;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use machine::{Label, Machine, NoRandomness};
pub use moment::Moment;
#[cfg(feature = "tasks")]
pub use tasks::{Sleep, TimedOut};

/// Clocks, randomness, waiting and tasks; copies are the same world.
#[derive(Clone)]
pub struct World(Arc<dyn Machine>);

impl World {
    /// Returns the world of the operating system.
    #[must_use]
    pub fn system() -> Self {
        Self::of(system::System::new())
    }

    /// Returns the world of a machine.
    pub fn of(machine: impl Machine) -> Self {
        Self(Arc::new(machine))
    }

    /// Returns the moment by the clock that never goes back.
    #[must_use]
    pub fn now(&self) -> Moment {
        Moment::after(self.0.elapsed())
    }

    /// Returns how long ago a moment was; nothing if it is still to come.
    #[must_use]
    pub fn since(&self, moment: Moment) -> Duration {
        self.now().since(moment)
    }

    /// Returns the milliseconds since 1970 by the clock on the wall, which somebody may set.
    #[must_use]
    pub fn unix_millis(&self) -> u64 {
        u64::try_from(self.0.since_1970().as_millis()).unwrap_or(u64::MAX)
    }

    /// Draws bytes that nobody can foresee.
    ///
    /// # Errors
    /// When the machine gives no randomness.
    pub fn random<const N: usize>(&self, label: Label<'_>) -> Result<[u8; N], NoRandomness> {
        let mut bytes = [0; N];
        self.0.fill(label, &mut bytes)?;
        Ok(bytes)
    }

    /// Draws a number from 0 up to 1, to spread what would happen at the same time; the middle if there is no randomness.
    #[must_use]
    pub fn fraction(&self, label: Label<'_>) -> f64 {
        self.random(label).map_or(0.5, |bytes| {
            f64::from(u32::from_le_bytes(bytes)) / 2_f64.powi(32)
        })
    }

    /// Blocks the thread until a moment has come or somebody unparks it. It may return sooner: look again at what is waited for.
    pub fn park_until(&self, moment: Moment) {
        self.0.park_until(moment);
    }
}

impl Default for World {
    fn default() -> Self {
        Self::system()
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("World(…)")
    }
}
