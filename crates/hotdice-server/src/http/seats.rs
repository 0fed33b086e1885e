//! Seats at a table, for people and for bots.

use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use hotdice_bots::Level;
use hotdice_core::Name;
use hotdice_table::{PlayerId, Who};
use hotdice_wire::{Code, EventKind, Happened, JoinRequest, Joined};

use super::App;
use super::extract::{AtTable, Body, Repeatable, Sender};
use super::refused::Refused;
use super::tables::check_host;
use crate::failure::Failure;
use crate::house::Change;
use crate::room::Room;
use crate::store::{Key, Token};
use crate::token::Bearer;
use crate::view;

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
        .find(|event| event.kind == EventKind::Joined);
    let player = joined.and_then(|event| NonZeroU32::new(event.player?));
    let player = player.map(PlayerId::numbered);
    player.ok_or_else(|| Failure::internal(&"nobody joined"))
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
