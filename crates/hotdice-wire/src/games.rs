//! Games, rules and what choices are worth.

use serde::{Deserialize, Serialize};

#[cfg(feature = "openapi")]
use crate::formats;

/// How the server is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Health {
    /// `ok` when games can be played.
    pub status: String,
    /// The version of the server.
    pub version: String,
    /// Where games are kept.
    pub store: String,
    /// How servers tell each other news: `none`, `nats`, or why it does not work at this moment.
    pub bus: String,
    /// The number under which this server looks after bots and clocks; it changes when the server was away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u64>,
    /// How many tables are in use.
    pub tables: u64,
}

/// Where others find the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServerAddresses {
    /// Whether the server listens to other computers.
    pub network: bool,
    /// Its addresses on the network, for whoever asks on the same computer: links with `localhost` lead others nowhere.
    pub urls: Vec<String>,
}

/// All games that have a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameList {
    /// The games.
    pub games: Vec<GameSummary>,
}

/// A game that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The rules line.
    pub rules: String,
    /// The family it belongs to.
    pub family: String,
    /// How many can play.
    pub seats: SeatNumbers,
    /// What it is, in one sentence.
    pub sentence: String,
}

/// How many can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatNumbers {
    /// The fewest players.
    pub least: u8,
    /// The most players.
    pub most: u8,
}

impl From<hotdice_core::SeatRange> for SeatNumbers {
    fn from(range: hotdice_core::SeatRange) -> Self {
        let (least, most) = (range.least(), range.most());
        Self { least, most }
    }
}

/// The levels at which bots can play a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LevelList {
    /// The levels, from the weakest on.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<formats::BotLevel>))]
    pub levels: Vec<String>,
}

/// The rules of a game in plain words, and all that can be changed about them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesAnswer {
    /// The rules line as the project writes it.
    pub rules: String,
    /// How many can play.
    pub seats: SeatNumbers,
    /// The rules in plain words.
    pub sections: Vec<RulesSection>,
    /// Every parameter with its value.
    pub parameters: Vec<Parameter>,
}

/// A few sentences under one heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesSection {
    /// The heading.
    pub heading: String,
    /// The sentences.
    pub lines: Vec<String>,
}

/// Something about the rules that can be changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Parameter {
    /// Its name in the rules line.
    pub name: String,
    /// Its value here.
    pub value: String,
    /// The values it can have, in words or as a list.
    pub values: String,
    /// What it does, in one sentence.
    pub sentence: String,
}

/// Dice to be scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScoreRequest {
    /// The rules line.
    pub rules: String,
    /// The dice, as `1 1 5` or `115`.
    pub dice: String,
    /// The box, in games that have boxes.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub in_box: Option<String>,
}

/// What every choice is worth, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The last event that was taken into account.
    pub seq: u64,
    /// What the values are: `win` for chances to win, `points` for expected points.
    pub aim: String,
    /// Whether the values are exact.
    pub exact: bool,
    /// How far the values can be trusted: `exact`, `rounded` (to about 0.0001) or `estimate`.
    #[serde(default)]
    pub certainty: String,
    /// The choices, best first.
    pub choices: Vec<ActionWorth>,
}

/// What an action is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActionWorth {
    /// The action.
    pub action: String,
    /// Its value.
    pub value: f64,
    /// How far the value may be off, 95 times in a hundred; 0 for exact values.
    #[serde(default)]
    pub margin: f64,
}
