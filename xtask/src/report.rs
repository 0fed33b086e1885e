//! Steps one after the other, and what came of them.

use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::tally::Tally;

/// What came of the steps so far. A step that fails does not stop those after it.
#[derive(Debug, Default)]
pub(crate) struct Report {
    steps: Vec<Step>,
}

#[derive(Debug)]
struct Step {
    name: &'static str,
    time: Duration,
    outcome: Outcome,
}

/// What came of a step.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It ran; these tests were counted.
    Ran {
        /// Whether all is well.
        passed: bool,
        /// The tests, none for a step that has no tests.
        tally: Tally,
    },
    /// It could not run here.
    Skipped(String),
}

impl Report {
    /// Runs a step.
    pub(crate) fn step(&mut self, name: &'static str, run: impl FnOnce() -> Outcome) {
        println!("\n=== {name} ===");
        let start = Instant::now();
        let outcome = run();
        if let Outcome::Skipped(why) = &outcome {
            println!("!!! {name} SKIPPED: {why}");
        }
        self.steps.push(Step {
            name,
            time: start.elapsed(),
            outcome,
        });
    }

    /// Runs a command as a step.
    pub(crate) fn command(&mut self, name: &'static str, command: &mut Command) {
        self.step(name, || watch(command));
    }

    /// Prints what came of all steps, and returns how to exit. The last line is the number of tests.
    pub(crate) fn finish(&self) -> ExitCode {
        println!("\n=== summary ===");
        let mut tests = Tally::default();
        for step in &self.steps {
            println!("{step}");
            tests += step.tally();
        }
        println!("{tests}");
        if tests.failed == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}

impl Step {
    /// Returns the tests of the step; a step that failed without a failing test is one failure by itself.
    fn tally(&self) -> Tally {
        match self.outcome {
            Outcome::Ran { passed, mut tally } => {
                tally.failed = tally.failed.max(u64::from(!passed));
                tally
            }
            Outcome::Skipped(_) => Tally {
                skipped: 1,
                ..Tally::default()
            },
        }
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = match &self.outcome {
            Outcome::Skipped(_) => "SKIPPED",
            Outcome::Ran { .. } if self.tally().failed > 0 => "FAILED",
            Outcome::Ran { .. } => "ok",
        };
        let seconds = self.time.as_secs_f64();
        write!(f, "{word:>8}  {seconds:>7.1} s  {}", self.name)?;
        match &self.outcome {
            Outcome::Skipped(why) => write!(f, ": {why}"),
            Outcome::Ran { tally, .. } if *tally == Tally::default() => Ok(()),
            Outcome::Ran { tally, .. } => write!(f, ": {tally}"),
        }
    }
}

/// Runs a command, passes its output through, and counts the tests that it sums up.
pub(crate) fn watch(command: &mut Command) -> Outcome {
    if io::stdout().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            println!("{command:?} could not be started: {error}");
            return Outcome::failed();
        }
    };
    let errors = child.stderr.take().expect("the pipe was asked for");
    let errors = thread::spawn(|| pass_through(errors, io::stderr()));
    let mut tally = pass_through(
        child.stdout.take().expect("the pipe was asked for"),
        io::stdout(),
    );
    tally += errors.join().unwrap_or_default();
    let passed = child.wait().is_ok_and(|status| status.success());
    Outcome::Ran { passed, tally }
}

impl Outcome {
    /// Returns the outcome of a step that failed and has no tests.
    pub(crate) fn failed() -> Self {
        Self::Ran {
            passed: false,
            tally: Tally::default(),
        }
    }
}

/// Copies lines as they come. Whatever cannot be written has still been counted.
fn pass_through(from: impl Read, mut to: impl Write) -> Tally {
    let mut tally = Tally::default();
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        tally += Tally::read(&String::from_utf8_lossy(&line)).unwrap_or_default();
        let _ = to.write_all(&line);
        line.clear();
    }
    tally
}
