//! `hotdice games`: every preset.

use std::io::Write;

use clap::Args;
use hotdice_games::presets;
use serde_json::json;

use crate::commands::find;
use crate::outcome::Outcome;

/// List every game: rules line, family, seats, one sentence
#[derive(Args)]
pub(crate) struct Games {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(crate) fn run(self) -> Outcome {
        if self.json { list_json() } else { list_text() }
    }
}

fn list_json() -> Outcome {
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

fn list_text() -> Outcome {
    let mut out = anstream::stdout().lock();
    let mut last = "";
    for (family, preset) in presets() {
        if family.name != last {
            let gap = if last.is_empty() { "" } else { "\n" };
            writeln!(out, "{gap}{}", family.name)?;
            last = family.name;
        }
        let seats = find(preset.name)?.seats().in_words();
        let players = format!("{seats} players");
        writeln!(
            out,
            "  {:<15} {players:<18} {}",
            preset.name, preset.sentence
        )?;
    }
    writeln!(
        out,
        "\nPlay one: hotdice play farkle. Read its rules: hotdice rules farkle. \
         Change them: hotdice play 'farkle(target=5000)'."
    )?;
    Ok(())
}
