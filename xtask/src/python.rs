//! The Python package: a wheel from its crate, installed in an environment of its own, and its tests.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, io};

use crate::report::{Lane, Outcome, finish};
use crate::{answers, cargo, linting, root, target};

/// What builds wheels.
const MATURIN: &str = "maturin>=1.9,<2";

/// What the tests and the checkers of environments come from.
const FOR_TESTS: [&str; 4] = [
    "numpy>=1.26",
    "pytest",
    "gymnasium>=1.0",
    "pettingzoo>=1.24",
];

/// Checks the package alone.
pub(crate) fn run() -> ExitCode {
    let mut lane = Lane::default();
    check(&mut lane);
    finish(&[lane])
}

/// Builds the wheel as quickly as the compiler allows, installs it and runs the tests.
///
/// It is a build of its own, apart from the workspace, and takes a while when nothing is there yet, most of it for the solvers; afterwards
/// seconds. The pass that builds the wheel also lints. Crates from elsewhere, wheels and their environment stay in `target/python`.
pub(crate) fn check(lane: &mut Lane) {
    lane.command("python: formatting", &mut format());
    let python = match environment(lane) {
        Ok(python) => python,
        Err(why) => return lane.step("python", |_| Outcome::Skipped(why)),
    };
    let mut is_installed = false;
    lane.step("python: wheel, with lints", |lane| {
        let outcome = build(lane, &python);
        is_installed = matches!(outcome, Outcome::Ran { passed: true, .. });
        outcome
    });
    if is_installed {
        let mut tests = Command::new(&python);
        tests.args([
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "python/tests",
        ]);
        lane.command("python: tests", tests.current_dir(root()));
    }
}

fn format() -> Command {
    cargo(&["fmt", "--check", "--manifest-path", "python/Cargo.toml"])
}

fn folder() -> PathBuf {
    target().join("python")
}

/// Returns the Python of an environment that has all that is needed, or says what is missing.
fn environment(lane: &Lane) -> Result<PathBuf, String> {
    let venv = folder().join("venv");
    let python = venv.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    if has_everything(&python) {
        return Ok(python);
    }
    let found = ["python3", "python"]
        .into_iter()
        .find(|name| is_new_enough(name));
    let found = found.ok_or("Python 3.10 or newer is not installed")?;
    let made = Command::new(found)
        .args(["-m", "venv", "--clear"])
        .arg(&venv)
        .output();
    if !made.is_ok_and(|output| output.status.success()) {
        return Err(format!(
            "{found} -m venv failed: on Debian it needs the package python3-venv"
        ));
    }
    lane.say("installing maturin and what the tests need");
    let mut pip = Command::new(&python);
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        MATURIN,
    ]);
    if answers(pip.args(FOR_TESTS)) && has_everything(&python) {
        Ok(python)
    } else {
        Err(format!(
            "pip cannot install {MATURIN} {}",
            FOR_TESTS.join(" ")
        ))
    }
}

fn has_everything(python: &Path) -> bool {
    let modules = "import maturin, numpy, pytest, gymnasium, pettingzoo";
    answers(Command::new(python).args(["-c", modules]))
}

fn is_new_enough(name: &str) -> bool {
    let asked = "import sys; sys.exit(sys.version_info < (3, 10))";
    answers(Command::new(name).args(["-c", asked]))
}

/// Builds the wheel and installs it.
fn build(lane: &Lane, python: &Path) -> Outcome {
    let wheels = folder().join("wheels");
    if let Err(error) = emptied(&wheels) {
        lane.say(&format!("{}: {error}", wheels.display()));
        return Outcome::failed();
    }
    let mut maturin = Command::new(python);
    // It is installed here and nowhere else, so nobody needs to ask how old a C library it runs with.
    maturin
        .args(["-m", "maturin", "build", "--locked", "--profile", "dev"])
        .args([
            "--compatibility",
            "linux",
            "--manifest-path",
            "python/Cargo.toml",
            "--out",
        ])
        .arg(&wheels)
        .arg("--interpreter")
        .arg(python)
        .current_dir(root())
        .env("CARGO_TARGET_DIR", folder())
        .env("PYO3_PYTHON", python);
    let built = lane.watch(linting(&mut maturin));
    let wheel = fs::read_dir(&wheels)
        .ok()
        .and_then(|mut files| files.next()?.ok());
    let (Outcome::Ran { passed: true, .. }, Some(wheel)) = (&built, wheel) else {
        return Outcome::failed();
    };
    let mut pip = Command::new(python);
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ])
    .args(["--no-deps", "--force-reinstall"])
    .arg(wheel.path());
    lane.watch(&mut pip)
}

/// Makes an empty folder.
fn emptied(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => fs::create_dir_all(folder),
    }
}
