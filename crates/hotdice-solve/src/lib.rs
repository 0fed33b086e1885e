#![doc = include_str!("../README.md")]

pub mod generic;
pub mod ledger;
pub mod oracle;
pub mod parallel;
pub mod pig;
mod processor;
pub mod push_luck;
pub mod shut_the_box;
mod size;
pub mod tridice;
mod watch;
pub mod yatzy;

pub use watch::{Stopped, Unwatched, Watch};
