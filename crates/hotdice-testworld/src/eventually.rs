//! Waiting until something holds.
//!
//! How often it is looked is a matter of taste; only what hangs fails by the limit, which grows with `HOTDICE_TEST_PATIENCE`.

use std::panic::Location;
use std::thread;
use std::time::{Duration, Instant};

use hotdice_rig::patient;

/// After which time something hangs.
const HANGS: Duration = Duration::from_secs(120);

/// How long threads get between two looks.
const PAUSE: Duration = Duration::from_millis(1);

/// How far a clock is moved between two looks.
pub(crate) const STEP: Duration = Duration::from_millis(10);

/// How long a test goes on waiting for something: until only something that hangs can still be on its way.
#[derive(Clone, Copy, Debug)]
pub struct Patience(Instant);

impl Patience {
    /// Begins to wait.
    #[must_use]
    pub fn begin() -> Self {
        Self(Instant::now())
    }

    /// Tells whether it makes sense to wait on.
    #[must_use]
    pub fn lasts(self) -> bool {
        self.0.elapsed() < patient(HANGS)
    }
}

/// Waits until something holds.
///
/// # Panics
/// When it still does not hold after a time that only something which hangs can take.
#[track_caller]
pub fn eventually(what: &str, holds: impl AsyncFnMut() -> bool) -> impl Future<Output = ()> {
    looking(what, holds, || {})
}

/// Blocks the thread until there is something, and returns it.
///
/// # Panics
/// When there is still nothing after a time that only something which hangs can take.
#[track_caller]
pub fn eventually_blocking<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let patience = Patience::begin();
    loop {
        if let Some(found) = look() {
            return found;
        }
        check(what, patience, Location::caller());
        thread::sleep(PAUSE);
    }
}

/// Looks again and again, and does something between two looks.
#[track_caller]
pub(crate) fn looking(
    what: &str,
    mut holds: impl AsyncFnMut() -> bool,
    mut between: impl FnMut(),
) -> impl Future<Output = ()> {
    let (patience, place) = (Patience::begin(), Location::caller());
    async move {
        while !holds().await {
            check(what, patience, place);
            between();
            tokio::time::sleep(PAUSE).await;
        }
    }
}

fn check(what: &str, patience: Patience, place: &Location<'_>) {
    assert!(patience.lasts(), "{place}: it never came to this: {what}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_looks_until_it_holds() {
        let mut looks = 0;
        eventually("three looks", async || {
            looks += 1;
            looks == 3
        })
        .await;
        assert_eq!(looks, 3);
        let mut left = 3..6;
        let found = eventually_blocking("a five", || left.next().filter(|n| *n == 5));
        assert_eq!(found, 5);
    }
}
