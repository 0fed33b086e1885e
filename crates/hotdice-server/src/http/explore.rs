//! What rules make of a game: odds, values, when to stop.

mod passing;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use hotdice_bots::{Figure, Library, Scope, Unit, Unsolvable, figures, oracle};
use hotdice_core::{AnyGame, AnyPosition, Seat, Turn, Viewer};
use hotdice_games::find;
use hotdice_games::push_luck::PushLuck;
use hotdice_solve::Watch;
use hotdice_solve::oracle::{ActionValue, Certainty};
use hotdice_solve::push_luck::PointsPlan;
use hotdice_wire::{
    ActionWorth, Code, Curve, ExploreAnswer, ExploreRequest, FigureAnswer, PositionAnswer,
    PositionRequest, Problem,
};
use tokio::sync::Semaphore;

use self::passing::Passing;
use super::App;
use super::extract::Body;
use crate::analysis::aim;
use crate::failure::Failure;
use crate::view;

/// How long rules that nobody plays may be worked on.
const LONGEST: Duration = Duration::from_secs(20);

/// One game is solved for curiosity at a time, so that bots need not wait.
static CURIOUS: Semaphore = Semaphore::const_new(1);

/// How many may wait for that; more are refused.
static WAITING: Semaphore = Semaphore::const_new(8);

/// What has been solved for curiosity, by rules line.
static KNOWN: Mutex<BTreeMap<String, ExploreAnswer>> = Mutex::new(BTreeMap::new());

/// The most answers that are remembered.
const MOST_KNOWN: usize = 256;

/// The turn totals that are tried.
const TOTALS: std::ops::RangeInclusive<u32> = 0..=20_000;

/// The turn totals that are plotted.
const PLOTTED: std::ops::RangeInclusive<u32> = 0..=1_500;

/// Says what rules make of a game: how often rolls bust, what a turn is worth, when to stop, who has the edge
#[utoipa::path(post, path = "/api/v1/explore", tag = "games", request_body = ExploreRequest, responses(
    (status = 200, body = ExploreAnswer),
    (status = 400, body = Problem, content_type = "application/problem+json"),
    (status = 413, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn explore(
    State(app): State<App>,
    Body(asked): Body<ExploreRequest>,
) -> Result<Json<ExploreAnswer>, Failure> {
    let game = find(&asked.rules).map_err(Failure::invalid)?;
    if let Some(known) = known(&game.rules_line()) {
        return Ok(Json(known));
    }
    let turn = match asked.whole {
        true => {
            let _waiting = WAITING.try_acquire().map_err(|_| {
                let detail = "too many wonder about rules at once: wait a moment and ask again";
                Failure::new(Code::RateLimited, detail)
            })?;
            CURIOUS.acquire().await.ok()
        }
        false => None,
    };
    let explored = app.house.ponder(move |_| {
        // Kept until the work is done, also when whoever asked has hung up.
        let _turn = turn;
        Ok(match asked.whole {
            true => remembered(whole(&*game, &Passing::new(LONGEST))),
            false => at_once(&*game),
        })
    });
    Ok(Json(explored.await?))
}

fn known(rules: &str) -> Option<ExploreAnswer> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.get(rules).cloned()
}

fn remembered(answer: ExploreAnswer) -> ExploreAnswer {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.insert(answer.rules.clone(), answer.clone());
    answer
}

/// Returns what can be known of a turn alone.
fn at_once(game: &dyn AnyGame) -> ExploreAnswer {
    let mut answer = ExploreAnswer {
        rules: game.rules_line(),
        figures: Vec::new(),
        busts: Vec::new(),
        stops: Vec::new(),
        rolling: Vec::new(),
        unsolved: None,
    };
    if let Some(game) = game.as_any().downcast_ref::<PushLuck>() {
        let plan = PointsPlan::new(game);
        answer.busts = (1..=6).map(|dice| bust_chance(game, dice)).collect();
        answer.stops = (1..=6).map(|dice| stop(&plan, dice)).collect();
        answer.rolling = (1..=6).map(|dice| curve(&plan, dice)).collect();
        let passing = Passing::new(LONGEST);
        tell(&mut answer, figures(game, Scope::Turn, &passing), &passing);
    }
    answer
}

/// Returns the figures of the whole game.
fn whole(game: &dyn AnyGame, library: &Passing) -> ExploreAnswer {
    let mut answer = at_once(game);
    tell(&mut answer, figures(game, Scope::Game, library), library);
    answer
}

/// Puts figures into an answer, or why there are none.
fn tell(answer: &mut ExploreAnswer, found: Result<Vec<Figure>, Unsolvable>, library: &Passing) {
    match found {
        Ok(figures) => answer.figures = figures.iter().map(figure).collect(),
        Err(_) if library.is_stopped() => {
            let seconds = LONGEST.as_secs();
            answer.unsolved = Some(format!(
                "not solved within {seconds} seconds: hotdice solve takes the time it needs"
            ));
        }
        Err(why) => answer.unsolved = Some(why.to_string()),
    }
}

fn figure(figure: &Figure) -> FigureAnswer {
    FigureAnswer {
        name: figure.name.to_owned(),
        value: figure.value,
        words: figure.words.to_owned(),
        unit: match figure.unit {
            Unit::Points | Unit::RoughPoints => "points",
            Unit::Chance | Unit::RoughChance => "chance",
        }
        .to_owned(),
    }
}

fn bust_chance(game: &PushLuck, dice: u8) -> f64 {
    let (busts, throws) = game.bust_odds(dice);
    busts as f64 / throws as f64
}

/// Returns the least total of a turn at which banking is as good as rolling.
fn stop(plan: &PointsPlan, dice: u8) -> Option<u32> {
    let rolls = |total: u32| plan.rolling(total, dice) > f64::from(total);
    TOTALS
        .step_by(50)
        .find(|total| *total > 0 && !rolls(*total))
}

fn curve(plan: &PointsPlan, dice: u8) -> Curve {
    let point = |total| (f64::from(total), plan.rolling(total, dice));
    let points = PLOTTED.step_by(50).map(point).collect();
    Curve { dice, points }
}

/// Shows a position, with what every choice in it is worth
#[utoipa::path(post, path = "/api/v1/position", tag = "games", request_body = PositionRequest, responses(
    (status = 200, body = PositionAnswer),
    (status = 400, body = Problem, content_type = "application/problem+json"),
    (status = 413, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn position(
    State(app): State<App>,
    Body(asked): Body<PositionRequest>,
) -> Result<Json<PositionAnswer>, Failure> {
    let game = find(&asked.rules).map_err(Failure::invalid)?;
    let position = game.read_state(&asked.state).map_err(Failure::invalid)?;
    let shown = app
        .house
        .ponder(move |library| Ok(show(&*game, &*position, library)));
    Ok(Json(shown.await?))
}

fn show(game: &dyn AnyGame, position: &dyn AnyPosition, library: &dyn Library) -> PositionAnswer {
    let seat = match position.turn() {
        Turn::Decide(seat) => Some(seat),
        Turn::Roll | Turn::Over(_) => None,
    };
    let scene = position.scene(seat.map_or(Viewer::Spectator, Viewer::Seat));
    let mut answer = PositionAnswer {
        seat: seat.map(view::number),
        scene: scene.into(),
        aim: None,
        exact: None,
        choices: Vec::new(),
    };
    if let Ok(oracle) = knowing(game, seat, position, library) {
        answer.aim = Some(aim(oracle.aim()).to_owned());
        answer.exact = Some(oracle.certainty() == Certainty::Exact);
        let values = oracle.action_values(position);
        answer.choices = values.into_iter().map(worth).collect();
    }
    answer
}

/// Returns somebody who knows what the choices of a position are worth, if a seat has one.
fn knowing(
    game: &dyn AnyGame,
    seat: Option<Seat>,
    position: &dyn AnyPosition,
    library: &dyn Library,
) -> Result<std::sync::Arc<dyn hotdice_solve::oracle::Oracle>, Unsolvable> {
    match seat {
        Some(_) => oracle(game, position.seats(), library),
        None => Err(Unsolvable::Stopped(hotdice_solve::Stopped)),
    }
}

fn worth(each: ActionValue) -> ActionWorth {
    ActionWorth {
        action: each.action,
        value: each.value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rules: &str, name: &str, expected: f64) {
        let game = find(rules).unwrap();
        let answer = whole(&*game, &Passing::new(Duration::from_secs(600)));
        let figure = answer.figures.iter().find(|figure| figure.name == name);
        let value = figure.expect(name).value;
        assert!((value - expected).abs() < 1e-9, "{rules}: {value}");
    }

    #[test]
    fn figures_are_those_of_the_solved_games() {
        check("farkle-minimal", "turn_value", 446.571440344);
        check("farkle-minimal(target=1000)", "first_wins", 0.602389681682);
        check("pig(target=10)", "first_wins", 0.709424322598);
    }

    #[test]
    fn when_to_stop_is_known_at_once() {
        let answer = at_once(&*find("farkle-minimal").unwrap());
        let stops: Vec<u32> = answer.stops.iter().flatten().copied().collect();
        assert_eq!(stops, [250, 250, 400, 1000, 2900, 10050]);
        assert!((answer.busts[5] - 5.0 / 162.0).abs() < 1e-12);
    }

    #[test]
    fn rules_that_take_too_long_are_given_up() {
        let answer = whole(&*find("pig").unwrap(), &Passing::new(Duration::ZERO));
        assert!(answer.unsolved.unwrap().contains("not solved within"));
    }
}
