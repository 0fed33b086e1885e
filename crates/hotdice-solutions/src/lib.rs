//! Solved games, kept.
//!
//! [`SolutionCache`] is the library that bots, hints and analyses ask; it keeps what it has solved in memory and in a
//! [`SolutionFolder`] of files that are whole or not there. Tables too large for memory are files of pages, read as far as needed. A
//! damaged or foreign file is never used: the game is solved again. A [`SolvePolicy`] decides about what takes long to solve.

mod budget;
mod cache;
mod disk;
mod draft;
mod pages;
mod policy;

pub use cache::{ProgressReporter, SolutionCache};
pub use disk::SolutionFolder;
pub use draft::discard_drafts;
pub use hotdice_bots::{Key, SolveCost};
pub use policy::{AskFn, CostlySolve, SolvePolicy};
