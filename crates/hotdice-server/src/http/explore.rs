//! What rules make of a game: odds, values, when to stop.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use hotdice_api::{Deadline, at_once, position_answer, whole};
use hotdice_games::find;
use hotdice_wire::{ExploreAnswer, ExploreRequest, PositionAnswer, PositionRequest};
use tokio::sync::Semaphore;

use super::App;
use super::extract::Body;
use super::openapi::Refused;
use crate::failure::Failure;
use crate::lock;

/// How long rules that nobody plays may be worked on.
const MAX_TIME: Duration = Duration::from_secs(20);

/// One whole game is solved for curiosity at a time, so that bots need not wait.
static SOLVING: Semaphore = Semaphore::const_new(1);

/// How many may wait for that; more are refused.
static WAITING: Semaphore = Semaphore::const_new(8);

/// A cache of answers about whole games, by rules line.
static ANSWER_CACHE: Mutex<BTreeMap<String, ExploreAnswer>> = Mutex::new(BTreeMap::new());

/// The most answers that are cached.
const MAX_CACHED: usize = 256;

/// Says what rules make of a game: how often rolls bust, what a turn is worth, when to stop, who has the edge
#[utoipa::path(post, path = "/api/v1/explore", tag = "games", request_body = ExploreRequest, responses(
    (status = 200, body = ExploreAnswer), Refused<400>, Refused<413>, Refused<429>))]
pub(super) async fn explore(
    State(app): State<App>,
    Body(asked): Body<ExploreRequest>,
) -> Result<Json<ExploreAnswer>, Failure> {
    let game = find(&asked.rules).map_err(Failure::invalid)?;
    let cached = lock(&ANSWER_CACHE).get(&game.rules_line()).cloned();
    if let Some(answer) = cached {
        return Ok(Json(answer));
    }
    let strangers = &app.service.worker_pools.strangers;
    if !asked.whole {
        let explored = app.service.work(strangers, move |_| Ok(at_once(&*game)));
        return Ok(Json(explored.await?));
    }
    let detail = "too many people are asking about rules: wait a moment and ask again";
    let waiting = WAITING.try_acquire();
    let _waiting = waiting.map_err(|_| Failure::rate_limited(detail, 1))?;
    let turn = SOLVING.acquire().await.ok();
    let closing = app.service.closing.clone();
    let explored = app.service.work(strangers, move |_| {
        // Held until the work is done, also when whoever asked has hung up.
        let _turn = turn;
        let deadline = Deadline::unless(MAX_TIME, move || closing.is_cancelled());
        let answer = whole(&*game, &deadline);
        let mut cache = lock(&ANSWER_CACHE);
        if cache.len() >= MAX_CACHED {
            cache.clear();
        }
        cache.insert(answer.rules.clone(), answer.clone());
        Ok(answer)
    });
    Ok(Json(explored.await?))
}

/// Shows a position, with what every choice in it is worth
#[utoipa::path(post, path = "/api/v1/position", tag = "games", request_body = PositionRequest, responses(
    (status = 200, body = PositionAnswer), Refused<400>, Refused<413>, Refused<429>))]
pub(super) async fn position(
    State(app): State<App>,
    Body(asked): Body<PositionRequest>,
) -> Result<Json<PositionAnswer>, Failure> {
    let strangers = &app.service.worker_pools.strangers;
    let shown = app.service.work(strangers, move |library| {
        Ok(position_answer(&asked, library)?)
    });
    Ok(Json(shown.await?))
}
