//! How long to wait, and how often to try.

use std::time::Duration;

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
