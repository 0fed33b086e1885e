//! `hotdice rules`: the rules in plain words.

use std::io::Write;

use clap::Args;
use hotdice_tui::plain::{wrap, write_rules};

use crate::cli_result::CliResult;
use crate::commands::find;
use crate::completing;

/// Explain the rules of a game
#[derive(Args)]
pub(crate) struct RulesCommand {
    /// A game, optionally with house rules: farkle or 'farkle(target=5000)'
    #[arg(add = completing::rules())]
    rules: String,
}

impl RulesCommand {
    pub(crate) fn run(self) -> CliResult {
        let game = find(&self.rules)?;
        let mut out = anstream::stdout().lock();
        write_rules(&mut out, &*game)?;
        writeln!(
            out,
            "\nHouse rules: change any of these, for example in {}",
            example(&*game)
        )?;
        for parameter in game.parameters() {
            let (name, value) = (parameter.name, parameter.value);
            let (meaning, accepts) = (parameter.meaning, parameter.accepts);
            // Long lists break after a plus; rules lines may have spaces anywhere.
            let value = match value.len() {
                0..70 => value,
                _ => value.replace('+', "+ "),
            };
            writeln!(out, "{}", wrap(&format!("  {name}={value}"), 6))?;
            writeln!(out, "{}", wrap(&format!("      {meaning} ({accepts})"), 6))?;
        }
        Ok(())
    }
}

/// Shows how a house rule is written, with the first parameter of the game.
fn example(game: &dyn hotdice_core::AnyGame) -> String {
    let line = game.rules_line();
    let name = line.split('(').next().unwrap_or_default();
    match game.parameters().first() {
        Some(first) => format!("'{name}({}={})'", first.name, first.value),
        None => name.to_owned(),
    }
}
