//! Every fuzz target for a while.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

use crate::report::{Lane, Outcome};
use crate::tally::Tally;
use crate::{answers, cargo, root};

/// How long each target runs unless told otherwise.
pub(crate) const USUAL_SECONDS: u32 = 60;

/// Runs every target for some seconds.
pub(crate) fn run(lane: &mut Lane, seconds: u32) {
    lane.step("fuzz targets", |lane| match obstacle() {
        Some(obstacle) => Outcome::Skipped(obstacle),
        None => run_all(lane, seconds),
    });
}

/// Says what keeps fuzzing from being possible here, after trying to install what is missing.
fn obstacle() -> Option<String> {
    if !answers(&mut nightly(&["--version"])) {
        return Some("there is no nightly toolchain: rustup toolchain install nightly".to_owned());
    }
    let installed = answers(&mut nightly(&["fuzz", "--version"])) || {
        println!("cargo-fuzz is missing: it is installed now");
        let status = cargo(&["install", "cargo-fuzz", "--locked"]).status();
        status.is_ok_and(|status| status.success())
    };
    (!installed).then(|| "cargo-fuzz could not be installed".to_owned())
}

/// Returns a command of the nightly cargo, which fuzzing needs.
fn nightly(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    // This program was started by another cargo, whose choice of toolchain would win over the argument.
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command.arg("+nightly").args(arguments).current_dir(root());
    command
}

fn run_all(lane: &Lane, seconds: u32) -> Outcome {
    let targets = match targets(&root().join("fuzz/fuzz_targets")) {
        Ok(targets) => targets,
        Err(error) => {
            println!("fuzz/fuzz_targets: {error}");
            return Outcome::failed();
        }
    };
    let mut tally = Tally::default();
    for target in targets {
        println!("--- {target}, {seconds} s");
        let time = format!("-max_total_time={seconds}");
        let arguments = [
            "fuzz",
            "run",
            &target,
            "--",
            &time,
            "-timeout=10",
            "-print_final_stats=1",
        ];
        let outcome = lane.watch(&mut nightly(&arguments));
        tally += Tally::of(matches!(outcome, Outcome::Ran { passed: true, .. }));
    }
    let passed = tally.failed == 0;
    Outcome::Ran { passed, tally }
}

/// Returns the names of all targets, in order.
fn targets(folder: &Path) -> io::Result<Vec<String>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        targets.extend(name.map(str::to_owned));
    }
    targets.sort();
    Ok(targets)
}
