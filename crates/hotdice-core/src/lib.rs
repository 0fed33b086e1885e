#![doc = include_str!("../README.md")]

mod bytes32;
mod dice;
mod erased;
mod face;
mod game;
mod graph;
mod happened;
mod notation;
mod odds;
mod perft;
mod position;
mod record;
mod rules_line;
mod scene;
#[cfg(feature = "openapi")]
mod schema;
mod seat;
#[cfg(feature = "serde")]
mod serial;
mod spelling;

pub use bytes32::{Bytes32, NotBytes32};
pub use dice::{Dice, DiceError};
pub use erased::{AnyGame, AnyPosition, EventRefused, StartRefused};
pub use face::Face;
pub use game::{Game, Open, Standing, Throw, Turn, TypedEvent};
pub use graph::{
    Beyond, End, Exploration, Node, Objective, SoloObjective, StateGraph, StateIndex, StateKey,
    Unexplored,
};
pub use happened::{CheckedAction, CheckedRoll, GameEvent, GameEventKind};
pub use notation::{Fields, Notation, Unreadable};
pub use odds::Odds;
pub use perft::perft;
pub use position::{
    ActRefused, AgreementRefused, Position, ResignRefused, RollRefused, SeatsRefused,
};
pub use record::{
    Attendance, DiceOrigin, FairOrigin, Name, NotAName, Record, RecordError, RecordEvent,
    RecordProblem,
};
pub use rules_line::{
    Parameter, ParameterValue, RulesError, RulesLine, list_rules, meant, nearest, read_rules,
    write_rules,
};
pub use scene::{
    BoxScore, Card, Choice, Combination, Die, EventOf, FollowUp, Line, Mark, Part, Piece, Scene,
    Score, ScoreRefused, Section, Sheet, SheetCell, SheetRow, Show, Span, Split, Target, Tile,
    Tiles, Tone, Track, Tray, Triangle, TriangleCell,
};
pub use seat::{NotASeat, NotASeatRange, Seat, SeatRange, SeatSet, Viewer};
pub use spelling::{capitalized, counted, with_commas};
