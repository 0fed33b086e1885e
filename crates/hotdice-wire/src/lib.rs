#![doc = include_str!("../README.md")]

mod analysis;
mod explore;
#[cfg(feature = "openapi")]
pub mod formats;
mod games;
mod problem;
mod score;
mod table;

pub use analysis::{Analysis, DecisionWorth, RollLuck, SeatAccount};
pub use explore::{
    AskedAim, Curve, DailyAnswer, ExploreAnswer, ExploreRequest, FigureAnswer, PositionAnswer,
    PositionRequest,
};
pub use games::{
    ActionWorth, GameList, GameSummary, Health, Hint, LevelList, Parameter, RulesAnswer,
    RulesSection, ScoreRequest, SeatNumbers, ServerAddresses,
};
pub use hotdice_core::{
    Card, Choice, Die, FollowUp, Line, Mark, Part, Piece, Scene, Sheet, SheetCell, SheetRow, Span,
    Target, Tile, Tiles, Tone, Track, Tray, Triangle, TriangleCell,
};
pub use problem::{Code, Problem};
pub use score::{BoxAnswer, BoxesAnswer, PartAnswer, ScoreAnswer, SplitAnswer};
pub use table::{
    ActionRequest, AnchorRequest, DiceKind, DueRoll, Emote, EmoteNews, EmoteRequest, Event,
    EventKind, Happened, JoinRequest, Joined, LinkRequest, OfferRequest, OpenRequest, Opened,
    PlayerView, Presence, PresenceNews, Rematch, RollLinks, Stage, TableAfter, TableView,
    TransferCode, TransferRequest, Transferred, Waiting, WaitingFor,
};
