//! The file in which a game is kept while it is played and after.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use hotdice_core::{Bytes32, Record};
use hotdice_tui::services::{SaveSlot, UiError};
use tempfile::NamedTempFile;

use crate::data_folder;

/// A file that always holds a whole record: it is replaced, never written over.
pub(crate) struct GameFile {
    path: PathBuf,
    /// Whether the game was here before it was played on.
    resumed: bool,
}

impl GameFile {
    /// Returns a new file for a game of these rules, or at the place that was asked for.
    pub(crate) fn create(rules: &str, place: Option<PathBuf>) -> anyhow::Result<Self> {
        let resumed = false;
        if let Some(path) = place {
            reserve(&path).with_context(|| format!("cannot write {}", path.display()))?;
            return Ok(Self { path, resumed });
        }
        let folder =
            data_folder::games().context("there is no folder for saved games: set HOTDICE_DATA")?;
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let game = rules.split('(').next().unwrap_or(rules);
        for number in 1_u32.. {
            let path = folder.join(format!("{game}-{number:04}.hotdice"));
            match reserve(&path) {
                Ok(()) => return Ok(Self { path, resumed }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let path = path.display().to_string();
                    return Err(error).with_context(|| format!("cannot write {path}"));
                }
            }
        }
        anyhow::bail!("there are too many saved games in {}", folder.display())
    }

    /// Returns the file of a game that goes on.
    pub(crate) fn resume(path: PathBuf) -> Self {
        let resumed = true;
        Self { path, resumed }
    }
}

/// Returns the seed that is hidden beside a game.
pub(crate) fn hidden(game: &Path) -> Option<Bytes32> {
    let text = fs::read_to_string(seed_place(game)).ok()?;
    text.trim().parse().ok()
}

/// Forgets the seed that is hidden beside a game, if there is one.
pub(crate) fn forget_seed(game: &Path) -> io::Result<()> {
    match fs::remove_file(seed_place(game)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn seed_place(game: &Path) -> PathBuf {
    let mut place = game.as_os_str().to_owned();
    place.push(".seed");
    PathBuf::from(place)
}

/// Returns the folder of a file.
fn folder(path: &Path) -> &Path {
    let folder = path.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Makes an empty file unless there is one.
fn reserve(path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?;
    Ok(())
}

impl SaveSlot for GameFile {
    fn path(&self) -> &Path {
        &self.path
    }

    fn save(&mut self, record: &Record) -> io::Result<()> {
        let mut file = NamedTempFile::new_in(folder(&self.path))?;
        file.write_all(record.to_string().as_bytes())?;
        file.persist(&self.path)?;
        Ok(())
    }

    fn hide_seed(&mut self, seed: Option<Bytes32>) -> io::Result<()> {
        let Some(seed) = seed else {
            return forget_seed(&self.path);
        };
        // A temporary file can be read by its owner only, and stays so under its final name.
        let mut file = NamedTempFile::new_in(folder(&self.path))?;
        writeln!(file, "{seed}")?;
        file.persist(seed_place(&self.path))?;
        Ok(())
    }

    fn hidden_seed(&self) -> Option<Bytes32> {
        hidden(&self.path)
    }

    fn discard(&mut self) -> Result<(), UiError> {
        if !self.resumed {
            fs::remove_file(&self.path)?;
            forget_seed(&self.path)?;
        }
        Ok(())
    }
}

/// Reads the record in a file.
pub(crate) fn read(path: &Path) -> anyhow::Result<Record> {
    read_text(path)?
        .parse()
        .with_context(|| format!("{} is damaged", path.display()))
}

/// Reads the text in a file.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(text)
        .with_context(|| format!("{} is not a game record: it is not text", path.display()))
}
