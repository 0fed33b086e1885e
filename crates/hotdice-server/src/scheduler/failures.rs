//! What could not be solved in time is not begun again at once.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use hotdice_bots::Key;

use crate::lock;

/// After how long something that failed is tried again, at first and at last.
const FIRST_WAIT: Duration = Duration::from_secs(600);
const LONGEST_WAIT: Duration = Duration::from_secs(86_400);

/// How many failures are remembered; those that could be tried again soonest are forgotten first.
const MAX_REMEMBERED: usize = 1_000;

/// What could not be solved in time.
#[derive(Default)]
pub(super) struct Failures(Mutex<HashMap<Key, Failed>>);

#[derive(Clone, Copy)]
struct Failed {
    until: Instant,
    wait: Duration,
}

impl Failures {
    /// Tells whether something has failed so recently that it is not begun again.
    pub(super) fn is_recent(&self, key: &Key, now: Instant) -> bool {
        let failed = lock(&self.0).get(key).copied();
        failed.is_some_and(|failed| now < failed.until)
    }

    /// Remembers that something was not solved in time. Whatever fails again is left alone for twice as long.
    pub(super) fn note(&self, key: Key, now: Instant) {
        let mut failures = lock(&self.0);
        let wait = match failures.get(&key) {
            // Several may have waited for the same thing.
            Some(failed) if now < failed.until => return,
            Some(failed) => (2 * failed.wait).min(LONGEST_WAIT),
            None => FIRST_WAIT,
        };
        let until = now + wait;
        if failures.len() >= MAX_REMEMBERED && !failures.contains_key(&key) {
            let soonest = failures.iter().min_by_key(|(_, failed)| failed.until);
            if let Some(soonest) = soonest.map(|(key, _)| key.clone()) {
                failures.remove(&soonest);
            }
        }
        failures.insert(key, Failed { until, wait });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(rules: &str) -> Key {
        Key::first(rules.to_owned(), "race")
    }

    #[test]
    fn what_failed_is_left_alone_for_longer_each_time() {
        let failures = Failures::default();
        let (start, long) = (Instant::now(), key("zilch"));
        assert!(!failures.is_recent(&long, start));
        failures.note(long.clone(), start);
        failures.note(long.clone(), start);
        assert!(failures.is_recent(&long, start));
        assert!(!failures.is_recent(&key("farkle"), start));
        let second = start + FIRST_WAIT;
        assert!(!failures.is_recent(&long, second), "it may be tried again");
        failures.note(long.clone(), second);
        assert!(failures.is_recent(&long, second + FIRST_WAIT));
        assert!(!failures.is_recent(&long, second + 2 * FIRST_WAIT));
    }

    #[test]
    fn only_so_many_failures_are_remembered() {
        let failures = Failures::default();
        let start = Instant::now();
        for number in 0..=MAX_REMEMBERED as u64 {
            let at = start + Duration::from_millis(number);
            failures.note(key(&number.to_string()), at);
        }
        assert_eq!(lock(&failures.0).len(), MAX_REMEMBERED);
        assert!(!failures.is_recent(&key("0"), start));
        assert!(failures.is_recent(&key("1"), start));
    }
}
