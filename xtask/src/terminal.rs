//! The program in a real terminal: tapes played as tests, pictures from them, and how it feels.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::{fs, io};

use crate::report::{Lane, Outcome};
use crate::{answers, cargo, linting_cargo, root, target};

/// How many tapes are played at once. They wait most of the time.
const TAPES_AT_ONCE: &str = "--test-threads=4";

/// Plays the tapes that are tests, or says loudly why it cannot.
pub(crate) fn check(lane: &mut Lane) {
    lane.step("games in a terminal", |lane| {
        if !has_tmux() {
            return Outcome::Skipped("tmux is missing: apt-get install tmux".to_owned());
        }
        lane.watch(&mut linting_cargo(&[
            "test",
            "--locked",
            "--no-fail-fast",
            // All crates, as everywhere else, so that nothing is built twice.
            "--workspace",
            "--test",
            "terminal",
            "--",
            TAPES_AT_ONCE,
        ]))
    });
}

/// Takes the pictures of the terminal anew: of all tapes beside the tests, or of those named.
pub(crate) fn stills(names: &[&str]) -> ExitCode {
    if !has_tmux() {
        eprintln!("xtask: tmux is missing: apt-get install tmux");
        return ExitCode::FAILURE;
    }
    let Ok(mut tapes) = tapes() else {
        eprintln!("xtask: the folder tapes cannot be read");
        return ExitCode::FAILURE;
    };
    if !names.is_empty() {
        let is_named = |tape: &PathBuf| {
            let name = tape.file_stem().unwrap_or_default();
            names.iter().any(|wanted| name == *wanted)
        };
        tapes.retain(is_named);
    }
    let pictures = root().join("docs/pictures");
    run("stills", |command| {
        command.arg(pictures).args(tapes);
    })
}

/// Measures the first frame, the time from key to frame, and what waiting costs.
pub(crate) fn feel() -> ExitCode {
    run("feel", |_| {})
}

/// Runs a program of hotdice-tape with a release build of Hot Dice as its first argument.
fn run(program: &str, prepare: impl FnOnce(&mut Command)) -> ExitCode {
    let build = ["build", "--locked", "--release", "--package", "hotdice"];
    if !cargo(&build).status().is_ok_and(|status| status.success()) {
        return ExitCode::FAILURE;
    }
    let mut command = cargo(&["run", "--locked", "--package", "hotdice-tape", "--bin"]);
    command
        .args([program, "--"])
        .arg(target().join("release/hotdice"));
    prepare(&mut command);
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Returns the tapes that are recordings, in order.
fn tapes() -> io::Result<Vec<PathBuf>> {
    let mut tapes = Vec::new();
    for entry in fs::read_dir(root().join("tapes"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "tape") {
            tapes.push(path);
        }
    }
    tapes.sort();
    Ok(tapes)
}

/// Tells whether tmux is here; where Debian's packages can be had, it is installed.
fn has_tmux() -> bool {
    let is_here = || answers(Command::new("tmux").arg("-V"));
    if !is_here() {
        println!("!!! tmux is missing: trying apt-get install tmux");
        let mut install = Command::new("apt-get");
        install.args(["install", "--yes", "tmux"]);
        answers(install.env("DEBIAN_FRONTEND", "noninteractive"));
    }
    is_here()
}
