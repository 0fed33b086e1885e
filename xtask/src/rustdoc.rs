//! The documentation of libraries, made where their examples are tested.
//!
//! `cargo doc` checks every dependency once more before it documents anything. `cargo test --doc` needs none of that: it hands rustdoc
//! the libraries as they were built. So this program stands in for rustdoc there, and documents each library on the way.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

use crate::{linting_cargo, target};

/// The environment variable with the real rustdoc; with it, this program is its stand-in.
const REAL: &str = "HOTDICE_RUSTDOC";

/// Returns the command that documents all libraries and tests the examples in their documentation.
///
/// It takes where this program is from its caller, who has to ask for that before anything is built: a build replaces the program, and
/// the one that runs has no path then.
pub(crate) fn document_and_test(own: Option<PathBuf>) -> Command {
    let mut command =
        linting_cargo(&["test", "--locked", "--no-fail-fast", "--workspace", "--doc"]);
    if let Some(own) = own {
        let real = env::var_os("RUSTDOC").unwrap_or_else(|| OsString::from("rustdoc"));
        command.env("RUSTDOC", own).env(REAL, real);
    }
    command
}

/// Documents a library and tests its examples, if this program was started in place of rustdoc.
pub(crate) fn stand_in() -> Option<ExitCode> {
    let real = env::var_os(REAL)?;
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let succeeds = |arguments: &[OsString]| {
        let status = Command::new(&real).args(arguments).status();
        status.is_ok_and(|status| status.success())
    };
    let is_documented = documenting(&arguments).is_none_or(|documenting| {
        let is_done = is_up_to_date(&arguments) || succeeds(&documenting);
        if is_done {
            // Without the mark it is only done once more.
            drop(mark(&arguments));
        }
        is_done
    });
    // Every test runs, whatever came of the documentation.
    let is_tested = succeeds(&arguments);
    Some(if is_documented && is_tested {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Returns the arguments that document what others test; nothing for a call that tests nothing.
fn documenting(arguments: &[OsString]) -> Option<Vec<OsString>> {
    const WITH_VALUE: [&str; 2] = ["--test-run-directory", "--test-args"];
    let mut kept = Vec::new();
    let mut is_test = false;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--test" {
            is_test = true;
        } else if WITH_VALUE.iter().any(|option| argument == option) {
            arguments.next();
        } else {
            kept.push(argument.clone());
        }
    }
    let folder = target().join("doc").into_os_string();
    kept.extend(["-D".into(), "warnings".into(), "--out-dir".into(), folder]);
    is_test.then_some(kept)
}

/// Tells whether the library is as it was when it was documented last. Cargo builds it again when anything that it needs has changed.
fn is_up_to_date(arguments: &[OsString]) -> bool {
    let written = |path: PathBuf| fs::metadata(path)?.modified();
    let times = || {
        let library = library(arguments)?;
        let marked = written(mark_of(library)).ok()?;
        Some(marked >= written(library.to_owned()).ok()?)
    };
    times().unwrap_or(false)
}

fn mark(arguments: &[OsString]) -> io::Result<()> {
    library(arguments).map_or(Ok(()), |library| fs::write(mark_of(library), ""))
}

fn mark_of(library: &Path) -> PathBuf {
    library.with_extension("documented")
}

/// Returns the file of the library itself, which its examples use.
fn library(arguments: &[OsString]) -> Option<&Path> {
    let after = |option: &str| {
        let place = arguments.iter().position(|argument| argument == option)?;
        arguments.get(place + 1)?.to_str()
    };
    let own = format!("{}=", after("--crate-name")?);
    let texts = arguments.iter().filter_map(|argument| argument.to_str());
    texts
        .filter_map(|text| text.strip_prefix(&own))
        .map(|path| Path::new(OsStr::new(path)))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_library_is_documented_where_it_is_tested() {
        let line = "--edition=2024 --crate-name dice --test src/lib.rs --test-run-directory /dice --test-args one --extern dice=libdice.rlib";
        let found = documenting(&words(line)).expect("a test");
        let wanted = words(
            "--edition=2024 --crate-name dice src/lib.rs --extern dice=libdice.rlib -D warnings --out-dir",
        );
        assert_eq!(found[..wanted.len()], wanted);
        assert_eq!(documenting(&words("--version")), None);
    }

    #[test]
    fn a_library_that_was_built_again_is_documented_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("libdice.rlib");
        fs::write(&path, "1").expect("a library");
        let line = words(&format!(
            "--crate-name dice --extern dice={}",
            path.display()
        ));
        assert!(!is_up_to_date(&line));
        mark(&line).expect("a mark");
        assert!(is_up_to_date(&line));
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
        let library = fs::File::options()
            .write(true)
            .open(&path)
            .expect("a library");
        library.set_modified(later).expect("a later time");
        assert!(!is_up_to_date(&line));
    }
}
