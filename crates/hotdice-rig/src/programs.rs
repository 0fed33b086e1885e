//! Where programs are, and how they end.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// Where Debian puts the programs of PostgreSQL, a folder for each version.
const POSTGRES: &str = "/usr/lib/postgresql";

/// The environment variable that names the folder of another PostgreSQL.
const POSTGRES_PROGRAMS: &str = "HOTDICE_POSTGRES";

/// Runs a program to its end; if it fails, what it said is the error.
pub(crate) fn finish(command: &mut Command) -> io::Result<()> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(said.trim().to_owned()))
}

/// Returns a program of PostgreSQL, of the version that the environment names or else of the newest that is there.
pub(crate) fn of_postgres(name: &str) -> Option<PathBuf> {
    if let Some(folder) = env::var_os(POSTGRES_PROGRAMS) {
        let program = PathBuf::from(folder).join(name);
        return program.is_file().then_some(program);
    }
    let versions = fs::read_dir(POSTGRES).into_iter().flatten().flatten();
    let newest = versions
        .map(|version| version.path().join("bin").join(name))
        .filter(|path| path.is_file())
        .max_by_key(|path| version(path));
    newest.or_else(|| on_path(name))
}

/// Returns a program that is on the path, or where Debian puts servers.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(["/usr/sbin".into(), "/usr/local/sbin".into()])
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

fn version(program: &Path) -> Option<u32> {
    let folder = program.parent()?.parent()?;
    folder.file_name()?.to_str()?.parse().ok()
}
