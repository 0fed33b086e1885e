//! The wire form of a table and its events. No secret leaves from here, and a state only where it hides nothing.

use hotdice_core::{Attendance, Face, GameEventKind, Scene, Seat, SeatSet, Target, Viewer};
use hotdice_table::{self as table, Effect, PlayerId, Table, TableDice, TableEvent, Who};
use hotdice_wire::{
    Code, DiceKind, DueRoll, Event, EventKind, PlayerView, Presence, RollLinks, Stage, TableAfter,
    TableView, Waiting, WaitingFor,
};

use crate::{MAX_LOG, Millis, Rejected, TimedTable, Visitors};

/// The holder of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Whoever opened the table.
    Host,
    /// Somebody who plays there.
    Player(PlayerId),
}

impl Holder {
    /// Returns the player whose token it is.
    ///
    /// # Errors
    /// When it is the token of the host.
    pub fn player(self) -> Result<PlayerId, Rejected> {
        match self {
            Self::Player(player) => Ok(player),
            Self::Host => Err(Rejected::new(
                Code::Unauthorized,
                "this is the host's token: use the token of your seat",
            )),
        }
    }
}

/// Returns the number of a seat as it is sent.
#[must_use]
pub fn seat_number(seat: Seat) -> u8 {
    seat.index() as u8 + 1
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(seat_number).collect()
}

/// Returns an event that was applied to a table, as it is sent: with the table after it, if it is known who has that open.
#[must_use]
pub fn event_view(
    timed: &TimedTable,
    event: &TableEvent,
    at: Millis,
    effect: Effect,
    visitors: Option<&Visitors>,
) -> Event {
    let seq = timed.table.seq();
    let mut sent = Event {
        seq,
        at,
        kind: kind(event),
        line: event.to_string(),
        head: timed.table.head().to_string(),
        story: effect.story,
        seat: effect.seat.map(seat_number),
        after: visitors.map(|visitors| after(timed, visitors)),
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
        TableEvent::Linked(_, link) | TableEvent::Anchored(_, link) => {
            sent.link = Some(link.to_string());
        }
        TableEvent::Rolled(_, Some(server)) => {
            let of_seat = |seat| effect.links.iter().find(|(other, _)| *other == seat);
            let link = |seat| of_seat(seat).map(|(_, link)| link.to_string());
            sent.links = Some(RollLinks {
                roll: timed.table.rolls(),
                server: server.to_string(),
                seats: Seat::all(timed.table.players().len() as u8)
                    .map(link)
                    .collect(),
            });
        }
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
fn after(timed: &TimedTable, visitors: &Visitors) -> TableAfter {
    let table = &timed.table;
    TableAfter {
        stage: stage(table).0,
        players: players(table, visitors),
        closed: closed(timed),
        waiting: waiting(timed),
        due: due(timed),
        deadline: timed.deadline(),
        offers: numbers(table.offers()),
        can_draw: can_draw(timed),
        scene: table.picture().map(|scene| settled(timed, scene)),
        state: table.game_on().and_then(public_state),
    }
}

/// Returns the state of a game that goes on, if everybody may know all of it.
fn public_state(game: &table::Match) -> Option<String> {
    let position = game.position();
    let is_over = matches!(position.turn(), hotdice_core::Turn::Over(_));
    (!is_over && !position.hides_something()).then(|| position.state())
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
        TableEvent::Rolled(..) => EventKind::Rolled,
        TableEvent::Acted(..) => EventKind::Acted,
        TableEvent::Attended(_, Attendance::Left) => EventKind::Left,
        TableEvent::Attended(_, Attendance::Replaced(_)) => EventKind::Replaced,
        TableEvent::Attended(_, Attendance::Returned) => EventKind::Returned,
        TableEvent::Offered(_) => EventKind::Offered,
        TableEvent::Declined(_) => EventKind::Declined,
        TableEvent::Agreed => EventKind::Agreed,
        TableEvent::Resigned(_) => EventKind::Resigned,
        TableEvent::Linked(..) => EventKind::Linked,
        TableEvent::Absent(_) => EventKind::Absent,
        TableEvent::Anchored(..) => EventKind::Anchored,
        TableEvent::Ended(..) => EventKind::Ended,
        TableEvent::Rematch(_) => EventKind::Rematch,
    }
}

/// Returns a table as somebody sees it.
#[must_use]
pub fn table_view(timed: &TimedTable, visitors: &Visitors, holder: Option<Holder>) -> TableView {
    let table = &timed.table;
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
        head: table.head().to_string(),
        stage,
        players: players(table, visitors),
        closed: closed(timed),
        waiting: waiting(timed),
        due: due(timed),
        clock: settings.clock.map(std::num::NonZeroU32::get),
        deadline: timed.deadline(),
        standin: settings.standin.clone(),
        coach: settings.coach,
        dice: dice_kind(settings.dice),
        dice_note: dice_note(settings.dice).to_owned(),
        commitment: table.commitment().to_string(),
        seed,
        winners: winners(table),
        offers: numbers(table.offers()),
        can_draw: can_draw(timed),
        from: settings.from.clone(),
        after: settings.after.map(|before| before.to_string()),
        rematch: table.rematch().map(|next| next.to_string()),
        watching: visitors.watching,
        you: you.map(seat_number),
        host: holder == Some(Holder::Host),
        scene: table
            .game_on()
            .map(|game| settled(timed, game.scene(viewer))),
    }
}

/// Says why nothing can happen any more at a table whose game is not over.
fn closed(timed: &TimedTable) -> Option<String> {
    let why = || {
        format!(
            "This table is closed: its log has {MAX_LOG} events and no room for more. Open another one."
        )
    };
    timed.is_closed().then(why)
}

/// Returns a picture without choices where nobody can choose any more.
fn settled(timed: &TimedTable, mut scene: Scene) -> Scene {
    if timed.is_closed() {
        scene.turn = None;
        scene.choices.clear();
    }
    scene
}

fn can_draw(timed: &TimedTable) -> bool {
    !timed.is_closed() && timed.table.can_agree()
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

fn waiting(timed: &TimedTable) -> Waiting {
    let (whom, seat) = match timed.table.waiting() {
        _ if timed.is_closed() => (WaitingFor::Nothing, None),
        table::Waiting::Start => (WaitingFor::Start, None),
        table::Waiting::Person(seat) => (WaitingFor::Person, Some(seat)),
        table::Waiting::Bot(seat, _) => (WaitingFor::Bot, Some(seat)),
        table::Waiting::Links(_) => (WaitingFor::Links, None),
        table::Waiting::Nothing => (WaitingFor::Nothing, None),
    };
    let seat = seat.map(seat_number);
    Waiting { whom, seat }
}

fn due(timed: &TimedTable) -> Option<DueRoll> {
    let missing = numbers(timed.table.missing_links());
    let due = timed.table.due().filter(|_| !timed.is_closed());
    due.map(|roll| DueRoll { roll, missing })
}

fn dice_kind(dice: TableDice) -> DiceKind {
    match dice {
        TableDice::Committed => DiceKind::Committed,
        TableDice::Linked => DiceKind::Linked,
    }
}

/// Says what the dice of a table prove, before anybody sits down.
fn dice_note(dice: TableDice) -> &'static str {
    match dice {
        TableDice::Committed => {
            "Committed dice: settled before the first roll and checked after the game. Whoever runs the server could know them."
        }
        TableDice::Linked => {
            "Linked dice: everybody adds to every roll, and each is checked as it falls. But a host who plays can win every game by leaving out their own part; the record shows it."
        }
    }
}

fn players(table: &Table, visitors: &Visitors) -> Vec<PlayerView> {
    let seats = Seat::all(table.players().len() as u8);
    let points = |seat| {
        table
            .game_on()
            .map_or(0, |game| game.position().points(seat))
    };
    let view = |(seat, player): (Seat, &table::Player)| PlayerView {
        seat: seat_number(seat),
        player: PlayerId::number(player.id),
        name: player.who.name().to_string(),
        bot: level(&player.who),
        presence: match player.presence {
            table::Presence::Here => Presence::Here,
            table::Presence::Away => Presence::Away,
            table::Presence::Replaced(_) | table::Presence::Resigned(_) => Presence::Replaced,
        },
        resigned: matches!(player.presence, table::Presence::Resigned(_)),
        online: visitors.has(player.id),
        points: points(seat),
    };
    seats.zip(table.players()).map(view).collect()
}
