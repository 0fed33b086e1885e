//! Games, rules, scores, and the luck and skill of a record.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::{Extension, Json};
use hotdice_api::{
    aim_of, game_list, ledger_until, level_list, rules_answer, score_answer, to_wire,
};
use hotdice_core::Record;
use hotdice_wire::{
    Analysis, AskedAim, Code, GameList, Health, LevelList, RulesAnswer, ScoreAnswer, ScoreRequest,
    ServerAddresses,
};
use serde::Deserialize;

use super::App;
use super::cross_site::{host_of, is_this_computer};
#[cfg(test)]
use super::description::Refused;
use super::extract::{Body, Query, Text};
use crate::bus;
use crate::failure::Failure;
use crate::own_address::address_for_others;
use crate::scheduler::{JobContext, Order};

/// Returns the health of the server
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/health", tag = "server", responses(
    (status = 200, body = Health),
    Refused<429>)))]
pub(super) async fn health(State(app): State<App>) -> Result<Json<Health>, Failure> {
    app.service.store.flush().await?;
    Ok(Json(describe(&app)))
}

/// Returns whether the server is ready for requests, after a test write
///
/// The answer is 503 when nothing can be written, as on a full disk, and while the server shuts down. The server may still be healthy:
/// check `/api/v1/health` before you restart it.
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/ready", tag = "server", responses(
    (status = 200, body = Health), Refused<429>)))]
pub(super) async fn ready(State(app): State<App>) -> Result<Json<Health>, Failure> {
    if app.service.closing.is_cancelled() {
        return Err(Failure::closing());
    }
    app.service.renew_node().await?;
    Ok(Json(describe(&app)))
}

fn describe(app: &App) -> Health {
    Health {
        status: "ok".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        store: app.service.store.kind().to_owned(),
        bus: bus::describe(&*app.service.bus),
        node: app.service.node_now().map(std::num::NonZeroU64::get),
        tables: app.service.size() as u64,
    }
}

/// Returns the addresses at which other computers reach the server
///
/// Lists the addresses only for requests from the same computer; everybody else already uses the right one.
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/addresses", tag = "server", responses(
    (status = 200, body = ServerAddresses), Refused<429>)))]
pub(super) async fn addresses(
    State(app): State<App>,
    from: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
) -> Json<ServerAddresses> {
    let is_near = from.is_some_and(|from| from.0.0.ip().to_canonical().is_loopback());
    let listening = app
        .listening
        .filter(|_| is_near && asks_this_computer(&headers));
    let others = listening.and_then(address_for_others);
    Json(ServerAddresses {
        network: listening.is_none_or(|address| !address.ip().to_canonical().is_loopback()),
        urls: others
            .iter()
            .map(|address| format!("http://{address}"))
            .collect(),
    })
}

/// Tells whether a request was sent to an address that leads every computer to itself. A proxy on this computer asks for
/// guests from elsewhere, but under the name that they know.
fn asks_this_computer(headers: &HeaderMap) -> bool {
    host_of(headers).is_some_and(|host| is_this_computer(&host))
}

/// Lists all named games
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/games", tag = "games", responses(
    (status = 200, body = GameList), Refused<429>)))]
pub(super) async fn games() -> Result<Json<GameList>, Failure> {
    Ok(Json(game_list()?))
}

/// Which rules to explain.
#[derive(Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(super) struct WhichRules {
    /// The rules line
    #[cfg_attr(test, param(example = "farkle(target=5000)"))]
    rules: String,
}

/// Explains rules, and lists everything that can be changed about them
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/rules", tag = "games", params(WhichRules), responses(
    (status = 200, body = RulesAnswer), Refused<400>, Refused<429>)))]
pub(super) async fn rules(Query(which): Query<WhichRules>) -> Result<Json<RulesAnswer>, Failure> {
    Ok(Json(rules_answer(&which.rules)?))
}

/// Which game, and for how many players.
#[derive(Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(super) struct WhichTable {
    /// The rules line
    #[cfg_attr(test, param(example = "farkle(target=5000)"))]
    rules: String,
    /// How many play
    #[cfg_attr(test, param(example = 2))]
    seats: u8,
}

/// Lists the levels at which bots can play a game
///
/// A level is missing where the game is not solved, or takes longer to solve than this server allows.
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/levels", tag = "games", params(WhichTable), responses(
    (status = 200, body = LevelList), Refused<400>, Refused<429>)))]
pub(super) async fn levels(
    State(app): State<App>,
    Query(which): Query<WhichTable>,
) -> Result<Json<LevelList>, Failure> {
    let check = move |context: &JobContext<'_>| {
        Ok(level_list(&which.rules, which.seats, context.library())?)
    };
    let levels = app.service.scheduler.run(Order::check_level(), check);
    Ok(Json(levels.await?))
}

/// Scores dice that lie on a table
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/score", tag = "games", request_body = ScoreRequest, responses(
    (status = 200, body = ScoreAnswer), Refused<400>, Refused<413>, Refused<429>)))]
pub(super) async fn score(Body(asked): Body<ScoreRequest>) -> Result<Json<ScoreAnswer>, Failure> {
    Ok(Json(score_answer(&asked)?))
}

/// What values should count.
#[derive(Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(super) struct ForAim {
    /// `points` or `win`; if left out, `win` where there are opponents
    #[cfg_attr(test, param(inline))]
    pub(super) aim: Option<AskedAim>,
}

/// Splits the result of a recorded game into luck and skill
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/analyse", tag = "games", params(ForAim),
    request_body(content = String, content_type = "text/plain", description = "The record of a game"), responses(
    (status = 200, body = Analysis), Refused<400>, Refused<409>, Refused<413>, Refused<429>)))]
pub(super) async fn analyse(
    State(app): State<App>,
    Query(wanted): Query<ForAim>,
    Text(text): Text,
) -> Result<Json<Analysis>, Failure> {
    let record: Record = text.parse().map_err(Failure::invalid)?;
    let analysis = app
        .service
        .scheduler
        .run(Order::question(), move |context| {
            let aim = wanted.aim.map(aim_of);
            let found = ledger_until(&record, aim, context.library(), context.watch());
            let (_, ledger) = found.map_err(|error| {
                if context.overran() {
                    let detail =
                        "analysing this record takes too long here: run hotdice analyse instead";
                    return Failure::new(Code::LimitReached, detail);
                }
                Failure::invalid(error)
            })?;
            Ok(to_wire(&record, &ledger))
        });
    Ok(Json(analysis.await?))
}
