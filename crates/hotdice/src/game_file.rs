//! The file in which a game is kept while it is played and after.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::{process, str};

use anyhow::Context;
use hotdice_core::{Bytes32, Record};
use hotdice_table::Match;
use hotdice_tui::services::{SaveSlot, UiError};
use tempfile::NamedTempFile;

use crate::data_folder;

/// A file that always holds a whole record: it is replaced, never written over. It is made when it can first be written.
pub(crate) struct GameFile {
    path: PathBuf,
    /// Where a new game is to be; nothing if the game was here before it was played on.
    wanted: Option<WantedFile>,
    content: FileContent,
    /// Whether its last line was cut off.
    torn: bool,
    lock: Option<GameLock>,
}

/// Where the file of a new game is to be.
enum WantedFile {
    /// Here, where nothing may be yet.
    Named(PathBuf),
    /// In this folder, under the first free number of this game.
    Numbered(PathBuf, String),
}

/// What is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileContent {
    /// There is no file.
    Absent,
    /// Nothing yet.
    Empty,
    /// A record.
    Record,
}

impl GameFile {
    /// Returns a new file for a game of these rules, or at the place that was asked for. Where the folder for saved games cannot be
    /// written, the file is made as soon as it can be.
    pub(crate) fn create(rules: &str, place: Option<PathBuf>) -> anyhow::Result<Self> {
        if let Some(path) = place {
            let mut file = Self::new(WantedFile::Named(path.clone()));
            let made = file.write(|_| Ok(()));
            made.with_context(|| format!("cannot write {}", path.display()))?;
            return Ok(file);
        }
        let folder =
            data_folder::games().context("there is no folder for saved games: set HOTDICE_DATA")?;
        let game = rules.split('(').next().unwrap_or(rules);
        let mut file = Self::new(WantedFile::Numbered(folder, game.to_owned()));
        // Saving the game tries again, and says what is wrong.
        drop(file.write(|_| Ok(())));
        Ok(file)
    }

    fn new(wanted: WantedFile) -> Self {
        Self {
            path: wanted.free(),
            wanted: Some(wanted),
            content: FileContent::Absent,
            torn: false,
            lock: None,
        }
    }

    /// Returns the file of a game that goes on, unless somebody plays it.
    pub(crate) fn resume(path: PathBuf) -> anyhow::Result<Self> {
        let lock = GameLock::take(&path)?;
        let torn = read_mended(&path).is_ok_and(|(_, torn)| torn);
        Ok(Self {
            path,
            wanted: None,
            content: FileContent::Record,
            torn,
            lock,
        })
    }

    /// Writes to the file, which is made if it is not there; one without a record is not left behind when that fails.
    fn write(&mut self, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        let written = self.make().and_then(|()| write(&self.path));
        if written.is_err() && self.content == FileContent::Empty {
            drop(self.remove());
        }
        written.map_err(in_words)
    }

    /// Makes the file if it is not there, and takes it for this program.
    fn make(&mut self) -> io::Result<()> {
        let (Some(wanted), FileContent::Absent) = (&self.wanted, self.content) else {
            return Ok(());
        };
        self.path = wanted.reserve()?;
        self.content = FileContent::Empty;
        self.lock = GameLock::take(&self.path).map_err(io::Error::other)?;
        Ok(())
    }

    fn remove(&mut self) -> io::Result<()> {
        fs::remove_file(&self.path)?;
        forget_seed(&self.path)?;
        (self.content, self.lock) = (FileContent::Absent, None);
        Ok(())
    }
}

impl WantedFile {
    fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let (named, numbered) = match self {
            Self::Named(path) => (Some(path.clone()), None),
            Self::Numbered(folder, game) => (None, Some((folder, game))),
        };
        let numbered = numbered.into_iter().flat_map(|(folder, game)| {
            (1_u32..).map(move |number| folder.join(format!("{game}-{number:04}.hotdice")))
        });
        named.into_iter().chain(numbered)
    }

    /// Returns where the file would be now.
    fn free(&self) -> PathBuf {
        let free = self.paths().find(|path| !path.exists());
        free.or_else(|| self.paths().next()).unwrap_or_default()
    }

    /// Makes an empty file, and its folder if that is ours.
    fn reserve(&self) -> io::Result<PathBuf> {
        if let Self::Numbered(folder, _) = self {
            fs::create_dir_all(folder).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
                _ => error,
            })?;
        }
        let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
        for path in self.paths() {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
                Err(error) => return Err(error),
            }
        }
        Err(taken)
    }
}

/// Says in plain words why a file cannot be written.
fn in_words(error: io::Error) -> io::Error {
    let words = match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "your share of the disk is used up",
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::NotFound => "its folder is missing",
        io::ErrorKind::NotADirectory => "its folder is a file",
        _ => return error,
    };
    io::Error::new(error.kind(), words)
}

/// A game that nobody else plays, as long as this is kept. It ends with the program, however that ends.
pub(crate) struct GameLock {
    path: PathBuf,
    #[expect(dead_code, reason = "the lock lasts as long as it is kept")]
    file: File,
}

impl GameLock {
    /// Takes a game for this program, unless another one has it. Where nothing can be locked, nobody is kept out.
    pub(crate) fn take(game: &Path) -> anyhow::Result<Option<Self>> {
        let path = beside(game, ".lock");
        let own = process::id().to_string();
        while game.exists() {
            let mut options = OpenOptions::new();
            let opened = options.read(true).write(true).create(true).truncate(false);
            let Ok(mut file) = opened.open(&path) else {
                return Ok(None);
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut owner = String::new();
                    let who = match file.read_to_string(&mut owner) {
                        Ok(1..) => format!(" (process {owner})"),
                        _ => String::new(),
                    };
                    let game = game.display();
                    anyhow::bail!("{game} is being played in another terminal{who}");
                }
                Err(TryLockError::Error(_)) => return Ok(None),
            }
            // On a full disk it keeps others out without saying who has it.
            let written = file
                .set_len(0)
                .and_then(|()| file.write_all(own.as_bytes()));
            let held = if written.is_ok() { &own[..] } else { "" };
            // Whoever had it may have removed the file after it was opened here: that lock keeps out nobody.
            match fs::read_to_string(&path) {
                Ok(text) if text != held => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                _ => return Ok(Some(Self { path, file })),
            }
        }
        Ok(None)
    }
}

impl Drop for GameLock {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.path));
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
    beside(game, ".seed")
}

/// Returns the path of a file beside a game.
fn beside(game: &Path, ending: &str) -> PathBuf {
    let mut place = game.as_os_str().to_owned();
    place.push(ending);
    PathBuf::from(place)
}

/// Writes a file as a whole or not at all. It can be read by its owner only.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(folder(path))?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

/// Returns the folder of a file.
fn folder(path: &Path) -> &Path {
    let folder = path.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

impl SaveSlot for GameFile {
    fn path(&self) -> &Path {
        &self.path
    }

    fn save(&mut self, record: &Record) -> io::Result<()> {
        self.write(|path| replace(path, &record.to_string()))?;
        self.content = FileContent::Record;
        Ok(())
    }

    fn hide_seed(&mut self, seed: Option<Bytes32>) -> io::Result<()> {
        match seed {
            None => forget_seed(&self.path),
            Some(seed) => self.write(|path| replace(&seed_place(path), &format!("{seed}\n"))),
        }
    }

    fn hidden_seed(&self) -> Option<Bytes32> {
        hidden(&self.path)
    }

    fn remark(&self) -> Option<String> {
        self.torn.then(|| TORN.to_owned())
    }

    fn discard(&mut self) -> Result<(), UiError> {
        if self.wanted.is_none() || self.content == FileContent::Absent {
            return Ok(());
        }
        let removed = self.remove();
        Ok(removed.with_context(|| format!("cannot remove {}", self.path.display()))?)
    }
}

/// What is said about a record whose last line was cut off.
const TORN: &str = "The last line of the record was cut off and is left out.";

/// Reads the record in a file; a last line that was cut off is left out, and that is said.
pub(crate) fn read(path: &Path) -> anyhow::Result<Record> {
    let (text, torn) = read_mended(path)?;
    if torn {
        anstream::eprintln!("hotdice: {}: {TORN}", path.display());
    }
    text.parse()
        .with_context(|| format!("{} is damaged", path.display()))
}

/// Reads the text in a file without a last line that was cut off, and tells whether there was one.
pub(crate) fn read_mended(path: &Path) -> anyhow::Result<(String, bool)> {
    let bytes = read_bytes(path)?;
    match whole_part(&bytes) {
        Some(whole) => Ok((whole.to_owned(), true)),
        None => Ok((as_text(path, bytes)?, false)),
    }
}

/// Reads the text in a file.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    as_text(path, read_bytes(path)?)
}

fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn as_text(path: &Path, bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes)
        .with_context(|| format!("{} is not a game record: it is not text", path.display()))
}

/// Returns what comes before the last line of a record, if that line was cut off, as by a crash or a full disk: it does not end,
/// it makes no sense, and everything before it does.
fn whole_part(bytes: &[u8]) -> Option<&str> {
    let plays = |text: &str| {
        let record = text.parse().ok();
        record.is_some_and(|record: Record| Match::replay(&record).is_ok())
    };
    let end = bytes.iter().rposition(|byte| *byte == b'\n')? + 1;
    if end == bytes.len() || str::from_utf8(bytes).is_ok_and(plays) {
        return None;
    }
    let whole = str::from_utf8(&bytes[..end]).ok()?;
    plays(whole).then_some(whole)
}

#[cfg(test)]
mod tests {
    use hotdice_core::DiceOrigin;
    use hotdice_table::dice::SeededDice;

    use super::*;

    #[test]
    fn only_a_last_line_that_was_cut_off_is_left_out() {
        let game = hotdice_games::find("pig").expect("a game");
        let names = ["Ada", "Bo"].map(|name| name.parse().expect("a name"));
        let mut game = Match::of(game, names.to_vec(), DiceOrigin::Seed(7), None).expect("a game");
        let mut dice = SeededDice::new(7);
        for _ in 0..3 {
            game.roll(&mut dice).expect("a roll");
            let hold = game.read_action("hold").expect("an action");
            game.act(&hold).expect("it can be done");
        }
        let text = game.record().to_string();
        assert_eq!(whole_part(text.as_bytes()), None);
        assert_eq!(whole_part(text.trim_end().as_bytes()), None);
        let before = text.trim_end().rfind('\n').expect("many lines") + 1;
        for cut in before + 1..text.len() - 1 {
            assert_eq!(whole_part(&text.as_bytes()[..cut]), Some(&text[..before]));
        }
        let mut noise = text.as_bytes()[..before].to_vec();
        noise.push(0xc3);
        assert_eq!(whole_part(&noise), Some(&text[..before]));
        noise.push(b'\n');
        assert_eq!(whole_part(&noise), None);
        for cut in 0..20 {
            assert_eq!(whole_part(&text.as_bytes()[..cut]), None);
        }
    }

    #[test]
    fn a_game_is_played_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pig.hotdice");
        let first = GameFile::create("pig", Some(path.clone())).expect("a file");
        let refused = GameFile::resume(path.clone()).err().expect("a refusal");
        let own = process::id();
        assert!(
            refused.to_string().ends_with(&format!(
                "is being played in another terminal (process {own})"
            )),
            "{refused}"
        );
        drop(first);
        drop(GameFile::resume(path).expect("nobody plays it"));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
