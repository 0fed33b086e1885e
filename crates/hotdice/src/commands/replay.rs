//! `hotdice replay`: a record told from beginning to end.

use std::io;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use hotdice_tui::plain::{Console, Echo, replay};

use crate::cli_result::CliResult;
use crate::game_file;

/// Tell a recorded game from beginning to end
#[derive(Args)]
pub(crate) struct ReplayCommand {
    /// The record of a game
    file: PathBuf,
}

impl ReplayCommand {
    /// Returns the story of a game.
    pub(super) fn of(file: PathBuf) -> Self {
        Self { file }
    }

    pub(crate) fn run(self) -> CliResult {
        let record = game_file::read(&self.file)?;
        let (mut input, mut output) = (io::empty(), anstream::stdout().lock());
        let mut console = Console::new(&mut input, &mut output, Echo::Off);
        console.announce(&record.rules)?;
        let told = replay(&mut console, &record)?;
        told.with_context(|| format!("{} is damaged", self.file.display()))?;
        Ok(())
    }
}
