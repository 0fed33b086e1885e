//! Perfect play: exact values and policies of every game that can be solved.
//!
//! [`generic`] solves any small game over the [`Game`](hotdice_core::Game) trait, slowly and plainly; it is the check of
//! everything else. The other modules solve one family each, fast. Nothing here does I/O, holds a clock or draws a
//! random number; whoever waits watches through [`Watch`].

pub mod generic;
pub mod ledger;
pub mod oracle;
pub mod parallel;
pub mod pig;
mod processor;
pub mod push_luck;
pub mod tridice;
mod watch;
pub mod yatzy;

pub use watch::{Stopped, Unwatched, Watch};
