//! The chores of the workspace, each by one command. `cargo xtask` lists them.
//!
//! Nothing here but the standard library, so that the first run on a fresh machine begins at once.

mod bench;
mod dist;
mod docs;
mod fuzz;
mod nextest;
mod page;
#[expect(
    unreachable_pub,
    reason = "it is the file of hotdice-rig, which is a library"
)]
#[path = "../../crates/hotdice-rig/src/patience.rs"]
mod patience;
mod python;
mod report;
mod repository;
mod rustdoc;
mod services;
mod tally;
mod terminal;
mod test;
mod wasm;

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
Usage: cargo xtask COMMAND

  test                  formatting, lints, every test, stories, the page, docs and repository checks
  test --long [SECONDS] all of that, then many more games and cases in a release build, and every fuzz target for so
                        many seconds (60 unless told)
  bench                 rolls, games and positions per second, how long perfect play takes, and instructions
  solved [SECTION]...   the tables and plots of docs/solved.md, worked out anew: all of them, or those named
  wasm                  the modules of WebAssembly that the page plays with when there is no server, into web/wasm
  python                the wheel of the Python package, installed in an environment of its own, and its tests
  docs                  the documentation site, by mdBook, into target/docs/book
  static FOLDER         the page as a folder of files that any static host can serve, without a server
  dist [URL]            packages for older systems, into target/packages: tarball, .deb, .rpm, bill of materials, checksums, and a
                        formula and winget manifests that fetch them from the URL
  dist --check          the tests of the packages alone, with the program of a development build
  pictures              pictures of every screen of the page, for the README and for looking at
  stills [TAPE]...      pictures of the terminal, from the tapes of whole games: all of them, or those named
  feel                  how soon the first frame comes, how soon a key is answered, and what waiting costs
  bless                 writes the golden files anew: read the difference before you commit it";

fn main() -> ExitCode {
    if let Some(documented) = rustdoc::stand_in() {
        return documented;
    }
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        [] | ["help" | "--help" | "-h"] => {
            // Whoever reads only the first lines has read enough.
            let _ = writeln!(std::io::stdout(), "{HELP}");
            ExitCode::SUCCESS
        }
        ["test"] => run_tests(None),
        ["test", "--long"] => run_tests(Some(fuzz::USUAL_SECONDS)),
        ["test", "--long", seconds] => match seconds.parse() {
            Ok(seconds) => run_tests(Some(seconds)),
            Err(_) => misused(&format!("{seconds:?} is not a number of seconds")),
        },
        ["bench"] => bench::run(),
        ["solved", sections @ ..] => solved(sections),
        ["wasm"] => wasm::run(),
        ["python"] => python::run(),
        ["docs"] => docs::run(),
        ["static", folder] => wasm::write_static(folder),
        ["dist"] => dist::run(None),
        ["dist", "--check"] => dist::run_checks(),
        ["dist", url] => dist::run(Some(url)),
        ["pictures"] => page::pictures(),
        ["stills", tapes @ ..] => terminal::stills(tapes),
        ["feel"] => terminal::feel(),
        ["bless"] => bless(),
        [command, ..] => misused(&format!("{command:?} is not known in this form")),
    }
}

fn misused(what: &str) -> ExitCode {
    eprintln!("xtask: {what}\n\n{HELP}");
    ExitCode::from(2)
}

/// Runs every check, if the environment makes sense.
fn run_tests(fuzzed_for: Option<u32>) -> ExitCode {
    match patience::factor() {
        Ok(_) => test::run(fuzzed_for),
        Err(misuse) => misused(&misuse),
    }
}

/// Writes the tables and plots of the solved games.
fn solved(sections: &[&str]) -> ExitCode {
    let mut command = cargo(&[
        "run",
        "--locked",
        "--release",
        "--package",
        "hotdice-bench",
        "--bin",
        "solved",
        "--",
    ]);
    match command.args(sections).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) if status.code() == Some(2) => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    }
}

/// The tests that compare files with what the program makes, as cargo is told to run them.
const GOLDEN: [&[&str]; 2] = [
    &[
        "-p",
        "hotdice-games",
        "-p",
        "hotdice-table",
        "--test",
        "registry",
        "--test",
        "fair_records",
    ],
    &["-p", "hotdice", "--test", "cli", "documents::"],
];

/// Writes the golden files anew, and the output that the pages show.
fn bless() -> ExitCode {
    let is_written = |tests: &&[&str]| {
        let mut command = cargo(&["test", "--locked"]);
        let status = command.args(*tests).env("HOTDICE_BLESS", "1").status();
        status.is_ok_and(|status| status.success())
    };
    if GOLDEN.iter().all(is_written) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the root of the workspace.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent()
        .expect("this crate is a folder of the workspace")
}

/// Returns the folder that cargo builds in.
fn target() -> PathBuf {
    let named = env::var_os("CARGO_TARGET_DIR");
    named.map_or_else(|| root().join("target"), PathBuf::from)
}

/// Returns a cargo command that runs in the root of the workspace.
fn cargo(arguments: &[&str]) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root());
    command
}

/// Tells whether a command is there and answers.
fn answers(command: &mut Command) -> bool {
    let output = command.output();
    output.is_ok_and(|output| output.status.success())
}

/// Returns a cargo command that lints the crates of the workspace while it compiles them.
///
/// `cargo clippy` checks every crate a second time, dependencies included, for metadata that nothing else uses. Here its driver
/// stands in for the compiler, as `cargo clippy` has it do, but it also generates code: one pass gives the lints and the tests.
/// All steps of the test command have to use it, because cargo keeps what another compiler built apart.
///
/// The driver turns off MIR optimisations, so what is tested is not quite what is shipped; the long tests use the plain compiler.
fn linting_cargo(arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    linting(&mut command);
    command
}

/// Makes a command that runs cargo lint what it compiles.
fn linting(command: &mut Command) -> &mut Command {
    command
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        // What `cargo clippy -- -D warnings` hands to its driver.
        .env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__")
}
