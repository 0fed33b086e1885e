//! The page: its types and units, that the built page is what its sources give, and games in a real browser.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use crate::report::{Lane, Outcome, finish};
use crate::{answers, cargo, root, target, wasm};

/// Where Debian puts Chromium.
const CHROMIUM: &str = "/usr/bin/chromium";

/// Runs every check of the page that needs no server, or says loudly why it cannot.
pub(crate) fn check(lane: &mut Lane) {
    if !has_npm() {
        return lane.step("page", |_| Outcome::Skipped(NO_NPM.to_owned()));
    }
    install(lane);
    lane.command("page: types", &mut npm(&["run", "check"]));
    lane.command("page: units", &mut npm(&["run", "unit"]));
    lane.step("page: built from its sources", built);
}

/// Plays games in a real browser with the program as it is built, or says loudly why it cannot.
pub(crate) fn check_in_a_browser(lane: &mut Lane) {
    lane.step("page: in a browser", |lane| in_a_browser(lane, "e2e"));
}

/// Uses the npm package as others get it, or says loudly why it cannot.
pub(crate) fn check_package(lane: &mut Lane) {
    lane.step("npm package", |lane| in_a_browser(lane, "package"));
}

/// Takes pictures of every screen anew.
pub(crate) fn pictures() -> ExitCode {
    let mut lane = Lane::default();
    install(&mut lane);
    lane.command("the server of tests", &mut test_server());
    lane.step("pictures", |lane| in_a_browser(lane, "pictures"));
    finish(&[lane])
}

/// The program, and the same server with dice that follow from a seed.
fn test_server() -> Command {
    cargo(&[
        "build",
        "--locked",
        "--package",
        "hotdice",
        "--package",
        "hotdice-testserver",
    ])
}

const NO_NPM: &str = "npm is missing: install Node.js 20 or newer";

fn has_npm() -> bool {
    answers(Command::new("npm").arg("--version"))
}

fn install(lane: &mut Lane) {
    if !is_installed() {
        lane.command("page: what it is built with", &mut npm(&["ci"]));
    }
}

fn web() -> PathBuf {
    root().join("web")
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command
        .args(arguments)
        .current_dir(web())
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .env("NO_COLOR", "1");
    command
}

/// Tells whether the packages of the lock file are there.
fn is_installed() -> bool {
    let written = |path: &str| fs::metadata(web().join(path)).and_then(|file| file.modified());
    match (
        written("node_modules/.package-lock.json"),
        written("package-lock.json"),
    ) {
        (Ok(installed), Ok(wanted)) => installed >= wanted,
        _ => false,
    }
}

/// Builds the page anew: the same sources give the same bytes.
fn built(lane: &Lane) -> Outcome {
    let outcome = lane.watch(&mut npm(&["run", "build"]));
    let mut git = Command::new("git");
    git.args(["status", "--porcelain", "--", "web/dist"]);
    let changed = git.current_dir(root()).output();
    match changed {
        Ok(changed) if !changed.stdout.is_empty() => {
            lane.say("web/dist is not what web/src gives; commit what was built:");
            lane.say(&String::from_utf8_lossy(&changed.stdout));
            Outcome::failed()
        }
        _ => outcome,
    }
}

fn in_a_browser(lane: &Lane, script: &str) -> Outcome {
    if !has_npm() {
        return Outcome::Skipped(NO_NPM.to_owned());
    }
    let Some(chromium) = chromium(lane) else {
        return Outcome::Skipped("Chromium is missing: apt-get install chromium".to_owned());
    };
    let files = target().join("page-tests-static");
    if let Err(error) = wasm::write_static_anew(&files) {
        lane.say(&format!("{}: {error}", files.display()));
        return Outcome::failed();
    }
    let mut tests = npm(&["run", script]);
    tests.env("HOTDICE_STATIC", files);
    tests.env("HOTDICE_CHROMIUM", chromium);
    tests.env("HOTDICE_BIN", target().join("debug/hotdice"));
    tests.env("HOTDICE_TEST_DATA", target().join("page-tests-data"));
    lane.watch(&mut tests)
}

/// Returns a browser; where Debian's packages can be had, it is installed.
fn chromium(lane: &Lane) -> Option<PathBuf> {
    if let Some(named) = env::var_os("HOTDICE_CHROMIUM") {
        return Some(PathBuf::from(named));
    }
    let usual = Path::new(CHROMIUM);
    if !usual.exists() {
        lane.say("!!! Chromium is missing: trying apt-get install chromium");
        answers(Command::new("apt-get").args(["install", "--yes", "chromium"]));
    }
    usual.exists().then(|| usual.to_owned())
}
