//! The text of a tape.
//!
//! ```text
//! # Plays pig to its end.
//! size 100 30
//! run hotdice --no-animation play pig --seat Ada --seat bot:careful --dice 7
//! wait Your choice
//! until wins
//!   when Your choice press Enter
//! still pig
//! press q
//! restored
//! ```

mod command;
mod read;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use command::{Command, Rule};
pub use read::BadLine;

/// A script of what is done and seen in terminals.
#[derive(Debug)]
pub struct Tape {
    /// The file that it came from.
    pub path: PathBuf,
    /// Its commands, each with the number of its line.
    pub steps: Vec<(usize, Command)>,
}

/// Why a tape cannot be read.
#[derive(Debug, Error)]
pub enum TapeError {
    /// The file cannot be read.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A line is no command.
    #[error("{}:{line}: {error}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line.
        line: usize,
        /// What is wrong with it.
        error: BadLine,
    },
}

impl Tape {
    /// Reads a tape from a file.
    ///
    /// # Errors
    /// When there is no such file, or one of its lines is no command.
    pub fn read(path: &Path) -> Result<Self, TapeError> {
        let text = std::fs::read_to_string(path).map_err(|error| TapeError::File {
            path: path.to_owned(),
            error,
        })?;
        Self::of(path, &text)
    }

    /// Reads the text of a tape.
    ///
    /// # Errors
    /// When one of the lines is no command.
    pub fn of(path: &Path, text: &str) -> Result<Self, TapeError> {
        let steps = read::steps(text).map_err(|(line, error)| TapeError::Line {
            path: path.to_owned(),
            line,
            error,
        })?;
        Ok(Self {
            path: path.to_owned(),
            steps,
        })
    }

    /// Returns the name of the tape: that of its file, without the ending.
    pub fn name(&self) -> String {
        let name = self.path.file_stem().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}
