//! What a house and its host say to each other.

use std::collections::BTreeMap;

use hotdice_api::{Millis, Rejected};
use hotdice_wire::AskedAim;
use serde::{Deserialize, Serialize};

/// What the host wants of a house.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostCall {
    /// An answer.
    Request(HostRequest),
    /// Gives what the house has asked for; it is attached, unless there is no such thing.
    Provide(Missing),
    /// Forgets a table, because the stored log is another one.
    Forget {
        /// The name of the table.
        table: String,
    },
}

/// A request of the API.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct HostRequest {
    /// `GET` or `POST`.
    pub method: String,
    /// The path after `/api/v1/`.
    pub path: String,
    /// What follows the path.
    pub query: BTreeMap<String, String>,
    /// The token of whoever asks.
    pub token: Option<String>,
    /// The last event that a stream has seen.
    pub last_event: Option<u64>,
    /// What is sent.
    pub body: String,
    /// When it is sent.
    pub at: Millis,
}

/// What a house answers.
#[derive(Debug, Default, Serialize)]
pub struct Reply {
    /// The status of HTTP.
    pub status: u16,
    /// The type of the body.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The body.
    pub body: String,
    /// What has to be stored before anybody sees the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<LogAppend>,
    /// Another table, which has to be stored first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<LogAppend>,
    /// What the answer needs: provide it, and make the call again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Missing>,
    /// What a house that thinks answers instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Referral>,
    /// The bot that moves next at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotTurn>,
    /// When the time of whoever decides at the table is up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Millis>,
    /// The last event that a piece of a stream has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The solved game that is attached, to be stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<String>,
}

impl Reply {
    /// Returns an answer with a value.
    pub(crate) fn json(status: u16, value: &impl Serialize) -> Self {
        Self {
            status,
            kind: "application/json",
            body: serde_json::to_string(value).expect("plain data has a JSON form"),
            ..Self::default()
        }
    }

    /// Returns an answer with a text.
    pub(crate) fn text(kind: &'static str, body: String) -> Self {
        Self {
            status: 200,
            kind,
            body,
            ..Self::default()
        }
    }

    /// Asks the host for something.
    pub(crate) fn missing(missing: Missing) -> Self {
        Self {
            missing: Some(missing),
            ..Self::default()
        }
    }
}

impl From<Rejected> for Reply {
    fn from(rejected: Rejected) -> Self {
        let problem = rejected.problem();
        Self {
            kind: "application/problem+json",
            ..Self::json(problem.status, &problem)
        }
    }
}

/// Something that the host may have stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "name")]
pub enum Missing {
    /// The table of a name, as a [`SavedTable`].
    Table(String),
    /// A solved game, as it was attached to an answer.
    Solution(String),
}

/// Events that were added to the log of a table.
#[derive(Debug, Serialize)]
pub struct LogAppend {
    /// The name of the table.
    pub table: String,
    /// How many events the log had before.
    pub after: u64,
    /// When they happened.
    pub at: Millis,
    /// The events.
    pub lines: Vec<String>,
    /// The seed of the dice, for a new table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// New tokens, each with the number of its player, or none for the host.
    pub tokens: Vec<(String, Option<u32>)>,
}

/// A table as the host has stored it: everything that was ever [`LogAppend`] about it.
#[derive(Debug, Deserialize)]
pub struct SavedTable {
    /// The seed of the dice.
    pub seed: String,
    /// The events, each with its time.
    pub log: Vec<(Millis, String)>,
    /// All tokens.
    pub tokens: Vec<(String, Option<u32>)>,
}

/// A request that only a house that thinks can answer.
#[derive(Debug, Serialize)]
pub struct Referral {
    /// Its path.
    pub path: &'static str,
    /// What is sent.
    pub body: String,
}

/// A bot that has to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotTurn {
    /// The rules line.
    pub rules: String,
    /// The position.
    pub state: String,
    /// The level.
    pub level: String,
    /// The last event of the table.
    pub seq: u64,
}

/// Asks whether a bot can play at a table.
#[derive(Debug, Serialize, Deserialize)]
pub struct BotSeat {
    /// The rules line.
    pub rules: String,
    /// How many may take part.
    pub seats: u8,
    /// The level.
    pub level: String,
}

/// Asks what the choices at a table are worth.
#[derive(Debug, Serialize, Deserialize)]
pub struct HintQuestion {
    /// The rules line.
    pub rules: String,
    /// The position.
    pub state: String,
    /// The last event of the table.
    pub seq: u64,
    /// What values should count.
    pub aim: Option<AskedAim>,
}
