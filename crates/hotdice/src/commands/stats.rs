//! `hotdice stats`: what all finished games together say.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use hotdice_tui::journal::{ASKED, UNASKED, survey};
use hotdice_tui::statistics::{Statistics, TableWidth};

use crate::cli_result::{CliResult, Stop};
use crate::services::{Here, read_settings};
use crate::waiting::Spinner;

/// Show your statistics: games, wins, luck, skill and accuracy over time
#[derive(Args, Default)]
pub(crate) struct StatsCommand {
    /// Include games that take longer than two seconds to solve
    #[arg(long)]
    all: bool,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

impl StatsCommand {
    pub(crate) fn run(self) -> CliResult {
        let patience = if self.all { ASKED } else { UNASKED };
        let spinner = Spinner::new("Analysing your games");
        let found = survey(&Here::quiet(), patience, &Arc::default(), |_, _| {});
        drop(spinner);
        let entries = found.map_err(Stop::ui)?;
        let statistics = Statistics::of(&entries, &read_settings().0.name);
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", statistics.to_json())?;
            return Ok(());
        }
        for line in statistics.lines(TableWidth::Wide) {
            writeln!(out, "{line}")?;
        }
        if statistics.skipped > 0 && !self.all {
            writeln!(out, "To analyse all: hotdice stats --all")?;
        }
        Ok(())
    }
}
