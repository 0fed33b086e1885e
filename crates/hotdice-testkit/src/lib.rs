//! What every game of Hot Dice must pass.
//!
//! [`conform`] plays a game at random through [`AnyGame`](hotdice_core::AnyGame) and checks all that the rest of the
//! workspace relies on; [`golden`] and [`perft`] compare with files that are checked in, and [`playthrough`] writes the
//! text of such a file. For tests only: everything here panics when it finds a flaw, with what it takes to see it again.

mod chance;
mod conform;
pub mod golden;
mod long;
pub mod perft;
mod picture;
mod playthrough;
mod refusals;
mod rules_text;
mod sentences;
mod workspace;

pub use conform::{Conformance, Failure, Find, Flaw, Whereabouts, conform};
pub use long::is_long;
pub use playthrough::playthrough;
pub use refusals::refusals;
pub use rules_text::rules_text;
pub use sentences::{Sentences, rows};
