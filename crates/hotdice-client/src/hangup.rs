//! The end of all patience.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Ends what others wait for: whoever hangs up wants no further attempts.
#[derive(Clone, Debug, Default)]
pub struct Hangup(Arc<(Mutex<bool>, Condvar)>);

impl Hangup {
    /// Hangs up. A request that is on its way gets its answer; none is sent again.
    pub fn hang_up(&self) {
        let (hung_up, changed) = &*self.0;
        *hung_up.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
    }

    /// Tells whether somebody has hung up.
    #[must_use]
    pub fn is_hung_up(&self) -> bool {
        let (hung_up, _) = &*self.0;
        *hung_up.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a while or until somebody hangs up, and tells whether that is so.
    pub fn wait(&self, pause: Duration) -> bool {
        let (hung_up, changed) = &*self.0;
        let guard = hung_up.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = changed.wait_timeout_while(guard, pause, |hung_up| !*hung_up);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Instant;

    use super::*;

    #[test]
    fn nobody_waits_after_it() {
        let hangup = Hangup::default();
        assert!(!hangup.wait(Duration::from_millis(1)));
        let (other, since) = (hangup.clone(), Instant::now());
        let waiting = thread::spawn(move || other.wait(Duration::from_secs(600)));
        hangup.hang_up();
        assert!(waiting.join().expect("somebody waited"));
        assert!(since.elapsed() < Duration::from_secs(60));
        assert!(hangup.is_hung_up());
    }
}
