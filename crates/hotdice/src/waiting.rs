//! People who wait: a bar that says how far a computation is, and a question before one that takes long.

use std::io::{self, BufRead, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use hotdice_bots::USUAL_MEMORY;
use hotdice_core::capitalized;
use hotdice_solutions::{
    CostlySolve, ProgressReporter, SolutionCache, SolutionFolder, SolvePolicy,
};
use hotdice_solve::Watch;
use hotdice_tui::session::clock_in_words;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::data_folder;

/// What takes no longer than this needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often people are told how far it is where nothing may move.
const REPORTS: Duration = Duration::from_secs(10);

/// Returns the library of solved games for a command: whoever is at the terminal is asked before something takes long.
pub(crate) fn tables() -> SolutionCache {
    let terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
    let policy = match usual_policy() {
        SolvePolicy::OnlySmall if terminal => SolvePolicy::Ask(Box::new(ask)),
        policy => policy,
    };
    library(Box::new(ProgressOnScreen), policy)
}

/// Returns the library of solved games for what was asked for by name, whatever it takes.
pub(crate) fn unlimited_tables() -> SolutionCache {
    library(Box::new(ProgressOnScreen), SolvePolicy::Always)
}

/// Returns the library of solved games for tables where people play, who never wait for what takes long; with a bar while it solves.
pub(crate) fn tables_for_play() -> SolutionCache {
    tables_with(Box::new(ProgressOnScreen))
}

/// Returns the library of solved games for tables where people play, with somebody who looks on.
pub(crate) fn tables_with(reporter: Box<dyn ProgressReporter>) -> SolutionCache {
    library(reporter, usual_policy())
}

/// Returns what may be solved where nobody is asked.
fn usual_policy() -> SolvePolicy {
    if YES.load(Ordering::Relaxed) {
        SolvePolicy::Always
    } else {
        SolvePolicy::OnlySmall
    }
}

fn library(reporter: Box<dyn ProgressReporter>, policy: SolvePolicy) -> SolutionCache {
    let folder = data_folder::tables().map(|folder| SolutionFolder::new(folder).swept());
    SolutionCache::new(folder, reporter, USUAL_MEMORY).with_policy(policy)
}

/// Asks whoever is at the terminal whether something is to be solved that takes long.
fn ask(solve: &CostlySolve) -> bool {
    let solving = capitalized(&solve.to_string());
    anstream::eprint!("{solving}. Solve it now? [y/N] ");
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

/// Says what was not solved because nobody allowed it, and how to have it.
pub(crate) fn tell_declined(tables: &SolutionCache) {
    for solve in tables.declined() {
        anstream::eprintln!("Not solved: {solve}. Add --yes to solve it.");
    }
}

/// Has everything solved that is asked for, without a question.
pub(crate) fn say_yes() {
    YES.store(true, Ordering::Relaxed);
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

/// Set once at the beginning, before anything is solved.
static YES: AtomicBool = AtomicBool::new(false);

/// Shows computations on the screen.
struct ProgressOnScreen;

impl ProgressReporter for ProgressOnScreen {
    fn watch(&self, what: &str) -> Box<dyn Watch + '_> {
        Box::new(SolveBar::new(what))
    }
}

/// A bar that appears once something takes long, and only on a terminal.
pub(crate) struct SolveBar {
    bar: ProgressBar,
    what: String,
    since: Instant,
    shown: OnceLock<()>,
    /// When people were last told where nothing moves.
    told: Mutex<Instant>,
}

impl SolveBar {
    pub(crate) fn new(what: &str) -> Self {
        Self {
            bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
            what: what.to_owned(),
            since: Instant::now(),
            shown: OnceLock::new(),
            told: Mutex::new(Instant::now()),
        }
    }

    fn show(&self) {
        if is_plain() {
            anstream::eprintln!("Please wait: {}.", self.what);
        } else if io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{msg} {bar:30} {percent:>3}%, {eta} left");
            self.bar
                .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.bar.set_message(self.what.clone());
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Says now and then how far it is.
    fn tell(&self, done: u64, all: u64) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if done == 0 || told.elapsed() < REPORTS {
            return;
        }
        *told = Instant::now();
        let part = done as f64 / all.max(1) as f64;
        let left = self.since.elapsed().as_secs_f64() * (1.0 - part) / part;
        let left = clock_in_words((left as u32).max(1));
        anstream::eprintln!("  {:.0} %, {left} left.", 100.0 * part);
    }
}

impl Watch for SolveBar {
    fn progress(&self, done: u64, all: u64) {
        if self.since.elapsed() < PATIENCE {
            return;
        }
        self.shown.get_or_init(|| self.show());
        if is_plain() {
            self.tell(done, all);
        }
        self.bar.set_length(all);
        self.bar.set_position(done);
    }

    /// Whoever wants it to stop ends the program.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Drop for SolveBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A spinner with a few words, on a terminal only. It goes away when it is dropped.
pub(crate) struct Spinner(ProgressBar);

impl Spinner {
    pub(crate) fn new(what: &str) -> Self {
        let target = if io::stderr().is_terminal() && !is_plain() {
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
