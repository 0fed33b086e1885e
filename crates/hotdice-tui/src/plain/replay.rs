//! A record told from beginning to end.

use std::io;

use hotdice_core::{Record, Turn, Viewer};
use hotdice_table::{Match, ReplayError};

use super::Console;
use super::draw::{self, Offers};

/// Tells all that happened in a record.
///
/// # Errors
/// When the output is gone. A record that is no game is the inner error, told up to the event that is wrong.
pub fn replay(console: &mut Console<'_>, record: &Record) -> io::Result<Result<(), ReplayError>> {
    let mut written = Ok(());
    let replayed = Match::replay_telling(record, |story| {
        for line in story {
            let text = draw::line(line, &record.seats);
            written = std::mem::replace(&mut written, Ok(()))
                .and_then(|()| console.say_in_tone(line.tone, &text));
        }
    });
    written?;
    match replayed {
        Err(error) => Ok(Err(error)),
        Ok(game) => tell_end(console, &game).map(Ok),
    }
}

fn tell_end(console: &mut Console<'_>, game: &Match) -> io::Result<()> {
    console.say("")?;
    for line in draw::board(&game.scene(Viewer::Spectator), game.names(), Offers::Hidden) {
        console.say(&line)?;
    }
    match game.turn() {
        Turn::Over(standing) => console.announce(&super::who_won(standing.winners, game.names())),
        Turn::Decide(_) | Turn::Roll => console.announce("The game is not over yet."),
    }
}
