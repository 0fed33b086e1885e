//! What cannot be had on this machine, and tests that pass it over.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::{env, thread};

/// Why something cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    /// The program is not installed.
    #[error("{program} is missing: apt-get install {package}")]
    Missing {
        /// The program.
        program: &'static str,
        /// The package of Debian that has it.
        package: &'static str,
    },
    /// There is no package of it; where it is has to be said.
    #[error("{program} is used where {variable} names the folder of its programs")]
    Unnamed {
        /// The program.
        program: &'static str,
        /// The environment variable.
        variable: &'static str,
    },
    /// PostgreSQL refuses to run for root, and nobody else is known here.
    #[error("PostgreSQL does not run as root: make a user called postgres or nobody")]
    NobodyElse,
    /// Whoever runs the test may not do that.
    #[error("{what} needs the rights of root")]
    NotAllowed {
        /// What is not allowed.
        what: &'static str,
    },
    /// The program is there and does not start.
    #[error("{program} does not start: {cause}")]
    Broken {
        /// The program.
        program: &'static str,
        /// What it said.
        cause: String,
    },
}

impl Unavailable {
    pub(crate) fn broken(program: &'static str) -> impl Fn(io::Error) -> Self {
        move |error| Self::Broken {
            program,
            cause: error.to_string(),
        }
    }
}

/// Returns what was started; nothing if it cannot be had on this machine, which is printed and noted for whoever counts skipped tests.
///
/// The note is a line in the file that `HOTDICE_SKIPS` names.
///
/// # Panics
/// When a program is there and does not start.
#[must_use]
#[track_caller]
pub fn or_skip<T>(started: Result<T, Unavailable>) -> Option<T> {
    match started {
        Ok(started) => Some(started),
        Err(broken @ Unavailable::Broken { .. }) => panic!("{broken}"),
        Err(missing) => {
            skip(&missing);
            None
        }
    }
}

fn skip(missing: &Unavailable) {
    let thread = thread::current();
    let line = format!("{}: {missing}", thread.name().unwrap_or("a test"));
    eprintln!("!!! SKIPPED {line}");
    if let Some(path) = env::var_os("HOTDICE_SKIPS") {
        let noted = note(Path::new(&path), &line);
        noted.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// Adds a line in one write, because other tests write there as well.
fn note(path: &Path, line: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(format!("{line}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing() -> Unavailable {
        Unavailable::Missing {
            program: "dicer",
            package: "dicer",
        }
    }

    #[test]
    fn what_was_started_is_used() {
        assert_eq!(or_skip(Ok(6)), Some(6));
    }

    #[test]
    fn a_skip_is_a_line_in_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("skips");
        for _ in 0..2 {
            note(&path, &missing().to_string()).expect("noted");
        }
        let text = std::fs::read_to_string(path).expect("a file");
        assert_eq!(text, "dicer is missing: apt-get install dicer\n".repeat(2));
    }

    #[test]
    #[should_panic(expected = "dicer does not start: port taken")]
    fn what_is_broken_is_never_passed_over() {
        let broken = Unavailable::broken("dicer")(io::Error::other("port taken"));
        let _ = or_skip::<()>(Err(broken));
    }
}
