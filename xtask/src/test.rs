//! Every check of the workspace.

use std::env;
use std::process::{Command, ExitCode};
use std::sync::mpsc;
use std::thread;

use crate::report::{Lane, Outcome, finish};
use crate::{
    answers, cargo, dist, docs as site, fuzz, linting_cargo, nextest, page, python, repository,
    rustdoc, services, terminal, wasm,
};

/// Runs every check; with seconds for each fuzz target, also what takes long.
///
/// The page and the terminal have a lane of their own: games in a browser and in a terminal mostly wait, for animations and for
/// each other's keys, and leave room for compilers. They begin as soon as the program is built.
pub(crate) fn run(seconds: Option<u32>) -> ExitCode {
    let own = env::current_exe().ok();
    let (built, is_built) = mpsc::channel();
    let mut lanes = thread::scope(|scope| {
        let beside = scope.spawn(move || {
            let mut lane = Lane::marked("beside | ");
            page::check(&mut lane);
            page::check_package(&mut lane);
            site::check(&mut lane);
            if is_built.recv() == Ok(true) {
                page::check_in_a_browser(&mut lane);
                terminal::check(&mut lane);
                dist::check(&mut lane);
            }
            wasm::check(&mut lane, wasm::Depth::Changes);
            python::check(&mut lane);
            lane
        });
        let mut lane = Lane::default();
        lane.command("formatting", &mut cargo(&["fmt", "--all", "--check"]));
        lane.command("formatting of the fuzz targets", &mut format_fuzz());
        lane.step("building, with lints", |lane| {
            let outcome = lane.watch(&mut build());
            // Whoever waits has given up only if its thread is gone.
            let _ = built.send(matches!(outcome, Outcome::Ran { passed: true, .. }));
            outcome
        });
        lane.command(
            "docs and their examples",
            &mut rustdoc::document_and_test(own),
        );
        lane.command("stories", &mut stories());
        lane.step("dependencies", dependencies);
        lane.step("repository", repository::check);
        services::test(&mut lane, "tests", &mut tests());
        let mut lanes = vec![lane];
        lanes.extend(beside.join());
        lanes
    });
    if let Some(seconds) = seconds {
        let mut lane = Lane::default();
        lane.command("docs of programs", &mut docs());
        lane.command("lints of the program for playing only", &mut play_only());
        wasm::check(&mut lane, wasm::Depth::Everything);
        services::test(&mut lane, "long tests", &mut long_tests());
        fuzz::run(&mut lane, seconds);
        lanes.push(lane);
    }
    finish(&lanes)
}

fn format_fuzz() -> Command {
    cargo(&["fmt", "--check", "--manifest-path", "fuzz/Cargo.toml"])
}

/// Everything that is tested, and benchmarks and examples: their lints are only seen when they are compiled.
fn build() -> Command {
    linting_cargo(&["build", "--locked", "--workspace", "--all-targets"])
}

/// The program without its optional features, which no other step builds.
fn play_only() -> Command {
    cargo(&[
        "clippy",
        "--locked",
        "--package",
        "hotdice",
        "--no-default-features",
        "--bins",
        "--",
        "-D",
        "warnings",
    ])
}

/// Unit, property and golden tests. Properties are tried on the same cases every time; long tests find others.
fn tests() -> Command {
    let mut command = if nextest::is_installed() {
        let mut command = linting_cargo(&["nextest", "run", "--locked", "--workspace"]);
        nextest::set_up(&mut command);
        command
    } else {
        linting_cargo(&PLAIN_TESTS)
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

/// All crates here and below, as everywhere else: other crates mean other features, and everything would be built again.
fn stories() -> Command {
    linting_cargo(&["test", "--locked", "--workspace", "--test", "bdd"])
}

/// Every page of documentation, also of programs and examples. Examples bring the dependencies of tests, and so the same features as for
/// lints.
fn docs() -> Command {
    let mut command = cargo(&["doc", "--locked", "--workspace", "--no-deps"]);
    command.args(["--lib", "--bins", "--examples"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    command
}

/// Licences, banned crates and sources. A test of this crate has looked at the same, only less thoroughly.
fn dependencies(lane: &Lane) -> Outcome {
    if !answers(&mut cargo(&["deny", "--version"])) {
        let missing = "cargo-deny is missing: cargo install cargo-deny --locked (a test has checked what it can)";
        return Outcome::Skipped(missing.to_owned());
    }
    lane.watch(&mut cargo(&[
        "deny", "--locked", "check", "licenses", "bans", "sources",
    ]))
}

/// The same tests in a release build, with many more games, cases and levels, and those that are too long for every run.
fn long_tests() -> Command {
    let mut command = if nextest::is_installed() {
        let mut command = cargo(&[
            "nextest",
            "run",
            "--locked",
            "--workspace",
            "--release",
            "--profile",
            "long",
            "--run-ignored",
            "all",
        ]);
        nextest::set_up(&mut command);
        command
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
