//! `hotdice analyse`: how much of a recorded game was luck, and how much was skill.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use hotdice_api::{NotAnalysed, ledger_with_aim, to_wire};
use hotdice_solve::generic::Aim;
use hotdice_tui::plain::write_ledger;

use crate::cli_result::{CliResult, Stop};
use crate::commands::AimArgument;
use crate::completing;
use crate::game_file;
use crate::waiting;

/// Separate luck from skill in a recorded game
#[derive(Args)]
pub(crate) struct Analyse {
    /// A game record
    #[arg(add = completing::records())]
    file: PathBuf,
    /// Value positions by expected points or by the chance to win [default: win if there are opponents]
    #[arg(long, value_enum)]
    aim: Option<AimArgument>,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

impl Analyse {
    /// Returns the analysis of a game in words.
    pub(super) fn of(file: PathBuf) -> Self {
        Self {
            file,
            aim: None,
            json: false,
        }
    }

    pub(crate) fn run(self) -> CliResult {
        let record = game_file::read(&self.file)?;
        let aim = self.aim.map(Aim::from);
        let tables = waiting::tables();
        let found = ledger_with_aim(&record, aim, &tables);
        waiting::tell_declined(&tables);
        let (game, ledger) = found.map_err(|error| match error {
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
