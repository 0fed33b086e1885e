//! The binary as a stranger meets it: arguments and lines in, text and exit codes out.

mod bots;
mod crash;
#[cfg(unix)]
mod documents;
mod hall;
mod online;
mod play;
mod refusals;
mod routes;
mod saved;
mod score;
mod secrets;
mod served;
mod server;
#[cfg(unix)]
mod signals;
mod solved;
mod stopping;
mod stores;
mod texts;
#[cfg(unix)]
mod unsaved;
mod verify;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A user with a folder of their own.
struct User {
    folder: TempDir,
}

/// What a run of the binary gave.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl User {
    fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        Self { folder }
    }

    fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs the binary with these arguments and this input.
    fn run(&self, arguments: &[&str], input: &str) -> Ran {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hotdice"))
            .args(arguments)
            .current_dir(self.folder())
            .env("HOTDICE_DATA", self.folder().join("data"))
            .env_remove("HOTDICE_SERVER")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut stdin = child.stdin.take().expect("piped");
        let input = input.to_owned();
        // The binary may well stop before it has read everything.
        let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let output = child.wait_with_output().expect("the binary ends");
        writer.join().expect("the writer ends");
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Ran {
            code: output.status.code().expect("an exit code"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

/// Runs the binary once, and expects it to succeed.
#[track_caller]
fn run(arguments: &[&str]) -> String {
    let ran = User::new().run(arguments, "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
    ran.out
}
