//! What rules make of a game, and what a position looks like.

use serde::{Deserialize, Serialize};

use crate::{ActionWorth, Scene};

/// Asks what rules make of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExploreRequest {
    /// The rules line.
    #[cfg_attr(feature = "openapi", schema(example = "farkle(straight=1500)"))]
    pub rules: String,
    /// Whether to solve the whole game, which may take some seconds; otherwise only what comes at once.
    #[serde(default)]
    pub whole: bool,
}

/// What rules make of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExploreAnswer {
    /// The rules line as the project writes it.
    pub rules: String,
    /// What perfect play is worth.
    pub figures: Vec<FigureAnswer>,
    /// How often a roll of one, two, three … dice scores nothing, in push-your-luck games.
    pub busts: Vec<f64>,
    /// The turn total from which banking is as good as rolling one, two, three … dice; nothing where one rolls at
    /// every total that was tried.
    pub stops: Vec<Option<u32>>,
    /// What a turn brings on average when so many dice are rolled, by turn total.
    pub rolling: Vec<Curve>,
    /// Why the game is not solved, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsolved: Option<String>,
}

/// One figure about a solved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FigureAnswer {
    /// Its name for programs.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// What it is, in a few words.
    pub words: String,
    /// What it counts: `points` or `chance`.
    pub unit: String,
}

/// What rolling so many dice is worth, by turn total.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Curve {
    /// How many dice are rolled.
    pub dice: u8,
    /// Turn totals, and what the turn brings then.
    pub points: Vec<(f64, f64)>,
}

/// What values should count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum AskedAim {
    /// The expected points.
    Points,
    /// The chance to win.
    Win,
}

/// Asks what a position looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionRequest {
    /// The rules line.
    pub rules: String,
    /// The state, as analyses and records of trouble have it.
    #[cfg_attr(
        feature = "openapi",
        schema(example = "scores=0,0 turn=1 total=20 next=choose")
    )]
    pub state: String,
    /// What values should count; if left out, winning where there are opponents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<AskedAim>,
}

/// A position, with what every choice is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionAnswer {
    /// The seat that decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The picture, with the choices of the seat that decides.
    pub scene: Scene,
    /// What the values are: `win` for chances to win, `points` for expected points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<String>,
    /// Whether the values are exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// What the choices are worth, best first; empty where nobody knows.
    pub choices: Vec<ActionWorth>,
}

/// The decision of a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DailyAnswer {
    /// The day.
    #[cfg_attr(feature = "openapi", schema(example = "2026-11-16"))]
    pub date: String,
    /// The rules line.
    pub rules: String,
    /// The state in which somebody has to choose.
    pub state: String,
    /// What it looks like, and what every choice is worth. The grade of a choice is its share of what is at stake:
    /// (its value - the worst value) / (the best value - the worst value).
    pub position: PositionAnswer,
}
