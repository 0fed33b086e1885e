//! What is sent of a table: its view and its events. No state and no secret goes out from here.

use hotdice_core::{Attendance, Face, GameEventKind, Seat, SeatSet, Target, Viewer};
use hotdice_table::fair::Croupier;
use hotdice_table::{self as table, CheckedEvent, Effect, PlayerId, Table, TableEvent, Who};
use hotdice_wire::{
    Event, EventKind, PlayerView, Presence, Stage, TableAfter, TableView, Waiting, WaitingFor,
};

use crate::presence::Visitors;
use crate::room::{Holder, State};
use crate::store::{Millis, StoreError};

/// Returns the number of a seat as it is sent.
pub(crate) fn number(seat: Seat) -> u8 {
    seat.index() as u8 + 1
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(number).collect()
}

fn damaged(table: &Table, error: &table::Impossible) -> StoreError {
    StoreError::Damaged(format!("{}: {error}", table.id()))
}

/// Reads the next event of a log.
pub(crate) fn read(
    table: &Table,
    event: &TableEvent,
    croupier: Option<&Croupier>,
) -> Result<CheckedEvent, StoreError> {
    let read = table.check(event.clone(), croupier);
    read.map_err(|error| damaged(table, &error))
}

/// Lets an event happen at a table, and returns it as it is sent, without the table after it.
pub(crate) fn happen(
    table: &mut Table,
    event: &CheckedEvent,
    at: Millis,
) -> Result<Event, StoreError> {
    let effect = table.apply(event).map_err(|error| damaged(table, &error))?;
    Ok(sent(event, table.seq(), at, effect))
}

/// Returns the first event of a log as it is sent.
pub(crate) fn opening(event: &TableEvent, at: Millis) -> Event {
    sent(event, 1, at, Effect::default())
}

/// Returns an event and what it did as it is sent.
fn sent(event: &TableEvent, seq: u64, at: Millis, effect: Effect) -> Event {
    let mut sent = Event {
        seq,
        at,
        kind: kind(event),
        line: event.to_string(),
        story: effect.story,
        seat: effect.seat.map(number),
        ..Event::default()
    };
    match event {
        TableEvent::Joined(player, who) => {
            sent.player = Some(player.number());
            sent.name = Some(who.name().to_string());
            sent.bot = level(who);
        }
        TableEvent::Withdrew(player) => sent.player = Some(player.number()),
        TableEvent::Attended(_, Attendance::Replaced(by)) => sent.bot = Some(by.clone()),
        TableEvent::Ended(seed, winners) => {
            sent.seed = Some(seed.to_string());
            sent.winners = numbers(*winners);
        }
        TableEvent::Rematch(table) => sent.rematch = Some(table.to_string()),
        _ => {}
    }
    match effect.game {
        Some(GameEventKind::Rolled { dice, .. }) => sent.dice = dice,
        Some(GameEventKind::Acted {
            notation,
            target,
            points,
        }) => {
            sent.action = Some(notation);
            sent.points = points;
            match target {
                Target::Nothing => {}
                Target::Dice(dice) => sent.dice = dice.faces().map(Face::pips).collect(),
                Target::Row(row) => sent.row = Some(row),
                Target::Cell(cell) => sent.cells = vec![cell],
                Target::Way(cells) => sent.cells = cells,
                Target::Tiles(tiles) => sent.tiles = tiles,
            }
        }
        None => {}
    }
    sent
}

/// Returns the table after the last event, the same for everybody.
pub(crate) fn after(state: &State, visitors: &Visitors) -> TableAfter {
    let table = &state.table;
    TableAfter {
        stage: stage(table).0,
        players: players(table, visitors),
        waiting: waiting(table),
        deadline: state.deadline,
        offers: numbers(table.offers()),
        scene: table.picture(),
    }
}

fn level(who: &Who) -> Option<String> {
    match who {
        Who::Bot { level } => Some(level.clone()),
        Who::Person { .. } => None,
    }
}

fn kind(event: &TableEvent) -> EventKind {
    match event {
        TableEvent::Opened(..) => EventKind::Opened,
        TableEvent::Joined(..) => EventKind::Joined,
        TableEvent::Withdrew(_) => EventKind::Withdrew,
        TableEvent::Started => EventKind::Started,
        TableEvent::Rolled(_) => EventKind::Rolled,
        TableEvent::Acted(..) => EventKind::Acted,
        TableEvent::Attended(_, Attendance::Left) => EventKind::Left,
        TableEvent::Attended(_, Attendance::Replaced(_)) => EventKind::Replaced,
        TableEvent::Attended(_, Attendance::Returned) => EventKind::Returned,
        TableEvent::Offered(_) => EventKind::Offered,
        TableEvent::Agreed => EventKind::Agreed,
        TableEvent::Ended(..) => EventKind::Ended,
        TableEvent::Rematch(_) => EventKind::Rematch,
    }
}

/// Returns a table as somebody sees it.
pub(crate) fn of(state: &State, visitors: &Visitors, holder: Option<Holder>) -> TableView {
    let table = &state.table;
    let settings = table.settings();
    let you = match holder {
        Some(Holder::Player(player)) => table.seat_of(player),
        Some(Holder::Host) | None => None,
    };
    let viewer = you.map_or(Viewer::Spectator, Viewer::Seat);
    let (stage, seed) = stage(table);
    TableView {
        table: table.id().to_string(),
        rules: settings.rules.clone(),
        seats: settings.seats,
        seq: table.seq(),
        stage,
        players: players(table, visitors),
        waiting: waiting(table),
        clock: settings.clock.map(std::num::NonZeroU32::get),
        deadline: state.deadline,
        standin: settings.standin.clone(),
        coach: settings.coach,
        commitment: table.commitment().to_string(),
        seed,
        winners: winners(table),
        offers: numbers(table.offers()),
        after: settings.after.map(|before| before.to_string()),
        rematch: table.rematch().map(|next| next.to_string()),
        watching: visitors.watching,
        you: you.map(number),
        host: holder == Some(Holder::Host),
        scene: table.game_on().map(|game| game.scene(viewer)),
    }
}

fn stage(table: &Table) -> (Stage, Option<String>) {
    match table.stage() {
        table::Stage::Gathering => (Stage::Gathering, None),
        table::Stage::Playing(_) => (Stage::Playing, None),
        table::Stage::Over(_, seed) => (Stage::Over, Some(seed.to_string())),
    }
}

fn winners(table: &Table) -> Vec<u8> {
    match table.game_on().map(table::Match::turn) {
        Some(hotdice_core::Turn::Over(standing)) => numbers(standing.winners),
        _ => Vec::new(),
    }
}

fn waiting(table: &Table) -> Waiting {
    let (whom, seat) = match table.waiting() {
        table::Waiting::Start => (WaitingFor::Start, None),
        table::Waiting::Person(seat) => (WaitingFor::Person, Some(seat)),
        table::Waiting::Bot(seat, _) => (WaitingFor::Bot, Some(seat)),
        table::Waiting::Nothing => (WaitingFor::Nothing, None),
    };
    let seat = seat.map(number);
    Waiting { whom, seat }
}

fn players(table: &Table, visitors: &Visitors) -> Vec<PlayerView> {
    let seats = Seat::all(table.players().len() as u8);
    let points = |seat| {
        table
            .game_on()
            .map_or(0, |game| game.position().points(seat))
    };
    let view = |(seat, player): (Seat, &table::Player)| PlayerView {
        seat: number(seat),
        player: PlayerId::number(player.id),
        name: player.who.name().to_string(),
        bot: level(&player.who),
        presence: match player.presence {
            table::Presence::Here => Presence::Here,
            table::Presence::Away => Presence::Away,
            table::Presence::Replaced(_) => Presence::Replaced,
        },
        online: visitors.has(player.id),
        points: points(seat),
    };
    seats.zip(table.players()).map(view).collect()
}
