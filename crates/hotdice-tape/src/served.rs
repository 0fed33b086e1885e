//! A server beside the terminals, which can be killed and started again.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

/// A server; dropping it ends it.
#[derive(Debug)]
pub(crate) struct Served {
    binary: PathBuf,
    data: PathBuf,
    address: SocketAddr,
    child: Option<Child>,
}

impl Served {
    /// Finds an address for a server that keeps its tables in a folder. It stays free while the server is away.
    pub(crate) fn new(binary: &Path, data: PathBuf) -> Self {
        Self {
            binary: binary.to_owned(),
            data,
            address: hotdice_rig::free_address(),
            child: None,
        }
    }

    pub(crate) fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Starts the server, and waits until it says where it listens.
    pub(crate) fn start(&mut self) -> io::Result<()> {
        let mut child = Command::new(&self.binary)
            .args(["serve", "--listen", &self.address.to_string()])
            .env("HOTDICE_DATA", &self.data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let said = child.stdout.take();
        self.child = Some(child);
        let mut lines = BufReader::new(said.ok_or(io::ErrorKind::BrokenPipe)?).lines();
        if lines.next().is_none() {
            return Err(io::Error::other("it ended at once"));
        }
        // What it says later must not fill the pipe.
        thread::spawn(move || lines.for_each(drop));
        Ok(())
    }

    /// Ends the server as a crash would.
    pub(crate) fn kill(&mut self) -> io::Result<()> {
        match self.child.take() {
            None => Ok(()),
            Some(mut child) => {
                child.kill()?;
                child.wait().map(drop)
            }
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.kill());
    }
}
