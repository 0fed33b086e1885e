//! `hotdice review`: a recorded game, moment by moment, with its mistakes.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use hotdice_api::ledger;
use hotdice_tui::full::FirstScreen;
use hotdice_tui::plain::{who_won, write_mistakes};
use hotdice_tui::playthrough::{Playthrough, own_seats};
use hotdice_tui::session::GameRecord;

use crate::Manner;
use crate::cli_result::{CliResult, Stop};
use crate::commands::full;
use crate::services::read_settings;
use crate::{game_file, waiting};

/// Step through a recorded game, find its mistakes and retry them
#[derive(Args)]
pub(crate) struct ReviewCommand {
    /// A game record
    file: PathBuf,
}

impl ReviewCommand {
    /// Returns the review of a game.
    pub(super) fn of(file: PathBuf) -> Self {
        Self { file }
    }

    pub(crate) fn run(self, manner: Manner) -> CliResult {
        let record = game_file::read(&self.file)?;
        let played = Playthrough::of(&record).map_err(|problem| {
            let file = self.file.display();
            Stop::Failed(anyhow!("{file} is damaged: {problem}"))
        })?;
        if let Manner::Full(motion) = manner {
            let text = game_file::read_text(&self.file)?;
            let path = Some(self.file);
            return full::open(motion, |_, _| {
                Ok(FirstScreen::Review(GameRecord { text, path }))
            });
        }
        let (_, ledger) = ledger(&record, &waiting::tables())?;
        let own = own_seats(&played.names, &read_settings().0.name);
        let you = match own[..] {
            [seat] => Some(seat),
            _ => None,
        };
        let mut out = anstream::stdout().lock();
        if let Some(winners) = played.winners {
            writeln!(out, "{}", who_won(winners, &played.names))?;
        }
        write_mistakes(&mut out, &played, &ledger, you)?;
        Ok(())
    }
}
