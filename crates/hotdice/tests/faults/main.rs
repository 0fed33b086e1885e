//! Three servers on one PostgreSQL and one NATS, and everything that can happen to them.

mod attacks;
mod bus;
mod disks;
mod kills;
mod storms;

use std::path::PathBuf;

use hotdice_faults::{Outcome, Run};
use hotdice_rig::or_skip;

/// Returns a run of the binary under test.
fn run(seed: u64, seconds: u64) -> Run {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_hotdice"));
    Run::of(binary, seed, seconds)
}

/// Makes a run, and prints what came of it.
fn go(run: &Run) -> Option<Outcome> {
    let outcome = or_skip(run.go())?;
    for (at, fault) in &outcome.damage.faults {
        println!("{:>7.1} s  {fault}", at.as_secs_f64());
    }
    println!("{}", outcome.figures);
    Some(outcome)
}

/// Expects a run without a flaw.
#[track_caller]
fn survives(run: &Run) -> Option<Outcome> {
    let outcome = go(run)?;
    if !outcome.flaws.is_empty() {
        for log in &outcome.server_logs {
            println!("--- a server\n{log}");
        }
    }
    let flaws: Vec<String> = outcome.flaws.iter().map(ToString::to_string).collect();
    assert!(flaws.is_empty(), "seed {}: {flaws:#?}", run.seed);
    Some(outcome)
}
