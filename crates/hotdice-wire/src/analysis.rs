//! How much of a game was luck, and how much was skill.

use serde::Serialize;

/// The ledger of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// The rules line.
    pub rules: String,
    /// What the values are: `win` for chances to win, `points` for expected points.
    pub aim: &'static str,
    /// Whether the values are exact.
    pub exact: bool,
    /// How far the values can be trusted: `exact`, `rounded` (to about 0.0001) or `estimate`.
    pub certainty: &'static str,
    /// Whether the game was played to its end.
    pub finished: bool,
    /// The account of each seat.
    pub seats: Vec<SeatAccount>,
    /// The luck of every roll.
    pub rolls: Vec<RollLuck>,
    /// Every decision.
    pub decisions: Vec<DecisionWorth>,
    /// What the game was worth to each seat, before the first event and after each.
    pub values: Vec<Vec<f64>>,
}

/// What became of the chances of a seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatAccount {
    /// Who sat there.
    pub name: String,
    /// What the game was worth at the start.
    pub start: f64,
    /// What the dice brought.
    pub luck: f64,
    /// What the player's own decisions cost.
    pub skill: f64,
    /// What others gave away.
    pub gifts: f64,
    /// What the game was worth at the end.
    pub result: f64,
    /// How far start, luck, skill and gifts miss the result.
    pub imbalance: f64,
    /// The luck in standard deviations.
    pub luck_z: Option<f64>,
    /// The variance of the luck.
    pub luck_variance: f64,
    /// How well the player played, from 0 to 1.
    pub accuracy: Option<f64>,
}

/// The luck of a roll.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RollLuck {
    /// The number of the event.
    pub event: usize,
    /// What was rolled.
    pub roll: String,
    /// What it brought to each seat.
    pub luck: Vec<f64>,
}

/// What a decision was worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DecisionWorth {
    /// The number of the event.
    pub event: usize,
    /// The seat that decided.
    pub seat: usize,
    /// The state before it.
    pub state: String,
    /// What was chosen.
    pub chosen: String,
    /// What that was worth.
    pub chosen_value: f64,
    /// What would have been best.
    pub best: String,
    /// What that would have been worth.
    pub best_value: f64,
    /// What the choice cost.
    pub loss: f64,
    /// How far the cost may be off, 95 times in a hundred; 0 for exact values.
    pub margin: f64,
}
