//! Certificates for one test.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::Unavailable;
use crate::programs::{self, finish};

/// What certificates are made from, so that the settings of the machine do not matter.
const SETTINGS: &str = "\
[req]
distinguished_name = nobody
[nobody]
[authority]
basicConstraints = critical, CA:TRUE
[server]
basicConstraints = CA:FALSE
subjectAltName = ${ENV::NAMES}
";

/// An authority that nobody trusts who is not told to, and that is gone with this value.
#[derive(Debug)]
pub struct Authority {
    openssl: PathBuf,
    own: Certificate,
}

/// A certificate, and its key.
#[derive(Debug)]
pub struct Certificate {
    folder: TempDir,
}

impl Authority {
    /// Makes a new authority.
    ///
    /// # Errors
    /// When openssl is not installed, or does not work.
    pub fn new() -> Result<Self, Unavailable> {
        let openssl = programs::on_path("openssl").ok_or(Unavailable::Missing {
            program: "openssl",
            package: "openssl",
        })?;
        let broken = Unavailable::broken("openssl");
        let own = Certificate::nowhere().map_err(&broken)?;
        let authority = Self { openssl, own };
        authority.found().map_err(&broken)?;
        Ok(authority)
    }

    /// Returns the certificate by which it is known.
    #[must_use]
    pub fn own(&self) -> &Certificate {
        &self.own
    }

    /// Makes a certificate for names such as `DNS:db.example` or `IP:127.0.0.1`, with commas between them.
    ///
    /// # Errors
    /// What openssl said.
    pub fn certify(&self, names: &str) -> io::Result<Certificate> {
        let certificate = Certificate::nowhere()?;
        let mut command = self.command("server", &certificate);
        command.arg("-CA").arg(self.own.file());
        command.arg("-CAkey").arg(self.own.key());
        finish(command.env("NAMES", names))?;
        Ok(certificate)
    }

    /// Makes a certificate that nobody but itself has signed, as Debian has one.
    ///
    /// # Errors
    /// What openssl said.
    pub fn self_signed(&self, names: &str) -> io::Result<Certificate> {
        let certificate = Certificate::nowhere()?;
        finish(self.command("server", &certificate).env("NAMES", names))?;
        Ok(certificate)
    }

    fn found(&self) -> io::Result<()> {
        std::fs::write(self.settings(), SETTINGS)?;
        finish(&mut self.command("authority", &self.own))
    }

    fn settings(&self) -> PathBuf {
        self.own.folder.path().join("settings")
    }

    /// Returns the command that makes a certificate and its key.
    fn command(&self, kind: &str, made: &Certificate) -> Command {
        let mut command = Command::new(&self.openssl);
        command
            .args(["req", "-x509", "-days", "2", "-noenc"])
            .args(["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
            .args(["-subj", &format!("/CN=Hot Dice {kind}")])
            .args(["-extensions", kind, "-config"])
            .arg(self.settings())
            .arg("-keyout")
            .arg(made.key())
            .arg("-out")
            .arg(made.file())
            .env("NAMES", "DNS:nowhere.invalid")
            .stdin(Stdio::null());
        command
    }
}

impl Certificate {
    /// Returns the file with the certificate.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.folder.path().join("certificate.pem")
    }

    /// Returns the file with the key, which only its owner may read.
    #[must_use]
    pub fn key(&self) -> PathBuf {
        self.folder.path().join("key.pem")
    }

    /// Returns the place of one that has not been made.
    fn nowhere() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        Ok(Self { folder })
    }
}
