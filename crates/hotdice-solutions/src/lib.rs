//! Solved games on disk.
//!
//! [`Tables`] is the library that bots, hints and analyses ask; it keeps what it has solved on a [`Shelf`], a folder of files
//! that are whole or not there. Tables too large for memory are files of pages, read as far as needed. A damaged or foreign file is never used: the game is solved again.

mod asking;
mod kept;
mod memory;
mod pages;
mod shelf;
mod tables;

pub use shelf::{Key, Shelf};
pub use tables::{Lookout, Tables};
