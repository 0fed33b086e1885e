//! The programs of PostgreSQL.

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Purpose, USER, cluster};
use crate::somebody::Somebody;
use crate::{Unavailable, programs};

/// Settings of every throw-away server.
const ALWAYS: [&str; 6] = [
    "max_connections=200",
    "timezone=UTC",
    "log_checkpoints=off",
    "autovacuum_naptime=10s",
    "max_wal_size=1GB",
    "wal_keep_size=64MB",
];

/// Settings of one for tests, which gains nothing from waiting for the disk.
const HASTY: [&str; 4] = [
    "fsync=off",
    "full_page_writes=off",
    "shared_buffers=16MB",
    "max_wal_size=64MB",
];

/// Settings of one with Citus. What a crash has left half done between workers is settled within moments.
const CITUS: [&str; 6] = [
    "shared_preload_libraries=citus",
    "max_prepared_transactions=200",
    "wal_level=logical",
    "citus.node_conninfo=sslmode=disable",
    "citus.local_hostname=127.0.0.1",
    "citus.recover_2pc_interval=1s",
];

/// The environment variable that names the folder of a PostgreSQL with Citus.
const CITUS_PROGRAMS: &str = "HOTDICE_CITUS";

/// The programs of PostgreSQL, and who runs them.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    postgres: PathBuf,
    initdb: PathBuf,
    basebackup: PathBuf,
    psql: PathBuf,
    citus: bool,
    pub(super) somebody: Somebody,
}

impl Tools {
    pub(super) fn find() -> Result<Self, Unavailable> {
        let program = |name: &'static str| {
            programs::of_postgres(name).ok_or(Unavailable::Missing {
                program: name,
                package: "postgresql",
            })
        };
        Ok(Self {
            postgres: program("postgres")?,
            initdb: program("initdb")?,
            basebackup: program("pg_basebackup")?,
            psql: program("psql")?,
            citus: false,
            somebody: Somebody::without_rights()?,
        })
    }

    /// Returns the programs of a PostgreSQL with Citus, in the folder that the environment names.
    pub(super) fn with_citus() -> Result<Self, Unavailable> {
        let folder = std::env::var_os(CITUS_PROGRAMS).map(PathBuf::from);
        let folder = folder.ok_or(Unavailable::Unnamed {
            program: "Citus",
            variable: CITUS_PROGRAMS,
        })?;
        Ok(Self {
            postgres: folder.join("postgres"),
            initdb: folder.join("initdb"),
            basebackup: folder.join("pg_basebackup"),
            psql: folder.join("psql"),
            citus: true,
            somebody: Somebody::without_rights()?,
        })
    }

    /// Returns the version, such as `15.14`.
    pub(super) fn version(&self) -> io::Result<String> {
        let output = Command::new(&self.postgres).arg("--version").output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = text
            .split_whitespace()
            .find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
        Ok(version.unwrap_or("unknown").to_owned())
    }

    /// Returns the command that makes the files of a new server.
    pub(super) fn initdb(&self, files: &Path, password: &Path, purpose: Purpose) -> Command {
        let mut command = self.somebody.command(&self.initdb);
        command
            .arg("--pgdata")
            .arg(files)
            .args(["--username", USER, "--encoding", "UTF8", "--no-locale"])
            .args(["--auth-local", "trust", "--auth-host", self.door()])
            .arg("--pwfile")
            .arg(password)
            .args(["--no-sync", "--no-instructions"])
            .current_dir("/");
        if purpose == Purpose::Tests {
            command.args(["--wal-segsize", "1"]);
        }
        command
    }

    /// Returns how guests from the network show who they are: workers of Citus let their coordinator in as it is.
    fn door(&self) -> &'static str {
        if self.citus { "trust" } else { "scram-sha-256" }
    }

    /// Returns the word that tells files of this kind from others.
    pub(super) fn kind(&self) -> &'static str {
        if self.citus { "citus" } else { "postgres" }
    }

    /// Returns the command that copies a running server into files of a standby.
    pub(super) fn basebackup(&self, files: &Path, primary: &str) -> Command {
        let mut command = self.somebody.command(&self.basebackup);
        command
            .arg("--pgdata")
            .arg(files)
            .args(["--dbname", primary, "--write-recovery-conf"])
            .args(["--checkpoint", "fast", "--wal-method", "stream"])
            .arg("--no-sync")
            .current_dir("/");
        command
    }

    /// Returns the command that starts a server.
    pub(super) fn server(
        &self,
        folder: &Path,
        address: SocketAddr,
        purpose: Purpose,
    ) -> io::Result<Command> {
        let log = File::options()
            .create(true)
            .append(true)
            .open(log(folder))?;
        let mut command = self.somebody.command(&self.postgres);
        command.arg("-D").arg(cluster::files(folder));
        command.arg("-k").arg(folder);
        command.args(["-h", &address.ip().to_string()]);
        command.args(["-p", &address.port().to_string()]);
        let citus = if self.citus { &CITUS[..] } else { &[] };
        for setting in settings(purpose).chain(citus.iter().copied()) {
            command.args(["-c", setting]);
        }
        command
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log);
        Ok(command)
    }

    /// Returns a command that asks a server at its socket.
    pub(super) fn psql(&self, folder: &Path, port: u16) -> Command {
        let mut command = Command::new(&self.psql);
        command
            .args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"])
            .args(["--set", "ON_ERROR_STOP=1", "--username", USER])
            .arg("--host")
            .arg(folder)
            .args(["--port", &port.to_string()])
            .env_remove("PGOPTIONS");
        command
    }
}

fn settings(purpose: Purpose) -> impl Iterator<Item = &'static str> {
    let hasty = match purpose {
        Purpose::Tests => &HASTY[..],
        Purpose::Earnest => &[],
    };
    ALWAYS.iter().chain(hasty).copied()
}

/// Returns where a server writes about itself.
pub(super) fn log(folder: &Path) -> PathBuf {
    folder.join("log")
}
