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

/// A file that always holds a whole record: it is replaced, never written over.
pub(crate) struct GameFile {
    path: PathBuf,
    /// Whether the game was here before it was played on.
    resumed: bool,
    /// Whether its last line was cut off.
    torn: bool,
    #[expect(dead_code, reason = "the lock lasts as long as it is kept")]
    lock: Option<GameLock>,
}

impl GameFile {
    /// Returns a new file for a game of these rules, or at the place that was asked for.
    pub(crate) fn create(rules: &str, place: Option<PathBuf>) -> anyhow::Result<Self> {
        if let Some(path) = place {
            reserve(&path).with_context(|| format!("cannot write {}", path.display()))?;
            return Self::new(path);
        }
        let folder =
            data_folder::games().context("there is no folder for saved games: set HOTDICE_DATA")?;
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let game = rules.split('(').next().unwrap_or(rules);
        for number in 1_u32.. {
            let path = folder.join(format!("{game}-{number:04}.hotdice"));
            match reserve(&path) {
                Ok(()) => return Self::new(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let path = path.display().to_string();
                    return Err(error).with_context(|| format!("cannot write {path}"));
                }
            }
        }
        anyhow::bail!("there are too many saved games in {}", folder.display())
    }

    fn new(path: PathBuf) -> anyhow::Result<Self> {
        Ok(Self {
            lock: GameLock::take(&path)?,
            path,
            resumed: false,
            torn: false,
        })
    }

    /// Returns the file of a game that goes on, unless somebody plays it.
    pub(crate) fn resume(path: PathBuf) -> anyhow::Result<Self> {
        let lock = GameLock::take(&path)?;
        let torn = read_mended(&path).is_ok_and(|(_, torn)| torn);
        Ok(Self {
            path,
            resumed: true,
            torn,
            lock,
        })
    }
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
            file.set_len(0)?;
            file.write_all(own.as_bytes())?;
            // Whoever had it may have removed the file after it was opened here: that lock keeps out nobody.
            match fs::read_to_string(&path) {
                Ok(text) if text != own => {}
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

    fn remark(&self) -> Option<String> {
        self.torn.then(|| TORN.to_owned())
    }

    fn discard(&mut self) -> Result<(), UiError> {
        if !self.resumed {
            fs::remove_file(&self.path)?;
            forget_seed(&self.path)?;
        }
        Ok(())
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
