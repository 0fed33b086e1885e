//! The line-by-line game with a keyboard and a screen of memory.

use std::io;
use std::path::Path;
use std::sync::Arc;

use anstream::StripStream;
use hotdice_bots::EmptyLibrary;
use hotdice_core::{AnyGame, Bytes32, Name, Record};
use hotdice_table::Match;
use hotdice_table::dice::ScriptedDice;
use hotdice_tui::job::Bell;
use hotdice_tui::plain::{Console, Echo, PlayUntil, TableExit, ask_names, play};
use hotdice_tui::services::{SaveSlot, UiError};
use hotdice_tui::session::{LocalGame, LocalSession};

/// Asks who plays; nobody when the input ends first. Returns the screen, too.
pub(crate) fn ask_who_plays(typed: &str, game: &dyn AnyGame) -> (Option<Vec<Name>>, String) {
    with_console(typed, |console| ask_names(console, game, ""))
}

/// Plays until the input ends or the game does. Returns the screen, too.
pub(crate) fn play_on(typed: &str, game: &mut Match, dice: ScriptedDice) -> (TableExit, String) {
    let (bell, signals) = Bell::new();
    let (dice, slot) = (Box::new(dice), Box::new(Forgetful));
    let local = LocalGame::unsaved_yet(game.clone(), dice, None, slot);
    let mut session = LocalSession::new(local, Arc::new(EmptyLibrary), &bell);
    let played = with_console(typed, |console| {
        play(console, &mut session, &signals, PlayUntil::TheEnd)
    });
    *game = session.game().clone();
    played
}

fn with_console<T>(
    typed: &str,
    run: impl FnOnce(&mut Console<'_>) -> io::Result<T>,
) -> (T, String) {
    let mut input = typed.as_bytes();
    let mut screen = StripStream::new(Vec::new());
    let result = run(&mut Console::new(&mut input, &mut screen, Echo::Off));
    let text = String::from_utf8(screen.into_inner()).expect("the screen shows text");
    (
        result.expect("memory does not fail, and the script has dice"),
        text,
    )
}

/// Saves no game: the stories are short.
struct Forgetful;

impl SaveSlot for Forgetful {
    fn path(&self) -> &Path {
        Path::new("nowhere")
    }

    fn save(&mut self, _: &Record) -> io::Result<()> {
        Ok(())
    }

    fn hide_seed(&mut self, _: Option<Bytes32>) -> io::Result<()> {
        Ok(())
    }

    fn hidden_seed(&self) -> Option<Bytes32> {
        None
    }

    fn discard(&mut self) -> Result<(), UiError> {
        Ok(())
    }
}
