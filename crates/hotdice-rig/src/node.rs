//! A real server of ours, which can be killed.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::{Guarded, patient, ports};

/// How long a server may take to end when it is asked to.
const LONGEST_FAREWELL: Duration = Duration::from_secs(60);

/// How a server is started.
#[derive(Clone, Debug)]
pub struct NodeSettings {
    /// The program `hotdice`.
    pub binary: PathBuf,
    /// Where games are kept; a file of its own if it is left out.
    pub store: Option<String>,
    /// How servers tell each other news, if they do.
    pub bus: Option<String>,
    /// What goes into the log.
    pub log: String,
    /// Where its own files are; a folder that goes with it if it is left out.
    pub home: Option<PathBuf>,
    /// More arguments of `hotdice serve`.
    pub more: Vec<String>,
    /// How many files it may have open until it asks for more, as a shell sets it; as many as here if it is left out.
    pub soft_file_limit: Option<u32>,
}

impl NodeSettings {
    /// Returns settings of a server for itself, without limits on how often it may be asked.
    #[must_use]
    pub fn of(binary: impl Into<PathBuf>) -> Self {
        Self {
            binary: binary.into(),
            store: None,
            bus: None,
            log: "warn".to_owned(),
            home: None,
            more: ["--rate", "0", "--player-rate", "0"]
                .map(str::to_owned)
                .to_vec(),
            soft_file_limit: None,
        }
    }
}

/// A `hotdice serve` that ends with this value. It keeps its address when it starts again.
#[derive(Debug)]
pub struct Node {
    settings: NodeSettings,
    address: SocketAddr,
    folder: TempDir,
    process: Option<Guarded>,
}

impl Node {
    /// Starts a server, and returns when it answers.
    ///
    /// # Errors
    /// When it does not start; then with what it wrote.
    pub fn start(settings: NodeSettings) -> io::Result<Self> {
        let mut node = Self {
            settings,
            address: ports::free(),
            folder: tempfile::Builder::new().prefix("hotdice-node-").tempdir()?,
            process: None,
        };
        node.restart()?;
        Ok(node)
    }

    /// Returns its address for clients.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the number of its process, while it runs.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.process.as_ref().map(Guarded::id)
    }

    /// Returns everything that it has written into its log.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    /// Returns the folder with its own files.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Kills it in the middle of whatever it does.
    pub fn crash(&mut self) {
        self.process = None;
    }

    /// Asks it to end, as whoever upgrades a server does, and says how it did.
    ///
    /// # Errors
    /// When it is not running.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        let ended = self.running()?.end(patient(LONGEST_FAREWELL));
        self.process = None;
        ended
    }

    /// Stops it where it stands, until it is resumed.
    ///
    /// # Errors
    /// When it is not running.
    pub fn pause(&mut self) -> io::Result<()> {
        self.running()?.pause()
    }

    /// Lets it go on.
    ///
    /// # Errors
    /// When it is not running.
    pub fn resume(&mut self) -> io::Result<()> {
        self.running()?.resume()
    }

    /// Starts it again at the same address, killing it first if it runs.
    ///
    /// # Errors
    /// When it does not start; then with what it wrote.
    pub fn restart(&mut self) -> io::Result<()> {
        self.crash();
        let mut process = Guarded::spawn(&mut self.command()?, Some(self.folder.path()))?;
        let out = process.child().stdout.take().expect("piped");
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        if !line.contains(&self.url()) {
            drop(process);
            return Err(io::Error::other(format!("{line}{}", self.log())));
        }
        self.process = Some(process);
        Ok(())
    }

    fn running(&mut self) -> io::Result<&mut Guarded> {
        let process = self.process.as_mut();
        process.ok_or_else(|| io::Error::other("the server is not running"))
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn command(&self) -> io::Result<Command> {
        let settings = &self.settings;
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.log_file())?;
        let mut command = match settings.soft_file_limit {
            None => Command::new(&settings.binary),
            Some(limit) => {
                let mut shell = Command::new("sh");
                let lowered = format!("ulimit -Sn {limit} && exec \"$0\" \"$@\"");
                shell.args(["-c", &lowered]).arg(&settings.binary);
                shell
            }
        };
        command.args(["serve", "--listen", &self.address.to_string()]);
        command.args(["--log", &settings.log]).args(&settings.more);
        for (option, value) in [("--store", &settings.store), ("--bus", &settings.bus)] {
            if let Some(value) = value {
                command.args([option, value]);
            }
        }
        command
            .env(
                "HOTDICE_DATA",
                settings.home.as_deref().unwrap_or(self.folder.path()),
            )
            .env_remove("HOTDICE_BUS")
            .env_remove("HOTDICE_STORE")
            .env_remove("HOTDICE_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log);
        Ok(command)
    }
}
