//! Packages: a tarball, a `.deb`, a `.rpm`, a bill of materials and checksums, and the tests of all of them.
//!
//! Everything that is installed is laid out once, in a [staged tree](stage), and each kind of package wraps that tree. The tools are those of
//! the distributions (`dpkg-deb`, `rpmbuild`, `tar`), so that nothing here has to know their formats.

mod checks;
mod crates;
mod packages;
mod sbom;
mod stage;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, io};

use crate::report::{Lane, Outcome, finish};
use crate::{answers, cargo, root, target};

pub(crate) use checks::check;

/// The oldest glibc that released programs have to run with: that of Debian 10 and RHEL 8.
const OLDEST_GLIBC: &str = "2.28";

const TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// What packages are made from, and where they go.
struct Release {
    version: String,
    program: PathBuf,
    /// The glibc that the program needs at least, such as `2.28`.
    glibc: String,
    /// The date of the last commit in seconds, so that the same sources make the same packages.
    epoch: String,
    /// How hard `xz` tries, from 0 to 9.
    effort: u8,
    folder: PathBuf,
}

/// Builds the program for older systems and makes every package of it.
pub(crate) fn run(url: Option<&str>) -> ExitCode {
    let mut lane = Lane::default();
    let mut program = None;
    lane.step("program", |lane| match build(lane) {
        Ok(built) => {
            program = Some(built);
            Outcome::passed()
        }
        Err(outcome) => outcome,
    });
    if let Some(program) = program {
        let folder = target().join("packages");
        match Release::of(program, folder, 9) {
            Ok(release) => {
                release.make(&mut lane);
                lane.step("formula", |lane| {
                    outcome(lane, packages::formula(&release, url.unwrap_or(SOMEWHERE)))
                });
                lane.step("winget", |lane| {
                    let archive = packages::windows_archive(&release);
                    if !archive.is_file() {
                        let place = archive.display();
                        return Outcome::Skipped(format!("no program for Windows at {place}"));
                    }
                    let url = url.unwrap_or(SOMEWHERE);
                    outcome(lane, packages::winget(&release, url, &archive))
                });
                lane.step("crates", |lane| {
                    crates::package(lane, crates::Verify::Building)
                });
                lane.step("checksums", |lane| {
                    outcome(lane, packages::checksums(&release))
                });
                println!(
                    "\nglibc {} or newer; packages in {}",
                    release.glibc,
                    release.folder.display()
                );
            }
            Err(error) => lane.step("packages", |lane| outcome(lane, Err(error))),
        }
    }
    finish(&[lane])
}

/// Tests the packages alone.
pub(crate) fn run_checks() -> ExitCode {
    let mut lane = Lane::default();
    lane.command(
        "program",
        &mut cargo(&["build", "--locked", "--workspace", "--all-targets"]),
    );
    check(&mut lane);
    finish(&[lane])
}

/// Stands for the place that releases are downloaded from, where none is given.
const SOMEWHERE: &str = "https://hotdice.example/releases";

impl Release {
    fn of(program: PathBuf, folder: PathBuf, effort: u8) -> io::Result<Self> {
        let glibc = needed_glibc(&fs::read(&program)?);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self {
            version: version()?,
            program,
            glibc,
            epoch: epoch(),
            effort,
            folder,
        })
    }

    /// Makes what can be made here of the staged tree.
    fn make(&self, lane: &mut Lane) {
        let tree = self.folder.join("root");
        lane.step("staged tree", |lane| {
            outcome(lane, stage::write(self, &tree))
        });
        lane.step("tarball", |lane| {
            outcome(lane, packages::tarball(self, &tree))
        });
        lane.step(".deb", |lane| match available("dpkg-deb", "dpkg") {
            None => outcome(lane, packages::deb(self, &tree)),
            Some(missing) => missing,
        });
        lane.step(".rpm", |lane| match available("rpmbuild", "rpm") {
            None => outcome(lane, packages::rpm(self, &tree)),
            Some(missing) => missing,
        });
        lane.step("bill of materials", |lane| outcome(lane, sbom::write(self)));
    }

    fn name(&self) -> String {
        format!("hotdice-{}-x86_64-linux", self.version)
    }

    /// Returns a command whose output does not depend on when it runs.
    fn tool(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SOURCE_DATE_EPOCH", &self.epoch);
        command.env("XZ_OPT", format!("-{}", self.effort));
        command
    }
}

/// Builds the program with the C library of older systems where zig is to be had, and says so where it is not.
fn build(lane: &Lane) -> Result<PathBuf, Outcome> {
    let build = ["--locked", "--profile", "dist", "--package", "hotdice"];
    let built = |outcome, path: PathBuf| match outcome {
        Outcome::Ran { passed: true, .. } => Ok(path),
        outcome => Err(outcome),
    };
    if let Some(tools) = zig(lane) {
        let mut command = Command::new(tools.join("cargo-zigbuild"));
        let target_with_glibc = format!("{TRIPLE}.{OLDEST_GLIBC}");
        command
            .arg("zigbuild")
            .args(build)
            .args(["--target", &target_with_glibc])
            .env("PATH", with_path(&tools))
            .current_dir(root());
        return built(
            lane.watch(&mut command),
            target().join(TRIPLE).join("dist/hotdice"),
        );
    }
    lane.say("!!! zig could not be installed: the program will need the glibc of this machine");
    let mut command = cargo(&["build"]);
    built(
        lane.watch(command.args(build)),
        target().join("dist/hotdice"),
    )
}

/// Returns the folder with zig and its cargo command, installed by pip into `target`.
fn zig(lane: &Lane) -> Option<PathBuf> {
    let environment = target().join("zig");
    let tools = environment.join("bin");
    if !tools.join("cargo-zigbuild").is_file() {
        lane.say("installing zig with pip, into target/zig");
        let made = answers(
            Command::new("python3")
                .args(["-m", "venv"])
                .arg(&environment),
        );
        let install = ["install", "--quiet", "ziglang", "cargo-zigbuild"];
        if !made || !answers(Command::new(tools.join("pip")).args(install)) {
            return None;
        }
    }
    Some(tools)
}

fn with_path(first: &Path) -> std::ffi::OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(first.to_owned()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).unwrap_or(path)
}

/// Returns the newest version of glibc that a program names, as its dynamic symbols do.
fn needed_glibc(program: &[u8]) -> String {
    const NAME: &[u8] = b"GLIBC_2.";
    let minor = |at: usize| {
        let digits = program[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        digits.fold(None, |number: Option<u32>, digit| {
            let digit = u32::from(digit - b'0');
            number.unwrap_or(0).checked_mul(10)?.checked_add(digit)
        })
    };
    let named = program.windows(NAME.len()).enumerate();
    let minors = named
        .filter(|(_, name)| *name == NAME)
        .filter_map(|(at, _)| minor(at + NAME.len()));
    format!("2.{}", minors.max().unwrap_or(0))
}

/// Returns the version of the workspace.
fn version() -> io::Result<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let line = manifest
        .lines()
        .find_map(|line| line.strip_prefix("version = \""));
    let version = line
        .and_then(|line| line.strip_suffix('"'))
        .map(str::to_owned);
    version.ok_or_else(|| io::Error::other("Cargo.toml has no version"))
}

fn epoch() -> String {
    let date = Command::new("git")
        .args(["log", "-1", "--format=%ct"])
        .current_dir(root())
        .output();
    let date = date.map(|date| String::from_utf8_lossy(&date.stdout).trim().to_owned());
    date.ok()
        .filter(|date| !date.is_empty())
        .unwrap_or_else(|| "0".to_owned())
}

/// Says that a program is missing, and which package has it.
fn available(program: &str, package: &str) -> Option<Outcome> {
    let there = answers(Command::new(program).arg("--version"));
    (!there).then(|| {
        Outcome::Skipped(format!(
            "{program} is missing: install the package {package}"
        ))
    })
}

fn outcome(lane: &Lane, result: io::Result<()>) -> Outcome {
    match result {
        Ok(()) => Outcome::passed(),
        Err(error) => {
            lane.say(&format!("failed: {error}"));
            Outcome::failed()
        }
    }
}

/// Runs a command that has to succeed; its output is shown when it does not.
fn succeed(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!(
        "{command:?} failed:\n{text}{errors}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_glibc_counts() {
        let program = b"\0GLIBC_2.9\0GLIBC_2.28\0GLIBC_2.\0GLIBC_2.4\0";
        assert_eq!(needed_glibc(program), "2.28");
        assert_eq!(needed_glibc(b"static"), "2.0");
    }

    #[test]
    fn the_version_is_that_of_the_workspace() {
        assert_eq!(version().unwrap(), env!("CARGO_PKG_VERSION"));
    }
}
