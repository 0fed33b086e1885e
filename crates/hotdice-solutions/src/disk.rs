//! Files that are whole or not there.
//!
//! A file is a line that names the format, a line that is the key, a line with the SHA-256 of the rest, and then the table.
//! A file with another key, a wrong sum or anything else that does not fit counts as missing.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hotdice_bots::Key;
use sha2::{Digest, Sha256};

use crate::draft::{self, DraftFile};

const FORMAT: &str = "hotdice table 1";

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct SolutionFolder {
    folder: PathBuf,
    /// The most bytes that it holds.
    most: u64,
}

impl SolutionFolder {
    /// Returns the solutions in a folder, which need not exist.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        let most = u64::MAX;
        Self { folder, most }
    }

    /// Returns the folder with room for so many bytes: what was used longest ago makes room for what is new.
    #[must_use]
    pub fn holding(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Returns the folder without the files that a program left there half-written when it was killed.
    #[must_use]
    pub fn swept(self) -> Self {
        draft::sweep(&self.folder);
        self
    }

    /// Returns the bytes of a table, if they are there and whole.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let mut file = fs::File::open(self.path(key)).ok()?;
        let naming = naming(key);
        let mut head = vec![0; naming.len() + SUM_LINE];
        file.read_exact(&mut head).ok()?;
        let sum = head.strip_prefix(naming.as_bytes())?;
        let mut table = Vec::new();
        file.read_to_end(&mut table).ok()?;
        if sum != sum_line(&table).as_bytes() {
            return None;
        }
        self.used(&self.path(key));
        Some(table)
    }

    /// Returns the size of the file for a key, whole or not, if there is one.
    pub(crate) fn size(&self, key: &Key) -> Option<u64> {
        Some(fs::metadata(self.path(key)).ok()?.len())
    }

    /// Notes that a file was used, where there is not room for everything.
    fn used(&self, path: &Path) {
        if self.most < u64::MAX
            && let Ok(file) = fs::File::options().append(true).open(path)
        {
            // A folder that cannot be written to does not grow either.
            drop(file.set_modified(SystemTime::now()));
        }
    }

    /// Takes away tables that were used longest ago, until there is room; `newest` stays.
    fn make_room(&self, newest: &Path) -> io::Result<()> {
        if self.most == u64::MAX {
            return Ok(());
        }
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if is_table(&entry.path()) {
                let about = entry.metadata()?;
                files.push((about.modified()?, about.len(), entry.path()));
            }
        }
        let mut all: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
        files.sort();
        for (_, bytes, path) in files.iter().filter(|(_, _, path)| path != newest) {
            if all <= self.most {
                break;
            }
            fs::remove_file(path)?;
            all -= bytes;
        }
        Ok(())
    }

    /// Writes a table, all of it or nothing.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn put(&self, key: &Key, table: &[u8]) -> io::Result<()> {
        let mut draft = DraftFile::begin(&self.folder)?;
        let file = draft.file()?;
        file.write_all(naming(key).as_bytes())?;
        file.write_all(sum_line(table).as_bytes())?;
        file.write_all(table)?;
        draft.finish(&self.path(key))?;
        self.make_room(&self.path(key))
    }

    /// Returns where the table of a key is kept.
    #[must_use]
    pub fn path(&self, key: &Key) -> PathBuf {
        let name = key.rules.split('(').next().unwrap_or_default();
        let sum = hex(&Sha256::digest(key.to_string().as_bytes())[..8]);
        self.folder
            .join(format!("{name}-{}-{sum}.table", key.objective))
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Tells whether a file was put here: tables of pages take days to make, and drafts are still being written.
fn is_table(path: &Path) -> bool {
    let mut head = [0; FORMAT.len()];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    let named = path
        .extension()
        .is_some_and(|extension| extension == "table");
    named && read.is_ok() && head == *FORMAT.as_bytes()
}

/// The length of a sum in hexadecimal and its line end.
const SUM_LINE: usize = 65;

fn naming(key: &Key) -> String {
    format!("{FORMAT}\n{key}\n")
}

fn sum_line(table: &[u8]) -> String {
    format!("{}\n", hex(&Sha256::digest(table)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(rules: &str) -> Key {
        Key {
            rules: rules.to_owned(),
            objective: "win",
            version: 1,
        }
    }

    #[test]
    fn what_is_put_is_got() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = SolutionFolder::new(folder.path().join("tables"));
        assert_eq!(shelf.get(&key("farkle")), None);
        shelf.put(&key("farkle"), b"values").unwrap();
        assert_eq!(shelf.get(&key("farkle")).as_deref(), Some(&b"values"[..]));
        assert_eq!(shelf.get(&key("zilch")), None);
        let newer = Key {
            version: 2,
            ..key("farkle")
        };
        assert_eq!(shelf.get(&newer), None);
    }

    #[test]
    fn every_damage_makes_a_table_missing() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = SolutionFolder::new(folder.path().to_owned());
        shelf.put(&key("farkle"), b"values").unwrap();
        let path = shelf.path(&key("farkle"));
        let whole = fs::read(&path).unwrap();
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            fs::write(&path, &damaged).unwrap();
            assert_eq!(shelf.get(&key("farkle")), None, "byte {place}");
            fs::write(&path, &whole[..place]).unwrap();
            assert_eq!(shelf.get(&key("farkle")), None, "cut at {place}");
        }
    }

    #[test]
    fn what_was_used_longest_ago_makes_room() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = SolutionFolder::new(folder.path().to_owned()).holding(3500);
        let age = |rules: &str, seconds| {
            let file = fs::File::options()
                .append(true)
                .open(shelf.path(&key(rules)));
            let then = SystemTime::now() - std::time::Duration::from_secs(seconds);
            file.unwrap().set_modified(then).unwrap();
        };
        for (rules, seconds) in [("farkle", 30), ("zilch", 20), ("pig", 10)] {
            shelf.put(&key(rules), &[0; 1000]).unwrap();
            age(rules, seconds);
        }
        assert!(shelf.get(&key("farkle")).is_some(), "now it was used last");
        shelf.put(&key("greed"), &[0; 1000]).unwrap();
        assert_eq!(shelf.get(&key("zilch")), None);
        for rules in ["farkle", "pig", "greed"] {
            assert!(shelf.get(&key(rules)).is_some(), "{rules}");
        }
        let pages = folder.path().join("yatzy.table");
        fs::write(&pages, "hotdice pages 1").unwrap();
        shelf.put(&key("huge"), &[0; 9000]).unwrap();
        assert!(pages.exists(), "what took days stays");
        assert!(
            shelf.get(&key("huge")).is_some(),
            "what was just solved stays"
        );
        assert_eq!(shelf.get(&key("pig")), None);
    }

    #[test]
    fn a_table_of_other_rules_is_not_taken_for_these() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = SolutionFolder::new(folder.path().to_owned());
        shelf.put(&key("farkle"), b"values").unwrap();
        fs::copy(shelf.path(&key("farkle")), shelf.path(&key("zilch"))).unwrap();
        assert_eq!(shelf.get(&key("zilch")), None);
    }
}
