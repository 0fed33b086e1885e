//! What can go wrong while a tape is played.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::tmux::TmuxError;

/// A tape that could not be played to its end.
#[derive(Debug, Error)]
#[error("{}:{line}: {trouble}", .path.display())]
pub struct Stopped {
    /// The file.
    pub path: PathBuf,
    /// The number of the line.
    pub line: usize,
    /// What went wrong.
    pub trouble: Trouble,
}

/// Why a line of a tape could not be played.
#[derive(Debug, Error)]
pub enum Trouble {
    /// A text did not come, however long it was waited for.
    #[error("{text:?} was never seen; the screen is now\n{screen}")]
    NeverSeen {
        /// The text.
        text: String,
        /// The screen.
        screen: String,
    },
    /// A text did not go.
    #[error("{text:?} did not go away; the screen is now\n{screen}")]
    StillSeen {
        /// The text.
        text: String,
        /// The screen.
        screen: String,
    },
    /// A text is there.
    #[error("{text:?} is on the screen\n{screen}")]
    Seen {
        /// The text.
        text: String,
        /// The screen.
        screen: String,
    },
    /// Keys were pressed for ever.
    #[error("{text:?} was not seen after very many keys; the screen is now\n{screen}")]
    Endless {
        /// The text.
        text: String,
        /// The screen.
        screen: String,
    },
    /// No word follows a text.
    #[error("nothing stands after {text:?}\n{screen}")]
    NothingAfter {
        /// The text.
        text: String,
        /// The screen.
        screen: String,
    },
    /// The terminal is not what it was.
    #[error("the terminal was {before:?} and is {now:?}; the screen is\n{screen}")]
    Unrestored {
        /// What it was.
        before: String,
        /// What it is.
        now: String,
        /// The screen.
        screen: String,
    },
    /// There is no server to kill.
    #[error("no server runs: serve comes first")]
    NoServer,
    /// The server cannot be started or ended.
    #[error("the server: {0}")]
    Server(io::Error),
    /// Files fail.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The terminal fails.
    #[error(transparent)]
    Tmux(#[from] TmuxError),
}
