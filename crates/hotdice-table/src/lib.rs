//! A match as an event log, without I/O.
//!
//! A [`Match`] holds the rules, who sits where and everything that happened; its position is what a replay of the log
//! gives. It is written as a [`Record`](hotdice_core::Record) and comes back from one with [`Match::replay`]. Dice come
//! from a [`DiceSource`]: from the operating system, from a seed that gives them again, or from a script.

pub mod dice;
mod match_log;
mod replay;

pub use dice::DiceSource;
pub use match_log::{ActError, Match, OpenError, RollError, UndoRefused};
pub use replay::{ReplayError, ReplayProblem};
