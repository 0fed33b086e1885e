//! Moments of a world.

use std::ops::{Add, Sub};
use std::time::Duration;

/// A moment by the clock of a world that never goes back. Moments of different worlds have nothing to do with each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(Duration);

impl Moment {
    /// Returns the moment so long after the world began.
    #[must_use]
    pub const fn after(beginning: Duration) -> Self {
        Self(beginning)
    }

    /// Returns the time from another moment to this one; nothing if that one is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns how long after the beginning of its world it is.
    #[must_use]
    pub fn since_beginning(self) -> Duration {
        self.0
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

impl Sub<Duration> for Moment {
    type Output = Self;

    fn sub(self, time: Duration) -> Self {
        Self(self.0.saturating_sub(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_negative_or_too_long() {
        let (one, two) = (
            Moment::after(Duration::from_secs(1)),
            Duration::from_secs(2),
        );
        assert_eq!((one + two).since(one), two);
        assert_eq!(one.since(one + two), Duration::ZERO);
        assert_eq!(one - two, Moment::default());
        assert_eq!((one + Duration::MAX).since_beginning(), Duration::MAX);
    }
}
