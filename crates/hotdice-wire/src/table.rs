//! Tables: opening, joining, playing, watching.

use serde::{Deserialize, Serialize};

#[cfg(feature = "openapi")]
use crate::formats;
use crate::{Line, Scene};

/// Opens a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenRequest {
    /// The rules line.
    #[cfg_attr(feature = "openapi", schema(example = "farkle(target=2000)"))]
    pub rules: String,
    /// How many may take part; two, or as many as the rules need, if left out. The game starts by itself when the last seat is
    /// taken, or with those who are there when the host says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub seats: Option<u8>,
    /// How many seconds a decision may take; no limit if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 5, maximum = 86400))]
    pub clock: Option<u32>,
    /// The level of the bot that plays on for somebody whose time is up; `careful` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::BotLevel>))]
    pub standin: Option<String>,
    /// Whether players may ask what their choices are worth; no if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coach: Option<bool>,
    /// The state that the game begins from, in the notation of the game; the opening if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schema(example = "scores=0,350 turn=2 total=150 next=choose:1134")
    )]
    pub from: Option<String>,
    /// How the dice are made: `committed`, all before the game, if left out; `linked`, one roll at a time, by everybody who is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceKind>,
    /// The SHA-256 of a token that the client made, as 64 hexadecimal digits. The token is 32 random bytes in hexadecimal
    /// digits; keep it secret, and send it as `Authorization: Bearer TOKEN` afterwards. The answer has no token then, and
    /// the request can be repeated under its Idempotency-Key. Without a hash the server makes a token and hands it out once:
    /// if that answer is lost, so is the token, and a repeated request is refused with 409.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub token_hash: Option<String>,
}

/// How the dice of a table are made, so that everybody can check them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum DiceKind {
    /// All before the game: the server commits itself to a seed, and everybody adds bytes.
    #[default]
    Committed,
    /// One roll at a time: the server and everybody who is there add a link of a hash chain to each.
    Linked,
}

/// A table that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Opened {
    /// The name of the table, which others need to join.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::TableName))]
    pub table: String,
    /// The server's promise about the dice: SHA-256 of the seed, the table and a prefix, or the anchor of its chain if the dice are linked.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::Hex32))]
    pub commitment: String,
    /// What the log hashes to.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = formats::Hex32))]
    pub head: String,
    /// What lets the host add bots and start the game. Keep it secret. Missing if the request had a `token_hash`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub host_token: Option<String>,
}

/// Takes a seat, for a person or for a bot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JoinRequest {
    /// What the person is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 32))]
    pub name: Option<String>,
    /// Thirty-two random bytes as 64 hexadecimal digits, which go into the dice of a table where they are committed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub entropy: Option<String>,
    /// The anchor of the person's hash chain as 64 hexadecimal digits, where the dice are linked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub anchor: Option<String>,
    /// The level of a bot, instead of name and entropy; only the host adds bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::BotLevel>))]
    pub bot: Option<String>,
    /// The SHA-256 of a token that the client made, as 64 hexadecimal digits: see `token_hash` of opening a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub token_hash: Option<String>,
}

/// Somebody who takes part now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Joined {
    /// The seat. It may move down while others get up before the game.
    pub seat: u8,
    /// The number of the player, which stays.
    pub player: u32,
    /// What the log hashes to.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = formats::Hex32))]
    pub head: String,
    /// What lets the player act. Keep it secret. Missing for bots, and if the request had a `token_hash`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub token: Option<String>,
}

/// A code with which a seat can be taken on another device, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TransferCode {
    /// The code: twelve letters and digits. Whoever has it has the seat.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::SeatCode))]
    pub code: String,
    /// When it expires, in milliseconds since 1970.
    pub until: u64,
}

/// Takes a seat on another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TransferRequest {
    /// The code, as people type it.
    pub code: String,
    /// The SHA-256 of a token that the client made, as 64 hexadecimal digits: see `token_hash` of opening a table. The same code with the same
    /// hash is answered alike for as long as the code lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub token_hash: Option<String>,
}

/// A seat that was taken on another device. The token of the first device stays good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Transferred {
    /// The name of the table.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::TableName))]
    pub table: String,
    /// The rules line.
    pub rules: String,
    /// The seat.
    pub seat: u8,
    /// The number of the player.
    pub player: u32,
    /// What the player is called.
    pub name: String,
    /// What lets the player act. Keep it secret. Missing if the request had a `token_hash`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub token: Option<String>,
}

/// Acts for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActionRequest {
    /// The last event that the player has seen.
    pub seq: u64,
    /// The action in the notation of the game.
    #[cfg_attr(feature = "openapi", schema(example = "keep 1 5"))]
    pub action: String,
    /// What the player expects to score by it; refused with the true figure if that is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<i64>,
    /// The player's link of the roll that the action leads to, where the dice are linked; it can be sent later as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub link: Option<String>,
}

/// Adds a link to the roll that is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LinkRequest {
    /// The number of the roll, counted from 1.
    pub roll: u64,
    /// The link as 64 hexadecimal digits.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::Hex32))]
    pub link: String,
}

/// Begins a new hash chain for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnchorRequest {
    /// The anchor as 64 hexadecimal digits. The chain gives its first link to the next roll.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::Hex32))]
    pub anchor: String,
}

/// Offers to end the game here, or declines what others offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OfferRequest {
    /// The last event that the player has seen.
    pub seq: u64,
}

/// What happened because of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Happened {
    /// The last of the events.
    pub seq: u64,
    /// What the log hashes to after it.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = formats::Hex32))]
    pub head: String,
    /// The events, in order.
    pub events: Vec<Event>,
}

/// Something that happened at a table. Which of the optional fields it has follows from its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Event {
    /// Its number; the first is 1.
    pub seq: u64,
    /// When it was written down, in milliseconds since 1970.
    pub at: u64,
    /// What kind of event it is.
    pub kind: EventKind,
    /// The event as the log has it.
    pub line: String,
    /// What the log hashes to after it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = formats::Hex32))]
    pub head: String,
    /// What it did, in words.
    pub story: Vec<Line>,
    /// Whose event it was: who joined, acted, left, came back, was replaced, offered, declined or resigned, or was in turn when dice were rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The number of the player who joined or withdrew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<u32>,
    /// What whoever joined is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The level of the bot that joined, or plays on for somebody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::BotLevel>))]
    pub bot: Option<String>,
    /// What was done, in the notation of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The pips of the dice that were rolled, as they fell, or to which something was done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// The cells of a board to which something was done: the way walked, or the one cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// The numbers of the tiles to which something was done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<u8>,
    /// The row of a sheet to which something was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// What was scored at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// The seats that share the win, when the game ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<u8>,
    /// What the server had committed itself to, when the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub seed: Option<String>,
    /// The link that was added, if it was one, or the anchor of a new chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub link: Option<String>,
    /// All links of a roll, where the dice are linked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<RollLinks>,
    /// Where the same players meet again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::TableName>))]
    pub rematch: Option<String>,
    /// The table after this event. Events that are sent as they happen have it, old ones may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<TableAfter>,
}

/// What the dice of a roll follow from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RollLinks {
    /// The number of the roll, counted from 1.
    pub roll: u64,
    /// The server's link.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::Hex32))]
    pub server: String,
    /// The links of the seats, from the first on; missing for bots and those who were absent.
    pub seats: Vec<Option<String>>,
}

/// A linked roll that is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DueRoll {
    /// The number of the roll, counted from 1.
    pub roll: u64,
    /// The seats whose links are missing.
    pub missing: Vec<u8>,
}

/// A table after an event: all that is needed to draw it, the same for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableAfter {
    /// How far the table has come.
    pub stage: Stage,
    /// Who takes part, from the first seat on.
    pub players: Vec<PlayerView>,
    /// Why nothing can happen any more although the game is not over, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// What the table waits for.
    pub waiting: Waiting,
    /// The linked roll that is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<DueRoll>,
    /// When the time for this decision is up, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    /// The seats that offer to stop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<u8>,
    /// Whether the players could agree to end the game in a draw: where the rules allow it, and no bot plays.
    #[serde(default)]
    pub can_draw: bool,
    /// The picture, once the game has begun, with the choices of the seat that decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    /// The state in the notation of the game, from which another game can begin; missing where something is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// What kind of event it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum EventKind {
    /// The table was opened.
    #[default]
    Opened,
    /// Somebody takes part.
    Joined,
    /// Somebody changed their mind before the game.
    Withdrew,
    /// The game began.
    Started,
    /// Dice fell.
    Rolled,
    /// A player chose.
    Acted,
    /// A player went away.
    Left,
    /// A bot plays on for a player.
    Replaced,
    /// A player is back.
    Returned,
    /// A player offers a draw.
    Offered,
    /// A player declines the draw that others offered.
    Declined,
    /// All agreed on a draw.
    Agreed,
    /// A player has given up for good.
    Resigned,
    /// A player added a link to the roll that is due.
    Linked,
    /// A player adds nothing to the roll that is due.
    Absent,
    /// A player began a new hash chain.
    Anchored,
    /// The game is over, and the seed is revealed.
    Ended,
    /// The same players meet again elsewhere.
    Rematch,
}

/// A table as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableView {
    /// The name of the table.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::TableName))]
    pub table: String,
    /// The rules line.
    pub rules: String,
    /// How many may take part.
    pub seats: u8,
    /// The last event.
    pub seq: u64,
    /// What the log hashes to after it.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = formats::Hex32))]
    pub head: String,
    /// How far the table has come.
    pub stage: Stage,
    /// Who takes part, from the first seat on.
    pub players: Vec<PlayerView>,
    /// Why nothing can happen any more although the game is not over, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// What the table waits for.
    pub waiting: Waiting,
    /// The linked roll that is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<DueRoll>,
    /// How many seconds a decision may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<u32>,
    /// When the time for this decision is up, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    /// The level of the bot that plays on for somebody whose time is up.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::BotLevel))]
    pub standin: String,
    /// Whether players may ask what their choices are worth.
    pub coach: bool,
    /// How the dice are made.
    #[serde(default)]
    pub dice: DiceKind,
    /// What that means, in a sentence.
    #[serde(default)]
    pub dice_note: String,
    /// The server's promise about the dice: the anchor of its chain if they are linked.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::Hex32))]
    pub commitment: String,
    /// What the server had committed itself to, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::Hex32>))]
    pub seed: Option<String>,
    /// The seats that share the win, once the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<u8>,
    /// The seats that offer to stop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<u8>,
    /// Whether the players could agree to end the game in a draw: where the rules allow it, and no bot plays.
    #[serde(default)]
    pub can_draw: bool,
    /// The state that the game begins from, unless that is the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where the same players met before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::TableName>))]
    pub after: Option<String>,
    /// Where the same players meet again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::TableName>))]
    pub rematch: Option<String>,
    /// How many watch without playing.
    pub watching: u32,
    /// The seat of whoever asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<u8>,
    /// Whether whoever asks is the host.
    pub host: bool,
    /// The picture, once the game has begun; with the choices of whoever asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Stage {
    /// Players are joining.
    Gathering,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayerView {
    /// The seat.
    pub seat: u8,
    /// The number of the player.
    pub player: u32,
    /// What the player is called.
    pub name: String,
    /// The level, if it is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<formats::BotLevel>))]
    pub bot: Option<String>,
    /// Whether the player is there.
    pub presence: Presence,
    /// Whether the player has given up for good; a bot plays on in the seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
    /// Whether the player has the table open at this moment.
    pub online: bool,
    /// The points so far.
    pub points: i32,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Presence {
    /// The player is there.
    Here,
    /// The player has left, and the seat waits.
    Away,
    /// A bot plays on.
    Replaced,
}

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Waiting {
    /// For whom.
    #[serde(rename = "for")]
    pub whom: WaitingFor,
    /// The seat, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
}

/// For whom a table waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum WaitingFor {
    /// More players, or the host.
    Start,
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// Links, before dice can fall.
    Links,
    /// Nobody.
    Nothing,
}

/// A table where the same players meet again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rematch {
    /// The name of the new table. Take a seat there with the token of the old one, and new entropy.
    #[cfg_attr(feature = "openapi", schema(value_type = formats::TableName))]
    pub table: String,
}

/// Sends a feeling round the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmoteRequest {
    /// The feeling.
    pub emote: Emote,
}

/// Who has a table open at a moment: what a stream sends as `presence` whenever that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PresenceNews {
    /// The numbers of the players who have it open, in order.
    pub online: Vec<u32>,
    /// How many others have it open.
    pub watching: u32,
}

/// A feeling that somebody shows: what a stream sends as `emote`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmoteNews {
    /// The seat.
    pub seat: u8,
    /// The feeling.
    pub emote: Emote,
}

/// A feeling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Emote {
    /// Hello.
    Hello,
    /// Well done.
    Bravo,
    /// What luck.
    Lucky,
    /// Oh no.
    Ouch,
    /// Thinking.
    Thinking,
    /// Thank you.
    Thanks,
}

impl Emote {
    /// Lists all feelings.
    pub const ALL: [Self; 6] = [
        Self::Hello,
        Self::Bravo,
        Self::Lucky,
        Self::Ouch,
        Self::Thinking,
        Self::Thanks,
    ];

    /// Returns what somebody says who feels so.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Hello => "Hello!",
            Self::Bravo => "Bravo!",
            Self::Lucky => "What luck!",
            Self::Ouch => "Ouch!",
            Self::Thinking => "Let me think …",
            Self::Thanks => "Thank you!",
        }
    }
}
