//! Push your luck, solved: the best turn, and the race of two or three players.

mod best_turn;
mod duel;
mod endgame;
mod in_turn;
mod last_turn;
mod offer;
mod options;
mod points;
mod policy;
mod race;
mod rules;
mod three;
mod turn;

pub use best_turn::BestTurn;
pub use duel::{DuelRefused, Duelist, duel};
pub use endgame::Endgame;
pub use last_turn::LastTurn;
pub use offer::{AfterRoll, Keep, Offer, Offers, RollChoice, Rolled, Then};
pub use points::PointsPlan;
pub use policy::{Scores, TurnPlan, TurnPolicy};
pub use race::{NoValue, Race, RaceRefused, Racer, RacerTurn, WrongBytes};
pub use rules::SolverRules;
pub use three::{ThreeRace, ThreeRefused};
