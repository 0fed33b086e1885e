//! A match as an event log, without I/O.
//!
//! A [`Match`] holds the rules, who sits where and everything that happened; its position is what a replay of the log
//! gives. It is written as a [`Record`](hotdice_core::Record) and comes back from one with [`Match::replay`]. Dice come
//! from a [`DiceSource`]: from the operating system, from a seed that gives them again, or from a script.
//!
//! A [`Table`] is a place where people meet to play a match: they join, leave and come back, and its log of
//! [`TableEvent`]s is all there is to it. Its dice are [fair]: nobody can choose them, and everybody can check them
//! when the game is over.

pub mod dice;
pub mod fair;
mod match_log;
mod replay;
mod table;

pub use dice::DiceSource;
pub use match_log::{ActError, Match, NobodyThere, OpenError, RollError, UndoRefused};
pub use replay::{ReplayError, ReplayProblem, attendance_in_words};
pub use table::{
    CheckedEvent, Effect, Impossible, NotATableEvent, NotATableId, Player, PlayerId, Presence,
    Refused, Settings, Stage, Table, TableEvent, TableId, Waiting, Who,
};
