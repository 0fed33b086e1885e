//! `hotdice games`: every preset.

use std::io::Write;

use clap::Args;
use hotdice_games::presets;
use hotdice_tui::plain::wrap;
use serde_json::json;

use crate::cli_result::CliResult;
use crate::commands::find;

/// List all games
#[derive(Args)]
pub(crate) struct GamesCommand {
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

impl GamesCommand {
    pub(crate) fn run(self) -> CliResult {
        if self.json { list_json() } else { list_text() }
    }
}

fn list_json() -> CliResult {
    let mut games = Vec::new();
    for (family, preset) in presets() {
        let seats = find(preset.name)?.seats();
        games.push(json!({
            "rules": preset.name,
            "family": family.name,
            "seats": { "least": seats.least(), "most": seats.most() },
            "sentence": preset.sentence,
        }));
    }
    writeln!(anstream::stdout(), "{}", json!({ "games": games }))?;
    Ok(())
}

fn list_text() -> CliResult {
    let mut out = anstream::stdout().lock();
    let mut last = "";
    for (family, preset) in presets() {
        if family.name != last {
            let gap = if last.is_empty() { "" } else { "\n" };
            writeln!(out, "{gap}{}", family.name)?;
            last = family.name;
        }
        let players = format!("{} players", find(preset.name)?.seats());
        let game = format!("  {:<15} {players:<11} {}", preset.name, preset.sentence);
        writeln!(out, "{}", wrap(&game, 30))?;
    }
    writeln!(
        out,
        "\nPlay one:       hotdice play farkle\n\
         Read its rules: hotdice rules farkle\n\
         Change them:    hotdice play 'farkle(target=5000)'"
    )?;
    Ok(())
}
