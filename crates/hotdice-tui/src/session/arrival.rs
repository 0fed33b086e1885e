//! The way to a table of a server: opening one, taking a seat, coming back, watching. All of it waits for the network.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hotdice_bots::{Level, can_play};
use hotdice_client::{
    Client, Error, KnownSeat, KnownTable, Patience, SeenLog, SeenTable, ServerUrl, Token, entropy,
};
use hotdice_core::{Name, Record};
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_wire::{Code, DiceKind, OpenRequest, Stage, TableView};

use super::link::TableAccess;
use crate::services::{Reach, Services, UiError};

/// A place at a table, and the first look at it.
pub struct Arrival {
    /// Whose place it is.
    pub access: TableAccess,
    /// The table as it was.
    pub view: TableView,
}

/// A table to be opened.
#[derive(Clone, Debug)]
pub struct TableRequest {
    /// What the server is told.
    pub request: OpenRequest,
    /// The levels of the bots that take a seat at once.
    pub bots: Vec<String>,
    /// What the host is called, if the host plays too.
    pub name: Option<Name>,
}

/// A table that was opened.
pub struct OpenedTable {
    /// Its name.
    pub table: String,
    /// The server's promise about the dice.
    pub commitment: String,
    /// What lets the host begin.
    pub host: Token,
    /// The seat of a host who plays too.
    pub seat: Option<TakenSeat>,
}

/// A seat that was taken.
pub struct TakenSeat {
    /// What is remembered of it.
    pub known: KnownSeat,
    /// Its number.
    pub seat: u8,
    /// The number of the player.
    pub player: u32,
}

/// Opens a table, seats the host who plays too, and then the bots.
///
/// # Errors
/// When the server refuses or what it gave cannot be remembered.
pub fn open(
    client: &Client,
    new: &TableRequest,
    hosted: Option<Reach>,
    services: &dyn Services,
) -> Result<OpenedTable, UiError> {
    check_bots(new)?;
    // Better to fail before the table is open than to lose its tokens.
    services.memory()?;
    let request = OpenRequest {
        dice: Some(new.request.dice.unwrap_or_else(|| dice_for(&new.request))),
        ..new.request.clone()
    };
    let opened = client.open(&request)?;
    let host: Token = opened.host_token.unwrap_or_default().parse()?;
    services.remember(&mut |memory| {
        let known = memory.entry(client.server(), &opened.table);
        known.host = Some(host.clone());
        known.hosted = hosted;
    })?;
    let seated = check_dice(client, &opened.table, request.dice)
        .and_then(|()| fill_seats(client, &opened.table, &host, new, services));
    match seated {
        Ok(seat) => Ok(OpenedTable {
            table: opened.table,
            commitment: opened.commitment,
            host,
            seat,
        }),
        Err(refused) => {
            give_up(client, &opened.table, services);
            Err(refused)
        }
    }
}

/// Finds a server that opened a table with other dice than those it was asked for.
fn check_dice(client: &Client, table: &str, asked: Option<DiceKind>) -> Result<(), UiError> {
    if asked == Some(DiceKind::Linked) && client.view(table, None)?.dice != DiceKind::Linked {
        return Err(
            "the server opened a table whose dice it makes alone, and was asked for linked ones; nobody sat down there".into(),
        );
    }
    Ok(())
}

/// How many seconds a decision takes at least where nobody need be there for every roll.
pub const LONG_CLOCK: u32 = 3_600;

/// Returns the dice that suit a table: linked ones, unless people are away for hours between their turns, and could add nothing to
/// those of others.
fn dice_for(table: &OpenRequest) -> DiceKind {
    match table.clock {
        Some(seconds) if seconds >= LONG_CLOCK => DiceKind::Committed,
        _ => DiceKind::Linked,
    }
}

/// Refuses bots that cannot play before anything is opened for them; rules that are not known here are left to the server.
fn check_bots(new: &TableRequest) -> Result<(), UiError> {
    let Ok(game) = hotdice_games::find(&new.request.rules) else {
        return Ok(());
    };
    let seats = new.request.seats.unwrap_or(game.seats().least().max(2));
    for level in &new.bots {
        let level: Level = level.to_lowercase().parse()?;
        let can = can_play(&*game, level, seats);
        can.map_err(|why| format!("bot:{level} cannot play here: {why}"))?;
    }
    Ok(())
}

/// Seats the host who plays too, and then the bots.
fn fill_seats(
    client: &Client,
    table: &str,
    host: &Token,
    new: &TableRequest,
    services: &dyn Services,
) -> Result<Option<TakenSeat>, UiError> {
    let name = new.name.as_ref();
    let seat = name.map(|name| take_seat(client, table, name, None, services));
    let seat = seat.transpose()?;
    for level in &new.bots {
        client.add_bot(table, host, &level.to_lowercase())?;
    }
    Ok(seat)
}

/// Gets up from a table that was opened in vain, and forgets it; what the server does not hear of it forgets by itself.
fn give_up(client: &Client, table: &str, services: &dyn Services) {
    let memory = services.memory().unwrap_or_default();
    let known = memory.table_at(client.server(), table);
    for seat in known.iter().flat_map(|known| &known.seats) {
        drop(client.leave(table, &seat.token));
    }
    let forgotten = services.remember(&mut |memory| {
        memory.tables.retain(|other| Some(other) != known);
    });
    drop(forgotten);
}

/// Takes a seat that somebody has on another device, with its code; returns the name of the table, too.
///
/// # Errors
/// When the code is wrong, used up or too old.
pub fn take_over(
    client: &Client,
    code: &str,
    services: &dyn Services,
) -> Result<(String, TakenSeat), UiError> {
    services.memory()?;
    let taken = client.take_seat(code)?;
    let token: Token = taken.token.unwrap_or_default().parse()?;
    let (entropy, secret) = chain_anew(client, &taken.table, taken.seat, &token)?.unzip();
    let known = KnownSeat {
        name: taken.name,
        token,
        entropy: entropy.unwrap_or_default(),
        secret,
    };
    services.remember(&mut |memory| {
        memory.server = Some(client.server().to_string());
        let entry = memory.entry(client.server(), &taken.table);
        entry.seats.retain(|seat| seat.name != known.name);
        entry.seats.push(known.clone());
    })?;
    let seat = TakenSeat {
        known,
        seat: taken.seat,
        player: taken.player,
    };
    Ok((taken.table, seat))
}

/// Begins a new chain for a seat whose secret is at another device; returns the anchor that the seat was taken with, and the secret.
///
/// Before a game there is nothing to begin, and while dice are about to fall the server refuses: that is over in a moment.
fn chain_anew(
    client: &Client,
    table: &str,
    seat: u8,
    token: &Token,
) -> Result<Option<(String, String)>, UiError> {
    let view = client.view(table, Some(token))?;
    if view.dice != DiceKind::Linked || view.stage != Stage::Playing {
        return Ok(None);
    }
    let record: Record = client.record(table)?.parse()?;
    let added = record.dice.promise().map_or(&[][..], |fair| &fair.entropy);
    let added = added.get(usize::from(seat).saturating_sub(1)).copied();
    let name = view.players.iter().find(|player| player.seat == seat);
    let name: Name = name.map_or("", |player| &player.name).parse()?;
    let secret = entropy(client.world())?;
    let owner = ChainOwner::person(table.parse()?, &name);
    let anchor = SecretChain::new(owner, secret).anchor();
    let mut tries = 0;
    while let Err(refused) = client.anchor(table, token, anchor) {
        tries += 1;
        if refused.code() != Some(Code::Stale) || tries > 20 {
            return Err(refused.into());
        }
        client.rest(Duration::from_millis(200));
    }
    let added = added.flatten().map(|anchor| anchor.to_string());
    Ok(Some((added.unwrap_or_default(), secret.to_string())))
}

/// Opens a server on this machine and a table there.
///
/// # Errors
/// When the server cannot listen, or refuses.
pub fn host(new: &TableRequest, reach: Reach, services: &dyn Services) -> Result<Arrival, UiError> {
    let hosted = services.host(reach)?;
    let server: ServerUrl = hosted.url().parse()?;
    let client = hasty_client(&server);
    let opened = open(&client, new, Some(reach), services)?;
    TableAccess {
        server,
        table: opened.table,
        seat: opened.seat.map(|seat| seat.known),
        host: Some(opened.host),
        hosted: Some(hosted),
    }
    .arrive(&client)
}

/// Takes a seat, as the same player as before at a table for those who meet again.
///
/// # Errors
/// When the server refuses.
pub fn join(
    client: &Client,
    table: &str,
    name: &Name,
    services: &dyn Services,
) -> Result<TakenSeat, UiError> {
    let view = client.view(table, None)?;
    let memory = services.memory()?;
    let after = view.after.as_deref();
    let after = after.and_then(|after| memory.table_at(client.server(), after));
    let seats = after.map_or(&[][..], |after| &after.seats);
    let by_name = seats.iter().find(|seat| seat.name == name.as_str());
    let only = seats.first().filter(|_| seats.len() == 1);
    let before = by_name.or(only).map(|seat| &seat.token);
    take_seat(client, table, name, before, services)
}

/// Takes a seat, or finds the one that is remembered under this name.
///
/// # Errors
/// When the server refuses.
pub fn sit_down(
    server: &ServerUrl,
    table: &str,
    name: &Name,
    services: &dyn Services,
) -> Result<Arrival, UiError> {
    let client = hasty_client(server);
    let memory = services.memory()?;
    let known = memory.table_at(server, table);
    let seats = known.map_or(&[][..], |known| &known.seats);
    let seat = match seats.iter().find(|seat| seat.name == name.as_str()) {
        Some(seat) => seat.clone(),
        None => join(&client, table, name, services)?.known,
    };
    TableAccess {
        seat: Some(seat),
        host: known.and_then(|known| known.host.clone()),
        ..TableAccess::watching(server.clone(), table)
    }
    .arrive(&client)
}

/// Watches a table.
///
/// # Errors
/// When there is no such table.
pub fn watch(server: &ServerUrl, table: &str) -> Result<Arrival, UiError> {
    TableAccess::watching(server.clone(), table).arrive(&hasty_client(server))
}

/// Comes back to a seat that is remembered. If its server was opened here and is gone, it is opened again.
///
/// # Errors
/// When the table cannot be reached, or is gone.
pub fn come_back(
    known: &KnownTable,
    seat: Option<&KnownSeat>,
    services: &dyn Services,
) -> Result<Arrival, UiError> {
    let mut access = TableAccess {
        seat: seat.cloned(),
        host: known.host.clone(),
        ..TableAccess::watching(known.server.parse()?, &known.table)
    };
    let client = hasty_client(&access.server);
    match (client.view(&access.table, access.token()), known.hosted) {
        (Ok(view), _) => Ok(Arrival { access, view }),
        (Err(Error::Unreachable { .. }), Some(reach)) => {
            let hosted = services.host(reach)?;
            access.server = hosted.url().parse()?;
            access.hosted = Some(hosted);
            moved(known, &access.server, services)?;
            let client = hasty_client(&access.server);
            access.arrive(&client)
        }
        (Err(error), _) => Err(error.into()),
    }
}

/// Remembers that a table of this machine has another address now.
fn moved(known: &KnownTable, to: &ServerUrl, services: &dyn Services) -> Result<(), UiError> {
    if known.server == to.as_str() {
        return Ok(());
    }
    services.remember(&mut |memory| {
        let is_known =
            |other: &KnownTable| other.server == known.server && other.table == known.table;
        memory.tables.retain(|other| !is_known(other));
        let entry = memory.entry(to, &known.table);
        entry.host.clone_from(&known.host);
        entry.hosted = known.hosted;
        entry.seats.clone_from(&known.seats);
        entry.seen.clone_from(&known.seen);
    })
}

/// Remembers how a table stands, for the list of games to come back to.
pub(crate) fn note_seen(
    access: &TableAccess,
    view: &TableView,
    log: Option<SeenLog>,
    services: &dyn Services,
) {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let players = view.players.iter();
    let seen = SeenTable {
        at: since.unwrap_or_default().as_secs(),
        rules: view.rules.clone(),
        players: players
            .map(|player| (player.name.clone(), player.points))
            .collect(),
        log,
    };
    // The list says less if it cannot be written.
    drop(services.remember(&mut |memory| {
        memory.note_seen(&access.server, &access.table, &seen);
    }));
}

/// Returns what the log of a table was when it was last read from here.
pub(super) fn seen_log(access: &TableAccess, services: &dyn Services) -> Option<SeenLog> {
    let memory = services.memory().ok()?;
    let known = memory.table_at(&access.server, &access.table)?;
    known.seen.as_ref()?.log.clone()
}

/// Opens another table for the same players, or finds the one that was opened, and takes a seat there. Returns the name of
/// the table, too.
///
/// # Errors
/// When the game is not over, or the server refuses.
pub fn rematch(
    client: &Client,
    table: &str,
    seat: &KnownSeat,
    services: &dyn Services,
) -> Result<(String, TakenSeat), UiError> {
    let next = client.rematch(table, &seat.token)?.table;
    let name: Name = seat.name.parse()?;
    let taken = take_seat(client, &next, &name, Some(&seat.token), services)?;
    Ok((next, taken))
}

/// Goes on to the next table of the same players; those who watch, watch there.
pub(super) fn meet_again(
    access: &TableAccess,
    next: Option<&str>,
    services: &dyn Services,
) -> Result<Arrival, UiError> {
    let client = hasty_client(&access.server);
    let Some(seat) = &access.seat else {
        let next = next.ok_or("Only those who played can play again.")?;
        return watch(&access.server, next);
    };
    let memory = services.memory()?;
    let known = next.and_then(|next| memory.table_at(&access.server, next));
    let known = known.and_then(|known| known.seats.iter().find(|known| known.name == seat.name));
    let (table, seat) = match (next, known) {
        (Some(next), Some(known)) => (next.to_owned(), known.clone()),
        _ => {
            let (table, taken) = rematch(&client, &access.table, seat, services)?;
            (table, taken.known)
        }
    };
    TableAccess {
        table,
        seat: Some(seat),
        host: None,
        ..access.clone()
    }
    .arrive(&client)
}

fn take_seat(
    client: &Client,
    table: &str,
    name: &Name,
    before: Option<&Token>,
    services: &dyn Services,
) -> Result<TakenSeat, UiError> {
    let linked = client.view(table, None)?.dice == DiceKind::Linked;
    let drawn = entropy(client.world())?;
    let (added, joined) = if linked {
        let owner = ChainOwner::person(table.parse()?, name);
        let anchor = SecretChain::new(owner, drawn).anchor();
        let joined = client.join_linked(table, name.as_str(), anchor, before)?;
        (anchor, joined)
    } else {
        (drawn, client.join(table, name.as_str(), drawn, before)?)
    };
    let token = joined.token.unwrap_or_default();
    let token = token.parse().map_err(|_| Error::Strange {
        server: client.server().clone(),
        what: "it gave a seat without a token".to_owned(),
    })?;
    let known = KnownSeat {
        name: name.to_string(),
        token,
        entropy: added.to_string(),
        secret: linked.then(|| drawn.to_string()),
    };
    services.remember(&mut |memory| {
        memory.server = Some(client.server().to_string());
        let entry = memory.entry(client.server(), table);
        entry.seats.push(known.clone());
    })?;
    Ok(TakenSeat {
        known,
        seat: joined.seat,
        player: joined.player,
    })
}

impl TableAccess {
    /// Looks at the table for the first time.
    ///
    /// # Errors
    /// When there is no such table.
    pub fn arrive(self, client: &Client) -> Result<Arrival, UiError> {
        let view = client.view(&self.table, self.token())?;
        let access = self;
        Ok(Arrival { access, view })
    }
}

/// Returns a client for somebody who looks at the screen and waits.
fn hasty_client(server: &ServerUrl) -> Client {
    let patience = Patience {
        tries: 2,
        ..Patience::none()
    };
    Client::of(server.clone(), patience)
}
