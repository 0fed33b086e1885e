//! What time it is on a server, which may not be what time it is here.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How far the clock of a server is ahead of ours, as well as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ServerClock {
    /// In milliseconds. News take a while to come, so the largest difference is the truest.
    ahead: Option<i64>,
}

impl ServerClock {
    /// Takes note of something that has just come, and was written down at this time of the server.
    pub(crate) fn hear(&mut self, at: u64) {
        self.hear_when(at, now());
    }

    fn hear_when(&mut self, at: u64, now: i64) {
        let ahead = at.try_into().unwrap_or(i64::MAX).saturating_sub(now);
        self.ahead = Some(self.ahead.map_or(ahead, |known| known.max(ahead)));
    }

    /// Returns the moment that has this time on the server.
    pub(crate) fn instant(&self, at: u64) -> Instant {
        let left = self.left(at, now());
        Instant::now() + Duration::from_millis(left)
    }

    fn left(&self, at: u64, now: i64) -> u64 {
        let there = now.saturating_add(self.ahead.unwrap_or_default());
        let at: i64 = at.try_into().unwrap_or(i64::MAX);
        // Nobody waits for years, and an instant so far away may not exist.
        at.saturating_sub(there).clamp(0, 366 * 86_400_000) as u64
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_need_not_agree() {
        let mut clock = ServerClock::default();
        assert_eq!(clock.left(10_500, 10_000), 500);
        assert_eq!(clock.left(9_000, 10_000), 0);
        // The server is an hour ahead; some news came late.
        clock.hear_when(3_610_000, 10_000);
        clock.hear_when(3_611_000, 15_000);
        assert_eq!(clock.left(3_645_000, 15_000), 30_000);
        assert!(clock.left(u64::MAX, 0) < 400 * 86_400_000);
    }
}
