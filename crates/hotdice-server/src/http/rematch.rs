//! Another game with the same players.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use hotdice_core::Seat;
use hotdice_table::{PlayerId, Settings, TableId, Who};
use hotdice_wire::Rematch;

use super::App;
use super::extract::{AtTable, AuthToken};
use super::openapi::Refused;
use super::quota::{ClientOrigin, Origin};
use crate::failure::Failure;
use crate::session::ActiveTable;
use crate::store::IdempotencyKey;
use crate::token::digest;

/// Opens a table where the same players meet again
///
/// Whoever asks, and however often: it is one table.
#[utoipa::path(post, path = "/api/v1/tables/{id}/rematch", tag = "tables",
    params(("id" = String, Path)), security(("token" = [])), responses(
    (status = 201, body = Rematch), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<429>))]
pub(super) async fn rematch(
    State(app): State<App>,
    ClientOrigin(from): ClientOrigin,
    AtTable(id): AtTable,
    token: AuthToken,
) -> Result<(StatusCode, Json<Rematch>), Failure> {
    let active = app.service.current_table(id).await?;
    let bearer = token.required()?;
    app.service.holder(&active, &bearer).await?.player()?;
    let table = match meeting(&active).await? {
        Some(table) => table,
        None => {
            app.quotas.check_can_open(&app.service, from).await?;
            arrange(&app, from, &active).await?
        }
    };
    let table = table.to_string();
    Ok((StatusCode::CREATED, Json(Rematch { table })))
}

/// Returns where the players meet again, if that has been settled.
async fn meeting(active: &ActiveTable) -> Result<Option<TableId>, Failure> {
    let session = active.session.lock().await;
    if let Some(table) = session.table().rematch() {
        return Ok(Some(table));
    }
    // Refused before a table is opened for nothing.
    session.table().meet_again(active.id)?;
    Ok(None)
}

async fn arrange(
    app: &App,
    from: Option<Origin>,
    active: &Arc<ActiveTable>,
) -> Result<TableId, Failure> {
    let (settings, bots) = {
        let session = active.session.lock().await;
        let players = session.table().players();
        let settings = Settings {
            after: Some(active.id),
            seats: players.len() as u8,
            ..session.table().settings().clone()
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
    let key = digest(&[b"hotdice/rematch/v1", active.id.as_str().as_bytes()]);
    let key = IdempotencyKey {
        key,
        fingerprint: key,
        legacy: None,
    };
    let (table, new) = app.service.open(settings, bots, None, Some(key)).await?;
    if new {
        app.quotas.opened(from, table);
    }
    let told = app.service.change(active, None, move |session| {
        match session.table().rematch() {
            // Somebody else was quicker.
            Some(_) => Ok(Vec::new().into()),
            None => Ok(session.table().meet_again(table)?.into()),
        }
    });
    told.await?;
    let settled = active.session.lock().await.table().rematch();
    settled.ok_or_else(|| Failure::internal(&"the rematch was not settled"))
}
