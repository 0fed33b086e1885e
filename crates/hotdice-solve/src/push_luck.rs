//! Push your luck, solved: the best turn, and the race of two players.

mod options;
mod race;
mod turn;

pub use race::{NoValue, Race, RaceRefused, WrongBytes};
