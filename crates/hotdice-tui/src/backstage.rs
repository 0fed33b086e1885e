//! What a terminal needs from the program around it: files, solved games, servers.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hotdice_bots::Library;
use hotdice_client::Memory;
use hotdice_core::{AnyGame, Bytes32, Record};
use hotdice_solve::ledger::Ledger;
use hotdice_wire::ExploreAnswer;

pub use hotdice_client::Reach;

use crate::plain::Keeper;
use crate::settings::Settings;

/// Everything behind the scenes. All of it may take a while, but for the settings.
pub trait Backstage: Send + Sync {
    /// Returns the solved games.
    fn library(&self) -> Arc<dyn Library>;

    /// Keeps the settings for the next time.
    ///
    /// # Errors
    /// When they cannot be written.
    fn keep_settings(&self, settings: &Settings) -> Result<(), Trouble>;

    /// Lists the games that are saved here, the latest first.
    ///
    /// # Errors
    /// When the folder cannot be read.
    fn saved_games(&self) -> Result<Vec<SavedGame>, Trouble>;

    /// Returns the text of a saved game.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read_game(&self, place: &Path) -> Result<String, Trouble>;

    /// Returns the place for a new game of these rules.
    ///
    /// # Errors
    /// When there is no place for it.
    fn new_game(&self, rules: &str) -> Result<Box<dyn KeptGame>, Trouble>;

    /// Returns the place of a game that goes on.
    fn resume_game(&self, place: &Path) -> Box<dyn KeptGame>;

    /// Throws a saved game away.
    ///
    /// # Errors
    /// When it cannot be removed.
    fn forget_game(&self, place: &Path) -> Result<(), Trouble>;

    /// Keeps the record of a game that was played elsewhere, and returns where.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep_record(&self, name: &str, text: &str) -> Result<PathBuf, Trouble>;

    /// Says what rules make of a game; stops early when the answer is unwanted.
    fn explore(
        &self,
        game: &dyn AnyGame,
        depth: Depth,
        unwanted: &Arc<AtomicBool>,
    ) -> ExploreAnswer;

    /// Tells luck from skill in a game.
    ///
    /// # Errors
    /// When the record is no game, or the game cannot be solved.
    fn analyse(&self, record: &Record) -> Result<Ledger, Trouble>;

    /// Returns the servers, tables and seats that are remembered.
    ///
    /// # Errors
    /// When they cannot be read.
    fn memory(&self) -> Result<Memory, Trouble>;

    /// Changes what is remembered of servers, tables and seats.
    ///
    /// # Errors
    /// When it cannot be written.
    fn remember(&self, change: &mut dyn FnMut(&mut Memory)) -> Result<(), Trouble>;

    /// Opens a server on this machine, or finds the one that is open. It stays open until the program ends.
    ///
    /// # Errors
    /// When it cannot listen or has no place for its games.
    fn host(&self, reach: Reach) -> Result<Arc<dyn Hosted>, Trouble>;
}

/// A game that is kept in a file while it is played.
pub trait KeptGame: Keeper + Send {
    /// Returns where it is.
    fn place(&self) -> &Path;

    /// Hides the seed of the game's dice until the game goes on, or forgets it.
    ///
    /// # Errors
    /// When it cannot be written.
    fn hide(&mut self, seed: Option<Bytes32>) -> io::Result<()>;

    /// Returns the seed that was hidden.
    fn hidden(&self) -> Option<Bytes32>;

    /// Forgets a game that was begun for nothing; one that was saved before stays.
    ///
    /// # Errors
    /// When the file cannot be removed.
    fn abandon(&mut self) -> Result<(), Trouble>;
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

/// A game that is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// Where it is.
    pub place: PathBuf,
    /// Its rules line; nothing if the file is damaged.
    pub rules: Option<String>,
    /// Who plays.
    pub names: Vec<String>,
    /// How far it got.
    pub stage: SavedStage,
    /// How many seconds ago it was written.
    pub age: u64,
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
pub struct Trouble(Box<dyn Error + Send + Sync>);

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut cause = self.0.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}
