//! How fast it is, by the clock and by counted instructions.

use std::process::{Command, ExitCode, ExitStatus};

use crate::{answers, cargo, root};

/// The ways to score that are counted, as the counting program names them.
const WAYS: [&str; 3] = ["split", "worth", "ordered"];

/// The rolls of the shorter run and of the longer one. Their difference leaves the start of the program out.
const ROLLS: [u64; 2] = [100_000, 300_000];

/// Runs the benchmarks and counts instructions.
pub(crate) fn run() -> ExitCode {
    let measured = cargo(&["bench", "--locked", "-p", "hotdice-bench"]).status();
    if !measured.is_ok_and(|status| status.success()) {
        return ExitCode::FAILURE;
    }
    if !answers(Command::new("valgrind").arg("--version")) {
        println!("!!! instructions are not counted: valgrind is not installed");
        return ExitCode::SUCCESS;
    }
    match count() {
        Some(()) => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}

fn count() -> Option<()> {
    let build = [
        "build",
        "--locked",
        "--release",
        "-p",
        "hotdice-bench",
        "--bin",
        "count",
    ];
    cargo(&build).status().ok().filter(ExitStatus::success)?;
    println!("\ninstructions per scored roll, by callgrind");
    for way in WAYS {
        let [fewer, more] = ROLLS.map(|rolls| instructions(way, rolls));
        let each = (more? - fewer?) as f64 / (ROLLS[1] - ROLLS[0]) as f64;
        println!("{way:>10}  {each:>8.1}");
    }
    Some(())
}

/// Returns how many instructions the counting program takes for so many rolls.
fn instructions(way: &str, rolls: u64) -> Option<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.arg(root().join("target/release/count"));
    let output = valgrind.args([way, &rolls.to_string()]).output().ok()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said
        .lines()
        .find_map(|line| line.split_once("Collected : "));
    let Some((_, number)) = collected else {
        println!("callgrind did not count:\n{said}");
        return None;
    };
    number.trim().parse().ok()
}
