//! A real server, which can be killed.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A server that runs as long as it is kept.
pub(crate) struct Server {
    child: Child,
    pub(crate) url: String,
    folder: TempDir,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::logging("error", Stdio::inherit())
    }

    /// Starts a server that writes this much into a log.
    pub(crate) fn logging(filter: &str, log: Stdio) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let (child, url) = serve(folder.path(), "127.0.0.1:0", filter, log);
        Self { child, url, folder }
    }

    /// Returns the file with its games.
    pub(crate) fn store(&self) -> PathBuf {
        self.folder.path().join("server.sqlite")
    }

    /// Kills the server in the middle of whatever it does.
    pub(crate) fn crash(&mut self) {
        self.child.kill().expect("a server to kill");
        self.child.wait().expect("a server that ends");
    }

    /// Starts again at the same place, with the same games.
    pub(crate) fn restart(&mut self) {
        let address = self.url.trim_start_matches("http://");
        let (child, url) = serve(self.folder.path(), address, "error", Stdio::inherit());
        assert_eq!(url, self.url);
        self.child = child;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn serve(folder: &Path, address: &str, filter: &str, log: Stdio) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hotdice"))
        .args([
            "serve",
            "--listen",
            address,
            "--rate",
            "0",
            "--player-rate",
            "0",
        ])
        .args(["--log", filter])
        .stderr(log)
        .env("HOTDICE_DATA", folder)
        .env_remove("HOTDICE_STORE")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server runs");
    let mut line = String::new();
    let out = child.stdout.take().expect("piped");
    BufReader::new(out).read_line(&mut line).expect("a line");
    let url = line
        .split_whitespace()
        .last()
        .expect("an address")
        .to_owned();
    assert!(url.starts_with("http://127.0.0.1:"), "{line}");
    (child, url)
}
