//! What can be asked of a server, one function each.

use std::time::Instant;

use anyhow::anyhow;
use hotdice_client::{Client, Patience};
use hotdice_core::{Name, Tone};
use hotdice_table::TableId;
use hotdice_tui::plain::Console;

use super::desk::Desk;
use super::seen::Seen;
use super::status::show_status;
use super::trouble::Trouble;
use super::turn::{Left, Until, follow};
use crate::outcome::{Outcome, Stop};

pub(super) use super::joining::{NewTable, join, rematch};

/// Says whether the server answers, and what it says of itself.
pub(super) fn test(console: &mut Console<'_>, desk: &Desk) -> Outcome {
    let server = desk.patient(None, Patience::none())?;
    let began = Instant::now();
    let health = server.ask("Testing the connection", Client::health)?;
    let took = began.elapsed().as_millis();
    let url = server.client.server();
    let good = format!("Connected to {url}: the answer took {took} ms.");
    console.say_in_tone(Tone::Good, &good)?;
    console.say(&format!(
        "  status   {}\n  version  {}\n  tables   {}\n  store    {}\n  bus      {}",
        health.status, health.version, health.tables, health.store, health.bus
    ))?;
    desk.remember_server(&server)
}

/// Shows a table: as its player if a seat there is remembered, otherwise as anybody sees it.
pub(super) fn status(
    console: &mut Console<'_>,
    desk: &Desk,
    table: TableId,
    json: bool,
) -> Outcome {
    let server = desk.server(Some(table))?;
    let seats = desk.seats(&desk.memory.read()?, table);
    let token = seats
        .first()
        .filter(|_| seats.len() == 1)
        .map(|seat| &seat.token);
    let view = server.ask("Looking at the table", |client| {
        client.view(table.as_str(), token)
    })?;
    match json {
        true => Ok(console.say(&serde_json::to_string(&view)?)?),
        false => show_status(console, &view),
    }
}

/// Plays a seat.
pub(super) fn play(
    console: &mut Console<'_>,
    desk: &Desk,
    table: TableId,
    name: Option<&str>,
    until: Until,
) -> Outcome {
    let seat = desk.seat(table, name)?;
    let server = desk.server(Some(table))?;
    let mut seen = Seen::new(console, &server, table, Some(&seat))?;
    let go_on = match name {
        Some(name) => format!("hotdice online turn {table} --as '{name}'"),
        None => format!("hotdice online turn {table}"),
    };
    match follow(&mut seen, until)? {
        Left::Over | Left::TurnOver => Ok(()),
        Left::Quit => Ok(console.say(&format!("Your seat waits. Go on with: {go_on}"))?),
        Left::InputEnded => Err(Stop::Failed(anyhow!(
            "the input ended in the middle of the game. Your seat waits; go on with: {go_on}"
        ))),
    }
}

/// Tells what happens at a table until its game is over.
pub(super) fn watch(console: &mut Console<'_>, desk: &Desk, table: TableId) -> Outcome {
    let server = desk.server(Some(table))?;
    let mut seen = Seen::new(console, &server, table, None)?;
    follow(&mut seen, Until::TheEnd).map(drop)
}

/// Begins a game as its host.
pub(super) fn start(console: &mut Console<'_>, desk: &Desk, table: TableId) -> Outcome {
    let memory = desk.memory.read()?;
    let host = memory
        .table(table.as_str())
        .and_then(|known| known.host.as_ref());
    let host = host.ok_or_else(|| Trouble::NotRemembered {
        what: format!("table {table} was not opened from here"),
        advice: "Ask whoever opened it to start.",
    })?;
    let server = desk.server(Some(table))?;
    server.ask("Starting the game", |client| {
        client.start(table.as_str(), host)
    })?;
    console.say_in_tone(Tone::Good, "The game begins.")?;
    Ok(console.say(&format!("Play: hotdice online turn {table}"))?)
}

/// Leaves a seat.
pub(super) fn leave(
    console: &mut Console<'_>,
    desk: &Desk,
    table: TableId,
    name: Option<&str>,
) -> Outcome {
    let seat = desk.seat(table, name)?;
    let server = desk.server(Some(table))?;
    let left = server.ask("Leaving", |client| {
        client.leave(table.as_str(), &seat.token)
    })?;
    let withdrew = left
        .events
        .iter()
        .any(|event| event.kind == hotdice_wire::EventKind::Withdrew);
    if withdrew {
        desk.memory.change(|memory| {
            let known = memory.entry(server.client.server(), table.as_str());
            known.seats.retain(|known| known.token != seat.token);
        })?;
        return Ok(console.say(&format!("{} gets up, and the seat is free.", seat.name))?);
    }
    Ok(console.say(&format!(
        "{} leaves, and the seat waits. Come back with: hotdice online turn {table}",
        seat.name
    ))?)
}

/// Reads a name as people may have typed it.
pub(super) fn read_name(text: &str) -> Result<Name, String> {
    text.parse()
        .map_err(|error| format!("{text:?} cannot be used: {error}."))
}
