//! An event loop without a terminal, for tests.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{io, mem};

use hotdice_api::{Deadline, at_once, whole};
use hotdice_bots::Library;
use hotdice_client::Memory;
use hotdice_core::{AnyGame, Bytes32, Record};
use hotdice_solutions::{ProgressReporter, SolutionCache, SolutionFolder};
use hotdice_solve::ledger::Ledger;
use hotdice_solve::{Unwatched, Watch};
use hotdice_testworld::Patience;
use hotdice_wire::ExploreAnswer;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Position;

use super::event_loop::{EventLoop, Flow};
use super::screen::{Cx, Screen};
use crate::job::{Bell, Signal};
use crate::services::{Depth, Hosted, Reach, SaveSlot, SavedGame, Services, UiError};
use crate::settings::{Pace, UserSettings};

/// How long a test waits for something that has to come.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is behind the scenes in tests: nothing on disk, nothing on the network.
#[derive(Default)]
pub(crate) struct Backdrop {
    /// The settings that were kept last.
    pub(crate) kept: Mutex<Option<UserSettings>>,
    /// The games that are saved.
    pub(crate) saved: Mutex<Vec<(SavedGame, String)>>,
    /// The tables and seats that are remembered.
    pub(crate) memory: Mutex<Memory>,
    /// How many games were analysed.
    pub(crate) analysed: Mutex<u32>,
    /// The small files.
    pub(crate) notes: Mutex<HashMap<String, String>>,
    /// The folder of solved games.
    pub(crate) shelf: Option<PathBuf>,
    /// What it costs to solve a game, if anybody has to be asked.
    pub(crate) cost: Option<&'static str>,
    /// The games that may be solved all the same.
    pub(crate) allowed: Mutex<Vec<String>>,
    /// How long somebody has to be willing to wait for a game to be solved.
    pub(crate) solving: Duration,
    /// Where the game that is played is written.
    pub(crate) disk: Arc<TestDisk>,
}

/// A disk that is full when a test wants that.
#[derive(Default)]
pub(crate) struct TestDisk {
    pub(crate) is_full: AtomicBool,
    /// The game that was written last.
    pub(crate) game: Mutex<Option<Record>>,
    /// The seed that is hidden beside it.
    pub(crate) seed: Mutex<Option<Bytes32>>,
}

impl TestDisk {
    fn write<T>(&self, place: &Mutex<Option<T>>, content: Option<T>) -> io::Result<()> {
        if self.is_full.load(Ordering::Relaxed) {
            return Err(io::Error::new(
                io::ErrorKind::StorageFull,
                "the disk is full",
            ));
        }
        *place.lock().unwrap() = content;
        Ok(())
    }
}

/// Nobody looks on while a game is solved.
struct Nobody;

impl ProgressReporter for Nobody {
    fn watch(&self, _what: &str) -> Box<dyn Watch + '_> {
        Box::new(Unwatched)
    }
}

/// The file of the game that is played.
struct TestSlot(Arc<TestDisk>);

impl SaveSlot for TestSlot {
    fn path(&self) -> &Path {
        Path::new("games/test-0001.hotdice")
    }

    fn save(&mut self, record: &Record) -> io::Result<()> {
        self.0.write(&self.0.game, Some(record.clone()))
    }

    fn hide_seed(&mut self, seed: Option<Bytes32>) -> io::Result<()> {
        self.0.write(&self.0.seed, seed)
    }

    fn hidden_seed(&self) -> Option<Bytes32> {
        *self.0.seed.lock().unwrap()
    }

    fn discard(&mut self) -> Result<(), UiError> {
        Ok(())
    }
}

impl Services for Backdrop {
    fn library(&self) -> Arc<dyn Library> {
        let shelf = self.shelf.clone().map(SolutionFolder::new);
        Arc::new(SolutionCache::new(shelf, Box::new(Nobody), 512 << 20))
    }

    fn solve_cost(&self, _rules: &str) -> Option<String> {
        self.cost.map(str::to_owned)
    }

    fn allow_solve(&self, rules: &str) {
        self.allowed.lock().unwrap().push(rules.to_owned());
    }

    fn save_settings(&self, settings: &UserSettings) -> Result<(), UiError> {
        *self.kept.lock().unwrap() = Some(settings.clone());
        Ok(())
    }

    fn saved_games(&self) -> Result<Vec<SavedGame>, UiError> {
        let saved = self.saved.lock().unwrap();
        Ok(saved.iter().map(|(game, _)| game.clone()).collect())
    }

    fn read_game(&self, place: &Path) -> Result<String, UiError> {
        let saved = self.saved.lock().unwrap();
        let found = saved.iter().find(|(game, _)| game.place == place);
        let (_, text) = found.ok_or("there is no such game")?;
        Ok(text.clone())
    }

    fn new_game(&self, _rules: &str, _path: Option<PathBuf>) -> Result<Box<dyn SaveSlot>, UiError> {
        Ok(Box::new(TestSlot(self.disk.clone())))
    }

    fn resume_game(&self, _place: &Path) -> Result<Box<dyn SaveSlot>, UiError> {
        Ok(Box::new(TestSlot(self.disk.clone())))
    }

    fn delete_game(&self, place: &Path) -> Result<(), UiError> {
        let mut saved = self.saved.lock().unwrap();
        saved.retain(|(game, _)| game.place != place);
        Ok(())
    }

    fn save_record(&self, name: &str, _text: &str) -> Result<PathBuf, UiError> {
        Ok(Path::new("games").join(name))
    }

    fn explore(
        &self,
        game: &dyn AnyGame,
        depth: Depth,
        unwanted: &Arc<AtomicBool>,
    ) -> ExploreAnswer {
        let unwanted = unwanted.clone();
        let patience = Deadline::unless(PATIENCE, move || unwanted.load(Ordering::Relaxed));
        match depth {
            Depth::Turn => at_once(game),
            Depth::Game => whole(game, &patience),
        }
    }

    fn analyse(
        &self,
        record: &Record,
        patience: Duration,
        _unwanted: &Arc<AtomicBool>,
    ) -> Result<Option<Ledger>, UiError> {
        if patience < self.solving {
            return Ok(None);
        }
        *self.analysed.lock().unwrap() += 1;
        let (_, ledger) = hotdice_api::ledger(record, &*self.library())?;
        Ok(Some(ledger))
    }

    fn read_note(&self, name: &str) -> Result<Option<String>, UiError> {
        Ok(self.notes.lock().unwrap().get(name).cloned())
    }

    fn write_note(&self, name: &str, text: &str) -> Result<(), UiError> {
        let mut notes = self.notes.lock().unwrap();
        notes.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn memory(&self) -> Result<Memory, UiError> {
        Ok(self.memory.lock().unwrap().clone())
    }

    fn remember(&self, change: &mut dyn FnMut(&mut Memory)) -> Result<(), UiError> {
        change(&mut self.memory.lock().unwrap());
        Ok(())
    }

    fn host(&self, _reach: Reach) -> Result<Arc<dyn Hosted>, UiError> {
        Err("no server is opened in this test".into())
    }
}

/// An event loop that is drawn into memory.
pub(crate) struct Theatre {
    pub(crate) event_loop: EventLoop,
    terminal: Terminal<TestBackend>,
    signals: Receiver<Signal>,
    pub(crate) open: bool,
    /// How long the player looks at the screen before a key.
    pub(crate) thinking: Duration,
}

impl Theatre {
    /// Opens an event loop of this size with the screen that `first` makes; nothing moves by itself.
    pub(crate) fn new(
        (width, height): (u16, u16),
        backdrop: Arc<dyn Services>,
        first: impl FnOnce(&mut Cx) -> Box<dyn Screen>,
    ) -> Self {
        let settings = UserSettings {
            pace: Pace::Off,
            colours: crate::settings::Colours::Sixteen,
            theme: crate::settings::Theme::Dark,
            characters: crate::settings::Characters::Unicode,
            ..UserSettings::default()
        };
        let (bell, signals) = Bell::new();
        let mut cx = Cx::new(backdrop, bell, settings);
        let first = first(&mut cx);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let event_loop = EventLoop::of(first, cx);
        Self {
            event_loop,
            terminal,
            signals,
            open: true,
            thinking: Duration::from_secs(1),
        }
    }

    /// Draws the screen, and returns it as text.
    pub(crate) fn text(&mut self) -> String {
        self.terminal
            .draw(|frame| self.event_loop.draw(frame))
            .expect("memory can be drawn on");
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content().chunks(width.max(1));
        let mut text = String::new();
        for row in rows {
            // A wide sign is followed by a cell that holds nothing of its own.
            let mut skip = 0;
            let mut line = String::new();
            for cell in row {
                if mem::take(&mut skip) > 0 {
                    continue;
                }
                line += cell.symbol();
                skip = ratatui::text::Span::raw(cell.symbol())
                    .width()
                    .saturating_sub(1);
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// Changes the size.
    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.terminal.autoresize().expect("memory has a size");
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, key: KeyCode) {
        self.event_loop.cx.now += self.thinking;
        let flow = self.event_loop.press(key);
        self.note(flow);
    }

    /// Types letters.
    pub(crate) fn type_in(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.press(KeyCode::Char(letter));
        }
    }

    /// Clicks on the first place where a text stands.
    #[track_caller]
    pub(crate) fn click(&mut self, wanted: &str) {
        let text = self.text();
        let mut rows = text.lines().enumerate();
        let found = rows.find_map(|(y, line)| {
            let at = line.find(wanted)?;
            Some((ratatui::text::Span::raw(&line[..at]).width(), y))
        });
        let (x, y) = found.unwrap_or_else(|| panic!("there is no {wanted:?} in\n{text}"));
        let (x, y) = (x as u16, y as u16);
        self.event_loop.cx.now += self.thinking;
        let flow = self.event_loop.click(Position { x, y });
        self.note(flow);
    }

    /// Waits until a text can be seen.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, wanted: &str) -> String {
        let patience = Patience::begin();
        loop {
            let text = self.text();
            if text.contains(wanted) {
                return text;
            }
            assert!(patience.lasts(), "{wanted:?} does not come:\n{text}");
            self.rest();
        }
    }

    /// Waits a moment for whatever comes.
    pub(crate) fn rest(&mut self) {
        let _ = self.signals.recv_timeout(Duration::from_millis(10));
        let flow = self.event_loop.wake();
        self.note(flow);
    }

    fn note(&mut self, flow: Flow) {
        self.open &= flow != Flow::Close;
    }
}
