//! What this machine remembers: servers, tables, and the seats one has there.
//!
//! The tokens in it are secrets, so only its owner can read the file. It is replaced, never written over, and locked
//! while it is changed: two terminals may play from the same folder.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hotdice_client::{ServerUrl, Token};
use hotdice_table::TableId;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::data_folder;

/// The form that this module reads and writes.
const VERSION: u32 = 1;

/// The most tables that are remembered.
const MOST_TABLES: usize = 200;

/// What is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Memory {
    version: u32,
    /// The server that was last talked to.
    #[serde(default)]
    pub(super) server: Option<String>,
    /// Tables, the latest last.
    #[serde(default)]
    pub(super) tables: Vec<KnownTable>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KnownTable {
    /// Where it stands.
    pub(super) server: String,
    /// Its name.
    pub(super) table: String,
    /// What lets the host begin, if it was opened here.
    #[serde(default)]
    pub(super) host: Option<Token>,
    /// Who sits there from here.
    #[serde(default)]
    pub(super) seats: Vec<KnownSeat>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KnownSeat {
    /// What the player is called.
    pub(super) name: String,
    /// What lets the player act.
    pub(super) token: Token,
    /// What the player added to the dice.
    pub(super) entropy: String,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            version: VERSION,
            server: None,
            tables: Vec::new(),
        }
    }
}

impl Memory {
    /// Returns what is known of a table, the latest first if servers share its name.
    pub(super) fn table(&self, table: TableId) -> Option<&KnownTable> {
        let mut latest = self.tables.iter().rev();
        latest.find(|known| known.table == table.as_str())
    }

    /// Returns the place for what is known of a table, which is now the latest.
    pub(super) fn entry(&mut self, server: &ServerUrl, table: TableId) -> &mut KnownTable {
        let is_it =
            |known: &KnownTable| known.table == table.as_str() && known.server == server.as_str();
        let known = self.tables.iter().position(is_it);
        let known = known.map(|place| self.tables.remove(place));
        let surplus = (self.tables.len() + 1).saturating_sub(MOST_TABLES);
        self.tables.drain(..surplus);
        let known = known.unwrap_or_else(|| KnownTable {
            server: server.to_string(),
            table: table.to_string(),
            host: None,
            seats: Vec::new(),
        });
        let place = self.tables.len();
        self.tables.push(known);
        &mut self.tables[place]
    }
}

/// The file in which memory is kept.
pub(super) struct MemoryFile {
    path: PathBuf,
}

impl MemoryFile {
    pub(super) fn here() -> anyhow::Result<Self> {
        let path = data_folder::online();
        let path = path.context("there is no folder to remember seats in: set HOTDICE_DATA")?;
        Ok(Self { path })
    }

    /// Returns what is remembered: nothing if there is no file.
    pub(super) fn read(&self) -> anyhow::Result<Memory> {
        match self.path.exists() {
            true => {
                let _lock = self.lock()?;
                self.read_locked()
            }
            false => Ok(Memory::default()),
        }
    }

    /// Changes what is remembered.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Memory) -> T) -> anyhow::Result<T> {
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
        match understand(&text) {
            Ok(memory) => Ok(memory),
            Err(problem) => {
                self.put_aside(&problem)?;
                Ok(Memory::default())
            }
        }
    }

    /// Keeps a file that cannot be read under another name, and says so.
    fn put_aside(&self, problem: &str) -> anyhow::Result<()> {
        let path = self.path.display();
        let names = (1_u32..).map(|number| self.path.with_extension(format!("broken-{number}")));
        let aside = names.into_iter().find(|aside| !aside.exists());
        let aside = aside.context("there are too many broken files")?;
        fs::rename(&self.path, &aside).with_context(|| format!("cannot move {path}"))?;
        anstream::eprintln!(
            "hotdice: {path} cannot be read ({problem}): it is kept as {}, and your seats are forgotten",
            aside.display()
        );
        Ok(())
    }
}

fn understand(text: &[u8]) -> Result<Memory, String> {
    let memory: Memory = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    match memory.version {
        VERSION => Ok(memory),
        other => Err(format!(
            "it has version {other}, and this program reads {VERSION}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> TableId {
        let mut bytes = [0; TableId::LENGTH];
        bytes[8..].copy_from_slice(&[(number / 32) as u8, (number % 32) as u8]);
        TableId::from_bytes(bytes)
    }

    #[test]
    fn the_latest_tables_are_remembered() {
        let mut memory = Memory::default();
        let server: ServerUrl = "http://127.0.0.1:7878".parse().expect("an address");
        for number in 0..MOST_TABLES + 5 {
            memory.entry(&server, id(number));
            memory.entry(&server, id(2)).host = Some("h".parse().expect("a token"));
        }
        assert_eq!(memory.tables.len(), MOST_TABLES);
        assert!(memory.table(id(0)).is_none());
        assert!(memory.table(id(MOST_TABLES + 4)).is_some());
        let kept = memory.table(id(2)).expect("a table in use");
        assert!(kept.host.is_some());
    }

    #[test]
    fn changes_stay_and_only_their_owner_reads_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/online.json");
        let file = MemoryFile { path: path.clone() };
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
        let file = MemoryFile { path: path.clone() };
        for (number, text) in [(1, "{"), (2, "{\"version\":2}")] {
            fs::write(&path, text).expect("a file");
            assert_eq!(file.read().expect("defaults"), Memory::default());
            let aside = folder.path().join(format!("online.broken-{number}"));
            assert_eq!(fs::read_to_string(aside).expect("kept"), text);
            assert!(!path.exists());
        }
    }
}
