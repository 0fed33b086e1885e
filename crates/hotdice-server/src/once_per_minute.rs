//! What goes wrong a thousand times is said once a minute.

use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);

/// Something that may be said once a minute.
#[derive(Debug)]
pub(crate) struct OncePerMinute {
    said: Option<Instant>,
    unsaid: u64,
}

impl OncePerMinute {
    pub(crate) const fn new() -> Self {
        Self {
            said: None,
            unsaid: 0,
        }
    }

    /// Counts that it happened; returns how often it did since it was last said, if it should be said now.
    pub(crate) fn count(&mut self) -> Option<u64> {
        self.count_at(Instant::now())
    }

    fn count_at(&mut self, now: Instant) -> Option<u64> {
        self.unsaid += 1;
        if self
            .said
            .is_some_and(|said| now.duration_since(said) < MINUTE)
        {
            return None;
        }
        self.said = Some(now);
        Some(std::mem::take(&mut self.unsaid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_said_and_others_are_counted() {
        let start = Instant::now();
        let mut disk = OncePerMinute::new();
        let mut at = |seconds| disk.count_at(start + Duration::from_secs(seconds));
        assert_eq!(at(0), Some(1));
        assert_eq!([at(1), at(30), at(59)], [None, None, None]);
        assert_eq!(at(60), Some(4));
        assert_eq!([at(61), at(119)], [None, None]);
        assert_eq!(at(500), Some(3));
    }
}
