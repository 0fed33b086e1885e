//! Tables: opened, looked at, begun, and written down.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use hotdice_api::{check_host, read_token_hash, rematch_of, settings_for, table_view};
use hotdice_bots::Level;
use hotdice_table::{Settings, TableEvent, TableId, log_head};
#[cfg(test)]
use hotdice_wire::Happened;
use hotdice_wire::{OpenRequest, Opened, Rematch, TableView};

use super::App;
#[cfg(test)]
use super::description::Refused;
use super::extract::{AtTable, AuthToken, Body};
use super::idempotency::{Request, RequestKey};
use super::quota::ClientOrigin;
use crate::failure::Failure;
use crate::origin::Origin;
use crate::session::ActiveTable;
use crate::store::IdempotencyKey;
use crate::table_service::ChangeAnswer;
use crate::token::{NewToken, digest};

/// Opens a table
///
/// Whoever opens it is the host: the token whose hash was sent adds bots and starts the game. People join with the name of the table. The
/// game starts by itself when every seat is taken.
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables", tag = "tables", request_body = OpenRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "16 to 64 random characters: a request that is repeated under it, with the same token_hash, opens no second table and is answered alike")),
    responses(
    (status = 201, body = Opened), Refused<400>, Refused<401>, Refused<409>, Refused<413>, Refused<429>)))]
pub(super) async fn open(
    State(app): State<App>,
    ClientOrigin(from): ClientOrigin,
    key: RequestKey,
    Body(asked): Body<OpenRequest>,
) -> Result<(StatusCode, Json<Opened>), Failure> {
    let settings = settings_for(&asked)?;
    check_standin(&app, &settings).await?;
    app.quotas.check_can_open(&app.service, from).await?;
    let key = key.of(&Request::Open(&asked, &settings));
    let host = NewToken::new(
        read_token_hash(asked.token_hash.as_deref())?,
        &app.service.world,
    )?;
    let opening = app
        .service
        .open(settings, Vec::new(), Some(host.digest()), key);
    let (table, new) = opening.await?;
    if new {
        app.quotas.opened(from, table);
    } else {
        host.check_repeated()?;
    }
    let active = app.service.active_table(table).await?;
    active.set_payer(from);
    let session = active.session.lock().await;
    // A repeated request is answered alike, however much has happened since.
    let commitment = session.table().commitment();
    let first = TableEvent::Opened(session.table().settings().clone(), commitment);
    let head = log_head::after(log_head::before_all(table), &first.to_string());
    let opened = Opened {
        table: table.to_string(),
        commitment: commitment.to_string(),
        head: head.to_string(),
        host_token: host.hand_out(),
    };
    Ok((StatusCode::CREATED, Json(opened)))
}

/// Checks that the bot which plays on for somebody can play this game at its level.
async fn check_standin(app: &App, settings: &Settings) -> Result<(), Failure> {
    let game = hotdice_games::find(&settings.rules).map_err(Failure::invalid)?;
    let level: Level = settings.standin.parse().map_err(Failure::invalid)?;
    app.service.check_level(game, level, settings.seats).await
}

/// Shows the public view of a table, and to a seated player the legal choices too
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/tables/{id}", tag = "tables", params(("id" = String, Path)),
    security((), ("token" = [])), responses(
    (status = 200, body = TableView), Refused<401>, Refused<404>, Refused<429>)))]
pub(super) async fn look(
    State(app): State<App>,
    AtTable(id): AtTable,
    token: AuthToken,
) -> Result<Json<TableView>, Failure> {
    let active = app.service.current_table(id).await?;
    let holder = app.service.optional_holder(&active, token.optional());
    let holder = holder.await?;
    app.service.refresh_presence(&active).await;
    let session = active.session.lock().await;
    let visitors = active.presence.visitors();
    Ok(Json(table_view(session.timed(), &visitors, holder)))
}

/// Starts the game with the players who are there
///
/// A table starts by itself when its last seat is taken; this is for starting with fewer. If the game has begun, the answer is `already_started`.
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/start", tag = "tables",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), security(("token" = [])), responses(
    (status = 200, body = Happened), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<410>, Refused<429>)))]
pub(super) async fn start(
    State(app): State<App>,
    AtTable(id): AtTable,
    token: AuthToken,
    key: RequestKey,
) -> Result<ChangeAnswer, Failure> {
    let active = app.service.active_table(id).await?;
    let bearer = token.required()?;
    check_host(Some(app.service.holder(&active, &bearer).await?))?;
    let key = key.of(&Request::Start);
    let started = app.service.change(&active, key, |session| {
        Ok(session.table().start(session.croupier())?.into())
    });
    started.await
}

/// Returns the record of a game, with the seed of its dice once it is over
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/tables/{id}/record", tag = "tables", params(("id" = String, Path)), responses(
    (status = 200, body = String, content_type = "text/plain"), Refused<400>, Refused<404>, Refused<429>)))]
pub(super) async fn record(
    State(app): State<App>,
    AtTable(id): AtTable,
) -> Result<impl IntoResponse, Failure> {
    let active = app.service.current_table(id).await?;
    let record = app.service.record(&active).await?;
    let record = record
        .ok_or_else(|| Failure::invalid("the game hasn't started, so there is no record yet"))?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, record))
}

/// Opens a table for a rematch of the same players
///
/// All rematch requests return the same table.
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/tables/{id}/rematch", tag = "tables",
    params(("id" = String, Path)), security(("token" = [])), responses(
    (status = 201, body = Rematch), Refused<400>, Refused<401>, Refused<404>, Refused<409>, Refused<429>)))]
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
    let (settings, bots) = rematch_of(active.session.lock().await.table());
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
