//! Steps, and what came of them: one after the other in a lane, lanes beside each other.

use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::tally::Tally;

/// Steps that run one after the other. A step that fails does not stop those after it.
#[derive(Debug, Default)]
pub(crate) struct Lane {
    /// What stands before every line, so that lanes that run beside each other can be told apart.
    mark: &'static str,
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

impl Lane {
    /// Returns a lane that runs beside others.
    pub(crate) fn marked(mark: &'static str) -> Self {
        Self {
            mark,
            steps: Vec::new(),
        }
    }

    /// Runs a step.
    pub(crate) fn step(&mut self, name: &'static str, run: impl FnOnce(&Self) -> Outcome) {
        self.say(&format!("=== {name} ==="));
        let start = Instant::now();
        let outcome = run(self);
        if let Outcome::Skipped(why) = &outcome {
            self.say(&format!("!!! {name} SKIPPED: {why}"));
        }
        self.steps.push(Step {
            name,
            time: start.elapsed(),
            outcome,
        });
    }

    /// Runs a command as a step.
    pub(crate) fn command(&mut self, name: &'static str, command: &mut Command) {
        self.step(name, |lane| lane.watch(command));
    }

    /// Says something.
    pub(crate) fn say(&self, text: &str) {
        for line in text.lines() {
            println!("{}{line}", self.mark);
        }
    }

    /// Runs a command, passes its output through, and counts the tests that it sums up.
    pub(crate) fn watch(&self, command: &mut Command) -> Outcome {
        if io::stdout().is_terminal() {
            command.env("CARGO_TERM_COLOR", "always");
        }
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) => {
                self.say(&format!("{command:?} could not be started: {error}"));
                return Outcome::failed();
            }
        };
        let mark = self.mark;
        let errors = child.stderr.take().expect("the pipe was asked for");
        let errors = thread::spawn(move || pass_through(mark, errors, io::stderr()));
        let said = child.stdout.take().expect("the pipe was asked for");
        let mut tally = pass_through(mark, said, io::stdout());
        tally += errors.join().unwrap_or_default();
        let passed = child.wait().is_ok_and(|status| status.success());
        Outcome::Ran { passed, tally }
    }
}

/// Prints what came of all steps, and returns how to exit. The last line is the number of tests.
pub(crate) fn finish(lanes: &[Lane]) -> ExitCode {
    println!("\n=== summary ===");
    let mut tests = Tally::default();
    for step in lanes.iter().flat_map(|lane| &lane.steps) {
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

impl Outcome {
    /// Returns the outcome of a step without tests in which all is well.
    pub(crate) fn passed() -> Self {
        Self::Ran {
            passed: true,
            tally: Tally::default(),
        }
    }

    /// Returns the outcome of a step that failed and has no tests.
    pub(crate) fn failed() -> Self {
        Self::Ran {
            passed: false,
            tally: Tally::default(),
        }
    }
}

/// Copies lines as they come. Whatever cannot be written has still been counted.
fn pass_through(mark: &str, from: impl Read, mut to: impl Write) -> Tally {
    let mut tally = Tally::default();
    let mut from = BufReader::new(from);
    let mut line = mark.as_bytes().to_vec();
    while from.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        let said = String::from_utf8_lossy(&line[mark.len()..]);
        tally += Tally::read(&said).unwrap_or_default();
        // One call for the whole line: the other lane writes as well.
        let _ = to.write_all(&line);
        line.truncate(mark.len());
    }
    tally
}
