//! Every check of the workspace.

use std::process::{Command, ExitCode};

use crate::report::{Outcome, Report, watch};
use crate::{answers, cargo, fuzz, page, repository, services, terminal};

/// Runs every check; with seconds for each fuzz target, also what takes long.
pub(crate) fn run(seconds: Option<u32>) -> ExitCode {
    let mut report = Report::default();
    report.command("formatting", &mut cargo(&["fmt", "--all", "--check"]));
    report.command("formatting of the fuzz targets", &mut format_fuzz());
    report.command("lints", &mut lints());
    services::test(&mut report, "tests", &mut tests());
    report.command(
        "doc tests",
        &mut cargo(&["test", "--locked", "--workspace", "--doc"]),
    );
    report.command("stories", &mut stories());
    terminal::check(&mut report);
    page::check(&mut report);
    report.command("docs", &mut docs());
    report.step("dependencies", dependencies);
    report.step("repository", repository::check);
    if let Some(seconds) = seconds {
        services::test(&mut report, "long tests", &mut long_tests());
        fuzz::run(&mut report, seconds);
    }
    report.finish()
}

fn format_fuzz() -> Command {
    cargo(&["fmt", "--check", "--manifest-path", "fuzz/Cargo.toml"])
}

fn lints() -> Command {
    cargo(&[
        "clippy",
        "--locked",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])
}

/// Unit, property and golden tests. Properties are tried on the same cases every time; long tests find others.
fn tests() -> Command {
    let mut command = match has_nextest() {
        true => cargo(&["nextest", "run", "--locked", "--workspace"]),
        false => cargo(&PLAIN_TESTS),
    };
    command.env("PROPTEST_RNG_SEED", "1");
    command
}

const PLAIN_TESTS: [&str; 9] = [
    "test",
    "--locked",
    "--workspace",
    "--exclude",
    "hotdice-features",
    "--no-fail-fast",
    "--lib",
    "--bins",
    "--tests",
];

fn has_nextest() -> bool {
    let found = answers(&mut cargo(&["nextest", "--version"]));
    if !found {
        println!(
            "!!! cargo-nextest is not installed: cargo test runs the tests instead, which is slower"
        );
        println!("!!! to install it: cargo install cargo-nextest --locked");
    }
    found
}

fn stories() -> Command {
    cargo(&[
        "test",
        "--locked",
        "-p",
        "hotdice-features",
        "--test",
        "bdd",
    ])
}

fn docs() -> Command {
    let mut command = cargo(&["doc", "--locked", "--workspace", "--no-deps"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    command
}

/// Licences, banned crates and sources. A test of this crate has looked at the same, only less thoroughly.
fn dependencies() -> Outcome {
    if !answers(&mut cargo(&["deny", "--version"])) {
        let missing = "cargo-deny is missing: cargo install cargo-deny --locked (a test has checked what it can)";
        return Outcome::Skipped(missing.to_owned());
    }
    watch(&mut cargo(&[
        "deny", "--locked", "check", "licenses", "bans", "sources",
    ]))
}

/// The same tests in a release build, with many more games, cases and levels, and those that are too long for every run.
fn long_tests() -> Command {
    let mut command = if has_nextest() {
        cargo(&[
            "nextest",
            "run",
            "--locked",
            "--workspace",
            "--release",
            "--profile",
            "long",
            "--run-ignored",
            "all",
        ])
    } else {
        let mut command = cargo(&PLAIN_TESTS);
        command.args(["--release", "--", "--include-ignored"]);
        command
    };
    command
        .env("HOTDICE_LONG", "1")
        .env("PROPTEST_CASES", "20000");
    command
}
