//! Push your luck, solved: the best turn, and the race of two players.

mod best_turn;
mod options;
mod plan;
mod race;
mod turn;

pub use best_turn::BestTurn;
pub use plan::TurnPlan;
pub use race::{NoValue, Race, RaceRefused, Racer, WrongBytes};
