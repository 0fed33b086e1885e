//! Tables too large for memory, in files of pages that are checked one by one when they are read.
//!
//! A file is a line that names the format, a line that is the key, and then pages: 65,536 bytes of little-endian numbers
//! of four bytes, and their SHA-256. Every level of a table begins on a page of its own. A file gets its name only when it
//! is whole; a page that is damaged later is never used, and takes the file away.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use hotdice_bots::{Key, PAGE_CACHE_BYTES, PageDraft};
use hotdice_solve::yatzy::PageStore;
use sha2::{Digest, Sha256};

use crate::disk::SolutionFolder;
use crate::draft::DraftFile;

const FORMAT: &str = "hotdice pages 1";

/// How many values a page has.
const VALUES: usize = 1 << 14;

/// How many bytes a page takes, with its sum.
const PAGE: usize = VALUES * 4 + 32;

/// How many pages are remembered.
const REMEMBERED: usize = PAGE_CACHE_BYTES as usize / (VALUES * 4);

/// Where the pages of a table are.
#[derive(Clone, Debug)]
struct Plan {
    head: String,
    /// The first page of every level, and the end of the last.
    first: Vec<usize>,
}

impl Plan {
    fn new(key: &Key, levels: impl Iterator<Item = usize>) -> Self {
        let mut first = vec![0];
        for values in levels {
            first.push(first[first.len() - 1] + values.div_ceil(VALUES));
        }
        let head = format!("{FORMAT}\n{key}\n");
        Self { head, first }
    }

    fn pages(&self) -> usize {
        self.first[self.first.len() - 1]
    }

    fn place(&self, page: usize) -> u64 {
        (self.head.len() + page * PAGE) as u64
    }

    fn bytes(&self) -> u64 {
        self.place(self.pages())
    }
}

/// A table of pages that is being written.
pub(crate) struct Draft {
    plan: Plan,
    file: DraftFile,
    path: PathBuf,
}

impl Draft {
    /// Begins a table in a folder, and takes all the room that it needs.
    pub(crate) fn begin(
        shelf: &SolutionFolder,
        key: &Key,
        levels: impl Iterator<Item = usize>,
    ) -> Result<Self, NoRoom> {
        let plan = Plan::new(key, levels);
        let no_room = |error| NoRoom {
            bytes: plan.bytes(),
            folder: shelf.folder().to_owned(),
            error,
        };
        let file = take_room(shelf, &plan).map_err(no_room)?;
        let path = shelf.path(key);
        Ok(Self { plan, file, path })
    }
}

impl PageDraft for Draft {
    fn keep(&mut self, level: usize, values: &[f64]) -> io::Result<()> {
        let place = self.plan.place(self.plan.first[level]);
        let file = self.file.file()?;
        file.seek(SeekFrom::Start(place))?;
        for values in values.chunks(VALUES) {
            file.write_all(&page_of(values))?;
        }
        Ok(())
    }

    /// Gives the table its name.
    fn finish(self: Box<Self>) -> io::Result<()> {
        self.file.finish(&self.path)
    }
}

/// Writes a file of the right length: whoever runs out of room learns that before the work, not after it.
fn take_room(shelf: &SolutionFolder, plan: &Plan) -> io::Result<DraftFile> {
    let mut draft = DraftFile::begin(shelf.folder())?;
    let file = draft.file()?;
    file.write_all(plan.head.as_bytes())?;
    let empty = [0; PAGE];
    for _ in 0..plan.pages() {
        file.write_all(&empty)?;
    }
    Ok(draft)
}

/// Returns a page; what is missing at its end is 0.
fn page_of(values: &[f64]) -> Vec<u8> {
    let mut page: Vec<u8> = values
        .iter()
        .flat_map(|&value| (value as f32).to_le_bytes())
        .collect();
    page.resize(VALUES * 4, 0);
    let sum = Sha256::digest(&page);
    page.extend_from_slice(&sum);
    page
}

/// A folder without room for a table.
#[derive(Debug, thiserror::Error)]
#[error("the table takes {} MiB on disk, in {}: {error}", bytes >> 20, folder.display())]
pub(crate) struct NoRoom {
    bytes: u64,
    folder: PathBuf,
    error: io::Error,
}

/// A table of pages in a folder.
pub(crate) struct Pages {
    plan: Plan,
    path: PathBuf,
    file: Mutex<File>,
    known: Mutex<HashMap<usize, Arc<[f32]>>>,
}

impl Pages {
    /// Opens a table, if it is there and as long as it should be.
    pub(crate) fn open(
        shelf: &SolutionFolder,
        key: &Key,
        levels: impl Iterator<Item = usize>,
    ) -> Option<Self> {
        let plan = Plan::new(key, levels);
        let path = shelf.path(key);
        let mut file = File::open(&path).ok()?;
        let mut head = vec![0; plan.head.len()];
        file.read_exact(&mut head).ok()?;
        let is_whole = head == plan.head.as_bytes() && file.metadata().ok()?.len() == plan.bytes();
        is_whole.then(|| Self {
            plan,
            path,
            file: Mutex::new(file),
            known: Mutex::default(),
        })
    }

    fn page(&self, number: usize) -> Option<Arc<[f32]>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(page) = known.get(&number) {
            return Some(page.clone());
        }
        let page = self.read_page(number)?;
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(number, page.clone());
        Some(page)
    }

    fn read_page(&self, number: usize) -> Option<Arc<[f32]>> {
        let mut bytes = vec![0; PAGE];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.plan.place(number))).ok()?;
        file.read_exact(&mut bytes).ok()?;
        let (values, sum) = bytes.split_at(VALUES * 4);
        if Sha256::digest(values)[..] != *sum {
            // Without the file the game is solved again the next time somebody asks.
            drop(fs::remove_file(&self.path));
            return None;
        }
        let (values, _) = values.as_chunks::<4>();
        Some(values.iter().map(|&v| f32::from_le_bytes(v)).collect())
    }
}

impl PageStore for Pages {
    fn read(&self, level: usize, first: usize, count: usize) -> Option<Vec<f32>> {
        let mut values = Vec::with_capacity(count);
        while values.len() < count {
            let place = first + values.len();
            let page = self.page(self.plan.first.get(level)? + place / VALUES)?;
            let rest = page.get(place % VALUES..)?;
            values.extend_from_slice(&rest[..rest.len().min(count - values.len())]);
        }
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Key {
        Key {
            rules: "maxi-yatzy".to_owned(),
            objective: "pages",
            version: 1,
        }
    }

    const LEVELS: [usize; 3] = [1, VALUES + 5, 2 * VALUES];

    fn value(level: usize, place: usize) -> f64 {
        (level * 100_000 + place) as f64 / 2.0
    }

    fn written(shelf: &SolutionFolder) -> Pages {
        let mut draft = Draft::begin(shelf, &key(), LEVELS.into_iter()).unwrap();
        assert!(Pages::open(shelf, &key(), LEVELS.into_iter()).is_none());
        for (level, count) in LEVELS.into_iter().enumerate().rev() {
            let values: Vec<f64> = (0..count).map(|place| value(level, place)).collect();
            draft.keep(level, &values).unwrap();
        }
        Box::new(draft).finish().unwrap();
        Pages::open(shelf, &key(), LEVELS.into_iter()).unwrap()
    }

    #[test]
    fn what_is_kept_is_read_also_across_pages() {
        let folder = tempfile::tempdir().unwrap();
        let pages = written(&SolutionFolder::new(folder.path().to_owned()));
        for (level, first, count) in [(0, 0, 1), (1, VALUES - 2, 6), (2, 0, 2 * VALUES)] {
            let values = pages.read(level, first, count).unwrap();
            let wanted = (first..first + count).map(|place| value(level, place) as f32);
            assert!(values.into_iter().eq(wanted), "level {level}");
        }
        assert_eq!(pages.read(2, VALUES, VALUES + 1), None);
        assert_eq!(pages.read(3, 0, 1), None);
    }

    #[test]
    fn a_damaged_page_is_not_used_and_takes_the_file_away() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = SolutionFolder::new(folder.path().to_owned());
        drop(written(&shelf));
        let path = shelf.path(&key());
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.len() - 40;
        bytes[last] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let pages = Pages::open(&shelf, &key(), LEVELS.into_iter()).unwrap();
        assert!(pages.read(0, 0, 1).is_some());
        assert_eq!(pages.read(2, 2 * VALUES - 1, 1), None);
        assert!(!path.exists());
        bytes.pop();
        fs::write(&path, &bytes).unwrap();
        assert!(Pages::open(&shelf, &key(), LEVELS.into_iter()).is_none());
    }

    #[test]
    fn a_folder_that_cannot_be_written_refuses_with_the_size() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let shelf = SolutionFolder::new(file.path().to_owned());
        let refused = Draft::begin(&shelf, &key(), [VALUES * 100].into_iter());
        let message = refused.err().unwrap().to_string();
        assert!(
            message.starts_with("the table takes 6 MiB on disk"),
            "{message}"
        );
    }
}
