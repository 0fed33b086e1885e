//! The files of a throw-away server.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use tempfile::TempDir;

use super::tools::Tools;
use super::{PASSWORD, Purpose};
use crate::Certificate;
use crate::programs::finish;

/// Who is let in by a server with a certificate.
const DOOR: &str = "\
local   all all              trust
hostssl all all 127.0.0.1/32 scram-sha-256
";

/// Returns a folder with the files of a new server.
///
/// Making them takes most of a second, and every test wants some: they are made once and copied from then on.
pub(super) fn make(tools: &Tools, purpose: Purpose, parent: &Path) -> io::Result<TempDir> {
    let folder = folder(tools, parent)?;
    match purpose {
        Purpose::Earnest => initialise(tools, folder.path(), purpose)?,
        Purpose::Tests => copy(&template(tools)?, &files(folder.path()))?,
    }
    Ok(folder)
}

/// Lets a server that has not been started show a certificate, and speak nothing but TLS over the network.
pub(super) fn show(tools: &Tools, folder: &Path, certificate: &Certificate) -> io::Result<()> {
    let files = files(folder);
    for (from, to) in [
        (certificate.file(), files.join("server.crt")),
        (certificate.key(), files.join("server.key")),
    ] {
        fs::copy(from, &to)?;
        tools.somebody.own(&to)?;
    }
    fs::write(files.join("pg_hba.conf"), DOOR)?;
    let mut settings = File::options()
        .append(true)
        .open(files.join("postgresql.conf"))?;
    settings.write_all(b"ssl = on\n")
}

/// Returns where the files of a server are in its folder.
pub(super) fn files(folder: &Path) -> PathBuf {
    folder.join("files")
}

/// Returns a new folder, below another, of whoever runs PostgreSQL.
pub(super) fn folder(tools: &Tools, parent: &Path) -> io::Result<TempDir> {
    let folder = tempfile::Builder::new()
        .prefix("hotdice-pg-")
        .tempdir_in(parent)?;
    tools.somebody.own(folder.path())?;
    Ok(folder)
}

/// Returns the files that others are copies of.
fn template(tools: &Tools) -> io::Result<PathBuf> {
    let user = tools.somebody.number();
    let version = tools.version()?;
    let name = format!("hotdice-rig-{}-{version}-{user}", tools.kind());
    let template = env::temp_dir().join(name);
    if !template.exists() {
        let made = folder(tools, &env::temp_dir())?;
        initialise(tools, made.path(), Purpose::Tests)?;
        // Another test may have been quicker; its files are as good.
        if let Err(error) = fs::rename(made.path(), &template)
            && !template.exists()
        {
            return Err(error);
        }
    }
    Ok(files(&template))
}

fn initialise(tools: &Tools, folder: &Path, purpose: Purpose) -> io::Result<()> {
    let password = folder.join("password");
    fs::write(&password, PASSWORD)?;
    tools.somebody.own(&password)?;
    finish(&mut tools.initdb(&files(folder), &password, purpose))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    finish(Command::new("cp").arg("--archive").arg(from).arg(to))
}
