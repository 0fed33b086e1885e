//! What a player does at a table.

use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use hotdice_api::{advised, hint as hint_at, seat_number};
use hotdice_core::Bytes32;
use hotdice_table::PlayerId;
#[cfg(test)]
use hotdice_wire::Happened;
use hotdice_wire::{ActionRequest, AnchorRequest, EmoteRequest, Hint, LinkRequest, OfferRequest};

use super::App;
#[cfg(test)]
use super::description::Refused;
use super::extract::{AtTable, AuthToken, Body, Query};
use super::games::ForAim;
use super::idempotency::{Request, RequestKey};
use crate::failure::Failure;
use crate::scheduler::Order;
use crate::session::TableSession;
use crate::store::IdempotencyKey;
use crate::table_service::{Change, ChangeAnswer};

/// Acts for a seat
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/actions", tag = "tables", request_body = ActionRequest,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, description = "16 to 64 random characters: a repeated request acts once")),
    security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<413>, Refused<422>, Refused<429>)))]
pub(super) async fn act(
    Shared(app): Shared<App>,
    at: AtTable,
    token: AuthToken,
    key: RequestKey,
    Body(asked): Body<ActionRequest>,
) -> Result<ChangeAnswer, Failure> {
    let key = key.of(&Request::Act(&asked));
    change(&app, at, token, key, move |session, player| {
        let (table, croupier) = (session.table(), session.croupier());
        let ActionRequest {
            seq,
            action,
            expect,
            link,
        } = &asked;
        let link = link.as_deref().map(read_link).transpose()?;
        let events = table.act_expecting(player, *seq, action, *expect, link, croupier)?;
        Ok(events.into())
    })
    .await
}

fn read_link(text: &str) -> Result<Bytes32, Failure> {
    let link = text.parse();
    link.map_err(|error| Failure::invalid(format!("link: {error}")))
}

/// Adds a link to the roll that is due, where the dice are linked
///
/// The roll falls with the last link. The same link again changes nothing. Show it only when the roll is due in a log whose heads are
/// right: whoever has the links of everybody knows the dice.
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/links", tag = "tables", request_body = LinkRequest,
    params(("id" = String, Path)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<413>, Refused<429>)))]
pub(super) async fn link(
    Shared(app): Shared<App>,
    at: AtTable,
    token: AuthToken,
    Body(asked): Body<LinkRequest>,
) -> Result<ChangeAnswer, Failure> {
    let link = read_link(&asked.link)?;
    change(&app, at, token, None, move |session, player| {
        let (table, croupier) = (session.table(), session.croupier());
        Ok(table.link(player, asked.roll, link, croupier)?.into())
    })
    .await
}

/// Starts a new hash chain for the player's seat, at a table with linked dice
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/anchor", tag = "tables", request_body = AnchorRequest,
    params(("id" = String, Path)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<413>, Refused<429>)))]
pub(super) async fn anchor(
    Shared(app): Shared<App>,
    at: AtTable,
    token: AuthToken,
    Body(asked): Body<AnchorRequest>,
) -> Result<ChangeAnswer, Failure> {
    let anchor = asked.anchor.parse();
    let anchor = anchor.map_err(|error| Failure::invalid(format!("anchor: {error}")))?;
    change(&app, at, token, None, move |session, player| {
        Ok(session.table().anchor(player, anchor)?.into())
    })
    .await
}

/// Changes a table in the name of the player who sent a token.
async fn change(
    app: &App,
    AtTable(id): AtTable,
    token: AuthToken,
    key: Option<IdempotencyKey>,
    decide: impl Fn(&TableSession, PlayerId) -> Result<Change, Failure> + Send + Sync + 'static,
) -> Result<ChangeAnswer, Failure> {
    let active = app.service.active_table(id).await?;
    let bearer = token.required()?;
    let player = app.service.holder(&active, &bearer).await?.player()?;
    let change = move |session: &TableSession| decide(session, player);
    app.service.change(&active, key, change).await
}

/// Leaves the table; during a game the seat is kept for the player
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/leave", tag = "tables",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<429>)))]
pub(super) async fn leave(
    Shared(app): Shared<App>,
    at: AtTable,
    token: AuthToken,
    key: RequestKey,
) -> Result<ChangeAnswer, Failure> {
    let key = key.of(&Request::Leave);
    change(&app, at, token, key, |session, player| {
        Ok(session.table().leave(player, session.croupier())?.into())
    })
    .await
}

/// Returns to the player's seat
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/return", tag = "tables",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<429>)))]
pub(super) async fn come_back(
    Shared(app): Shared<App>,
    at: AtTable,
    token: AuthToken,
    key: RequestKey,
) -> Result<ChangeAnswer, Failure> {
    let key = key.of(&Request::Return);
    change(&app, at, token, key, |session, player| {
        Ok(session.table().come_back(player)?.into())
    })
    .await
}

/// Offers a draw; the game ends when all players have offered one
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/draw", tag = "tables", request_body = OfferRequest,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<413>, Refused<422>, Refused<429>)))]
pub(super) async fn offer(
    Shared(app): Shared<App>,
    at: AtTable,
    token: AuthToken,
    key: RequestKey,
    Body(asked): Body<OfferRequest>,
) -> Result<ChangeAnswer, Failure> {
    let key = key.of(&Request::Offer(&asked));
    change(&app, at, token, key, move |session, player| {
        let offered = session.table().offer(player, asked.seq, session.croupier());
        Ok(offered?.into())
    })
    .await
}

/// Declines a draw; the game goes on
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/draw/decline", tag = "tables", request_body = OfferRequest,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<413>, Refused<422>, Refused<429>)))]
pub(super) async fn decline(
    Shared(app): Shared<App>,
    at: AtTable,
    token: AuthToken,
    key: RequestKey,
    Body(asked): Body<OfferRequest>,
) -> Result<ChangeAnswer, Failure> {
    let key = key.of(&Request::Decline(&asked));
    change(&app, at, token, key, move |session, player| {
        Ok(session.table().decline(player, asked.seq)?.into())
    })
    .await
}

/// Resigns: a bot plays on in the seat, and the last player who has not resigned wins
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/resign", tag = "tables",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<422>, Refused<429>)))]
pub(super) async fn resign(
    Shared(app): Shared<App>,
    at: AtTable,
    token: AuthToken,
    key: RequestKey,
) -> Result<ChangeAnswer, Failure> {
    let key = key.of(&Request::Resign);
    change(&app, at, token, key, |session, player| {
        Ok(session.table().resign(player, session.croupier())?.into())
    })
    .await
}

/// Returns the value of every choice, if the table has a coach
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/tables/{id}/hint", tag = "tables", params(("id" = String, Path), ForAim),
    security(("token" = [])), responses(
    (status = 200, body = Hint), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<422>, Refused<429>)))]
pub(super) async fn hint(
    Shared(app): Shared<App>,
    AtTable(id): AtTable,
    token: AuthToken,
    Query(wanted): Query<ForAim>,
) -> Result<Json<Hint>, Failure> {
    let active = app.service.current_table(id).await?;
    let bearer = token.required()?;
    let player = app.service.holder(&active, &bearer).await?.player()?;
    let (seq, game) = {
        let session = active.session.lock().await;
        (
            session.table().seq(),
            advised(session.table(), player)?.clone(),
        )
    };
    let hint = app.service.scheduler.run(Order::hint(id), move |context| {
        let (rules, position) = (&**game.game(), game.position());
        Ok(hint_at(
            rules,
            position,
            seq,
            wanted.aim,
            context.library(),
        )?)
    });
    Ok(Json(hint.await?))
}

/// Sends an emote to the table
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/emotes", tag = "tables", request_body = EmoteRequest,
    params(("id" = String, Path)), security(("token" = [])), responses(
    (status = 204), Refused<400>, Refused<401>, Refused<404>, Refused<413>, Refused<429>)))]
pub(super) async fn emote(
    Shared(app): Shared<App>,
    AtTable(id): AtTable,
    token: AuthToken,
    Body(asked): Body<EmoteRequest>,
) -> Result<StatusCode, Failure> {
    let active = app.service.active_table(id).await?;
    let bearer = token.required()?;
    let player = app.service.holder(&active, &bearer).await?.player()?;
    let seat = active.session.lock().await.table().seat_of(player);
    let seat = seat.ok_or_else(|| Failure::unauthorized("you don't have a seat at this table"))?;
    app.service
        .send_emote(&active, seat_number(seat), asked.emote);
    Ok(StatusCode::NO_CONTENT)
}
