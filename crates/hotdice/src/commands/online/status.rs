//! A table of a server in a few lines.

use hotdice_tui::plain::Console;
use hotdice_wire::{PlayerView, Presence, Stage, TableView, WaitingFor};

use super::seen::clock;
use crate::outcome::Outcome;

/// Writes who plays, how many points they have and whose turn it is.
pub(super) fn show_status(console: &mut Console<'_>, view: &TableView) -> Outcome {
    console.announce(&format!("Table {}: {}", view.table, view.rules))?;
    console.say(&format!("  {}", stage(view)))?;
    let width = view
        .players
        .iter()
        .map(|player| player.name.chars().count());
    let width = width.max().unwrap_or_default().max("Player".len());
    if !view.players.is_empty() {
        console.say(&format!("  Seat  {:<width$}   Score", "Player"))?;
    }
    for player in &view.players {
        let PlayerView {
            seat, name, points, ..
        } = player;
        let remark = remark(view, player);
        let line = format!("  {seat:>4}  {name:<width$}  {points:>6}  {remark}");
        console.say(line.trim_end())?;
    }
    if let Some(seconds) = view.clock {
        console.say(&format!("  A decision may take {}.", clock(seconds)))?;
    }
    if view.watching > 0 {
        console.say(&format!("  {} watching", view.watching))?;
    }
    Ok(())
}

fn stage(view: &TableView) -> String {
    match view.stage {
        Stage::Gathering => {
            format!(
                "Players are joining: {} of {} are here.",
                view.players.len(),
                view.seats
            )
        }
        Stage::Playing => "The game goes on.".to_owned(),
        Stage::Over => "The game is over.".to_owned(),
    }
}

fn remark(view: &TableView, player: &PlayerView) -> String {
    let mut remarks = Vec::new();
    if view.waiting.seat == Some(player.seat) {
        remarks.push(match view.waiting.whom {
            WaitingFor::Bot => "to move (a bot)",
            WaitingFor::Person | WaitingFor::Start | WaitingFor::Nothing => "to move",
        });
    }
    if view.winners.contains(&player.seat) {
        remarks.push("wins");
    }
    match player.presence {
        Presence::Here => {}
        Presence::Away => remarks.push("away"),
        Presence::Replaced => remarks.push("away, a bot plays on"),
    }
    if view.offers.contains(&player.seat) {
        remarks.push("offers to stop");
    }
    if view.you == Some(player.seat) {
        remarks.push("you");
    }
    remarks.join(", ")
}
