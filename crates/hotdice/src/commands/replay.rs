//! `hotdice replay`: a record told from beginning to end, or one moment of it.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;
use hotdice_tui::plain::{Console, Echo, replay, show_moment};
use hotdice_tui::playthrough::Playthrough;
use serde_json::json;

use crate::cli_result::{CliResult, Stop};
use crate::completing;
use crate::game_file;

/// Replay a recorded game from beginning to end
#[derive(Args)]
pub(crate) struct ReplayCommand {
    /// A game record
    #[arg(add = completing::records())]
    file: PathBuf,
    /// Show only the table after event N, with the choices there
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Print one JSON object per event, or one for the event given by --at
    #[arg(long)]
    json: bool,
}

impl ReplayCommand {
    /// Returns the story of a game.
    pub(super) fn of(file: PathBuf) -> Self {
        Self {
            file,
            at: None,
            json: false,
        }
    }

    pub(crate) fn run(self) -> CliResult {
        let record = game_file::read(&self.file)?;
        let damaged = || format!("{} is damaged", self.file.display());
        let (mut input, mut output) = (io::empty(), anstream::stdout().lock());
        if self.at.is_none() && !self.json {
            let mut console = Console::new(&mut input, &mut output, Echo::Off);
            console.announce(&record.rules)?;
            let told = replay(&mut console, &record)?;
            told.with_context(damaged)?;
            return Ok(());
        }
        let played = Playthrough::of(&record).with_context(damaged)?;
        let last = played.last();
        if let Some(at) = self.at.filter(|at| *at > last) {
            return Err(Stop::Usage(anyhow!(
                "there is no event {at}: --at takes 0 to {last} here"
            )));
        }
        let events = self.at.map_or(0..=last, |at| at..=at);
        if self.json {
            for at in events {
                writeln!(output, "{}", in_json(&played, at))?;
            }
            return Ok(());
        }
        let mut console = Console::new(&mut input, &mut output, Echo::Off);
        console.announce(&record.rules)?;
        for at in events {
            show_moment(&mut console, &played, at)?;
        }
        Ok(())
    }
}

/// Returns a moment for programs: the scene as a server sends it, and what was chosen.
fn in_json(played: &Playthrough, at: usize) -> serde_json::Value {
    let moment = played.moment(at);
    // What nobody at the table may know is in no output.
    let state = (!moment.position.hides_something()).then(|| moment.position.state());
    json!({
        "event": at,
        "events": played.last(),
        "state": state,
        "scene": moment.scene,
        "chosen": moment.chosen,
    })
}
