//! A throw-away NATS server.

mod noise;

use std::io::{self, Read};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Guarded, Unavailable, patient, ports, programs};

/// How long it may take until it answers.
const LONGEST_START: Duration = Duration::from_secs(20);

/// A NATS server that ends with this value.
#[derive(Debug)]
pub struct Nats {
    program: PathBuf,
    address: SocketAddr,
    process: Option<Guarded>,
}

impl Nats {
    /// Starts a server at a free port of this machine.
    ///
    /// # Errors
    /// When it is not installed, or does not start.
    pub fn start() -> Result<Self, Unavailable> {
        let program = programs::on_path("nats-server").ok_or(Unavailable::Missing {
            program: "nats-server",
            package: "nats-server",
        })?;
        let mut nats = Self {
            program,
            address: ports::free(),
            process: None,
        };
        nats.start_again()
            .map_err(Unavailable::broken("nats-server"))?;
        Ok(nats)
    }

    /// Returns where it listens, or did before it was stopped.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns its address as it is given to servers.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Kills the server.
    pub fn stop(&mut self) {
        self.process = None;
    }

    /// Starts it again at the same address.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start_again(&mut self) -> io::Result<()> {
        self.stop();
        let mut command = Command::new(&self.program);
        command
            .args(["--addr", &self.address.ip().to_string()])
            .args(["--port", &self.address.port().to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut process = Guarded::spawn(&mut command, None)?;
        wait_for(&mut process, self.address)?;
        self.process = Some(process);
        Ok(())
    }
}

/// Waits until a server greets as NATS does.
fn wait_for(process: &mut Guarded, address: SocketAddr) -> io::Result<()> {
    let start = Instant::now();
    while start.elapsed() < patient(LONGEST_START) {
        if let Some(status) = process.wait(Duration::from_millis(5))? {
            return Err(io::Error::other(format!("it ended at once ({status})")));
        }
        if greets(address).unwrap_or(false) {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(5));
    }
    Err(io::Error::other("it does not answer"))
}

fn greets(address: SocketAddr) -> io::Result<bool> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(patient(Duration::from_secs(1))))?;
    let mut greeting = [0; 5];
    stream.read_exact(&mut greeting)?;
    Ok(&greeting == b"INFO ")
}
