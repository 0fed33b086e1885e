//! Long work: without the GIL, and stopped by Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use hotdice_solve::Watch;
use pyo3::prelude::*;

use crate::errors::defect;

/// How often Python is asked whether somebody pressed Ctrl-C.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// Stops work that nobody waits for any more.
#[derive(Default)]
pub(crate) struct StopFlag(AtomicBool);

impl Watch for StopFlag {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Does long work on a thread of its own while this one waits without the GIL, and asks for signals.
///
/// Why a thread: Python runs the handlers of signals only on its main thread, and only when that asks. A solver asks its watch, but
/// from whatever thread of its pool; so the thread that was called stays free to ask, and passes a stop on through the flag.
/// The work is always waited for, so that it may borrow: whoever watches the flag ends within moments, all else when it is done.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&StopFlag) -> T + Send,
) -> PyResult<T> {
    let flag = StopFlag::default();
    let mut interrupt = None;
    let done = thread::scope(|scope| {
        let (finished, mut is_finished) = mpsc::channel::<()>();
        let worker = scope.spawn(|| {
            // Dropped when the work is done, however it ends.
            let _finished = finished;
            work(&flag)
        });
        loop {
            let is_finished = &mut is_finished;
            let waited = py.detach(move || is_finished.recv_timeout(ASK_EVERY));
            if waited != Err(mpsc::RecvTimeoutError::Timeout) {
                break;
            }
            if interrupt.is_none()
                && let Err(raised) = py.check_signals()
            {
                flag.0.store(true, Ordering::Relaxed);
                interrupt = Some(raised);
            }
        }
        worker.join()
    });
    match (interrupt, done) {
        (Some(raised), _) => Err(raised),
        (None, Ok(done)) => Ok(done),
        (None, Err(panic)) => Err(defect(&*panic)),
    }
}
