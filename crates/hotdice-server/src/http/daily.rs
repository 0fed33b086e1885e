//! The decision of the day.

use axum::Json;
use axum::extract::State;
use hotdice_api::daily_answer;
use hotdice_bots::Day;
use hotdice_wire::DailyAnswer;
use serde::Deserialize;

use super::App;
#[cfg(test)]
use super::description::Refused;
use super::extract::Query;
use crate::failure::Failure;
use crate::scheduler::Order;

/// Which day.
#[derive(Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(super) struct WhichDay {
    /// The day as YYYY-MM-DD; today in UTC if left out. Days to come are refused.
    #[cfg_attr(test, param(example = "2026-11-16"))]
    date: Option<String>,
}

/// Shows the decision of a day: one position, the same for everybody, with the exact value of every choice
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/daily", tag = "games", params(WhichDay), responses(
    (status = 200, body = DailyAnswer), Refused<400>, Refused<429>)))]
pub(super) async fn daily(
    State(app): State<App>,
    Query(which): Query<WhichDay>,
) -> Result<Json<DailyAnswer>, Failure> {
    let day = match which.date {
        Some(date) => date.parse::<Day>().map_err(Failure::invalid)?,
        None => Day::today(),
    };
    let day = day.that_is_out().map_err(Failure::invalid)?;
    let answer = app
        .service
        .scheduler
        .run(Order::question(), move |context| {
            Ok(daily_answer(day, context.library())?)
        });
    Ok(Json(answer.await?))
}
