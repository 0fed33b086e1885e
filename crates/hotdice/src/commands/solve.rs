//! `hotdice solve`: what perfect play is worth.

use std::io::Write;

use clap::Args;
use hotdice_bots::{Figure, Scope, figures, oracle};
use serde_json::{Map, Value, json};

use crate::cli_result::CliResult;
use crate::commands::find;
use crate::completing;
use crate::stopping::StopNotice;
use crate::waiting;

/// Solve a game: what perfect play is worth
#[derive(Args)]
pub(crate) struct Solve {
    /// A game, optionally with house rules: farkle or 'farkle(target=5000)'
    #[arg(add = completing::rules())]
    rules: String,
    /// Solve a single turn, not the whole game
    #[arg(long)]
    turn: bool,
    /// Number of players: 2, or 3 in push-your-luck games
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3), conflicts_with = "turn")]
    seats: u8,
    /// Also give the standard deviation, in games played for points; takes longer
    #[arg(long, conflicts_with_all = ["turn", "seats"])]
    sd: bool,
    /// Keep the solution on disk for bots and hints, even if it takes gigabytes
    #[arg(long, conflicts_with = "turn")]
    keep: bool,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub(crate) fn run(self) -> CliResult {
        let game = find(&self.rules)?;
        let scope = match (self.turn, self.sd, self.seats) {
            (true, _, _) => Scope::Turn,
            (_, true, _) => Scope::GameAndSpread,
            (_, _, 3) => Scope::GameOfThree,
            _ => Scope::Game,
        };
        let tables = waiting::unlimited_tables();
        let _parting = StopNotice::new(|| "Stopped. Nothing was saved.".to_owned());
        if self.keep {
            oracle(&*game, self.seats, &tables)?;
        }
        let figures = figures(&*game, scope, &tables)?;
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", to_json(&game.rules_line(), &figures))?;
            return Ok(());
        }
        writeln!(out, "{}", game.rules_line())?;
        for figure in figures {
            // A turn is valued alone: near the end of a race nobody needs so many points.
            let alone = match figure.name {
                "turn_value" | "opening_turn_value" => ", in an endless game",
                _ => "",
            };
            let (value, words) = (figure.value_in_words(), figure.words);
            writeln!(out, "  {value:<18} {words}{alone}")?;
        }
        Ok(())
    }
}

fn to_json(rules: &str, figures: &[Figure]) -> Value {
    let mut object = Map::new();
    object.insert("rules".to_owned(), json!(rules));
    for figure in figures {
        object.insert(figure.name.to_owned(), json!(figure.value));
    }
    let described = figures.iter().map(|figure| {
        json!({
            "name": figure.name,
            "value": figure.value,
            "words": figure.words,
            "unit": figure.unit.name(),
        })
    });
    object.insert("figures".to_owned(), described.collect());
    Value::Object(object)
}
