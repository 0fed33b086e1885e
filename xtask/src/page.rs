//! The page: its types and units, that the built page is what its sources give, and games in a real browser.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use crate::report::{Outcome, Report, watch};
use crate::{answers, cargo, root};

/// Where Debian puts Chromium.
const CHROMIUM: &str = "/usr/bin/chromium";

/// Runs every check of the page, or says loudly why it cannot.
pub(crate) fn check(report: &mut Report) {
    if !answers(Command::new("npm").arg("--version")) {
        let missing = "npm is missing: install Node.js 20 or newer".to_owned();
        return report.step("page", || Outcome::Skipped(missing));
    }
    if !is_installed() {
        report.command("page: what it is built with", &mut npm(&["ci"]));
    }
    report.command("page: types", &mut npm(&["run", "check"]));
    report.command("page: units", &mut npm(&["run", "unit"]));
    report.step("page: built from its sources", built);
    report.step("page: in a browser", || in_a_browser("e2e"));
}

/// Takes pictures of every screen anew.
pub(crate) fn pictures() -> ExitCode {
    let mut report = Report::default();
    if !is_installed() {
        report.command("page: what it is built with", &mut npm(&["ci"]));
    }
    report.step("pictures", || in_a_browser("pictures"));
    report.finish()
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
fn built() -> Outcome {
    let outcome = watch(&mut npm(&["run", "build"]));
    let mut git = Command::new("git");
    git.args(["status", "--porcelain", "--", "web/dist"]);
    let changed = git.current_dir(root()).output();
    match changed {
        Ok(changed) if !changed.stdout.is_empty() => {
            println!("web/dist is not what web/src gives; commit what was built:");
            println!("{}", String::from_utf8_lossy(&changed.stdout));
            Outcome::failed()
        }
        _ => outcome,
    }
}

fn in_a_browser(script: &str) -> Outcome {
    let Some(chromium) = chromium() else {
        return Outcome::Skipped("Chromium is missing: apt-get install chromium".to_owned());
    };
    if !answers(&mut cargo(&["build", "--locked", "--package", "hotdice"])) {
        return Outcome::failed();
    }
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let mut tests = npm(&["run", script]);
    tests.env("HOTDICE_CHROMIUM", chromium);
    tests.env("HOTDICE_BIN", target.join("debug/hotdice"));
    tests.env("HOTDICE_TEST_DATA", target.join("page-tests-data"));
    watch(&mut tests)
}

/// Returns a browser; where Debian's packages can be had, it is installed.
fn chromium() -> Option<PathBuf> {
    if let Some(named) = env::var_os("HOTDICE_CHROMIUM") {
        return Some(PathBuf::from(named));
    }
    let usual = Path::new(CHROMIUM);
    if !usual.exists() {
        println!("!!! Chromium is missing: trying apt-get install chromium");
        answers(Command::new("apt-get").args(["install", "--yes", "chromium"]));
    }
    usual.exists().then(|| usual.to_owned())
}
