//! The server under load: a process of its own, on this machine.

use std::fs::{self, File};
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A server in a folder of its own.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    folder: std::path::PathBuf,
}

impl Server {
    /// Starts a server with an empty store on a free port of loopback, without limits on how often somebody may ask.
    pub(crate) async fn start(program: &Path) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("hotdice-load-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let mut child = Command::new(program)
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--rate",
                "0",
                "--player-rate",
                "0",
                "--log",
                "warn",
            ])
            .env("HOTDICE_DATA", &folder)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| {
                format!(
                    "{} does not start: cargo build --release",
                    program.display()
                )
            })?;
        let out = child.stdout.take().context("the server says nothing")?;
        let line = BufReader::new(out).lines().next_line().await?;
        let line = line.context("the server did not start")?;
        let address = line.rsplit("http://").next().unwrap_or_default().parse()?;
        Ok(Self {
            child,
            address,
            folder,
        })
    }

    /// Returns how many bytes of memory the server holds.
    pub(crate) fn memory(&self) -> Result<u64> {
        let id = self.child.id().context("the server has stopped")?;
        let status = fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib: u64 = line
            .and_then(|line| line.split_whitespace().next())
            .unwrap_or("0")
            .parse()?;
        Ok(kib << 10)
    }

    /// Stops the server, and forgets its games.
    pub(crate) async fn stop(mut self) -> Result<()> {
        self.child.kill().await?;
        Ok(fs::remove_dir_all(&self.folder)?)
    }
}

/// Measures how long the disk takes to make 4 KiB safe.
pub(crate) fn fsync_cost() -> Result<String> {
    let path = std::env::temp_dir().join(format!("hotdice-fsync-{}", std::process::id()));
    let mut file = File::create(&path)?;
    let mut times = Vec::new();
    for _ in 0..200 {
        let began = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        times.push(began.elapsed());
    }
    fs::remove_file(&path)?;
    times.sort();
    let micros = |time: Duration| time.as_micros();
    Ok(format!(
        "median {} µs, 99 % {} µs",
        micros(times[100]),
        micros(times[197])
    ))
}
