//! Where a server inside this program keeps its games, so that no two have the same file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::store_lock::StoreLock;

/// How many servers may have games in one folder.
const MOST: u32 = 9;

/// A file for games that nobody else has, as long as this is kept.
pub(super) struct StoreLease {
    path: PathBuf,
    number: u32,
    #[expect(dead_code, reason = "the lock lasts as long as the file is kept")]
    lock: StoreLock,
}

impl StoreLease {
    /// Takes the usual file, or another beside it if a server has that one.
    pub(super) fn open(usual: &Path) -> anyhow::Result<Self> {
        let folder = usual.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        for number in 1..=MOST {
            let path = numbered(usual, number);
            if let Some(lock) = StoreLock::take(&path)? {
                return Ok(Self { path, number, lock });
            }
        }
        Err(anyhow!(
            "{MOST} servers have games in {} already",
            folder.display()
        ))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Tells whether it is not the usual file.
    pub(super) fn is_apart(&self) -> bool {
        self.number > 1
    }

    /// Returns the port at which the server of this file listened last.
    pub(super) fn last_port(&self) -> Option<u16> {
        let text = fs::read_to_string(self.path.with_extension("port")).ok()?;
        text.trim().parse().ok()
    }

    /// Remembers the port for the next time; without it the usual one is tried.
    pub(super) fn remember_port(&self, port: u16) {
        drop(fs::write(
            self.path.with_extension("port"),
            format!("{port}\n"),
        ));
    }
}

fn numbered(usual: &Path, number: u32) -> PathBuf {
    let stem = usual.file_stem().unwrap_or_default().to_string_lossy();
    match number {
        1 => usual.to_owned(),
        number => usual.with_file_name(format!("{stem}-{number}.sqlite")),
    }
}
