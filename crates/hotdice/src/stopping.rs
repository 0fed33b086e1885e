//! Ctrl-C and SIGTERM: whatever runs line by line ends at once, says what was saved, and has the exit code of the signal.
//!
//! Nothing needs to be wound up. Games are saved after every event, files get their names when they are whole, and drafts are taken away here.

use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hotdice_solutions::discard_drafts;

/// Finds the words for a program that is stopped.
type PartingWords = Box<dyn Fn() -> String + Send>;

/// What is said when the program is stopped.
static PARTING: Mutex<Option<PartingWords>> = Mutex::new(None);

fn parting() -> MutexGuard<'static, Option<PartingWords>> {
    PARTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has something said if the program is stopped, as it is then, until this is dropped.
#[must_use]
pub(crate) struct StopNotice(());

impl StopNotice {
    pub(crate) fn new(words: impl Fn() -> String + Send + 'static) -> Self {
        *parting() = Some(Box::new(words));
        Self(())
    }
}

impl Drop for StopNotice {
    fn drop(&mut self) {
        *parting() = None;
    }
}

/// Ends the program when it is told to, from now on.
#[cfg(unix)]
pub(crate) fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // Without a handler signals end the program as they always do, only without a word.
    if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) {
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                stop(128 + signal);
            }
        });
    }
}

/// Ends the program when it is told to, from now on.
#[cfg(not(unix))]
pub(crate) fn listen() {
    drop(ctrlc::set_handler(|| stop(130)));
}

fn stop(code: i32) {
    let said = parting().take();
    let said = said.map_or_else(|| "Stopped.".to_owned(), |words| words());
    // What was typed or drawn last has no line end.
    anstream::eprintln!("\n{said}");
    discard_drafts();
    process::exit(code);
}
