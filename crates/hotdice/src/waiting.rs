//! People who wait: a bar that says how far a computation is, and Ctrl-C that ends it in good order.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use hotdice_bots::USUAL_MEMORY;
use hotdice_solutions::{ProgressReporter, SolutionCache, SolutionFolder};
use hotdice_solve::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::data_folder;

/// What takes no longer than this needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Returns the library of solved games, with a bar on the screen while it solves.
pub(crate) fn tables() -> SolutionCache {
    tables_with(Box::new(ProgressOnScreen))
}

/// Returns the library of solved games, with somebody who looks on.
pub(crate) fn tables_with(reporter: Box<dyn ProgressReporter>) -> SolutionCache {
    let folder = data_folder::tables().map(SolutionFolder::new);
    SolutionCache::new(folder, reporter, USUAL_MEMORY)
}

/// Has people told in words that they wait, with nothing that moves.
pub(crate) fn stay_plain() {
    PLAIN.store(true, Ordering::Relaxed);
}

/// Tells whether nothing may move while people wait.
pub(crate) fn is_plain() -> bool {
    PLAIN.load(Ordering::Relaxed)
}

/// Set once at the beginning, before anybody waits.
static PLAIN: AtomicBool = AtomicBool::new(false);

/// Shows computations on the screen.
struct ProgressOnScreen;

impl ProgressReporter for ProgressOnScreen {
    fn watch(&self, what: &str) -> Box<dyn Watch + '_> {
        Box::new(SolveProgress::new(what))
    }
}

/// A bar that appears once something takes long, and only on a terminal.
pub(crate) struct SolveProgress {
    bar: ProgressBar,
    what: String,
    since: Instant,
    shown: OnceLock<()>,
}

impl SolveProgress {
    pub(crate) fn new(what: &str) -> Self {
        interrupted();
        Self {
            bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
            what: what.to_owned(),
            since: Instant::now(),
            shown: OnceLock::new(),
        }
    }

    fn show(&self) {
        if is_plain() {
            anstream::eprintln!("Please wait: {}.", self.what);
        } else if std::io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{msg} {bar:30} {percent:>3}%, {eta} left");
            self.bar
                .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.bar.set_message(self.what.clone());
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Watch for SolveProgress {
    fn progress(&self, done: u64, all: u64) {
        if self.since.elapsed() < PATIENCE {
            return;
        }
        self.shown.get_or_init(|| self.show());
        self.bar.set_length(all);
        self.bar.set_position(done);
    }

    fn is_stopped(&self) -> bool {
        interrupted().load(Ordering::Relaxed)
    }
}

impl Drop for SolveProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Returns the flag that Ctrl-C raises, once somebody has begun to watch. A second Ctrl-C ends the program at once.
fn interrupted() -> &'static Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        // Without a handler Ctrl-C ends the program as it always does, which leaves no half-written file either.
        drop(ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        }));
        flag
    })
}

/// A spinner with a few words, on a terminal only. It goes away when it is dropped.
pub(crate) struct Spinner(ProgressBar);

impl Spinner {
    pub(crate) fn new(what: &str) -> Self {
        let target = if std::io::stderr().is_terminal() && !is_plain() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{spinner} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_message(format!("{what} …"));
        bar.enable_steady_tick(Duration::from_millis(120));
        Self(bar)
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
