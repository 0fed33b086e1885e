//! The whole screen: a hall to choose in, tables to play at.
//!
//! A screen draws itself and answers keys; the stage holds those that are open, one above the other, and waits without
//! work until somebody presses a key, a job beside the screen is done, or an animation moves on.

mod after;
mod canvas;
mod hall;
mod job;
mod look;
mod online;
mod picture;
mod screen;
mod stage;
mod table;
mod terminal;
#[cfg(test)]
mod testing;
mod widgets;

pub use stage::{Begin, Opening, Seating, Start, Stopped, run};
