//! What can be asked of a server without sitting down: opening tables, taking seats, looking.

use std::time::Instant;

use hotdice_client::{Client, Patience, Token};
use hotdice_core::{Name, Part, Tone};
use hotdice_table::TableId;
use hotdice_tui::plain::{Console, draw};
use hotdice_tui::session::{self, OpenedTable, TableRequest, TakenSeat, clock_in_words};
use hotdice_wire::{Event, EventKind, PlayerView, Presence, Stage, TableView, WaitingFor};
use serde_json::{Value, json};

use super::desk::{OnlineDesk, not_remembered};
use crate::cli_result::CliResult;

/// What a request led to, for people and for scripts.
pub(super) struct CommandReply {
    lines: Vec<String>,
    json: Value,
}

impl CommandReply {
    /// Prints it; the first line is the good news.
    pub(super) fn tell(&self, console: &mut Console<'_>, json: bool) -> CliResult {
        if json {
            return Ok(console.say(&self.json.to_string())?);
        }
        for (place, line) in self.lines.iter().enumerate() {
            let tone = if place == 0 { Tone::Good } else { Tone::Plain };
            console.say_in_tone(tone, line)?;
        }
        Ok(())
    }
}

/// Says whether the server answers, and what it says of itself.
pub(super) fn test(console: &mut Console<'_>, desk: &OnlineDesk) -> CliResult {
    let client = Client::of(desk.url(None)?, Patience::none());
    let began = Instant::now();
    let health = desk.ask("Testing the connection", || client.health())?;
    let took = began.elapsed().as_millis();
    let url = client.server();
    let good = format!("Connected to {url}: the answer took {took} ms.");
    console.say_in_tone(Tone::Good, &good)?;
    console.say(&format!(
        "  status   {}\n  version  {}\n  tables   {}\n  store    {}\n  bus      {}",
        health.status, health.version, health.tables, health.store, health.bus
    ))?;
    desk.remember_server(&client)
}

/// Opens a table.
pub(super) fn open(desk: &OnlineDesk, mut new: TableRequest) -> CliResult<CommandReply> {
    let client = desk.client(None)?;
    // Better to fail before the table is open than to lose its token.
    desk.remember_server(&client)?;
    if new.request.seats.is_none() && new.bots.len() > 1 {
        new.request.seats = u8::try_from(new.bots.len() + 1).ok();
    }
    let opened = desk.ask("Opening a table", || {
        session::open(&client, &new, None, &*desk.here)
    })?;
    let OpenedTable {
        table,
        commitment,
        host,
        seat,
    } = opened;
    let server = client.server();
    let mut lines = vec![
        format!("Table {table} is open."),
        format!("  The server's commitment to its dice: {commitment}"),
        format!("  Others join with: hotdice online --server {server} join {table} NAME"),
    ];
    let mut json = json!({
        "server": server.as_str(),
        "table": table,
        "commitment": commitment,
        "host_token": host.secret(),
    });
    match seat {
        Some(seat) => {
            let joined = joined(&client, &table, &seat);
            lines.extend(joined.lines);
            json["joined"] = joined.json;
        }
        None => lines.push(format!(
            "  Take a seat yourself: hotdice online join {table} NAME"
        )),
    }
    Ok(CommandReply { lines, json })
}

/// Takes a seat under a name.
pub(super) fn join(desk: &OnlineDesk, table: TableId, name: &Name) -> CliResult<CommandReply> {
    let client = desk.client(Some(table))?;
    desk.remember_server(&client)?;
    let taken = desk.ask("Taking a seat", || {
        session::join(&client, table.as_str(), name, &*desk.here)
    })?;
    Ok(joined(&client, table.as_str(), &taken))
}

/// Opens another table for the same players, or finds the one that was opened, and takes a seat there.
pub(super) fn rematch(
    desk: &OnlineDesk,
    table: TableId,
    name: Option<&str>,
) -> CliResult<CommandReply> {
    let seat = desk.seat(table, name)?;
    let client = desk.client(Some(table))?;
    let (table, taken) = desk.ask("Asking for a rematch", || {
        session::rematch(&client, table.as_str(), &seat, &*desk.here)
    })?;
    Ok(joined(&client, &table, &taken))
}

/// Makes a code with which a seat can be taken on another device.
pub(super) fn offer_seat(
    desk: &OnlineDesk,
    table: TableId,
    name: Option<&str>,
) -> CliResult<CommandReply> {
    let seat = desk.seat(table, name)?;
    let client = desk.client(Some(table))?;
    let offered = desk.ask("Asking for a code", || {
        client.offer_seat(table.as_str(), &seat.token)
    })?;
    let (code, server) = (offered.code, client.server());
    let lines = vec![
        format!("The code for {}'s seat: {code}", seat.name),
        format!("  On the other device: hotdice online --server {server} seat --code {code}"),
        "  It works once, for ten minutes. Whoever has it has the seat.".to_owned(),
    ];
    let json = json!({ "server": server.as_str(), "table": table.as_str(), "code": code, "until": offered.until });
    Ok(CommandReply { lines, json })
}

/// Takes a seat that somebody has on another device.
pub(super) fn take_over(desk: &OnlineDesk, code: &str) -> CliResult<CommandReply> {
    let client = desk.client(None)?;
    let (table, taken) = desk.ask("Taking the seat", || {
        session::take_over(&client, code, &*desk.here)
    })?;
    Ok(joined(&client, &table, &taken))
}

fn joined(client: &Client, table: &str, taken: &TakenSeat) -> CommandReply {
    let TakenSeat {
        known,
        seat,
        player,
    } = taken;
    let name = &known.name;
    let lines = vec![
        format!("{name} has seat {seat} at table {table}, as player {player}."),
        format!("  Play: hotdice online turn {table}"),
    ];
    let json = json!({
        "server": client.server().as_str(),
        "table": table,
        "seat": seat,
        "player": player,
        "name": name,
        "token": known.token.secret(),
    });
    CommandReply { lines, json }
}

/// Begins a game as its host.
pub(super) fn start(console: &mut Console<'_>, desk: &OnlineDesk, table: TableId) -> CliResult {
    let memory = desk.memory()?;
    let known = memory.table(table.as_str());
    let host: &Token = known.and_then(|known| known.host.as_ref()).ok_or_else(|| {
        let what = format!("table {table} was not opened from here");
        not_remembered(&what, "Ask whoever opened it to start.")
    })?;
    let client = desk.client(Some(table))?;
    desk.ask("Starting the game", || client.start(table.as_str(), host))?;
    console.say_in_tone(Tone::Good, "The game begins.")?;
    Ok(console.say(&format!("Play: hotdice online turn {table}"))?)
}

/// Leaves a seat.
pub(super) fn leave(
    console: &mut Console<'_>,
    desk: &OnlineDesk,
    table: TableId,
    name: Option<&str>,
) -> CliResult {
    let seat = desk.seat(table, name)?;
    let client = desk.client(Some(table))?;
    let left = desk.ask("Leaving", || client.leave(table.as_str(), &seat.token))?;
    let mut events = left.events.iter();
    if events.any(|event| event.kind == EventKind::Withdrew) {
        desk.remember(|memory| {
            let known = memory.entry(client.server(), table.as_str());
            known.seats.retain(|known| known.token != seat.token);
        })?;
        return Ok(console.say(&format!("{} gets up, and the seat is free.", seat.name))?);
    }
    Ok(console.say(&format!(
        "{} leaves, and the seat waits. Come back with: hotdice online turn {table}",
        seat.name
    ))?)
}

/// Gives up for good.
pub(super) fn resign(
    console: &mut Console<'_>,
    desk: &OnlineDesk,
    table: TableId,
    name: Option<&str>,
) -> CliResult {
    let seat = desk.seat(table, name)?;
    let client = desk.client(Some(table))?;
    let resigned = desk.ask("Resigning", || client.resign(table.as_str(), &seat.token))?;
    let ended = |event: &Event| event.kind == EventKind::Ended;
    let then = if resigned.events.iter().any(ended) {
        "The game is over."
    } else {
        "A bot plays on in the seat."
    };
    Ok(console.say(&format!("{} resigns. {then}", seat.name))?)
}

/// Shows a table: as its player if a seat there is remembered, otherwise as anybody sees it.
pub(super) fn status(
    console: &mut Console<'_>,
    desk: &OnlineDesk,
    table: TableId,
    json: bool,
) -> CliResult {
    let client = desk.client(Some(table))?;
    let seats = desk.seats(table)?;
    let only = seats.first().filter(|_| seats.len() == 1);
    let token = only.map(|seat| &seat.token);
    let view = desk.ask("Looking at the table", || {
        client.view(table.as_str(), token)
    })?;
    if json {
        return Ok(console.say(&serde_json::to_string(&view)?)?);
    }
    show_status(console, &view)
}

/// Writes who plays, how many points they have and whose turn it is.
fn show_status(console: &mut Console<'_>, view: &TableView) -> CliResult {
    console.announce(&format!("Table {}: {}", view.table, view.rules))?;
    let stage = match view.stage {
        _ if view.closed.is_some() => view.closed.clone().unwrap_or_default(),
        Stage::Gathering => format!(
            "Players are joining: {} of {} are here.",
            view.players.len(),
            view.seats
        ),
        Stage::Playing => "The game goes on.".to_owned(),
        Stage::Over => "The game is over.".to_owned(),
    };
    console.say(&format!("  {stage}"))?;
    let names = view.players.iter();
    let width = names.map(|player| player.name.chars().count()).max();
    let width = width.unwrap_or_default().max("Player".len());
    if !view.players.is_empty() {
        console.say(&format!("  Seat  {:<width$}   Score", "Player"))?;
    }
    for player in &view.players {
        let PlayerView { seat, name, .. } = player;
        let (score, remark) = (score(view, player), remark(view, player));
        let line = format!("  {seat:>4}  {name:<width$}  {score:>6}  {remark}");
        console.say(line.trim_end())?;
    }
    if let Some(scene) = &view.scene {
        let names = view
            .players
            .iter()
            .filter_map(|player| player.name.parse().ok());
        let names: Vec<Name> = names.collect();
        for line in draw::table(scene, &names, None) {
            console.say(&format!("  {line}"))?;
        }
    }
    if view.stage == Stage::Gathering && view.host {
        let table = &view.table;
        console.say(&format!(
            "  Begin with those who are here: hotdice online start {table}"
        ))?;
    }
    if let Some(seconds) = view.clock {
        let clock = clock_in_words(seconds);
        console.say(&format!("  A decision may take {clock}."))?;
    }
    if !view.dice_note.is_empty() {
        console.say(&format!("  {}", view.dice_note))?;
    }
    if view.watching > 0 {
        console.say(&format!("  {} watching", view.watching))?;
    }
    Ok(())
}

/// Writes the points of a player, unless they have not played and no points would look like a result.
fn score(view: &TableView, player: &PlayerView) -> String {
    let parts = view.scene.iter().flat_map(|scene| &scene.parts);
    let mut tracks = parts.filter_map(|part| match part {
        Part::Track(track) if track.seat.index() + 1 == usize::from(player.seat) => Some(track),
        _ => None,
    });
    match tracks.find(|track| track.pending) {
        Some(track) => track.value_in_words(),
        None => player.points.to_string(),
    }
}

fn remark(view: &TableView, player: &PlayerView) -> String {
    let mut remarks = Vec::new();
    if view.waiting.seat == Some(player.seat) {
        remarks.push(match view.waiting.whom {
            WaitingFor::Bot => "to move (a bot)",
            WaitingFor::Person | WaitingFor::Start | WaitingFor::Links | WaitingFor::Nothing => {
                "to move"
            }
        });
    }
    if view.winners.contains(&player.seat) {
        remarks.push("wins");
    }
    match player.presence {
        Presence::Here => {}
        Presence::Away => remarks.push("away"),
        Presence::Replaced if player.resigned => remarks.push("resigned, a bot plays on"),
        Presence::Replaced => remarks.push("away, a bot plays on"),
    }
    if view.offers.contains(&player.seat) {
        remarks.push("offers a draw");
    }
    if view.you == Some(player.seat) {
        remarks.push("you");
    }
    remarks.join(", ")
}
