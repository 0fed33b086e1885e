//! A server beside the terminals, which can be killed and started again.

use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

/// A server; dropping it ends it.
#[derive(Debug)]
pub(crate) struct Served {
    binary: PathBuf,
    data: PathBuf,
    port: u16,
    child: Option<Child>,
}

impl Served {
    /// Finds a free port for a server that keeps its tables in a folder.
    pub(crate) fn new(binary: &Path, data: PathBuf) -> io::Result<Self> {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        Ok(Self {
            binary: binary.to_owned(),
            data,
            port: free.local_addr()?.port(),
            child: None,
        })
    }

    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Starts the server, and waits until it says where it listens.
    pub(crate) fn start(&mut self) -> io::Result<()> {
        let mut child = Command::new(&self.binary)
            .args(["serve", "--listen", &format!("127.0.0.1:{}", self.port)])
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
