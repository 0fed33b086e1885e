//! What a terminal needs from the program around it: files, solved games, servers.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hotdice_bots::Library;
use hotdice_client::Memory;
use hotdice_core::{AnyGame, Bytes32, Record};
use hotdice_solve::ledger::Ledger;
use hotdice_wire::ExploreAnswer;

pub use hotdice_client::Reach;

use crate::session::words;
use crate::settings::UserSettings;

/// The services that the program around the terminal gives it. All of them may take a while, but for the settings.
pub trait Services: Send + Sync {
    /// Returns the solved games.
    fn library(&self) -> Arc<dyn Library>;

    /// Says what it costs to solve a game that was not solved because of that.
    fn solve_cost(&self, rules: &str) -> Option<String> {
        let _ = rules;
        None
    }

    /// Lets a game be solved from now on, whatever that costs.
    fn allow_solve(&self, rules: &str) {
        let _ = rules;
    }

    /// Returns how far the solution is that is being worked on.
    fn solve_progress(&self) -> Option<SolveProgress> {
        None
    }

    /// Saves the settings for the next time.
    ///
    /// # Errors
    /// When they cannot be written.
    fn save_settings(&self, settings: &UserSettings) -> Result<(), UiError>;

    /// Lists the games that are saved here, the latest first.
    ///
    /// # Errors
    /// When the folder cannot be read.
    fn saved_games(&self) -> Result<Vec<SavedGame>, UiError>;

    /// Returns the text of a saved game.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read_game(&self, path: &Path) -> Result<String, UiError>;

    /// Returns the file for a new game of these rules: the one that was asked for, or one in the folder of saved games, which may
    /// be made later if nothing can be written there now.
    ///
    /// # Errors
    /// When the file that was asked for cannot be made, or nobody knows where saved games are.
    fn new_game(&self, rules: &str, path: Option<PathBuf>) -> Result<Box<dyn SaveSlot>, UiError>;

    /// Returns the file of a game that goes on, which nobody else plays meanwhile.
    ///
    /// # Errors
    /// When somebody else plays it.
    fn resume_game(&self, path: &Path) -> Result<Box<dyn SaveSlot>, UiError>;

    /// Deletes a saved game.
    ///
    /// # Errors
    /// When it cannot be removed.
    fn delete_game(&self, path: &Path) -> Result<(), UiError>;

    /// Saves the record of a game that was played elsewhere, and returns where.
    ///
    /// # Errors
    /// When it cannot be written.
    fn save_record(&self, name: &str, text: &str) -> Result<PathBuf, UiError>;

    /// Says what rules make of a game; stops early when the answer is unwanted.
    fn explore(
        &self,
        game: &dyn AnyGame,
        depth: Depth,
        unwanted: &Arc<AtomicBool>,
    ) -> ExploreAnswer;

    /// Tells luck from skill in a game; nothing if solving it takes longer than `patience`, or the answer is unwanted.
    ///
    /// # Errors
    /// When the record is no game, or the game cannot be solved.
    fn analyse(
        &self,
        record: &Record,
        patience: Duration,
        unwanted: &Arc<AtomicBool>,
    ) -> Result<Option<Ledger>, UiError>;

    /// Returns what is kept in a small file of the program; nothing if there is none yet.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read_note(&self, name: &str) -> Result<Option<String>, UiError>;

    /// Keeps a text in a small file of the program, as a whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write_note(&self, name: &str, text: &str) -> Result<(), UiError>;

    /// Returns the servers, tables and seats that are remembered.
    ///
    /// # Errors
    /// When they cannot be read.
    fn memory(&self) -> Result<Memory, UiError>;

    /// Changes what is remembered of servers, tables and seats.
    ///
    /// # Errors
    /// When it cannot be written.
    fn remember(&self, change: &mut dyn FnMut(&mut Memory)) -> Result<(), UiError>;

    /// Opens a server on this machine, or finds the one that is open. It stays open until the program ends.
    ///
    /// # Errors
    /// When it cannot listen or has no place for its games.
    fn host(&self, reach: Reach) -> Result<Arc<dyn Hosted>, UiError>;
}

/// The file in which a game is saved while it is played.
pub trait SaveSlot: Send {
    /// Returns where it is.
    fn path(&self) -> &Path;

    /// Writes the game down as it stands.
    ///
    /// # Errors
    /// When it cannot be written; the file then holds what it held before, and the next call tries again.
    fn save(&mut self, record: &Record) -> io::Result<()>;

    /// Hides the seed of the game's dice beside the file until the game goes on, or deletes it.
    ///
    /// # Errors
    /// When it cannot be written.
    fn hide_seed(&mut self, seed: Option<Bytes32>) -> io::Result<()>;

    /// Returns the seed that was hidden.
    fn hidden_seed(&self) -> Option<Bytes32>;

    /// Returns what the player should know about the file: that it was mended, for example.
    fn remark(&self) -> Option<String> {
        None
    }

    /// Deletes a game that was begun for nothing; one that was saved before stays.
    ///
    /// # Errors
    /// When the file cannot be removed.
    fn discard(&mut self) -> Result<(), UiError>;
}

/// A server on this machine.
pub trait Hosted: Send + Sync {
    /// Returns the address for players on this machine.
    fn url(&self) -> &str;

    /// Returns the addresses that others can use, the likeliest first; empty if only this machine can.
    fn addresses(&self) -> Vec<String>;

    /// Returns what people should know: that the usual port is taken, for example.
    fn remark(&self) -> Option<String> {
        None
    }
}

/// How far something is looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// What is known at once.
    Turn,
    /// What takes seconds.
    Game,
}

/// How far a solution is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveProgress {
    /// The share that is done.
    pub share: f64,
    /// How long it has taken so far.
    pub elapsed: Duration,
}

impl SolveProgress {
    /// Says how far it is, and how long it will take once that can be guessed.
    #[must_use]
    pub fn in_words(&self) -> String {
        let percent = 100.0 * self.share;
        if self.share < LEAST_SHARE {
            return format!("{percent:.0}%");
        }
        let left = self.elapsed.as_secs_f64() * (1.0 - self.share) / self.share;
        let left = match left.ceil() {
            left if left < 90.0 => format!("{left:.0} s"),
            left => format!("{:.0} min", (left / 60.0).ceil()),
        };
        format!("{percent:.0}%, {left} left")
    }
}

/// With less done, nobody knows how long the rest takes.
const LEAST_SHARE: f64 = 0.01;

/// A game that is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// Where it is.
    pub place: PathBuf,
    /// Its rules line; nothing if the file is damaged.
    pub rules: Option<String>,
    /// Who plays.
    pub names: Vec<String>,
    /// The points of each player.
    pub points: Vec<i32>,
    /// Whose turn it is, counted from the first seat.
    pub turn: Option<usize>,
    /// How far it got.
    pub stage: SavedStage,
    /// How many seconds ago it was written.
    pub age: u64,
    /// When that was, in seconds since 1970.
    pub written: u64,
}

impl SavedStage {
    /// Says how far a game got.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Paused => "unfinished",
            Self::Over | Self::Fair => "over",
            Self::Damaged => "damaged",
        }
    }
}

/// How far a saved game got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedStage {
    /// It can go on here.
    Paused,
    /// It is over.
    Over,
    /// It is over, and its dice can be checked.
    Fair,
    /// It cannot be read.
    Damaged,
}

/// Something that did not work out, in words for people.
#[derive(Debug)]
pub struct UiError(Box<dyn Error + Send + Sync>);

impl UiError {
    /// Returns what the network or the server said, if it was one of them.
    #[must_use]
    pub fn client_error(&self) -> Option<&hotdice_client::Error> {
        self.0.downcast_ref()
    }
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for UiError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl fmt::Display for UiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = self.client_error() {
            return f.write_str(&words::of(error));
        }
        write!(f, "{}", self.0)?;
        let mut cause = self.0.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}
