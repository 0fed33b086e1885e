//! A seat goes with its player to another device.
//!
//! The seat's token makes a code of sixty random bits, of which only the digest is stored. Whoever sends the code within ten
//! minutes is given a token of their own, and the code is used up. Guessing is hopeless: at the default limit of requests an
//! address has 60,000 guesses in that time, out of 10^18. The token of the first device stays good, as tokens are never
//! revoked: both devices have the seat, like two tabs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use hotdice_api::{read_token_hash, seat_number};
use hotdice_table::{PlayerId, ShortCode};
use hotdice_wire::{Code, TransferCode, TransferRequest, Transferred};

use super::App;
#[cfg(test)]
use super::description::Refused;
use super::extract::{AtTable, AuthToken, Body};
use crate::failure::Failure;
use crate::session::ActiveTable;
use crate::store::{Digest, Millis, Token, Transfer};
use crate::table_service::MAX_TOKENS;
use crate::token::{NewToken, digest};

/// How many characters a code has.
const LENGTH: usize = 12;

/// How long a code works.
const LIFETIME: Millis = 10 * 60 * 1000;

fn digest_of(code: ShortCode<LENGTH>) -> Digest {
    digest(&[b"hotdice/transfer/v1", code.as_str().as_bytes()])
}

/// Creates a one-time code for taking over the seat on another device
///
/// The code works once, for ten minutes, and replaces any earlier code of the seat.
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/transfer", tag = "tables", params(("id" = String, Path)),
    security(("token" = [])), responses(
    (status = 201, body = TransferCode), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<429>)))]
pub(super) async fn offer_transfer(
    State(app): State<App>,
    AtTable(id): AtTable,
    token: AuthToken,
) -> Result<(StatusCode, Json<TransferCode>), Failure> {
    let active = app.service.active_table(id).await?;
    let bearer = token.required()?;
    let player = app.service.holder(&active, &bearer).await?.player()?;
    check_has_room(&active, player).await?;
    let code = ShortCode::from_bytes(app.service.world.random(&"code")?);
    let until = app.service.now() + LIFETIME;
    let transfer = Transfer {
        code: digest_of(code),
        table: id,
        player,
        until,
    };
    app.service
        .store
        .offer_transfer(transfer, app.service.now())
        .await?;
    let code = code.as_str().to_owned();
    Ok((StatusCode::CREATED, Json(TransferCode { code, until })))
}

/// Refuses a seat that is gone, or has so many tokens that no honest player needs another.
async fn check_has_room(active: &ActiveTable, player: PlayerId) -> Result<(), Failure> {
    let session = active.session.lock().await;
    if session.table().seat_of(player).is_none() {
        return Err(Failure::unauthorized("you don't have a seat at this table"));
    }
    let held = |token: &&Token| token.player == Some(player);
    if session.tokens.iter().filter(held).count() >= MAX_TOKENS {
        let detail = "this seat is already on too many devices";
        return Err(Failure::new(Code::LimitReached, detail));
    }
    Ok(())
}

/// Takes over a seat on another device with a one-time code
///
/// With a `token_hash` the request can be retried until the code expires. Without one the token is in the answer: if that answer is
/// lost, create another code.
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/transfers", tag = "tables", request_body = TransferRequest, responses(
    (status = 201, body = Transferred), Refused<400>, Refused<404>, Refused<409>, Refused<413>, Refused<429>)))]
pub(super) async fn take_transfer(
    State(app): State<App>,
    Body(asked): Body<TransferRequest>,
) -> Result<(StatusCode, Json<Transferred>), Failure> {
    let code = ShortCode::read(&asked.code).ok_or_else(|| {
        Failure::invalid("a code has twelve letters and digits: check it and try again")
    })?;
    let token = NewToken::new(
        read_token_hash(asked.token_hash.as_deref())?,
        &app.service.world,
    )?;
    let digest = token.digest();
    let taken = app
        .service
        .store
        .take_transfer(digest_of(code), digest, app.service.now());
    let (table, player) = taken.await?.ok_or_else(|| {
        let detail = "this code has been used or has expired: make a new one on the first device";
        Failure::new(Code::NotFound, detail)
    })?;
    let active = app.service.active_table(table).await?;
    let transferred = seat_taken(&active, player, token).await?;
    Ok((StatusCode::CREATED, Json(transferred)))
}

/// Lets the session know the new token, and says which seat it is.
async fn seat_taken(
    active: &Arc<ActiveTable>,
    player: PlayerId,
    new_token: NewToken,
) -> Result<Transferred, Failure> {
    let mut session = active.session.lock().await;
    let token = Token {
        player: Some(player),
        digest: new_token.digest(),
    };
    if !session.tokens.contains(&token) {
        session.tokens.push(token);
    }
    let table = session.table();
    let gone = || Failure::new(Code::Stale, "this seat has been given up");
    let seat = table.seat_of(player).ok_or_else(gone)?;
    Ok(Transferred {
        table: table.id().to_string(),
        rules: table.settings().rules.clone(),
        seat: seat_number(seat),
        player: player.number(),
        name: table.players()[seat.index()].who.name().to_string(),
        token: new_token.hand_out(),
    })
}
