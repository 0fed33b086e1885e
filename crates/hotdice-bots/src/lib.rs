//! Players that are programs, from random to perfect, and tournaments between them.
//!
//! A [`Player`] sees a view, never a state, and chooses an action.

mod bot;
mod figures;
mod level;
mod library;
pub mod pig;
mod player;
mod promise;
pub mod push_luck;
mod roster;
mod simulate;
pub mod tridice;
pub mod yatzy;

pub use bot::Bot;
pub use figures::{Figure, Unit};
pub use level::{Level, NoSuchLevel};
pub use library::{EmptyLibrary, Library, Unsolvable};
pub use player::{Best, Luck, OpenGame, Player, Random};
pub use promise::can_play;
pub use roster::{Scope, exact_duel, figures, oracle, seat, tournament, turn_points};
pub use simulate::{Estimate, SeatTally, Tally, simulate};
