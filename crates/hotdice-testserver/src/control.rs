//! What a test tells the world of its server.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use hotdice_core::Bytes32;
use hotdice_table::TableId;
use hotdice_testworld::TestWorld;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Wish;

/// What can be told.
#[derive(Clone)]
pub struct Controls(Arc<TestWorld>);

impl Controls {
    /// Returns the controls of a world.
    #[must_use]
    pub fn of(world: Arc<TestWorld>) -> Self {
        Self(world)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seed {
    seed: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dice {
    rolls: Vec<String>,
    #[serde(default)]
    entropy: Vec<String>,
    #[serde(default = "six_dice")]
    dice: u8,
    #[serde(default = "six_sides")]
    sides: u16,
}

fn six_dice() -> u8 {
    6
}

fn six_sides() -> u16 {
    6
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clock {
    /// Milliseconds.
    advance: u64,
}

type Answer = (StatusCode, Json<Value>);

/// Returns what answers tests.
pub fn control(controls: Controls) -> Router {
    Router::new()
        .route("/seed", post(seed))
        .route("/dice", post(dice))
        .route("/clock", post(clock))
        .with_state(controls)
}

async fn seed(State(controls): State<Controls>, Json(asked): Json<Seed>) -> Answer {
    controls.0.reseed(asked.seed);
    (StatusCode::OK, Json(json!({ "seed": asked.seed })))
}

async fn clock(State(controls): State<Controls>, Json(asked): Json<Clock>) -> Answer {
    controls.0.advance(Duration::from_millis(asked.advance));
    let now = controls.0.world().unix_millis();
    (StatusCode::OK, Json(json!({ "now": now })))
}

async fn dice(State(controls): State<Controls>, Json(asked): Json<Dice>) -> Answer {
    let chosen = tokio::task::spawn_blocking(move || choose(&controls.0, &asked)).await;
    let chosen = chosen.unwrap_or_else(|error| Err(error.to_string()));
    match chosen {
        Ok(table) => (StatusCode::OK, Json(json!({ "table": table.as_str() }))),
        Err(why) => (
            StatusCode::UNPROCESSABLE_ENTITY,
            Json(json!({ "error": why })),
        ),
    }
}

/// Chooses name and seed of the table that is opened next.
fn choose(test: &TestWorld, asked: &Dice) -> Result<TableId, String> {
    let entropy = asked.entropy.iter().map(|text| {
        let added: Result<Bytes32, _> = text.parse();
        added.map_err(|_| format!("{text:?} is no entropy: use 64 hexadecimal digits"))
    });
    let entropy = entropy.collect::<Result<_, _>>()?;
    let wish = Wish::read(&asked.rolls, asked.dice, asked.sides, entropy)?;
    let world = test.world();
    let drawn = world.random(&"chosen table").and_then(|name| {
        let from = world.random(&"chosen dice")?;
        Ok((name, from))
    });
    let (name, from) = drawn.map_err(|error| error.to_string())?;
    let table = TableId::from_bytes(name);
    let seed = wish.search(table, from);
    let seed = seed.map_err(|_| "no seed has these rolls: ask for less".to_owned())?;
    test.set_next("table", name.to_vec());
    test.set_next("dice", seed.to_vec());
    Ok(table)
}
