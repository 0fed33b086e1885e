//! What a player does at a table.

use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use hotdice_bots::oracle;
use hotdice_core::Turn;
use hotdice_solve::oracle::Certainty;
use hotdice_table::{Match, PlayerId};
use hotdice_wire::{ActionRequest, Code, EmoteRequest, Happened, Hint, OfferRequest};

use super::App;
use super::extract::{AtTable, Body, Repeatable, Sender};
use super::refused::Refused;
use crate::analysis::{self, aim};
use crate::failure::Failure;
use crate::house::Change;
use crate::room::State;
use crate::view;

/// Acts for a seat
#[utoipa::path(post, path = "/api/v1/tables/{id}/actions", tag = "tables", request_body = ActionRequest,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, description = "16 to 64 random characters: a repeated request acts once")),
    security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<413>, Refused<422>, Refused<429>))]
pub(super) async fn act(
    Shared(app): Shared<App>,
    at: AtTable,
    sender: Sender,
    key: Repeatable,
    Body(asked): Body<ActionRequest>,
) -> Result<Json<Happened>, Failure> {
    let what = format!("{asked:?}");
    change(&app, at, sender, key, &what, move |state, player| {
        let events = state.table.act_expecting(
            player,
            asked.seq,
            &asked.action,
            asked.expect,
            &state.croupier,
        )?;
        Ok(events.into())
    })
    .await
}

/// Changes a table in the name of the player who sent a token.
async fn change(
    app: &App,
    AtTable(id): AtTable,
    sender: Sender,
    key: Repeatable,
    what: &str,
    decide: impl Fn(&State, PlayerId) -> Result<Change, Failure> + Send + Sync + 'static,
) -> Result<Json<Happened>, Failure> {
    let room = app.house.room(id).await?;
    let bearer = sender.required()?;
    let player = app.house.holder(&room, &bearer).await?.player()?;
    let key = key.asking(&[what.as_bytes()]);
    let happened = app
        .house
        .change(&room, key, move |state| decide(state, player));
    Ok(Json((*happened.await?).clone()))
}

/// Gets up: before the game for good, during it until one comes back
#[utoipa::path(post, path = "/api/v1/tables/{id}/leave", tag = "tables",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<429>))]
pub(super) async fn leave(
    Shared(app): Shared<App>,
    at: AtTable,
    sender: Sender,
    key: Repeatable,
) -> Result<Json<Happened>, Failure> {
    change(&app, at, sender, key, "leave", |state, player| {
        Ok(state.table.leave(player)?.into())
    })
    .await
}

/// Comes back to one's own seat
#[utoipa::path(post, path = "/api/v1/tables/{id}/return", tag = "tables",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<429>))]
pub(super) async fn come_back(
    Shared(app): Shared<App>,
    at: AtTable,
    sender: Sender,
    key: Repeatable,
) -> Result<Json<Happened>, Failure> {
    change(&app, at, sender, key, "return", |state, player| {
        Ok(state.table.come_back(player)?.into())
    })
    .await
}

/// Offers to end the game here; it ends when all have offered it
#[utoipa::path(post, path = "/api/v1/tables/{id}/draw", tag = "tables", request_body = OfferRequest,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<413>, Refused<422>, Refused<429>))]
pub(super) async fn offer(
    Shared(app): Shared<App>,
    at: AtTable,
    sender: Sender,
    key: Repeatable,
    Body(asked): Body<OfferRequest>,
) -> Result<Json<Happened>, Failure> {
    let what = format!("{asked:?}");
    change(&app, at, sender, key, &what, move |state, player| {
        Ok(state
            .table
            .offer(player, asked.seq, &state.croupier)?
            .into())
    })
    .await
}

/// Says what every choice is worth, where the table allows it
#[utoipa::path(get, path = "/api/v1/tables/{id}/hint", tag = "tables", params(("id" = String, Path)),
    security(("token" = [])), responses(
    (status = 200, body = Hint), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<422>, Refused<429>))]
pub(super) async fn hint(
    Shared(app): Shared<App>,
    AtTable(id): AtTable,
    sender: Sender,
) -> Result<Json<Hint>, Failure> {
    let room = app.house.current_room(id).await?;
    let bearer = sender.required()?;
    let player = app.house.holder(&room, &bearer).await?.player()?;
    let (seq, game) = {
        let state = room.state.lock().await;
        (state.table.seq(), advised(&state, player)?.clone())
    };
    let hint = app.house.work(&app.house.lanes.tables, move |library| {
        let seats = game.names().len() as u8;
        let oracle = oracle(&**game.game(), seats, library)?;
        let values = oracle.action_values(game.position());
        Ok(Hint {
            seq,
            aim: aim(oracle.aim()).to_owned(),
            exact: oracle.certainty() == Certainty::Exact,
            certainty: oracle.certainty().name().to_owned(),
            choices: values.into_iter().map(analysis::worth).collect(),
        })
    });
    Ok(Json(hint.await?))
}

/// Returns the game in which a player may be advised now.
fn advised(state: &State, player: PlayerId) -> Result<&Match, Failure> {
    if !state.table.settings().coach {
        let detail = "there is no coach at this table: whoever opened it left that out";
        return Err(Failure::new(Code::IllegalAction, detail));
    }
    let seat = state.table.seat_of(player);
    let game = state.table.game_on();
    let game = game.ok_or_else(|| Failure::invalid("the game has not begun"))?;
    match game.turn() {
        Turn::Over(_) => Err(Failure::new(Code::Over, "the game is over")),
        Turn::Decide(decides) if Some(decides) != seat => {
            Err(Failure::new(Code::NotYourTurn, "it is not your turn"))
        }
        Turn::Decide(_) | Turn::Roll => Ok(game),
    }
}

/// Shows a feeling to everybody at the table
#[utoipa::path(post, path = "/api/v1/tables/{id}/emotes", tag = "tables", request_body = EmoteRequest,
    params(("id" = String, Path)), security(("token" = [])), responses(
    (status = 204), Refused<400>, Refused<401>, Refused<404>, Refused<413>, Refused<429>))]
pub(super) async fn emote(
    Shared(app): Shared<App>,
    AtTable(id): AtTable,
    sender: Sender,
    Body(asked): Body<EmoteRequest>,
) -> Result<StatusCode, Failure> {
    let room = app.house.room(id).await?;
    let bearer = sender.required()?;
    let player = app.house.holder(&room, &bearer).await?.player()?;
    let seat = room.state.lock().await.table.seat_of(player);
    let seat = seat.ok_or_else(|| Failure::unauthorized("you have no seat at this table"))?;
    app.house.feel(&room, view::number(seat), asked.emote);
    Ok(StatusCode::NO_CONTENT)
}
