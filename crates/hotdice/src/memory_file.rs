//! The file that remembers servers, tables, and the seats one has there.
//!
//! The tokens in it are secrets, so only its owner can read the file. It is replaced, never written over, and locked
//! while it is changed: two terminals may play from the same folder.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use hotdice_client::Memory;
use tempfile::NamedTempFile;

use crate::data_folder;

/// The file in which memory is kept.
pub(crate) struct MemoryFile {
    path: PathBuf,
    damage: DamageReport,
}

/// What becomes of the news that a file was damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DamageReport {
    /// It is written to the standard error, and everything goes on without the file.
    Stderr,
    /// Whoever reads is told as of an error; the next time everything goes on without the file.
    AsError,
}

impl MemoryFile {
    /// Returns the file in the data folder.
    pub(crate) fn here(damage: DamageReport) -> anyhow::Result<Self> {
        let path = data_folder::online();
        let path = path.context("there is no folder to remember seats in: set HOTDICE_DATA")?;
        Ok(Self { path, damage })
    }

    /// Returns what is remembered: nothing if there is no file.
    pub(crate) fn read(&self) -> anyhow::Result<Memory> {
        if self.path.exists() {
            let _lock = self.lock()?;
            self.read_locked()
        } else {
            Ok(Memory::default())
        }
    }

    /// Changes what is remembered.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Memory) -> T) -> anyhow::Result<T> {
        let _lock = self.lock()?;
        let mut memory = self.read_locked()?;
        let changed = change(&mut memory);
        let write = || -> anyhow::Result<()> {
            // A temporary file can be read by its owner only, and stays so under its final name.
            let mut file = NamedTempFile::new_in(self.folder())?;
            serde_json::to_writer_pretty(&mut file, &memory)?;
            file.write_all(b"\n")?;
            file.as_file().sync_all()?;
            file.persist(&self.path)?;
            Ok(())
        };
        write().with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(changed)
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    /// Waits until nobody else changes the file.
    fn lock(&self) -> anyhow::Result<File> {
        let folder = self.folder();
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = self.path.with_extension("lock");
        let lock = || {
            let file = File::create(&path)?;
            file.lock()?;
            Ok::<_, std::io::Error>(file)
        };
        lock().with_context(|| format!("cannot lock {}", path.display()))
    }

    fn read_locked(&self) -> anyhow::Result<Memory> {
        let text = match fs::read(&self.path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Memory::default());
            }
            text => text.with_context(|| format!("cannot read {}", self.path.display()))?,
        };
        match Memory::read(&text) {
            Ok(memory) => Ok(memory),
            Err(problem) => {
                let told = self.put_aside(&problem.to_string())?;
                match self.damage {
                    DamageReport::Stderr => anstream::eprintln!("hotdice: {told}"),
                    DamageReport::AsError => return Err(anyhow!(told)),
                }
                Ok(Memory::default())
            }
        }
    }

    /// Keeps a file that cannot be read under another name, and returns what there is to say about it.
    fn put_aside(&self, problem: &str) -> anyhow::Result<String> {
        let path = self.path.display();
        let names = (1_u32..).map(|number| self.path.with_extension(format!("broken-{number}")));
        let aside = names.into_iter().find(|aside| !aside.exists());
        let aside = aside.context("there are too many broken files")?;
        fs::rename(&self.path, &aside).with_context(|| format!("cannot move {path}"))?;
        Ok(format!(
            "{path} cannot be read ({problem}): it is kept as {}, and your seats are forgotten",
            aside.display()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_stay_and_only_their_owner_reads_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/online.json");
        let file = MemoryFile {
            path: path.clone(),
            damage: DamageReport::Stderr,
        };
        assert_eq!(file.read().expect("nothing yet"), Memory::default());
        let change = |memory: &mut Memory| memory.server = Some("http://a".to_owned());
        file.change(change).expect("a change");
        let memory = file.read().expect("a memory");
        assert_eq!(memory.server.as_deref(), Some("http://a"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn broken_files_are_kept_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("online.json");
        let file = MemoryFile {
            path: path.clone(),
            damage: DamageReport::Stderr,
        };
        for (number, text) in [(1, "{"), (2, "{\"version\":2}")] {
            fs::write(&path, text).expect("a file");
            assert_eq!(file.read().expect("defaults"), Memory::default());
            let aside = folder.path().join(format!("online.broken-{number}"));
            assert_eq!(fs::read_to_string(aside).expect("kept"), text);
            assert!(!path.exists());
        }
    }

    #[test]
    fn behind_the_screen_damage_is_told_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("online.json");
        fs::write(&path, "{").expect("a file");
        let damage = DamageReport::AsError;
        let file = MemoryFile { path, damage };
        let told = file.read().expect_err("damage").to_string();
        assert!(
            told.contains("it is kept as") && told.contains("online.broken-1"),
            "{told}"
        );
        assert_eq!(file.read().expect("defaults"), Memory::default());
    }
}
