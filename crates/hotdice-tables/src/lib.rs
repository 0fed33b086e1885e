//! Solved games on disk.
//!
//! [`Tables`] is the library that bots, hints and analyses ask; it keeps what it has solved on a [`Shelf`], a folder of files
//! that are whole or not there. A damaged or foreign file is never used: the game is solved again.

mod shelf;
mod tables;

pub use shelf::{Key, Shelf};
pub use tables::{Lookout, Tables};
