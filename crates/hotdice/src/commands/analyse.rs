//! `hotdice analyse`: how much of a recorded game was luck, and how much was skill.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use hotdice_server::analysis::{NotAnalysed, ledger, to_wire};
use hotdice_tui::plain::write_ledger;

use crate::cli_result::{CliResult, Stop};
use crate::game_file;
use crate::waiting;

/// Tell luck from skill in a recorded game
#[derive(Args)]
pub(crate) struct Analyse {
    /// The record of a game
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Analyse {
    /// Returns the analysis of a game in words.
    pub(super) fn of(file: PathBuf) -> Self {
        let json = false;
        Self { file, json }
    }

    pub(crate) fn run(self) -> CliResult {
        let record = game_file::read(&self.file)?;
        let (game, ledger) = ledger(&record, &waiting::tables()).map_err(|error| match error {
            NotAnalysed::Replay(problem) => {
                let file = self.file.display();
                Stop::Failed(anyhow!("{file} is damaged: {problem}"))
            }
            other => Stop::from(other),
        })?;
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(
                out,
                "{}",
                serde_json::to_string(&to_wire(&record, &ledger))?
            )?;
        } else {
            write_ledger(&mut out, &**game.game(), &record, &ledger)?;
        }
        Ok(())
    }
}
