//! A throw-away PostgreSQL.

mod citus;
mod cluster;
mod replication;
mod tools;

use std::env;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::{Certificate, Guarded, Unavailable, patient, ports};
pub use citus::Citus;
use tools::Tools;

/// The user of every throw-away database.
const USER: &str = "hotdice";

/// The password, which is asked for over the network and not at the socket.
const PASSWORD: &str = "throw-away";

/// How long it may take until it answers: after a crash it reads its log first.
const LONGEST_START: Duration = Duration::from_secs(60);

/// How long it may take to stop.
const LONGEST_STOP: Duration = Duration::from_secs(10);

/// What a throw-away PostgreSQL is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// Tests: it never waits for the disk.
    Tests,
    /// Figures and power cuts: it waits for the disk as one in earnest would.
    Earnest,
}

/// A PostgreSQL that ends with this value, and its files with it.
#[derive(Debug)]
pub struct Postgres {
    tools: Tools,
    purpose: Purpose,
    folder: TempDir,
    address: SocketAddr,
    databases: AtomicU32,
    process: Option<Guarded>,
}

impl Postgres {
    /// Starts a PostgreSQL for tests, which does not wait for the disk: it survives being killed, not a power cut.
    ///
    /// # Errors
    /// When it is not installed, or does not start.
    pub fn start() -> Result<Self, Unavailable> {
        Self::start_for(Purpose::Tests, &env::temp_dir(), None)
    }

    /// Starts a PostgreSQL for tests that shows a certificate, and lets nobody in over the network who does not speak TLS.
    ///
    /// # Errors
    /// When it is not installed, or does not start.
    pub fn with_tls(certificate: &Certificate) -> Result<Self, Unavailable> {
        Self::start_for(Purpose::Tests, &env::temp_dir(), Some(certificate))
    }

    /// Starts a PostgreSQL for tests whose files are somewhere below a folder, such as one on a small disk.
    ///
    /// # Errors
    /// When it is not installed, or does not start.
    pub fn start_in(folder: &Path) -> Result<Self, Unavailable> {
        Self::start_for(Purpose::Tests, folder, None)
    }

    /// Starts a PostgreSQL that waits for the disk, as one in earnest does.
    ///
    /// # Errors
    /// When it is not installed, or does not start.
    pub fn durable() -> Result<Self, Unavailable> {
        Self::start_for(Purpose::Earnest, &env::temp_dir(), None)
    }

    /// Returns the one PostgreSQL that all tests of this process share.
    ///
    /// # Errors
    /// When it is not installed, or does not start.
    pub fn shared() -> Result<&'static Self, Unavailable> {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        if let Some(shared) = SHARED.get() {
            return Ok(shared);
        }
        let started = Self::start()?;
        // Another test may have been quicker; then this one goes away again.
        Ok(SHARED.get_or_init(|| started))
    }

    fn start_for(
        purpose: Purpose,
        parent: &Path,
        certificate: Option<&Certificate>,
    ) -> Result<Self, Unavailable> {
        Self::start_with(Tools::find()?, purpose, parent, certificate)
    }

    fn start_with(
        tools: Tools,
        purpose: Purpose,
        parent: &Path,
        certificate: Option<&Certificate>,
    ) -> Result<Self, Unavailable> {
        let broken = Unavailable::broken("PostgreSQL");
        let folder = cluster::make(&tools, purpose, parent).map_err(&broken)?;
        if let Some(certificate) = certificate {
            cluster::show(&tools, folder.path(), certificate).map_err(&broken)?;
        }
        let mut postgres = Self {
            tools,
            purpose,
            folder,
            address: ports::free(),
            databases: AtomicU32::new(0),
            process: None,
        };
        postgres.start_again().map_err(&broken)?;
        Ok(postgres)
    }

    /// Returns where it listens, or did before it was stopped.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the number of its first process, while it runs.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.process.as_ref().map(Guarded::id)
    }

    /// Makes a new and empty database.
    ///
    /// # Errors
    /// When that does not work, as while it is stopped.
    pub fn database(&self) -> io::Result<Database> {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("d{number}");
        self.sql("postgres", &format!("create database {name}"))?;
        Ok(Database {
            name,
            address: self.address,
        })
    }

    /// Runs statements at the socket, and returns the rows as lines with `|` between columns.
    ///
    /// # Errors
    /// What PostgreSQL said.
    pub fn sql(&self, database: &str, statements: &str) -> io::Result<String> {
        let output = self
            .tools
            .psql(self.folder.path(), self.address.port())
            .args(["--dbname", database, "--command", statements])
            .stdin(Stdio::null())
            .output()?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(io::Error::other(said.trim().to_owned()))
    }

    /// Stops it at once, as a crash would: connections break, and it mends itself when it starts again.
    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            drop(process.end_by(Signal::QUIT, patient(LONGEST_STOP)));
        }
    }

    /// Starts it again at the same address, with everything that was in it.
    ///
    /// # Errors
    /// When it does not start; then with what it said.
    pub fn start_again(&mut self) -> io::Result<()> {
        self.stop();
        let mut command = self
            .tools
            .server(self.folder.path(), self.address, self.purpose)?;
        let mut process = Guarded::spawn(&mut command, Some(self.folder.path()))?;
        let ready = wait_for(&mut process, &cluster::files(self.folder.path()));
        ready.map_err(|error| io::Error::other(format!("{error}\n{}", self.log())))?;
        self.process = Some(process);
        Ok(())
    }

    /// Returns what it has written about itself.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(tools::log(self.folder.path())).unwrap_or_default()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A database of a throw-away PostgreSQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    name: String,
    address: SocketAddr,
}

impl Database {
    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its address as it is given to servers.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_at(self.address)
    }

    /// Returns the address for those who come by another way, as through a [`Proxy`](crate::Proxy).
    #[must_use]
    pub fn url_at(&self, address: SocketAddr) -> String {
        self.url_at_any(&[address])
    }

    /// Returns the address for those who may find it at any of several places, one of which accepts writes.
    #[must_use]
    pub fn url_at_any(&self, addresses: &[SocketAddr]) -> String {
        let name = &self.name;
        let hosts: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        let hosts = hosts.join(",");
        format!("postgres://{USER}:{PASSWORD}@{hosts}/{name}")
    }

    /// Returns the password that is part of the address.
    #[must_use]
    pub fn password(&self) -> &'static str {
        PASSWORD
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Waits until the server has written down that it is ready.
fn wait_for(process: &mut Guarded, files: &Path) -> io::Result<()> {
    let start = Instant::now();
    while start.elapsed() < patient(LONGEST_START) {
        if let Some(status) = process.wait(Duration::ZERO)? {
            return Err(io::Error::other(format!("it ended at once ({status})")));
        }
        if is_ready(files, process.id()) {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(5));
    }
    Err(io::Error::other("it does not answer"))
}

/// Tells whether the lock file says so: the number of the process comes first, its state last.
fn is_ready(files: &Path, id: u32) -> bool {
    let lock = std::fs::read_to_string(files.join("postmaster.pid")).unwrap_or_default();
    let mut lines = lock.lines().map(str::trim);
    lines.next() == Some(id.to_string().as_str()) && lines.next_back() == Some("ready")
}
