//! Seats at a table, for people and for bots.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use hotdice_api::{Newcomer, check_dice, check_host, seat_number};
use hotdice_bots::Level;
use hotdice_table::{Player, PlayerId, Refused, Table, Who};
use hotdice_wire::{Code, JoinRequest, Joined};

use super::App;
#[cfg(test)]
use super::description;
use super::extract::{AtTable, AuthToken, Body};
use super::idempotency::{Request, RequestKey};
use super::names::{check_visible, look_alike};
use crate::failure::Failure;
use crate::session::{ActiveTable, TableSession};
use crate::store::{Digest, IdempotencyKey, Token};
use crate::table_service::{Change, ChangeAnswer};
use crate::token::{Bearer, NewToken};

/// Takes a seat for a person, or for a bot
///
/// The token whose hash was sent proves from then on that the seat is yours. The game starts by itself when the last seat is taken.
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/seats", tag = "tables", request_body = JoinRequest,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, description = "16 to 64 random characters: a request that is repeated under it, with the same token_hash, takes no second seat and is answered alike")),
    security((), ("token" = [])), responses(
    (status = 201, body = Joined), description::Refused<400>, description::Refused<401>, description::Refused<404>, description::Refused<409>, description::Refused<410>, description::Refused<413>, description::Refused<429>)))]
pub(super) async fn join(
    State(app): State<App>,
    AtTable(id): AtTable,
    token: AuthToken,
    key: RequestKey,
    Body(asked): Body<JoinRequest>,
) -> Result<(StatusCode, Json<Joined>), Failure> {
    let active = app.service.active_table(id).await?;
    let bearer = token.optional();
    let key = key.of(&Request::Join(&asked));
    let joined = match Newcomer::read(asked)? {
        Newcomer::Bot(level) => add_bot(&app, &active, bearer, key, level).await?,
        Newcomer::Person(who, brings, hash) => {
            check_dice(active.session.lock().await.table(), brings)?;
            let token = NewToken::new(hash, &app.service.world)?;
            add_person(&app, &active, bearer, key, who, token).await?
        }
    };
    Ok((StatusCode::CREATED, Json(joined)))
}

async fn add_bot(
    app: &App,
    active: &Arc<ActiveTable>,
    bearer: Option<Bearer>,
    key: Option<IdempotencyKey>,
    level: Level,
) -> Result<Joined, Failure> {
    check_host(app.service.optional_holder(active, bearer).await?)?;
    let (game, seats) = {
        let session = active.session.lock().await;
        let table = session.table();
        (table.game().clone(), table.settings().seats)
    };
    app.service.check_level(game, level, seats).await?;
    let who = Who::Bot {
        level: level.to_string(),
    };
    let happened = app.service.change(active, key, move |session| {
        let joined = session
            .table()
            .join(who.clone(), None, session.croupier())?;
        Ok(joined.1.into())
    });
    let happened = happened.await?;
    let player = joined_player(&happened)?;
    seated(active, player, None, happened.head).await
}

async fn add_person(
    app: &App,
    active: &Arc<ActiveTable>,
    bearer: Option<Bearer>,
    key: Option<IdempotencyKey>,
    who: Who,
    token: NewToken,
) -> Result<Joined, Failure> {
    if let Who::Person { name, .. } = &who {
        check_visible(name).map_err(Failure::invalid)?;
    }
    let before = player_before(app, active, bearer).await?;
    let digest = token.digest();
    let happened = app.service.change(active, key, move |session| {
        let joined = session
            .table()
            .join(who.clone(), before, session.croupier());
        let (player, events) = joined?;
        check_distinct(session.table(), &who)?;
        check_unused(session, &digest)?;
        let player = Some(player);
        let tokens = vec![Token { player, digest }];
        Ok(Change { events, tokens })
    });
    let happened = happened.await?;
    let player = joined_player(&happened)?;
    let new_token = Token {
        player: Some(player),
        digest,
    };
    // A repeated request seats nobody. The store itself may have repeated it for us: then the seat has our token.
    if !active.session.lock().await.tokens.contains(&new_token) {
        token.check_repeated()?;
    }
    seated(active, player, Some(token), happened.head).await
}

/// Refuses a token that somebody at the table has already, which would be two people's then.
fn check_unused(session: &TableSession, digest: &Digest) -> Result<(), Failure> {
    if session.tokens.iter().any(|token| token.digest == *digest) {
        let detail = "this token_hash is in use at this table: make a new token for every seat";
        return Err(Failure::invalid(detail));
    }
    Ok(())
}

/// Refuses somebody who looks like another person at the table.
fn check_distinct(table: &Table, who: &Who) -> Result<(), Refused> {
    let Who::Person { name, .. } = who else {
        return Ok(());
    };
    let is_double = |player: &&Player| match &player.who {
        Who::Person { name: other, .. } => look_alike(name, other),
        Who::Bot { .. } => false,
    };
    match table.players().iter().find(is_double) {
        Some(_) => Err(Refused::NameTaken(name.clone())),
        None => Ok(()),
    }
}

/// Returns who somebody was at the table before this one, for those who meet again.
async fn player_before(
    app: &App,
    active: &ActiveTable,
    bearer: Option<Bearer>,
) -> Result<Option<PlayerId>, Failure> {
    let after = active.session.lock().await.table().settings().after;
    let (Some(before), Some(bearer)) = (after, bearer) else {
        return Ok(None);
    };
    let before = app.service.current_table(before).await?;
    let player = app.service.holder(&before, &bearer).await?.player()?;
    let session = before.session.lock().await;
    Ok(session.table().seat_of(player).map(PlayerId::of_seat))
}

/// Returns who joined, from what happened.
fn joined_player(happened: &ChangeAnswer) -> Result<PlayerId, Failure> {
    let nobody = || Failure::internal(&"nobody joined");
    happened.joined.ok_or_else(nobody)
}

async fn seated(
    active: &ActiveTable,
    player: PlayerId,
    token: Option<NewToken>,
    head: String,
) -> Result<Joined, Failure> {
    let session = active.session.lock().await;
    let seat = session.table().seat_of(player);
    let gone = || {
        let detail = "this seat has been given up: join again";
        Failure::new(Code::Stale, detail)
    };
    Ok(Joined {
        seat: seat_number(seat.ok_or_else(gone)?),
        player: player.number(),
        head,
        token: token.and_then(NewToken::hand_out),
    })
}
