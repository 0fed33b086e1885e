//! Players that are programs, from random to perfect, and tournaments between them.
//!
//! A [`Player`] sees a view, never a state, and chooses an action.

mod level;
pub mod pig;
mod player;
pub mod push_luck;
mod simulate;
pub mod yatzy;

pub use level::{Level, NoSuchLevel};
pub use player::{Best, Luck, OpenGame, Player, Random};
pub use simulate::{Estimate, SeatTally, Tally, simulate};
