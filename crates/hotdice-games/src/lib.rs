//! The rules of every game.
//!
//! One module per family; [`find`] turns a rules line into a game of any of them, and [`presets`] lists all that can
//! be named there. The registry is the only list of games: whoever works with [`AnyGame`](hotdice_core::AnyGame) needs
//! no change when a game is added.

pub mod pig;
pub mod push_luck;
mod registry;
pub mod tridice;
pub mod yatzy;

pub use registry::{FAMILIES, Family, Preset, find, presets};
