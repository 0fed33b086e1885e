//! `hotdice rules`: the rules in plain words.

use std::io::Write;

use clap::Args;
use hotdice_core::{AnyGame, ParameterValue};
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
        let base = base_of(&*game);
        let is_changed = |parameter: &ParameterValue| {
            let mut base = base.iter().flatten();
            base.any(|base| base.name == parameter.name && base.value != parameter.value)
        };
        if game.parameters().iter().any(is_changed) {
            writeln!(out, "What differs from the game itself has a star.")?;
        }
        for parameter in game.parameters() {
            let mark = if is_changed(&parameter) { '*' } else { ' ' };
            let (name, value) = (parameter.name, parameter.value);
            let (meaning, accepts) = (parameter.meaning, parameter.accepts);
            // Long lists break after a plus; rules lines may have spaces anywhere.
            let value = match value.len() {
                0..70 => value,
                _ => value.replace('+', "+ "),
            };
            writeln!(out, "{}", wrap(&format!("{mark} {name}={value}"), 6))?;
            writeln!(out, "{}", wrap(&format!("      {meaning} ({accepts})"), 6))?;
        }
        Ok(())
    }
}

fn name_in(line: &str) -> &str {
    line.split('(').next().unwrap_or_default()
}

/// Returns the parameters of a game without house rules.
fn base_of(game: &dyn AnyGame) -> Option<Vec<ParameterValue>> {
    let base = hotdice_games::find(name_in(&game.rules_line())).ok()?;
    Some(base.parameters())
}

/// Shows how a house rule is written, with the first parameter that can have another value than it has here.
fn example(game: &dyn AnyGame) -> String {
    let line = game.rules_line();
    let name = name_in(&line);
    let with = |parameter: &ParameterValue, value: &str| {
        let line = format!("{name}({}={value})", parameter.name);
        let changed = hotdice_games::find(&line).ok()?;
        // What is the default of this game is left out of its rules line.
        (changed.rules_line() != name && changed.rules_line() != game.rules_line()).then_some(line)
    };
    let examples = game.parameters().into_iter().find_map(|parameter| {
        let values = parameter.examples.iter();
        values.filter_map(|value| with(&parameter, value)).next()
    });
    examples.map_or(name.to_owned(), |line| format!("'{line}'"))
}
