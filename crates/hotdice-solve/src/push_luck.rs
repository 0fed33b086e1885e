//! Push your luck, solved: the best turn, and the race of two or three players.

mod best_turn;
mod options;
mod parallel;
mod points;
mod policy;
mod race;
mod three;
mod turn;

pub use best_turn::BestTurn;
pub use points::PointsPlan;
pub use policy::{Choice, PolicyRefused, Scores, Then, TurnPlan, TurnPolicy, duel};
pub use race::{NoValue, Race, RaceRefused, Racer, WrongBytes};
pub use three::{ThreeRace, ThreeRefused};
