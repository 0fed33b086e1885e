//! The routes of the API.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use super::{App, MAX_RECORD, daily, explore, games, play, seats, stream, tables, transfers};

/// Makes the router of a list of routes. In tests the same list is what is described, so that no route is left out of the document.
macro_rules! routes {
    ($($path:literal => $method:ident($module:ident::$handler:ident)$(.layer($layer:expr))?,)*) => {
        /// Returns the routes of the API.
        pub(super) fn api() -> Router<App> {
            Router::new()$(.route($path, $method($module::$handler)$(.layer($layer))?))*
        }

        /// The path, method and handler of every route.
        #[cfg(test)]
        pub(super) const ROUTES: &[(&str, &str, &str)] =
            &[$(($path, stringify!($method), stringify!($handler))),*];

        #[cfg(test)]
        #[derive(utoipa::OpenApi)]
        #[openapi(
            info(
                title = "Hot Dice",
                description = include_str!("api.md"),
                license(name = "MIT OR Apache-2.0")
            ),
            paths($($module::$handler),*),
            components(schemas(
                hotdice_wire::Problem,
                hotdice_wire::formats::TableName,
                hotdice_wire::formats::KeyText
            )),
            tags(
                (name = "tables", description = "Open a table, take a seat, play, watch."),
                (name = "games", description = "What can be played, and what dice are worth."),
                (name = "server", description = "The state of the server.")
            )
        )]
        pub(super) struct Description;
    };
}

routes! {
    "/api/v1/health" => get(games::health),
    "/api/v1/ready" => get(games::ready),
    "/api/v1/addresses" => get(games::addresses),
    "/api/v1/games" => get(games::games),
    "/api/v1/rules" => get(games::rules),
    "/api/v1/levels" => get(games::levels),
    "/api/v1/score" => post(games::score),
    "/api/v1/explore" => post(explore::explore),
    "/api/v1/position" => post(explore::position),
    "/api/v1/daily" => get(daily::daily),
    "/api/v1/tables" => post(tables::open),
    "/api/v1/tables/{id}" => get(tables::look),
    "/api/v1/tables/{id}/seats" => post(seats::join),
    "/api/v1/tables/{id}/start" => post(tables::start),
    "/api/v1/tables/{id}/rematch" => post(tables::rematch),
    "/api/v1/tables/{id}/record" => get(tables::record),
    "/api/v1/tables/{id}/actions" => post(play::act),
    "/api/v1/tables/{id}/links" => post(play::link),
    "/api/v1/tables/{id}/anchor" => post(play::anchor),
    "/api/v1/tables/{id}/leave" => post(play::leave),
    "/api/v1/tables/{id}/return" => post(play::come_back),
    "/api/v1/tables/{id}/transfer" => post(transfers::offer_transfer),
    "/api/v1/transfers" => post(transfers::take_transfer),
    "/api/v1/tables/{id}/draw" => post(play::offer),
    "/api/v1/tables/{id}/draw/decline" => post(play::decline),
    "/api/v1/tables/{id}/resign" => post(play::resign),
    "/api/v1/tables/{id}/hint" => get(play::hint),
    "/api/v1/tables/{id}/emotes" => post(play::emote),
    "/api/v1/tables/{id}/events" => get(stream::events),
    "/api/v1/analyse" => post(games::analyse).layer(DefaultBodyLimit::max(MAX_RECORD)),
}
