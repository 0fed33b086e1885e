#![doc = include_str!("../README.md")]

pub mod dice;
pub mod fair;
pub mod log_head;
mod match_log;
mod replay;
mod table;

pub use dice::DiceSource;
pub use match_log::{ActError, Match, NobodyThere, OpenError, RollError, UndoRefused};
pub use replay::{ReplayError, ReplayProblem, attendance_in_words};
pub use table::{
    CheckedEvent, Effect, Impossible, LinkAnswer, NotASnapshot, NotATableEvent, NotATableId,
    PersonLinks, Player, PlayerId, Presence, Refused, Settings, ShortCode, Stage, Table, TableDice,
    TableEvent, TableId, Waiting, Who,
};
