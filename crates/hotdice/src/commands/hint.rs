//! `hotdice hint`: what every action is worth.

use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use hotdice_bots::oracle_at;
use hotdice_core::{Seat, Turn};
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::Certainty;
use hotdice_tui::plain::estimate_in_words;
use serde_json::json;

use crate::cli_result::{CliResult, Stop};
use crate::commands::{AimArgument, find};
use crate::completing;
use crate::waiting;

/// List the legal actions of a position with their values, best first
#[derive(Args)]
pub(crate) struct HintCommand {
    /// A game, optionally with house rules: farkle or 'farkle(target=5000)'
    #[arg(add = completing::rules())]
    rules: String,
    /// A position in the notation of the game, such as 'scores=0,350 turn=2 total=150 next=choose:1134'
    state: String,
    /// Value positions by expected points or by the chance to win [default: win if there are opponents]
    #[arg(long, value_enum)]
    aim: Option<AimArgument>,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

impl HintCommand {
    pub(crate) fn run(self) -> CliResult {
        let game = find(&self.rules)?;
        let position = game.read_state(&self.state).map_err(Stop::usage)?;
        let seats = position.seats();
        let aim = self.aim.map(Aim::from);
        let tables = waiting::tables();
        let oracle = oracle_at(&*game, &*position, aim, &tables)?;
        waiting::tell_declined(&tables);
        let actions = oracle.action_values(&*position);
        let values: Option<Vec<f64>> = Seat::all(seats)
            .map(|seat| oracle.value(&*position, seat))
            .collect();
        let values = values.ok_or_else(|| unknown(oracle.certainty()))?;
        let certainty = oracle.certainty_at(&*position);
        let mut out = anstream::stdout().lock();
        if self.json {
            let actions = actions.iter().map(
                |each| json!({ "action": each.action, "value": each.value, "margin": each.margin }),
            );
            let answer = json!({
                "aim": match oracle.aim() { Aim::Win => "win", Aim::Points => "points" },
                "exact": certainty == Certainty::Exact,
                "certainty": certainty.name(),
                "basis": (certainty == Certainty::Estimate).then(|| oracle.basis()),
                "values": values,
                "margin": oracle.margin(&*position),
                "actions": actions.collect::<Vec<_>>(),
            });
            writeln!(out, "{answer}")?;
            return Ok(());
        }
        if seats > 1 && aim.is_none() && oracle.aim() == Aim::Points {
            writeln!(
                out,
                "These are points, not chances to win: the game is too large for those."
            )?;
        }
        match certainty {
            Certainty::Exact => {}
            Certainty::Rounded => writeln!(out, "These are right to about 0.0001.")?,
            Certainty::Estimate => writeln!(out, "These are estimates: {}.", oracle.basis())?,
        }
        for each in &actions {
            writeln!(
                out,
                "{:>10}  {}",
                estimate_in_words(oracle.aim(), each.value, each.margin),
                each.action
            )?;
        }
        if let Turn::Roll | Turn::Over(_) = position.turn() {
            for (seat, value) in std::iter::zip(Seat::all(seats), values) {
                writeln!(
                    out,
                    "{:>10}  for seat {seat}",
                    estimate_in_words(oracle.aim(), value, oracle.margin(&*position))
                )?;
            }
        }
        Ok(())
    }
}

/// Says why a state has no values: tables in pages know every state, unless they are damaged.
fn unknown(certainty: Certainty) -> anyhow::Error {
    match certainty {
        Certainty::Rounded => anyhow!("the table was damaged and is gone; ask again to solve anew"),
        Certainty::Exact | Certainty::Estimate => {
            anyhow!("no game of these rules comes to this state")
        }
    }
}
