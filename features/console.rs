//! The line-by-line game with a keyboard and a screen of memory.

use std::io;

use anstream::StripStream;
use hotdice_core::{Name, Record, SeatRange};
use hotdice_table::Match;
use hotdice_table::dice::ScriptedDice;
use hotdice_tui::plain::{Company, Console, Echo, Ending, Keeper, ask_names, play};

/// Asks who plays; nobody when the input ends first. Returns the screen, too.
pub(crate) fn ask_who_plays(typed: &str, allowed: SeatRange) -> (Option<Vec<Name>>, String) {
    with_console(typed, |console| ask_names(console, allowed))
}

/// Plays until the input ends or the game does. Returns the screen, too.
pub(crate) fn play_on(typed: &str, game: &mut Match, mut dice: ScriptedDice) -> (Ending, String) {
    with_console(typed, |console| {
        play(
            console,
            game,
            &mut dice,
            &mut Forgetful,
            &mut Company::nobody(),
        )
    })
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

/// Keeps no game: the stories are short.
struct Forgetful;

impl Keeper for Forgetful {
    fn keep(&mut self, _: &Record) -> io::Result<()> {
        Ok(())
    }
}
