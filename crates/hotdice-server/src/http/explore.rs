//! What rules make of a game: odds, values, when to stop.

use std::collections::BTreeMap;
use std::sync::Mutex;

use axum::Json;
use axum::extract::State;
use hotdice_api::{at_once, position_answer, whole_by};
use hotdice_games::find;
use hotdice_wire::{ExploreAnswer, ExploreRequest, PositionAnswer, PositionRequest};

use super::App;
#[cfg(test)]
use super::description::Refused;
use super::extract::Body;
use crate::failure::Failure;
use crate::lock;
use crate::scheduler::Order;

/// A cache of answers about whole games, by rules line.
static ANSWER_CACHE: Mutex<BTreeMap<String, ExploreAnswer>> = Mutex::new(BTreeMap::new());

/// The most answers that are cached.
const MAX_CACHED: usize = 256;

/// Computes the odds under given rules: how often rolls bust, what a turn is worth, when to stop, who has the edge
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/explore", tag = "games", request_body = ExploreRequest, responses(
    (status = 200, body = ExploreAnswer), Refused<400>, Refused<413>, Refused<429>)))]
pub(super) async fn explore(
    State(app): State<App>,
    Body(asked): Body<ExploreRequest>,
) -> Result<Json<ExploreAnswer>, Failure> {
    let game = find(&asked.rules).map_err(Failure::invalid)?;
    let cached = lock(&ANSWER_CACHE).get(&game.rules_line()).cloned();
    if let Some(answer) = cached {
        return Ok(Json(answer));
    }
    let scheduler = &app.service.scheduler;
    if !asked.whole {
        let explored = scheduler.run(Order::quick_question(), move |_| Ok(at_once(&*game)));
        return Ok(Json(explored.await?));
    }
    let explored = scheduler.run(Order::question(), move |context| {
        Ok(whole_by(&*game, context.uncached(), context.patience()))
    });
    let answer = explored.await?;
    keep(&answer);
    Ok(Json(answer))
}

/// Puts an answer into the cache. What was not solved may be solved another time.
fn keep(answer: &ExploreAnswer) {
    if answer.unsolved.is_some() {
        return;
    }
    let mut cache = lock(&ANSWER_CACHE);
    if cache.len() >= MAX_CACHED {
        cache.clear();
    }
    cache.insert(answer.rules.clone(), answer.clone());
}

/// Shows a position, with the value of every choice
#[cfg_attr(test, utoipa::path(post, path = "/api/v1/position", tag = "games", request_body = PositionRequest, responses(
    (status = 200, body = PositionAnswer), Refused<400>, Refused<413>, Refused<429>)))]
pub(super) async fn position(
    State(app): State<App>,
    Body(asked): Body<PositionRequest>,
) -> Result<Json<PositionAnswer>, Failure> {
    let shown = app
        .service
        .scheduler
        .run(Order::question(), move |context| {
            Ok(position_answer(&asked, context.library())?)
        });
    Ok(Json(shown.await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_solved_is_kept() {
        let game = find("pig(target=7)").expect("rules");
        let mut answer = at_once(&*game);
        let is_kept = || lock(&ANSWER_CACHE).contains_key(&game.rules_line());
        answer.unsolved = Some("Not solved within 20 seconds.".to_owned());
        keep(&answer);
        assert!(!is_kept());
        answer.unsolved = None;
        keep(&answer);
        assert!(is_kept());
    }
}
