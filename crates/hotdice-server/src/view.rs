//! What is sent of a table: its view and its events. No state and no secret goes out from here.

use hotdice_core::{Attendance, Seat, SeatSet, Viewer};
use hotdice_table::{self as table, PlayerId, Table, TableEvent, Who};
use hotdice_wire::{Event, EventKind, PlayerView, Presence, Stage, TableView, Waiting, WaitingFor};

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

/// Lets an event happen at a table, and returns it as it is sent.
pub(crate) fn happen(
    table: &mut Table,
    event: &TableEvent,
    at: Millis,
) -> Result<Event, StoreError> {
    let story = table.apply(event);
    let story = story.map_err(|error| StoreError::Damaged(format!("{}: {error}", table.id())))?;
    Ok(Event {
        seq: table.seq(),
        at,
        kind: kind(event),
        line: event.to_string(),
        story: story.into_iter().map(Into::into).collect(),
    })
}

/// Returns the first event of a log as it is sent.
pub(crate) fn opening(event: &TableEvent, at: Millis) -> Event {
    Event {
        seq: 1,
        at,
        kind: kind(event),
        line: event.to_string(),
        story: Vec::new(),
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
        scene: table.game_on().map(|game| game.scene(viewer).into()),
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
        bot: match &player.who {
            Who::Bot { level } => Some(level.clone()),
            Who::Person { .. } => None,
        },
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
