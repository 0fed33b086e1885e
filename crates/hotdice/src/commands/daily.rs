//! `hotdice daily`: one decision a day, the same for everybody.

use std::io::Write;

use clap::Args;
use hotdice_bots::{DailyDecision, Day, daily};
use hotdice_core::{Name, Seat, Turn, Viewer};
use hotdice_tui::plain::draw::{OfferDisplay, board, table};
use hotdice_tui::plain::estimate_in_words;

use crate::cli_result::{CliResult, Stop};
use crate::waiting;

/// Show the puzzle of the day, the same for everybody, and grade your answer
#[derive(Args)]
pub(crate) struct DailyCommand {
    /// The date, such as 2026-11-16 [default: today in UTC]
    date: Option<Day>,
    /// Grade this action and show what every action is worth
    #[arg(long, value_name = "ACTION")]
    choose: Option<String>,
}

impl DailyCommand {
    pub(crate) fn run(self) -> CliResult {
        let day = self.date.unwrap_or_else(Day::today);
        let day = day.that_is_out().map_err(Stop::usage)?;
        let decision = daily(day, &waiting::tables())?;
        let chosen = self.choose.as_deref();
        let chosen = chosen
            .map(|text| decision.position.read_action(text))
            .transpose()
            .map_err(Stop::usage)?;
        let mut out = anstream::stdout().lock();
        for line in picture(&decision) {
            writeln!(out, "{line}")?;
        }
        match chosen {
            Some(action) => write!(out, "{}", graded(&decision, action.notation()))?,
            None => write!(out, "{}", asked(&decision))?,
        }
        Ok(())
    }
}

/// Draws the position.
fn picture(decision: &DailyDecision) -> Vec<String> {
    let position = &decision.position;
    let viewer = match position.turn() {
        Turn::Decide(seat) => Viewer::Seat(seat),
        Turn::Roll | Turn::Over(_) => Viewer::Spectator,
    };
    let name = |seat: Seat| -> Name {
        let called = match viewer {
            Viewer::Seat(own) if own == seat => "You".to_owned(),
            _ => format!("Player {seat}"),
        };
        called.parse().expect("a name without strange characters")
    };
    let names: Vec<Name> = Seat::all(position.seats()).map(name).collect();
    let scene = position.scene(viewer);
    let title = format!("{}, {}", decision.day, decision.game.rules_line());
    let mut lines = vec![title];
    lines.extend(board(&scene, &names, OfferDisplay::Hidden));
    lines.extend(table(&scene, &names, None));
    lines
}

/// Lists the choices, with nothing said about what they are worth.
fn asked(decision: &DailyDecision) -> String {
    let mut actions: Vec<&str> = decision.choices.iter().map(|each| &*each.action).collect();
    actions.sort_unstable();
    let choices: String = actions.iter().map(|each| format!("  {each}\n")).collect();
    let day = decision.day;
    format!("What do you do?\n{choices}hotdice daily {day} --choose '…' grades it.\n")
}

/// Grades a choice, lists what all are worth, and ends with a line to paste.
fn graded(decision: &DailyDecision, action: &str) -> String {
    let grade = decision.grade(action).unwrap_or_default();
    let worth = |each: &hotdice_solve::oracle::ActionValue| {
        let value = estimate_in_words(decision.aim, each.value, each.margin);
        let mark = if each.action == action { '>' } else { ' ' };
        format!("{mark}{value:>10}  {}\n", each.action)
    };
    let values: String = decision.choices.iter().map(worth).collect();
    let square = match grade {
        1.0.. => '🟩',
        0.8.. => '🟨',
        0.5.. => '🟧',
        _ => '🟥',
    };
    let percent = (100.0 * grade).floor();
    format!(
        "{values}Hot Dice daily {} {square} {percent}%\n",
        decision.day
    )
}
