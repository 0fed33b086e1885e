//! The way to a table: opening one, taking a seat, coming back, looking on. All of it waits for the network.

use hotdice_bots::Level;
use hotdice_client::{Client, Error, KnownSeat, KnownTable, Patience, ServerUrl, Token, entropy};
use hotdice_core::Name;
use hotdice_table::TableId;
use hotdice_wire::{OpenRequest, TableView};

use super::link::Place;
use super::words;
use crate::backstage::{Backstage, Reach, Trouble};

/// A place at a table, and the first look at it.
pub(super) struct Arrival {
    pub(super) place: Place,
    pub(super) view: TableView,
}

/// A table to be opened on this machine.
#[derive(Clone, Debug)]
pub(super) struct NewTable {
    pub(super) request: OpenRequest,
    /// The bots that take a seat at once.
    pub(super) bots: Vec<Level>,
    pub(super) reach: Reach,
    /// What the host is called.
    pub(super) name: Name,
}

/// A table of a server.
#[derive(Clone, Debug)]
pub(super) struct Destination {
    pub(super) server: ServerUrl,
    pub(super) table: TableId,
}

/// Opens a server and a table, and takes the first seat.
pub(super) fn open(new: &NewTable, backstage: &dyn Backstage) -> Result<Arrival, Trouble> {
    // Better to fail before the table is open than to lose its tokens.
    backstage.memory()?;
    let hosted = backstage.host(new.reach)?;
    let server: ServerUrl = hosted.url().parse()?;
    let client = client(&server);
    let opened = client.open(&new.request).map_err(refused)?;
    let host: Token = opened.host_token.parse()?;
    backstage.remember(&mut |memory| {
        let known = memory.entry(&server, &opened.table);
        known.host = Some(host.clone());
        known.hosted = Some(new.reach);
    })?;
    let seat = take_seat(&client, &opened.table, &new.name, None, backstage)?;
    for level in &new.bots {
        let added = client.add_bot(&opened.table, &host, &level.to_string());
        added.map_err(refused)?;
    }
    arrive(
        &client,
        Place {
            server,
            table: opened.table,
            seat: Some(seat),
            host: Some(host),
            hosted: Some(hosted),
        },
    )
}

/// Takes a seat, or finds the one that is remembered under this name.
pub(super) fn join(
    to: &Destination,
    name: &Name,
    backstage: &dyn Backstage,
) -> Result<Arrival, Trouble> {
    let (server, table) = (&to.server, to.table.as_str());
    let client = client(server);
    let view = client.view(table, None).map_err(refused)?;
    let memory = backstage.memory()?;
    let known = memory.table_at(server, table);
    let seats = known.map_or(&[][..], |known| &known.seats);
    let seat = match seats.iter().find(|seat| seat.name == name.as_str()) {
        Some(seat) => seat.clone(),
        None => {
            let after = view.after.as_deref();
            let after = after.and_then(|after| memory.table_at(server, after));
            let before = after.and_then(|after| before(&after.seats, name));
            take_seat(&client, table, name, before, backstage)?
        }
    };
    let place = Place {
        server: server.clone(),
        table: table.to_owned(),
        seat: Some(seat),
        host: known.and_then(|known| known.host.clone()),
        hosted: None,
    };
    arrive(&client, place)
}

/// Returns the token of the seat that somebody had at the table before, for those who meet again.
fn before<'a>(seats: &'a [KnownSeat], name: &Name) -> Option<&'a Token> {
    let by_name = seats.iter().find(|seat| seat.name == name.as_str());
    let only = seats.first().filter(|_| seats.len() == 1);
    by_name.or(only).map(|seat| &seat.token)
}

/// Looks on.
pub(super) fn watch(to: &Destination) -> Result<Arrival, Trouble> {
    let client = client(&to.server);
    let place = Place {
        server: to.server.clone(),
        table: to.table.to_string(),
        seat: None,
        host: None,
        hosted: None,
    };
    arrive(&client, place)
}

/// Comes back to a seat that is remembered. If its server was opened here and is gone, it is opened again.
pub(super) fn come_back(
    known: &KnownTable,
    seat: Option<&KnownSeat>,
    backstage: &dyn Backstage,
) -> Result<Arrival, Trouble> {
    let server: ServerUrl = known.server.parse()?;
    let mut place = Place {
        server,
        table: known.table.clone(),
        seat: seat.cloned(),
        host: known.host.clone(),
        hosted: None,
    };
    let client = client(&place.server);
    match (client.view(&place.table, place.token()), known.hosted) {
        (Ok(view), _) => Ok(Arrival { place, view }),
        (Err(Error::Unreachable { .. }), Some(reach)) => {
            let hosted = backstage.host(reach)?;
            place.server = hosted.url().parse()?;
            place.hosted = Some(hosted);
            moved(known, &place.server, backstage)?;
            let client = self::client(&place.server);
            arrive(&client, place)
        }
        (Err(error), _) => Err(refused(error)),
    }
}

/// Remembers that a table of this machine has another address now.
fn moved(known: &KnownTable, to: &ServerUrl, backstage: &dyn Backstage) -> Result<(), Trouble> {
    if known.server == to.as_str() {
        return Ok(());
    }
    backstage.remember(&mut |memory| {
        memory.tables.retain(|other| other != known);
        let entry = memory.entry(to, &known.table);
        entry.host.clone_from(&known.host);
        entry.hosted = known.hosted;
        entry.seats.clone_from(&known.seats);
    })
}

/// Opens another table for the same players, or finds the one that was opened, and takes a seat there.
pub(super) fn rematch(place: &Place, backstage: &dyn Backstage) -> Result<Arrival, Trouble> {
    let seat = place
        .seat
        .as_ref()
        .ok_or("Only those who played can play again.")?;
    let client = client(&place.server);
    let rematch = client.rematch(&place.table, &seat.token).map_err(refused)?;
    let name: Name = seat.name.parse()?;
    let memory = backstage.memory()?;
    let known = memory.table_at(&place.server, &rematch.table);
    let known = known.and_then(|known| known.seats.iter().find(|known| known.name == seat.name));
    let seat = match known {
        Some(seat) => seat.clone(),
        None => take_seat(&client, &rematch.table, &name, Some(&seat.token), backstage)?,
    };
    arrive(
        &client,
        Place {
            table: rematch.table,
            seat: Some(seat),
            host: None,
            ..place.clone()
        },
    )
}

fn take_seat(
    client: &Client,
    table: &str,
    name: &Name,
    before: Option<&Token>,
    backstage: &dyn Backstage,
) -> Result<KnownSeat, Trouble> {
    let entropy = entropy()?;
    let joined = client.join(table, name.as_str(), entropy, before);
    let token = joined.map_err(refused)?.token.unwrap_or_default();
    let token: Token = token
        .parse()
        .map_err(|_| format!("{} gave a seat without a token.", client.server()))?;
    let seat = KnownSeat {
        name: name.to_string(),
        token,
        entropy: entropy.to_string(),
    };
    backstage.remember(&mut |memory| {
        memory.server = Some(client.server().to_string());
        memory
            .entry(client.server(), table)
            .seats
            .push(seat.clone());
    })?;
    Ok(seat)
}

fn arrive(client: &Client, place: Place) -> Result<Arrival, Trouble> {
    let view = client.view(&place.table, place.token()).map_err(refused)?;
    Ok(Arrival { place, view })
}

/// Returns a client for somebody who looks at the screen and waits.
fn client(server: &ServerUrl) -> Client {
    let patience = Patience {
        tries: 2,
        ..Patience::none()
    };
    Client::of(server.clone(), patience)
}

#[expect(clippy::needless_pass_by_value, reason = "it goes into map_err")]
fn refused(error: Error) -> Trouble {
    words::trouble(&error)
}
