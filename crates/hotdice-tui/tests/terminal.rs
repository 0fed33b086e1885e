//! A panic leaves the terminal in good order, with its message in it. This test plays the broken program itself, when told so.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hotdice_bots::Library;
use hotdice_client::Memory;
use hotdice_core::{AnyGame, Record};
use hotdice_solve::ledger::Ledger;
use hotdice_tape::{Player, Tape, is_installed};
use hotdice_tui::full::{self, FirstScreen};
use hotdice_tui::services::{Depth, Hosted, Reach, SaveSlot, SavedGame, Services, UiError};
use hotdice_tui::settings::UserSettings;
use hotdice_wire::ExploreAnswer;

/// Says that this process is the program in the terminal.
const INSIDE: &str = "HOTDICE_TEST_INSIDE";

/// A machine on which nothing works.
struct Broken;

fn broken() -> ! {
    panic!("the machine is broken")
}

impl Services for Broken {
    fn library(&self) -> Arc<dyn Library> {
        broken()
    }

    fn save_settings(&self, _: &UserSettings) -> Result<(), UiError> {
        broken()
    }

    fn saved_games(&self) -> Result<Vec<SavedGame>, UiError> {
        broken()
    }

    fn read_game(&self, _: &Path) -> Result<String, UiError> {
        broken()
    }

    fn new_game(&self, _: &str, _: Option<PathBuf>) -> Result<Box<dyn SaveSlot>, UiError> {
        broken()
    }

    fn resume_game(&self, _: &Path) -> Result<Box<dyn SaveSlot>, UiError> {
        broken()
    }

    fn delete_game(&self, _: &Path) -> Result<(), UiError> {
        broken()
    }

    fn save_record(&self, _: &str, _: &str) -> Result<PathBuf, UiError> {
        broken()
    }

    fn explore(&self, _: &dyn AnyGame, _: Depth, _: &Arc<AtomicBool>) -> ExploreAnswer {
        broken()
    }

    fn analyse(
        &self,
        _: &Record,
        _: Duration,
        _: &Arc<AtomicBool>,
    ) -> Result<Option<Ledger>, UiError> {
        broken()
    }

    fn read_note(&self, _: &str) -> Result<Option<String>, UiError> {
        unreachable!()
    }

    fn write_note(&self, _: &str, _: &str) -> Result<(), UiError> {
        unreachable!()
    }

    fn memory(&self) -> Result<Memory, UiError> {
        broken()
    }

    fn remember(&self, _: &mut dyn FnMut(&mut Memory)) -> Result<(), UiError> {
        broken()
    }

    fn host(&self, _: Reach) -> Result<Arc<dyn Hosted>, UiError> {
        broken()
    }
}

#[test]
fn a_panic_gives_the_terminal_back() {
    if env::var_os(INSIDE).is_some() {
        drop(full::run(
            Arc::new(Broken),
            UserSettings::default(),
            FirstScreen::Hall(None),
        ));
        return;
    }
    if !is_installed() {
        eprintln!("!!! SKIPPED: tmux is missing: apt-get install tmux");
        return;
    }
    let own = env::current_exe().expect("this test is a program");
    let name = own.file_name().expect("it has a name").to_string_lossy();
    // Whoever joins a table is asked what is remembered of tables, and that panics.
    let text = format!(
        "run {INSIDE}=1 {name} --nocapture
         wait Play here
         press 3
         wait the machine is broken
         wait test result
         restored"
    );
    let tape = Tape::of(Path::new("panic.tape"), &text).expect("the tape can be read");
    if let Err(stopped) = Player::new(&own).play(&tape) {
        panic!("{stopped}");
    }
}
