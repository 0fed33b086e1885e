//! Opening tables, taking seats, looking at them.

use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use hotdice_bots::Level;
use hotdice_core::Name;
use hotdice_table::{PlayerId, Settings, Table, TableEvent, TableId, Who};
use hotdice_wire::{Code, Happened, JoinRequest, Joined, OpenRequest, Opened, Rematch, TableView};

use super::App;
use super::bounds::FromWhere;
use super::extract::{AtTable, Body, Repeatable, Sender};
use super::refused::Refused;
use crate::failure::Failure;
use crate::house::Change;
use crate::room::{Holder, Room};
use crate::store::{Key, Token};
use crate::token::Bearer;
use crate::view;

/// The most seconds a decision may take.
const LONGEST_CLOCK: u32 = 86_400;

/// The fewest.
const SHORTEST_CLOCK: u32 = 5;

/// Opens a table
#[utoipa::path(post, path = "/api/v1/tables", tag = "tables", request_body = OpenRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "16 to 64 random characters: a repeated request opens no second table")),
    responses(
    (status = 201, body = Opened), Refused<400>, Refused<401>, Refused<413>, Refused<429>))]
pub(super) async fn open(
    State(app): State<App>,
    FromWhere(from): FromWhere,
    key: Repeatable,
    Body(asked): Body<OpenRequest>,
) -> Result<(StatusCode, Json<Opened>), Failure> {
    let settings = settings(&asked)?;
    app.made.check_opening(from)?;
    let key = key.asking(&[format!("open {settings:?}").as_bytes()]);
    let host = Bearer::new()?;
    let table = app.house.open(settings, Vec::new(), &host, key).await?;
    app.made.opened(from, table);
    let room = app.house.room(table).await?;
    let commitment = room.state.lock().await.table.commitment().to_string();
    let opened = Opened {
        table: table.to_string(),
        commitment,
        host_token: host.hand_out(),
    };
    Ok((StatusCode::CREATED, Json(opened)))
}

fn settings(asked: &OpenRequest) -> Result<Settings, Failure> {
    let mut settings = Table::settings_for(&asked.rules, asked.seats).map_err(Failure::invalid)?;
    let game = hotdice_games::find(&settings.rules).map_err(Failure::invalid)?;
    let allowed = game.seats();
    if !allowed.contains(settings.seats) {
        let words = allowed.in_words();
        return Err(Failure::invalid(format!(
            "{} is for {words} players",
            settings.rules
        )));
    }
    settings.clock = asked.clock.map(clock).transpose()?;
    if let Some(level) = &asked.standin {
        settings.standin = level
            .parse::<Level>()
            .map_err(Failure::invalid)?
            .to_string();
    }
    settings.coach = asked.coach.unwrap_or(false);
    Ok(settings)
}

fn clock(seconds: u32) -> Result<NonZeroU32, Failure> {
    let allowed = SHORTEST_CLOCK..=LONGEST_CLOCK;
    let clock = NonZeroU32::new(seconds).filter(|clock| allowed.contains(&clock.get()));
    clock.ok_or_else(|| {
        Failure::invalid(format!(
            "a clock has {SHORTEST_CLOCK} to {LONGEST_CLOCK} seconds"
        ))
    })
}

/// Shows a table: to everybody what everybody may see, and to a player also the choices
#[utoipa::path(get, path = "/api/v1/tables/{id}", tag = "tables", params(("id" = String, Path)),
    security((), ("token" = [])), responses(
    (status = 200, body = TableView), Refused<401>, Refused<404>, Refused<429>))]
pub(super) async fn look(
    State(app): State<App>,
    AtTable(id): AtTable,
    sender: Sender,
) -> Result<Json<TableView>, Failure> {
    let room = app.house.current_room(id).await?;
    let holder = match sender.known() {
        Some(bearer) => Some(app.house.holder(&room, &bearer).await?),
        None => None,
    };
    let state = room.state.lock().await;
    Ok(Json(view::of(&state, &room.visitors(), holder)))
}

/// Takes a seat for a person, or for a bot
#[utoipa::path(post, path = "/api/v1/tables/{id}/seats", tag = "tables", request_body = JoinRequest,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    security((), ("token" = [])), responses(
    (status = 201, body = Joined), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<413>, Refused<429>))]
pub(super) async fn join(
    State(app): State<App>,
    AtTable(id): AtTable,
    sender: Sender,
    key: Repeatable,
    Body(asked): Body<JoinRequest>,
) -> Result<(StatusCode, Json<Joined>), Failure> {
    let room = app.house.room(id).await?;
    let bearer = sender.known();
    let key = key.asking(&[format!("join {asked:?}").as_bytes()]);
    let joined = match asked {
        JoinRequest {
            bot: Some(level),
            name: None,
            entropy: None,
        } => add_bot(&app, &room, bearer, key, &level).await?,
        JoinRequest {
            bot: None,
            name: Some(name),
            entropy: Some(entropy),
        } => {
            let who = Who::Person {
                name: name.parse::<Name>().map_err(Failure::invalid)?,
                entropy: entropy
                    .parse()
                    .map_err(|error| Failure::invalid(format!("entropy: {error}")))?,
            };
            sit_down(&app, &room, bearer, key, who).await?
        }
        _ => {
            return Err(Failure::invalid(
                "send a name and entropy for a person, or bot for a bot",
            ));
        }
    };
    Ok((StatusCode::CREATED, Json(joined)))
}

async fn add_bot(
    app: &App,
    room: &Arc<Room>,
    bearer: Option<Bearer>,
    key: Option<Key>,
    level: &str,
) -> Result<Joined, Failure> {
    let level: Level = level.parse().map_err(Failure::invalid)?;
    let holder = match bearer {
        Some(bearer) => Some(app.house.holder(room, &bearer).await?),
        None => None,
    };
    check_host(holder)?;
    let (game, seats) = {
        let state = room.state.lock().await;
        (state.table.game().clone(), state.table.settings().seats)
    };
    app.house.check_bot(game, level, seats).await?;
    let who = Who::Bot {
        level: level.to_string(),
    };
    let happened = app.house.change(room, key, move |state| {
        let (_, events) = state.table.join(who.clone(), None, &state.croupier)?;
        Ok(events.into())
    });
    let player = joined_in(&*happened.await?)?;
    seated(room, player, None).await
}

fn check_host(holder: Option<Holder>) -> Result<(), Failure> {
    match holder {
        Some(Holder::Host) => Ok(()),
        _ => Err(Failure::unauthorized(
            "only the host does that: send the host's token",
        )),
    }
}

async fn sit_down(
    app: &App,
    room: &Arc<Room>,
    bearer: Option<Bearer>,
    key: Option<Key>,
    who: Who,
) -> Result<Joined, Failure> {
    let before = player_before(app, room, bearer).await?;
    let token = Bearer::new()?;
    let sum = token.sum();
    let happened = app.house.change(room, key, move |state| {
        let (player, events) = state.table.join(who.clone(), before, &state.croupier)?;
        let player = Some(player);
        let tokens = vec![Token { player, sum }];
        Ok(Change { events, tokens })
    });
    let player = joined_in(&*happened.await?)?;
    // A repeated request joins nobody, but whoever sent it has not got the first token.
    let token_of = Token {
        player: Some(player),
        sum,
    };
    if !room.state.lock().await.tokens.contains(&token_of) {
        app.house.add_token(room.id, token_of).await?;
    }
    seated(room, player, Some(token)).await
}

/// Returns who somebody was at the table before this one, for those who meet again.
async fn player_before(
    app: &App,
    room: &Arc<Room>,
    bearer: Option<Bearer>,
) -> Result<Option<PlayerId>, Failure> {
    let after = room.state.lock().await.table.settings().after;
    let (Some(before), Some(bearer)) = (after, bearer) else {
        return Ok(None);
    };
    let before = app.house.current_room(before).await?;
    let player = app.house.holder(&before, &bearer).await?.player()?;
    let state = before.state.lock().await;
    Ok(state.table.seat_of(player).map(PlayerId::of_seat))
}

/// Returns who joined, from what happened.
fn joined_in(happened: &Happened) -> Result<PlayerId, Failure> {
    let joined = happened
        .events
        .iter()
        .find_map(|event| match event.line.parse() {
            Ok(TableEvent::Joined(player, _)) => Some(player),
            _ => None,
        });
    joined.ok_or_else(|| Failure::internal(&"nobody joined"))
}

async fn seated(room: &Room, player: PlayerId, token: Option<Bearer>) -> Result<Joined, Failure> {
    let state = room.state.lock().await;
    let seat = state.table.seat_of(player);
    let gone = || {
        Failure::new(
            Code::Stale,
            "the seat was given up in the meantime: join again",
        )
    };
    Ok(Joined {
        seat: view::number(seat.ok_or_else(gone)?),
        player: player.number(),
        token: token.map(Bearer::hand_out),
    })
}

/// Begins the game with those who are there
#[utoipa::path(post, path = "/api/v1/tables/{id}/start", tag = "tables",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<429>))]
pub(super) async fn start(
    State(app): State<App>,
    AtTable(id): AtTable,
    sender: Sender,
    key: Repeatable,
) -> Result<Json<Happened>, Failure> {
    let room = app.house.room(id).await?;
    let bearer = sender.required()?;
    check_host(Some(app.house.holder(&room, &bearer).await?))?;
    let key = key.asking(&[b"start"]);
    let happened = app.house.change(&room, key, |state| {
        Ok(state.table.start(&state.croupier)?.into())
    });
    Ok(Json((*happened.await?).clone()))
}

/// Opens a table where the same players meet again
#[utoipa::path(post, path = "/api/v1/tables/{id}/rematch", tag = "tables",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 201, body = Rematch), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<429>))]
pub(super) async fn rematch(
    State(app): State<App>,
    AtTable(id): AtTable,
    sender: Sender,
) -> Result<(StatusCode, Json<Rematch>), Failure> {
    let room = app.house.current_room(id).await?;
    let bearer = sender.required()?;
    app.house.holder(&room, &bearer).await?.player()?;
    let table = match meeting(&room).await? {
        Some(table) => table,
        None => arrange(&app, &room).await?,
    };
    let table = table.to_string();
    Ok((StatusCode::CREATED, Json(Rematch { table })))
}

/// Returns where the players meet again, if that has been settled.
async fn meeting(room: &Room) -> Result<Option<TableId>, Failure> {
    let state = room.state.lock().await;
    if let Some(table) = state.table.rematch() {
        return Ok(Some(table));
    }
    // Refused before a table is opened for nothing.
    state.table.meet_again(room.id)?;
    Ok(None)
}

async fn arrange(app: &App, room: &Arc<Room>) -> Result<TableId, Failure> {
    let (settings, bots) = {
        let state = room.state.lock().await;
        let players = state.table.players();
        let settings = Settings {
            after: Some(room.id),
            seats: players.len() as u8,
            ..state.table.settings().clone()
        };
        let seats = hotdice_core::Seat::all(settings.seats);
        let bots = seats
            .zip(players)
            .filter_map(|(seat, player)| match &player.who {
                bot @ Who::Bot { .. } => Some((PlayerId::of_seat(seat), bot.clone())),
                Who::Person { .. } => None,
            });
        (settings, bots.collect())
    };
    let nobody = Bearer::new()?;
    let table = app.house.open(settings, bots, &nobody, None).await?;
    let told = app
        .house
        .change(room, None, move |state| match state.table.rematch() {
            // Somebody else was quicker: everybody meets there, and the new table stays empty.
            Some(_) => Ok(Vec::new().into()),
            None => Ok(state.table.meet_again(table)?.into()),
        });
    told.await?;
    let settled = room.state.lock().await.table.rematch();
    settled.ok_or_else(|| Failure::internal(&"the rematch was not settled"))
}

/// Returns the record of a game, with the seed of its dice once it is over
#[utoipa::path(get, path = "/api/v1/tables/{id}/record", tag = "tables", params(("id" = String, Path)), responses(
    (status = 200, body = String, content_type = "text/plain"), Refused<400>, Refused<404>, Refused<429>))]
pub(super) async fn record(
    State(app): State<App>,
    AtTable(id): AtTable,
) -> Result<impl IntoResponse, Failure> {
    let room = app.house.current_room(id).await?;
    let record = room.state.lock().await.table.record();
    let record =
        record.ok_or_else(|| Failure::invalid("the game has not begun: there is no record yet"))?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, record.to_string()))
}
