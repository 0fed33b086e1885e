//! `hotdice score`: what dice are worth.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::io::{self, BufRead, Write};

use anyhow::anyhow;
use clap::Args;
use hotdice_core::{AnyGame, Dice, Score, Split};
use hotdice_wire::ScoreAnswer;

use crate::cli_result::{CliResult, Stop};
use crate::commands::find;
use crate::completing;

/// Score a roll: its combinations, or what each box pays
#[derive(Args)]
pub(crate) struct ScoreDice {
    /// A game, optionally with house rules: farkle or 'farkle(target=5000)'
    #[arg(add = completing::rules())]
    rules: String,
    /// The dice, as 1 1 5 or 115; - reads one roll per line and prints one JSON object for each
    #[arg(required = true)]
    dice: Vec<String>,
    /// Score only this box
    #[arg(long = "box", value_name = "BOX")]
    name: Option<String>,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

impl ScoreDice {
    pub(crate) fn run(self) -> CliResult {
        let game = find(&self.rules)?;
        let name = self.name.as_deref();
        if self.dice == ["-"] {
            return score_lines(&*game, name);
        }
        let dice: Dice = self.dice.join(" ").parse().map_err(Stop::usage)?;
        let score = game.score(dice, name).map_err(Stop::usage)?;
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", to_json(score)?)?;
        } else {
            write!(out, "{}", in_words(&score))?;
        }
        Ok(())
    }
}

/// Answers each line of the input. Equal rolls have equal answers, so each is worked out once.
fn score_lines(game: &dyn AnyGame, name: Option<&str>) -> CliResult {
    let mut answers: HashMap<Dice, String> = HashMap::new();
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut input = io::stdin().lock();
    let mut line = String::new();
    for number in 1_u64.. {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            break;
        }
        let refuse = |cause: &dyn Error| Stop::Failed(anyhow!("line {number}: {cause}"));
        let dice: Dice = line.parse().map_err(|cause| refuse(&cause))?;
        let answer = match answers.entry(dice) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let score = game.score(dice, name).map_err(|cause| refuse(&cause))?;
                new.insert(to_json(score)?)
            }
        };
        writeln!(out, "{answer}")?;
    }
    Ok(out.flush()?)
}

fn to_json(score: Score) -> serde_json::Result<String> {
    serde_json::to_string(&ScoreAnswer::from(score))
}

fn in_words(score: &Score) -> String {
    match score {
        Score::Split(split) => split_in_words(split),
        Score::Box(scored) => format!("{}: {}\n", scored.name, scored.points),
        Score::Boxes(boxes) => {
            let lines = boxes
                .iter()
                .map(|scored| format!("{:<16} {:>3}\n", scored.name, scored.points));
            lines.collect()
        }
    }
}

fn split_in_words(split: &Split) -> String {
    let mut text = format!("{} points\n", split.total);
    for part in &split.parts {
        text += &format!("  {}: {}, {}\n", part.dice, part.name, part.points);
    }
    if !split.unscored.is_empty() {
        text += &format!("  not scoring: {}\n", split.unscored);
    }
    if split.bust {
        text += "  a bust: the turn is over\n";
    }
    text
}
