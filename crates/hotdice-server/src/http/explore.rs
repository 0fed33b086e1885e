//! What rules make of a game: odds, values, when to stop.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use hotdice_bots::{Library, oracle_with_aim};
use hotdice_core::{AnyGame, AnyPosition, Turn, Viewer};
use hotdice_games::find;
use hotdice_solve::oracle::Certainty;
use hotdice_wire::{AskedAim, ExploreAnswer, ExploreRequest, PositionAnswer, PositionRequest};
use tokio::sync::Semaphore;

use super::App;
use super::extract::Body;
use super::openapi::Refused;
use crate::analysis::{aim, asked, worth};
use crate::explore::{Deadline, at_once, whole};
use crate::failure::Failure;
use crate::lock;
use crate::view;

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
    let too_many = "too many wonder about rules at once: wait a moment and ask again";
    let waiting = WAITING.try_acquire();
    let _waiting = waiting.map_err(|_| Failure::rate_limited(too_many, 1))?;
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
    let PositionRequest { rules, state, aim } = asked;
    let game = find(&rules).map_err(Failure::invalid)?;
    let position = game.read_state(&state).map_err(Failure::invalid)?;
    let strangers = &app.service.worker_pools.strangers;
    let shown = app.service.work(strangers, move |library| {
        show(&*game, &*position, aim, library)
    });
    Ok(Json(shown.await?))
}

/// Draws a position, with values where somebody decides and they are known; whoever asks for an aim hears why not.
pub(super) fn show(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    wanted: Option<AskedAim>,
    library: &dyn Library,
) -> Result<PositionAnswer, Failure> {
    let seat = match position.turn() {
        Turn::Decide(seat) => Some(seat),
        Turn::Roll | Turn::Over(_) => None,
    };
    let scene = position.scene(seat.map_or(Viewer::Spectator, Viewer::Seat));
    let mut answer = PositionAnswer {
        seat: seat.map(view::number),
        scene,
        aim: None,
        exact: None,
        choices: Vec::new(),
    };
    if seat.is_none() {
        return Ok(answer);
    }
    match oracle_with_aim(game, position.seats(), wanted.map(asked), library) {
        Ok(oracle) => {
            answer.aim = Some(aim(oracle.aim()).to_owned());
            answer.exact = Some(oracle.certainty_at(position) == Certainty::Exact);
            let values = oracle.action_values(position);
            answer.choices = values.into_iter().map(worth).collect();
        }
        Err(why) if wanted.is_some() => return Err(Failure::invalid(why)),
        Err(_) => {}
    }
    Ok(answer)
}
