//! Solved games, kept.
//!
//! [`SolutionCache`] is the library that bots, hints and analyses ask; it keeps what it has solved in memory and in a
//! [`SolutionFolder`] of files that are whole or not there. Tables too large for memory are files of pages, read as far as needed. A
//! damaged or foreign file is never used: the game is solved again.

mod budget;
mod cache;
mod disk;
mod pages;

pub use cache::{ProgressReporter, SolutionCache};
pub use disk::SolutionFolder;
pub use hotdice_bots::Key;
