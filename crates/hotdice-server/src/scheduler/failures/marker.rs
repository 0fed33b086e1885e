//! Files that say what is being solved, or could not be.
//!
//! ```text
//! hotdice failed solve 1
//! key zilch-playr(target=12000) race 2
//! why too slow
//! at 1763500000000
//! wait 600
//! time 120
//! ```
//! The key names the rules, what was solved for and how many play where that matters; `at` is in milliseconds since 1970, `wait` and
//! `time` in seconds. Earlier servers wrote no `time`, which is how long it could be solved: then it may have been none.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::store::Millis;

const FORMAT: &str = "hotdice failed solve 1";

/// How the names of the files end.
const ENDING: &str = "unsolved";

/// No file that was written here is longer.
const MAX_LENGTH: u64 = 64 << 10;

/// Why something was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scheduler) enum Why {
    /// It took too long.
    TooSlow,
    /// The server ended in the middle of it, or the solver failed.
    CutOff,
}

impl Why {
    const ALL: [Self; 2] = [Self::TooSlow, Self::CutOff];

    fn word(self) -> &'static str {
        match self {
            Self::TooSlow => "too slow",
            Self::CutOff => "cut off",
        }
    }

    /// Returns what whoever asks for it again is told.
    pub(in crate::scheduler) fn in_words(self) -> &'static str {
        match self {
            Self::TooSlow => "took too long on this server a while ago",
            Self::CutOff => "was cut off on this server a while ago",
        }
    }
}

/// What a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) key: String,
    pub(super) why: Why,
    pub(super) at: Millis,
    pub(super) wait: Duration,
    pub(super) time: Duration,
}

impl Note {
    fn to_text(&self) -> String {
        let (key, why, at) = (&self.key, self.why.word(), self.at);
        let (wait, time) = (self.wait.as_secs(), self.time.as_secs());
        format!("{FORMAT}\nkey {key}\nwhy {why}\nat {at}\nwait {wait}\ntime {time}\n")
    }

    fn read(text: &str) -> Option<Self> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        if lines.next()? != FORMAT {
            return None;
        }
        let mut value = |name| value_of(lines.next()?, name);
        let key = value("key")?.to_owned();
        let why = value("why")?;
        let why = Why::ALL.into_iter().find(|each| each.word() == why)?;
        let at = value("at")?.parse().ok()?;
        let wait = Duration::from_secs(value("wait")?.parse().ok()?);
        let time = match lines.next() {
            Some(line) => Duration::from_secs(value_of(line, "time")?.parse().ok()?),
            None => Duration::ZERO,
        };
        lines.next().is_none().then_some(Self {
            key,
            why,
            at,
            wait,
            time,
        })
    }
}

fn value_of<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.strip_prefix(name)?.strip_prefix(' ')
}

/// The file of something that is being solved, locked for as long as this value lives.
pub(super) struct Marker {
    file: File,
    path: PathBuf,
}

impl Marker {
    /// Begins a file. There is none where it cannot be written, or another server is solving the same.
    pub(super) fn begin(folder: &Path, note: &Note) -> Option<Self> {
        let path = path(folder, &note.key);
        let open = || {
            fs::create_dir_all(folder)?;
            let mut options = File::options();
            options.create(true).read(true).write(true).truncate(false);
            let file = options.open(&path)?;
            match file.try_lock() {
                Ok(()) => Ok(Some(file)),
                Err(TryLockError::WouldBlock) => Ok(None),
                Err(TryLockError::Error(error)) => Err(error),
            }
        };
        let file = open().unwrap_or_else(|error: io::Error| {
            tracing::warn!(%error, "cannot write the marker of a running solve: it may be retried right after a restart");
            None
        });
        let mut marker = Self { file: file?, path };
        marker.write(note);
        Some(marker)
    }

    /// Writes what it says from now on. It is not forced onto the disk: after a loss of power one more attempt does no harm.
    pub(super) fn write(&mut self, note: &Note) {
        let mut write = || {
            self.file.set_len(0)?;
            self.file.rewind()?;
            self.file.write_all(note.to_text().as_bytes())
        };
        if let Err(error) = write() {
            tracing::warn!(%error, "cannot update the marker of a solve: a failure may be forgotten at the next restart");
        }
    }

    /// Takes the file away.
    pub(super) fn remove(&self) {
        remove(&self.path);
    }
}

/// Returns where the file of a key is.
pub(super) fn path(folder: &Path, key: &str) -> PathBuf {
    let name = key.split(['(', ' ']).next().unwrap_or_default();
    let sum: String = Sha256::digest(key.as_bytes())[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    folder.join(format!("{name}-{sum}.{ENDING}"))
}

/// Takes a file away.
pub(super) fn remove(path: &Path) {
    if let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!(%error, "cannot remove the marker of a solve");
    }
}

/// Lists the files in a folder that nobody holds, with what they say if they can be read.
pub(super) fn left_in(folder: &Path) -> Vec<(PathBuf, Option<Note>)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let ours = paths.filter(|path| path.extension().is_some_and(|ending| ending == ENDING));
    ours.filter_map(|path| {
        let file = File::open(&path).ok()?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return None;
        }
        let mut text = String::new();
        let read = (&file).take(MAX_LENGTH).read_to_string(&mut text);
        let note = read.ok().and_then(|_| Note::read(&text));
        Some((path, note))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(key: &str, why: Why) -> Note {
        Note {
            key: key.to_owned(),
            why,
            at: 1_763_500_000_000,
            wait: Duration::from_secs(600),
            time: Duration::from_secs(120),
        }
    }

    #[test]
    fn what_is_written_reads_back_and_nothing_else_does() {
        for why in Why::ALL {
            let note = note("zilch-playr(target=12000) race 2", why);
            let text = note.to_text();
            assert_eq!(Note::read(&text).as_ref(), Some(&note));
            let earlier = text.strip_suffix("time 120\n").expect("the last line");
            let no_time = Note {
                time: Duration::ZERO,
                ..note
            };
            for end in 0..text.len() {
                let cut = Note::read(&text[..end]);
                if end == earlier.len() {
                    assert_eq!(cut.as_ref(), Some(&no_time), "an earlier server wrote it");
                } else {
                    assert_eq!(cut, None, "cut after {end} bytes");
                }
            }
            for other in [
                text.replace("solve 1", "solve 2"),
                text.replace("why", "how"),
                text.replace("600", "-1"),
                text.replace("120", "-1"),
                text.replace("time", "wait"),
                format!("{text}more\n"),
            ] {
                assert_eq!(Note::read(&other), None, "{other}");
            }
        }
    }

    #[test]
    fn what_somebody_holds_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let note = note("yatzy 3 win 1", Why::CutOff);
        let marker = Marker::begin(folder.path(), &note).unwrap();
        assert!(Marker::begin(folder.path(), &note).is_none());
        assert_eq!(left_in(folder.path()), []);
        drop(marker);
        let path = path(folder.path(), &note.key);
        assert_eq!(left_in(folder.path()), [(path.clone(), Some(note))]);
        fs::write(&path, "hotdice").unwrap();
        assert_eq!(left_in(folder.path()), [(path, None)]);
    }
}
