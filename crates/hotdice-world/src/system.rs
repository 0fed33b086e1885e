//! The operating system.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rand::TryRng;
use rand::rngs::SysRng;

use crate::machine::{Label, Machine, NoRandomness};

/// The clocks and the randomness of the operating system, and the timers of tokio.
pub(crate) struct System {
    began: Instant,
}

impl System {
    pub(crate) fn new() -> Self {
        Self {
            began: Instant::now(),
        }
    }
}

impl Machine for System {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn since_1970(&self) -> Duration {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.unwrap_or_default()
    }

    fn fill(&self, _label: Label<'_>, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        let filled = SysRng.try_fill_bytes(bytes);
        filled.map_err(|error| NoRandomness(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use crate::World;

    #[test]
    fn nobody_gets_the_same_bytes_twice_whatever_for() {
        let world = World::system();
        let draw = || world.random::<32>(&"token").expect("randomness");
        assert_ne!(draw(), draw());
        assert_ne!(draw(), [0; 32]);
    }

    #[test]
    fn clocks_go_forward() {
        let world = World::system();
        let (moment, millis) = (world.now(), world.unix_millis());
        world.park_until(moment + std::time::Duration::from_millis(2));
        assert!(world.now() >= moment);
        assert!(
            millis > 1_700_000_000_000,
            "{millis} is not in this century"
        );
    }
}
