//! What the hall needs from the program around it: files, solved games, a server.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, SystemTimeError};

use anyhow::Context;
use hotdice_api::{Deadline, NotAnalysed, at_once, ledger, whole};
use hotdice_bots::{Library, Limited, Unsolvable};
use hotdice_client::Memory;
use hotdice_core::{AnyGame, DiceOrigin, Record, Seat, Turn};
use hotdice_solutions::{ProgressReporter, SolutionCache};
use hotdice_solve::Watch;
use hotdice_solve::ledger::Ledger;
use hotdice_table::Match;
use hotdice_tui::config;
use hotdice_tui::services::{
    Depth, Hosted, Reach, SaveSlot, SavedGame, SavedStage, Services, SolveProgress, UiError,
};
use hotdice_tui::settings::{self, Pace, UserSettings};
use hotdice_wire::ExploreAnswer;
use tempfile::NamedTempFile;

use crate::game_file::{self, GameFile, GameLock};
#[cfg(feature = "server")]
use crate::hosting::Hosting;
use crate::memory_file::{DamageReport, MemoryFile};
#[cfg(not(feature = "server"))]
use crate::without_server::Hosting;
use crate::{data_folder, waiting};

/// How long house rules that somebody only looks at may be worked on.
pub(crate) const LONGEST: Duration = Duration::from_secs(20);

/// This machine.
pub(crate) struct Here {
    tables: Arc<SolutionCache>,
    progress: SharedProgress,
    hosting: Hosting,
    damage: DamageReport,
    /// The pace to keep when dice stand still only for this once.
    pace: Option<Pace>,
}

impl Here {
    /// Returns this machine, where nobody watches how far a computation is.
    pub(crate) fn quiet() -> Self {
        let progress = SharedProgress::default();
        let tables = waiting::tables_with(Box::new(progress.clone()));
        Self::new(tables, progress, DamageReport::AsError)
    }

    /// Returns this machine, with a word on the screen while something is solved.
    pub(crate) fn telling() -> Self {
        let progress = SharedProgress::default();
        Self::new(waiting::tables_for_play(), progress, DamageReport::Stderr)
    }

    fn new(tables: SolutionCache, progress: SharedProgress, damage: DamageReport) -> Self {
        let tables = Arc::new(tables);
        Self {
            progress,
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

/// How far the latest solution is, for screens that look now and then.
#[derive(Clone, Default)]
struct SharedProgress(Arc<Mutex<Option<(Instant, f64)>>>);

/// A computation whose progress is shared.
struct Watching<'a> {
    shared: &'a SharedProgress,
    since: Instant,
}

impl ProgressReporter for SharedProgress {
    fn watch(&self, _what: &str) -> Box<dyn Watch + '_> {
        Box::new(Watching {
            shared: self,
            since: Instant::now(),
        })
    }
}

impl Watch for Watching<'_> {
    fn progress(&self, done: u64, all: u64) {
        let share = done as f64 / all.max(1) as f64;
        *self.shared.held() = Some((self.since, share));
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        *self.shared.held() = None;
    }
}

impl SharedProgress {
    fn held(&self) -> MutexGuard<'_, Option<(Instant, f64)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Services for Here {
    fn library(&self) -> Arc<dyn Library> {
        self.tables.clone()
    }

    fn solve_cost(&self, rules: &str) -> Option<String> {
        let declined = self.tables.declined();
        let solve = declined.iter().find(|solve| solve.rules() == rules)?;
        Some(solve.cost.to_string())
    }

    fn allow_solve(&self, rules: &str) {
        for solve in self.tables.declined() {
            if solve.rules() == rules {
                self.tables.allow(&solve.key);
            }
        }
    }

    fn solve_progress(&self) -> Option<SolveProgress> {
        let (since, share) = (*self.progress.held())?;
        let elapsed = since.elapsed();
        Some(SolveProgress { share, elapsed })
    }

    fn save_settings(&self, settings: &UserSettings) -> Result<(), UiError> {
        let mut settings = settings.clone();
        if let (Pace::Off, Some(pace)) = (settings.pace, self.pace) {
            settings.pace = pace;
        }
        Ok(write_settings(&settings)?)
    }

    fn saved_games(&self) -> Result<Vec<SavedGame>, UiError> {
        Ok(list()?)
    }

    fn read_game(&self, place: &Path) -> Result<String, UiError> {
        let (text, _) = game_file::read_mended(place)?;
        Ok(text)
    }

    fn new_game(&self, rules: &str, path: Option<PathBuf>) -> Result<Box<dyn SaveSlot>, UiError> {
        Ok(Box::new(GameFile::create(rules, path)?))
    }

    fn resume_game(&self, place: &Path) -> Result<Box<dyn SaveSlot>, UiError> {
        Ok(Box::new(GameFile::resume(place.to_owned())?))
    }

    fn delete_game(&self, place: &Path) -> Result<(), UiError> {
        let _lock = GameLock::take(place)?;
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

    fn analyse(
        &self,
        record: &Record,
        patience: Duration,
        unwanted: &Arc<AtomicBool>,
    ) -> Result<Option<Ledger>, UiError> {
        let unwanted = unwanted.clone();
        let watch = Deadline::unless(patience, move || unwanted.load(Ordering::Relaxed));
        match ledger(record, &Limited::watched(&*self.tables, &watch)) {
            Ok((_, ledger)) => Ok(Some(ledger)),
            Err(NotAnalysed::Unsolvable(Unsolvable::Stopped(_))) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn read_note(&self, name: &str) -> Result<Option<String>, UiError> {
        Ok(read_note(name)?)
    }

    fn write_note(&self, name: &str, text: &str) -> Result<(), UiError> {
        let path = data_folder::note(name).context(NO_FOLDER)?;
        Ok(replace_file(&path, text)?)
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

/// What is said where nothing can be kept.
const NO_FOLDER: &str = "there is no folder for your games: set HOTDICE_DATA";

fn read_note(name: &str) -> anyhow::Result<Option<String>> {
    let path = data_folder::note(name).context(NO_FOLDER)?;
    match fs::read(&path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Keeps the record of a game among the saved ones; the same record is kept once.
fn save_record(name: &str, text: &str) -> anyhow::Result<PathBuf> {
    let folder =
        data_folder::games().context("there is no folder for saved games: set HOTDICE_DATA")?;
    let path = folder.join(name);
    replace_file(&path, text)?;
    Ok(path)
}

/// Lists the saved games, the latest first.
fn list() -> anyhow::Result<Vec<SavedGame>> {
    let folder =
        data_folder::games().context("there is no folder for saved games: set HOTDICE_DATA")?;
    let mut games: Vec<SavedGame> = paths(&folder)?.into_iter().map(look_at).collect();
    games.sort_by(|one, other| {
        one.age
            .cmp(&other.age)
            .then_with(|| other.place.cmp(&one.place))
    });
    Ok(games)
}

/// Returns the files of a folder that may be games; none if there is no folder yet.
fn paths(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("cannot read {}", folder.display()))?,
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_game = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "hotdice");
    Ok(paths.filter(is_game).collect())
}

fn look_at(place: PathBuf) -> SavedGame {
    let written = written(&place).unwrap_or(SystemTime::UNIX_EPOCH);
    let seconds = |since: Result<Duration, SystemTimeError>| since.unwrap_or_default().as_secs();
    let read = game_file::read_mended(&place).ok();
    let record: Option<Record> = read.and_then(|(text, _)| text.parse().ok());
    let game = record
        .as_ref()
        .and_then(|record| Match::replay(record).ok());
    let stage = |game| stage(&place, game);
    let names = record.iter().flat_map(|record| &record.seats);
    let seats = Seat::all(record.as_ref().map_or(0, |record| record.seats.len() as u8));
    SavedGame {
        names: names.map(ToString::to_string).collect(),
        rules: record.as_ref().map(|record| record.rules.clone()),
        points: game.as_ref().map_or_else(Vec::new, |game| {
            seats.map(|seat| game.position().points(seat)).collect()
        }),
        turn: game.as_ref().and_then(|game| match game.turn() {
            Turn::Decide(seat) => Some(seat.index()),
            Turn::Roll | Turn::Over(_) => None,
        }),
        stage: game.as_ref().map_or(SavedStage::Damaged, stage),
        place,
        age: seconds(SystemTime::now().duration_since(written)),
        written: seconds(written.duration_since(SystemTime::UNIX_EPOCH)),
    }
}

/// Returns how far a game got.
fn stage(place: &Path, game: &Match) -> SavedStage {
    let is_over = matches!(game.turn(), Turn::Over(_));
    match game.origin() {
        DiceOrigin::Fair(_) | DiceOrigin::Linked(_) if is_over => SavedStage::Fair,
        DiceOrigin::Linked(_) => SavedStage::Over,
        // Only its server knows the dice to come.
        DiceOrigin::Fair(_) if game_file::hidden(place).is_none() => SavedStage::Over,
        _ if is_over => SavedStage::Over,
        _ => SavedStage::Paused,
    }
}

/// Returns when a file was written.
fn written(place: &Path) -> Option<SystemTime> {
    fs::metadata(place).ok()?.modified().ok()
}

/// A file of settings that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotRead {
    /// What is said where there is room for one line.
    pub(crate) short: String,
    /// The same with the place and the reason.
    pub(crate) whole: String,
}

/// Returns the settings, and what has to be said if their file is broken.
pub(crate) fn read_settings() -> (UserSettings, Option<NotRead>) {
    let config = data_folder::config().and_then(|path| read_config(&path));
    config.unwrap_or_else(|| match data_folder::settings() {
        None => (UserSettings::default(), None),
        Some(path) => read_old(&path),
    })
}

/// Reads the config file, if there is one.
fn read_config(path: &Path) -> Option<(UserSettings, Option<NotRead>)> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => {
            let not_read = NotRead {
                short: format!("{} cannot be read: {error}", config::FILE),
                whole: format!("{} cannot be read: {error}", path.display()),
            };
            return Some((UserSettings::default(), Some(not_read)));
        }
        Ok(text) => text,
    };
    let (settings, problems) = config::read(&text);
    let not_read = problems.first().map(|first| NotRead {
        short: match problems.len() {
            1 => first.to_string(),
            count => format!("{first} ({} more)", count - 1),
        },
        whole: {
            let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
            problems.join("\n")
        },
    });
    Some((settings, not_read))
}

/// Reads the file of settings that there was before the config file.
fn read_old(path: &Path) -> (UserSettings, Option<NotRead>) {
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Default::default(),
        Err(error) => {
            let not_read = NotRead {
                short: "settings.json cannot be read: the usual settings are used".to_owned(),
                whole: format!("{} cannot be read: {error}", path.display()),
            };
            return (UserSettings::default(), Some(not_read));
        }
    };
    match settings::read(&text) {
        Ok(settings) => (settings, None),
        Err(problem) => (UserSettings::default(), Some(put_aside(path, &problem))),
    }
}

/// Moves a broken file out of the way, and says so.
fn put_aside(path: &Path, problem: &dyn std::error::Error) -> NotRead {
    let aside = free_place(path);
    let kept = match fs::rename(path, &aside) {
        Ok(()) => format!(
            "kept as {}",
            aside.file_name().unwrap_or_default().display()
        ),
        Err(error) => format!("not to be moved ({error})"),
    };
    let place = path.display();
    NotRead {
        short: format!("settings.json is broken: {kept}; all is as usual"),
        whole: format!(
            "{place} is broken ({problem}): it is {kept}, and the usual settings are used"
        ),
    }
}

/// Returns `settings.json.broken`, or the first of `settings.json.broken-2`, `-3` … that is not taken.
fn free_place(path: &Path) -> PathBuf {
    let place = |ending: String| {
        let mut place = path.as_os_str().to_owned();
        place.push(ending);
        PathBuf::from(place)
    };
    let numbered = (2..).map(|number: u32| place(format!(".broken-{number}")));
    let mut places = [place(".broken".to_owned())].into_iter().chain(numbered);
    let free = places.find(|place| !place.exists());
    free.unwrap_or_else(|| place(".broken".to_owned()))
}

/// Writes the settings into the config file.
pub(crate) fn write_settings(settings: &UserSettings) -> anyhow::Result<()> {
    let path =
        data_folder::config().context("there is no folder for settings: set HOTDICE_DATA")?;
    // A link to the file stays one.
    let path = fs::canonicalize(&path).unwrap_or(path);
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let written = config::write(&text, settings)?;
    if written == text {
        return Ok(());
    }
    replace_file(&path, &written)
}

/// Writes a file as a whole or not at all, and makes its folder if need be.
fn replace_file(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    let kept = file.persist(path);
    kept.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

#[cfg(test)]
mod settings_file_tests {
    use super::*;

    #[test]
    fn broken_files_are_named_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        for aside in ["settings.json.broken", "settings.json.broken-2"] {
            fs::write(&path, format!("{{ {aside}")).unwrap();
            let (read, remark) = read_old(&path);
            assert_eq!(read, UserSettings::default());
            let said = remark.unwrap();
            assert!(said.whole.contains("settings.json is broken"), "{said:?}");
            assert!(
                said.whole.contains(&format!("kept as {aside},")),
                "{said:?}"
            );
            assert!(said.short.chars().count() <= 76, "{said:?}");
            let kept = fs::read_to_string(folder.path().join(aside)).unwrap();
            assert_eq!(kept, format!("{{ {aside}"));
            assert!(!path.exists());
        }
        assert_eq!(read_old(&path), (UserSettings::default(), None));
    }
}
