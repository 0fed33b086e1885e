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

/// Say what perfect play is worth
#[derive(Args)]
pub(crate) struct Solve {
    /// A game, or a game with house rules
    #[arg(add = completing::rules())]
    rules: String,
    /// Solve only the best turn, not the whole game
    #[arg(long)]
    turn: bool,
    /// How many play: 2, or 3 for games of pushing one's luck
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3), conflicts_with = "turn")]
    seats: u8,
    /// Give the standard deviation as well, in games that are played for points; this takes longer
    #[arg(long, conflicts_with_all = ["turn", "seats"])]
    sd: bool,
    /// Keep the whole solution for bots and hints, also where it takes gigabytes of disk
    #[arg(long, conflicts_with = "turn")]
    keep: bool,
    /// Print one JSON object
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
        let _parting = StopNotice::new("Stopped. Nothing was saved.".to_owned());
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
            writeln!(out, "  {:<18} {}", figure.value_in_words(), figure.words)?;
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
