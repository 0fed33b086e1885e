//! What a world is made of.

use std::fmt::Display;
use std::thread;
use std::time::Duration;

use crate::Moment;

/// What random bytes are drawn for, such as `&"token"` or `&format_args!("bot of {table}")`. It is written out only where it matters.
pub type Label<'a> = &'a dyn Display;

/// A source of time and chance: the operating system, a browser, or a test.
///
/// What waits has a default for machines whose clock runs by itself; one whose clock is moved by hand has its own.
pub trait Machine: Send + Sync + 'static {
    /// Returns the time since the world began. It never goes back.
    fn elapsed(&self) -> Duration;

    /// Returns the time since 1970, as far as the machine knows.
    fn since_1970(&self) -> Duration;

    /// Fills memory with random bytes.
    ///
    /// # Errors
    /// When there are none.
    fn fill(&self, label: Label<'_>, bytes: &mut [u8]) -> Result<(), NoRandomness>;

    /// Blocks the thread until a moment has come or it is unparked, or for less.
    fn park_until(&self, moment: Moment) {
        thread::park_timeout(moment.since(Moment::after(self.elapsed())));
    }

    /// Returns what is ready when a moment has come.
    #[cfg(feature = "tasks")]
    fn sleep_until(&self, moment: Moment) -> crate::Sleep {
        let left = moment.since(Moment::after(self.elapsed()));
        Box::pin(tokio::time::sleep(left))
    }

    /// Returns what tasks run on: the runtime of whoever asks.
    #[cfg(feature = "tasks")]
    fn runtime(&self) -> tokio::runtime::Handle {
        tokio::runtime::Handle::current()
    }
}

/// The machine gave no randomness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gives no randomness: {0}")]
pub struct NoRandomness(pub String);
