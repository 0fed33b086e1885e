//! Opening tables and taking seats: what is remembered afterwards.

use hotdice_client::{Client, KnownSeat, Token, entropy};
use hotdice_core::{Name, Tone};
use hotdice_table::TableId;
use hotdice_tui::plain::Console;
use hotdice_wire::OpenRequest;
use serde_json::{Value, json};

use super::desk::{Desk, Server};
use super::trouble::Trouble;
use crate::outcome::{Outcome, Stop};

/// A table to be opened.
pub(super) struct NewTable {
    /// What the server is told.
    pub(super) request: OpenRequest,
    /// The levels of the bots.
    pub(super) bots: Vec<String>,
    /// The name under which the host plays too.
    pub(super) name: Option<Name>,
}

/// A table that was opened.
pub(super) struct OpenedTable {
    pub(super) table: TableId,
    commitment: String,
    host: Token,
    server: String,
    joined: Option<JoinedTable>,
}

/// A seat that was taken.
pub(super) struct JoinedTable {
    pub(super) table: TableId,
    seat: u8,
    player: u32,
    token: Token,
    name: Name,
    server: String,
}

impl NewTable {
    /// Opens the table, seats the host who plays too, and then the bots.
    pub(super) fn open(mut self, desk: &Desk) -> Outcome<OpenedTable> {
        let server = desk.server(None)?;
        // Better to fail before the table is open than to lose its token.
        desk.remember_server(&server)?;
        if self.request.seats.is_none() && self.bots.len() > 1 {
            self.request.seats = u8::try_from(self.bots.len() + 1).ok();
        }
        let opened = server.ask("Opening a table", |client| client.open(&self.request))?;
        let table: TableId = opened.table.parse()?;
        let host: Token = opened.host_token.parse()?;
        desk.memory.change(|memory| {
            memory.entry(server.client.server(), table.as_str()).host = Some(host.clone());
        })?;
        let joined = match &self.name {
            Some(name) => Some(take_seat(desk, &server, table, name, None)?),
            None => None,
        };
        for level in &self.bots {
            server.ask("Seating a bot", |client| {
                client.add_bot(table.as_str(), &host, level)
            })?;
        }
        Ok(OpenedTable {
            table,
            commitment: opened.commitment,
            host,
            server: server.client.server().to_string(),
            joined,
        })
    }
}

/// Takes a seat under a name.
pub(super) fn join(desk: &Desk, table: TableId, name: &Name) -> Outcome<JoinedTable> {
    let server = desk.server(Some(table))?;
    desk.remember_server(&server)?;
    let before = token_before(desk, &server, table, name)?;
    take_seat(desk, &server, table, name, before.as_ref())
}

/// Opens another table for the same players, or finds the one that was opened, and takes a seat there.
pub(super) fn rematch(desk: &Desk, table: TableId, name: Option<&str>) -> Outcome<JoinedTable> {
    let seat = desk.seat(table, name)?;
    let server = desk.server(Some(table))?;
    let rematch = server.ask("Asking for a rematch", |client| {
        client.rematch(table.as_str(), &seat.token)
    })?;
    let (table, name) = (rematch.table.parse()?, seat.name.parse()?);
    take_seat(desk, &server, table, &name, Some(&seat.token))
}

/// Returns the token of the seat that somebody had before, at a table for those who meet again.
fn token_before(
    desk: &Desk,
    server: &Server,
    table: TableId,
    name: &Name,
) -> Outcome<Option<Token>> {
    let view = server.ask("Looking at the table", |client| {
        client.view(table.as_str(), None)
    })?;
    let Some(after) = view.after.and_then(|after| after.parse::<TableId>().ok()) else {
        return Ok(None);
    };
    let seats = desk.seats(&desk.memory.read()?, after);
    let by_name = seats.iter().find(|seat| seat.name == name.as_str());
    let only = seats.first().filter(|_| seats.len() == 1);
    Ok(by_name.or(only).map(|seat| seat.token.clone()))
}

fn take_seat(
    desk: &Desk,
    server: &Server,
    table: TableId,
    name: &Name,
    before: Option<&Token>,
) -> Outcome<JoinedTable> {
    let entropy = entropy()?;
    let take = |client: &Client| client.join(table.as_str(), name.as_str(), entropy, before);
    let joined = server.ask("Taking a seat", take)?;
    let token = joined.token.unwrap_or_default();
    let token: Token = token.parse().map_err(|_| no_token(server))?;
    let seat = KnownSeat {
        name: name.to_string(),
        token: token.clone(),
        entropy: entropy.to_string(),
    };
    desk.memory.change(|memory| {
        memory
            .entry(server.client.server(), table.as_str())
            .seats
            .push(seat);
    })?;
    Ok(JoinedTable {
        table,
        seat: joined.seat,
        player: joined.player,
        token,
        name: name.clone(),
        server: server.client.server().to_string(),
    })
}

fn no_token(server: &Server) -> Stop {
    Trouble::from(hotdice_client::Error::Strange {
        server: server.client.server().clone(),
        what: "it gave a seat without a token".to_owned(),
    })
    .into()
}

impl OpenedTable {
    pub(super) fn json(&self) -> Value {
        let mut answer = json!({
            "server": self.server,
            "table": self.table.as_str(),
            "commitment": self.commitment,
            "host_token": self.host.secret(),
        });
        if let Some(joined) = &self.joined {
            answer["joined"] = joined.json();
        }
        answer
    }

    pub(super) fn tell(&self, console: &mut Console<'_>) -> Outcome {
        let (table, server) = (self.table, &self.server);
        console.say_in_tone(Tone::Good, &format!("Table {table} is open."))?;
        console.say(&format!(
            "  The server's promise about the dice: {}",
            self.commitment
        ))?;
        console.say(&format!(
            "  Others join with: hotdice online --server {server} join {table} NAME"
        ))?;
        match &self.joined {
            Some(joined) => joined.tell(console),
            None => Ok(console.say(&format!(
                "  Take a seat yourself: hotdice online join {table} NAME"
            ))?),
        }
    }
}

impl JoinedTable {
    pub(super) fn json(&self) -> Value {
        json!({
            "server": self.server,
            "table": self.table.as_str(),
            "seat": self.seat,
            "player": self.player,
            "name": self.name.as_str(),
            "token": self.token.secret(),
        })
    }

    pub(super) fn tell(&self, console: &mut Console<'_>) -> Outcome {
        let Self {
            table,
            name,
            seat,
            player,
            ..
        } = self;
        let good = format!("{name} has seat {seat} at table {table}, as player {player}.");
        console.say_in_tone(Tone::Good, &good)?;
        Ok(console.say(&format!("  Play: hotdice online turn {table}"))?)
    }
}
