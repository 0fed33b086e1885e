//! `hotdice --plain`: the hall line by line. Everything can be done that is not a picture.

mod games;
mod house;
mod saved;
mod settings;

use std::sync::Arc;

use hotdice_client::ServerUrl;
use hotdice_core::Tone;
use hotdice_tui::plain::Console;
use hotdice_tui::services::{Reach, Services};
use hotdice_tui::settings::UserSettings;

use super::{numbered, online, with_console};
use crate::cli_result::{CliResult, Stop};
use crate::services::{Here, read_settings};

/// The lines of the first menu: the word, and what it means.
const LINES: [(&str, &str); 8] = [
    ("play", "Play here"),
    ("house", "House rules, and what they do"),
    ("host", "Host on this machine"),
    ("join", "Join a table"),
    ("saved", "Saved games"),
    ("solved", "What is solved"),
    ("settings", "Settings"),
    ("quit", "Leave"),
];

/// The hall, and what its rooms share.
struct Hall<'a, 'b> {
    console: &'a mut Console<'b>,
    here: Arc<Here>,
    settings: UserSettings,
}

/// Lets people choose what to do until they have had enough.
pub(crate) fn plain_hall() -> CliResult {
    with_console(|console| {
        let (settings, not_read) = read_settings();
        console.announce("Hot Dice")?;
        if let Some(not_read) = not_read {
            console.say_in_tone(Tone::Bad, &not_read.whole)?;
        }
        let here = Arc::new(Here::telling());
        let mut hall = Hall {
            console,
            here,
            settings,
        };
        hall.open()
    })
}

impl Hall<'_, '_> {
    fn open(&mut self) -> CliResult {
        loop {
            self.console.say("")?;
            let Some(word) = numbered::ask(self.console, &LINES)? else {
                return Ok(());
            };
            let done = match word.as_str() {
                "" => Ok(()),
                "quit" | "exit" | "q" => return Ok(()),
                "play" => self.choose_and_play(),
                "house" => self.choose_and_change(),
                "host" => self.host(),
                "join" => self.join(),
                "saved" => self.saved(),
                "solved" => self.solved(),
                "settings" => self.change_settings(),
                _ => numbered::no_such(self.console, &word, LINES.len()),
            };
            numbered::tell(self.console, done)?;
        }
    }

    /// Opens a server, and the menu of games on it.
    fn host(&mut self) -> CliResult {
        let question = "Shall others on the network be able to come?";
        let reach = match self.console.ask_whether(question)? {
            None => return Ok(()),
            Some(true) => Reach::Network,
            Some(false) => Reach::Here,
        };
        let hosted = self.here.host(reach).map_err(Stop::ui)?;
        let console = &mut *self.console;
        console.announce(&format!("A server is open at {}", hosted.url()))?;
        for address in hosted.addresses() {
            console.say(&format!("Others come to {address}"))?;
        }
        if let Some(remark) = hosted.remark() {
            console.say(&remark)?;
        }
        console.say(
            "Start a new game below, and give its table's name away with the address.\n\
             The server closes when you leave Hot Dice; games on it are kept.",
        )?;
        online::visit(console, Some(hosted.url().parse()?), self.here.clone())
    }

    /// Asks for a server, and opens the menu of games on it.
    fn join(&mut self) -> CliResult {
        let prompt = "Address of the server, or nothing for the last one";
        loop {
            let Some(answer) = self.console.ask(prompt)? else {
                return Ok(());
            };
            let server = match answer.as_str() {
                "back" => return Ok(()),
                "" => None,
                text => match text.parse::<ServerUrl>() {
                    Ok(server) => Some(server),
                    Err(error) => {
                        self.console.say(&format!("{error}."))?;
                        continue;
                    }
                },
            };
            return online::visit(self.console, server, self.here.clone());
        }
    }
}
