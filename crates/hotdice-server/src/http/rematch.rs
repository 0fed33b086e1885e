//! Another game with the same players.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use hotdice_core::Seat;
use hotdice_table::{PlayerId, Settings, TableId, Who};
use hotdice_wire::Rematch;

use super::App;
use super::bounds::{FromWhere, Origin};
use super::extract::{AtTable, Sender};
use super::refused::Refused;
use crate::failure::Failure;
use crate::room::Room;
use crate::store::Key;
use crate::token::sum;

/// Opens a table where the same players meet again
///
/// Whoever asks, and however often: it is one table.
#[utoipa::path(post, path = "/api/v1/tables/{id}/rematch", tag = "tables",
    params(("id" = String, Path)), security(("token" = [])), responses(
    (status = 201, body = Rematch), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<429>))]
pub(super) async fn rematch(
    State(app): State<App>,
    FromWhere(from): FromWhere,
    AtTable(id): AtTable,
    sender: Sender,
) -> Result<(StatusCode, Json<Rematch>), Failure> {
    let room = app.house.current_room(id).await?;
    let bearer = sender.required()?;
    app.house.holder(&room, &bearer).await?.player()?;
    let table = match meeting(&room).await? {
        Some(table) => table,
        None => {
            app.made.may_open(&app.house, from).await?;
            arrange(&app, from, &room).await?
        }
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

async fn arrange(app: &App, from: Option<Origin>, room: &Arc<Room>) -> Result<TableId, Failure> {
    let (settings, bots) = {
        let state = room.state.lock().await;
        let players = state.table.players();
        let settings = Settings {
            after: Some(room.id),
            seats: players.len() as u8,
            ..state.table.settings().clone()
        };
        let seats = Seat::all(settings.seats);
        let bots = seats
            .zip(players)
            .filter_map(|(seat, player)| match &player.who {
                bot @ Who::Bot { .. } => Some((PlayerId::of_seat(seat), bot.clone())),
                Who::Person { .. } => None,
            });
        (settings, bots.collect())
    };
    // Of all who ask at once, here and elsewhere, one opens a table, which has no host.
    let key = sum(&[b"hotdice/rematch/v1", room.id.as_str().as_bytes()]);
    let key = Key { key, request: key };
    let (table, new) = app.house.open(settings, bots, None, Some(key)).await?;
    if new {
        app.made.opened(from, table);
    }
    let told = app
        .house
        .change(room, None, move |state| match state.table.rematch() {
            // Somebody else was quicker.
            Some(_) => Ok(Vec::new().into()),
            None => Ok(state.table.meet_again(table)?.into()),
        });
    told.await?;
    let settled = room.state.lock().await.table.rematch();
    settled.ok_or_else(|| Failure::internal(&"the rematch was not settled"))
}
