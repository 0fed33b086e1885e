//! Files that are whole or not there.
//!
//! A file is a line that names the format, a line that is the key, a line with the SHA-256 of the rest, and then the table.
//! A file with another key, a wrong sum or anything else that does not fit counts as missing.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

const FORMAT: &str = "hotdice table 1";

/// What a table is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The rules line.
    pub rules: String,
    /// What was solved for.
    pub objective: &'static str,
    /// The version of the solver and of its bytes; tables of another version are solved again.
    pub version: u32,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.rules, self.objective, self.version)
    }
}

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// Returns the shelf in a folder, which need not exist.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the bytes of a table, if they are there and whole.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let bytes = fs::read(self.path(key)).ok()?;
        let rest = bytes.strip_prefix(naming(key).as_bytes())?;
        let (sum, table) = rest.split_at_checked(SUM_LINE)?;
        (sum == sum_line(table).as_bytes()).then(|| table.to_vec())
    }

    /// Puts a table on the shelf, all of it or nothing.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn put(&self, key: &Key, table: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = NamedTempFile::new_in(&self.folder)?;
        file.write_all(naming(key).as_bytes())?;
        file.write_all(sum_line(table).as_bytes())?;
        file.write_all(table)?;
        file.persist(self.path(key))?;
        Ok(())
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
        let shelf = Shelf::new(folder.path().join("tables"));
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
        let shelf = Shelf::new(folder.path().to_owned());
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
    fn a_table_of_other_rules_is_not_taken_for_these() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(folder.path().to_owned());
        shelf.put(&key("farkle"), b"values").unwrap();
        fs::copy(shelf.path(&key("farkle")), shelf.path(&key("zilch"))).unwrap();
        assert_eq!(shelf.get(&key("zilch")), None);
    }
}
