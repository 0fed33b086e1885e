//! Files that are being written: they get their names when they are whole, and are gone however the program ends.
//!
//! A draft is locked for as long as somebody writes it. Whatever a killed program left behind is not locked any more, and is taken away when
//! the folder is next used. Whoever ends the program with threads still at work calls [`discard_drafts`], because their drafts are not dropped.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// How the names of drafts begin.
const PREFIX: &str = ".tmp";

/// The drafts of this program.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn open_drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is being written.
pub(crate) struct DraftFile(Option<NamedTempFile>);

impl DraftFile {
    /// Begins a file in a folder, which is made if need be.
    pub(crate) fn begin(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        loop {
            let file = tempfile::Builder::new()
                .prefix(PREFIX)
                .tempfile_in(folder)?;
            file.as_file().lock()?;
            // Before it was locked, somebody may have taken it for one that was left behind.
            if file.path().exists() {
                open_drafts().push(file.path().to_owned());
                return Ok(Self(Some(file)));
            }
        }
    }

    /// Returns the file to write to.
    pub(crate) fn file(&mut self) -> io::Result<&mut File> {
        let file = self.0.as_mut().map(NamedTempFile::as_file_mut);
        file.ok_or_else(|| io::Error::other("the draft is finished"))
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self, path: &Path) -> io::Result<()> {
        if let Some(file) = self.0.take() {
            let draft = file.path().to_owned();
            file.persist(path)?;
            open_drafts().retain(|open| *open != draft);
        }
        Ok(())
    }
}

impl Drop for DraftFile {
    fn drop(&mut self) {
        if let Some(file) = &self.0 {
            open_drafts().retain(|open| open != file.path());
        }
    }
}

/// Takes away the files that this program is still writing: for when it ends.
pub fn discard_drafts() {
    for draft in open_drafts().drain(..) {
        // What cannot be taken away now is swept at the next start.
        drop(fs::remove_file(draft));
    }
}

/// Takes away drafts that nobody writes any more.
pub(crate) fn sweep(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_draft = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        name.starts_with(PREFIX.as_bytes())
    };
    for path in entries.map(|entry| entry.path()).filter(is_draft) {
        let is_left = File::open(&path).is_ok_and(|file| file.try_lock().is_ok());
        if is_left {
            drop(fs::remove_file(path));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn names(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn what_was_left_behind_is_swept_and_what_is_written_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::write(
            folder.join(".tmp5XiWg1"),
            "left by a program that was killed",
        )
        .unwrap();
        fs::write(folder.join("farkle.table"), "solved").unwrap();
        let mut draft = DraftFile::begin(folder).unwrap();
        draft.file().unwrap().write_all(b"values").unwrap();
        sweep(folder);
        assert_eq!(names(folder).len(), 2);
        draft.finish(&folder.join("pig.table")).unwrap();
        sweep(folder);
        let mut left = names(folder);
        left.sort();
        assert_eq!(
            left,
            ["farkle.table", "pig.table"].map(|name| folder.join(name))
        );
    }

    #[test]
    fn a_draft_that_is_dropped_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        drop(DraftFile::begin(folder.path()).unwrap());
        assert!(names(folder.path()).is_empty());
    }
}
