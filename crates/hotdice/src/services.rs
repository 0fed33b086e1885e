//! What the hall needs from the program around it: files, solved games, a server.

mod saved;
mod settings_file;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use hotdice_bots::Library;
use hotdice_client::Memory;
use hotdice_core::{AnyGame, Record};
use hotdice_server::analysis;
use hotdice_server::explore::{Deadline, at_once, whole};
use hotdice_solutions::{ProgressReporter, SolutionCache};
use hotdice_solve::ledger::Ledger;
use hotdice_solve::{Unwatched, Watch};
use hotdice_tui::services::{Depth, Hosted, Reach, SaveSlot, SavedGame, Services, UiError};
use hotdice_tui::settings::{Pace, UserSettings};
use hotdice_wire::ExploreAnswer;
use tempfile::NamedTempFile;

use crate::data_folder;
use crate::game_file::{self, GameFile};
use crate::hosting::Hosting;
use crate::memory_file::{DamageReport, MemoryFile};
use crate::waiting;

pub(crate) use settings_file::read_settings;

/// How long house rules that somebody only looks at may be worked on.
pub(crate) const LONGEST: Duration = Duration::from_secs(20);

/// This machine.
pub(crate) struct Here {
    tables: Arc<SolutionCache>,
    hosting: Hosting,
    damage: DamageReport,
    /// The pace to keep when dice stand still only for this once.
    pace: Option<Pace>,
}

impl Here {
    /// Returns this machine, where nobody watches how far a computation is.
    pub(crate) fn quiet() -> Self {
        Self::new(
            waiting::tables_with(Box::new(NoProgress)),
            DamageReport::AsError,
        )
    }

    /// Returns this machine, with a word on the screen while something is solved.
    pub(crate) fn telling() -> Self {
        Self::new(waiting::tables(), DamageReport::Stderr)
    }

    fn new(tables: SolutionCache, damage: DamageReport) -> Self {
        let tables = Arc::new(tables);
        Self {
            hosting: Hosting::new(tables.clone()),
            tables,
            damage,
            pace: None,
        }
    }

    /// Lets dice stand still for this once, whatever the settings say.
    pub(crate) fn stand_still(&mut self, settings: &mut UserSettings) {
        self.pace = Some(settings.pace);
        settings.pace = Pace::Off;
    }
}

/// Nobody looks on: the screen belongs to the hall.
struct NoProgress;

impl ProgressReporter for NoProgress {
    fn watch(&self, _what: &str) -> Box<dyn Watch + '_> {
        Box::new(Unwatched)
    }
}

impl Services for Here {
    fn library(&self) -> Arc<dyn Library> {
        self.tables.clone()
    }

    fn save_settings(&self, settings: &UserSettings) -> Result<(), UiError> {
        let mut settings = settings.clone();
        if let (Pace::Off, Some(pace)) = (settings.pace, self.pace) {
            settings.pace = pace;
        }
        Ok(settings_file::write_settings(&settings)?)
    }

    fn saved_games(&self) -> Result<Vec<SavedGame>, UiError> {
        Ok(saved::list()?)
    }

    fn read_game(&self, place: &Path) -> Result<String, UiError> {
        Ok(game_file::read_text(place)?)
    }

    fn new_game(&self, rules: &str, path: Option<PathBuf>) -> Result<Box<dyn SaveSlot>, UiError> {
        Ok(Box::new(GameFile::create(rules, path)?))
    }

    fn resume_game(&self, place: &Path) -> Box<dyn SaveSlot> {
        Box::new(GameFile::resume(place.to_owned()))
    }

    fn delete_game(&self, place: &Path) -> Result<(), UiError> {
        let gone = fs::remove_file(place).and_then(|()| game_file::forget_seed(place));
        Ok(gone.with_context(|| format!("cannot remove {}", place.display()))?)
    }

    fn save_record(&self, name: &str, text: &str) -> Result<PathBuf, UiError> {
        Ok(save_record(name, text)?)
    }

    fn explore(
        &self,
        game: &dyn AnyGame,
        depth: Depth,
        unwanted: &Arc<AtomicBool>,
    ) -> ExploreAnswer {
        match depth {
            Depth::Turn => at_once(game),
            Depth::Game => {
                let unwanted = unwanted.clone();
                let unwanted = move || unwanted.load(Ordering::Relaxed);
                whole(game, &Deadline::unless(LONGEST, unwanted))
            }
        }
    }

    fn analyse(&self, record: &Record) -> Result<Ledger, UiError> {
        let (_, ledger) = analysis::ledger(record, &*self.tables)?;
        Ok(ledger)
    }

    fn memory(&self) -> Result<Memory, UiError> {
        Ok(MemoryFile::here(self.damage)?.read()?)
    }

    fn remember(&self, change: &mut dyn FnMut(&mut Memory)) -> Result<(), UiError> {
        Ok(MemoryFile::here(self.damage)?.change(change)?)
    }

    fn host(&self, reach: Reach) -> Result<Arc<dyn Hosted>, UiError> {
        self.hosting.open(reach)
    }
}

/// Keeps the record of a game among the saved ones; the same record is kept once.
fn save_record(name: &str, text: &str) -> anyhow::Result<PathBuf> {
    let folder =
        data_folder::games().context("there is no folder for saved games: set HOTDICE_DATA")?;
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join(name);
    let mut file = NamedTempFile::new_in(&folder)?;
    file.write_all(text.as_bytes())?;
    let kept = file.persist(&path);
    kept.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}
