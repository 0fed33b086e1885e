//! The whole screen: a hall to choose in, tables to play at.
//!
//! A screen draws itself and answers keys; the event loop holds those that are open, one above the other, and waits without
//! work until somebody presses a key, a job beside the screen is done, or an animation moves on.

mod canvas;
mod characters;
mod event_loop;
mod hall;
mod look;
mod online;
mod picture;
mod review;
mod screen;
mod table;
mod terminal;
#[cfg(test)]
pub(crate) mod testing;
mod widgets;

pub use event_loop::{FirstScreen, Parting, run};
pub use hall::{Begin, Seating};
pub use look::Shade;
pub(crate) use online::grouped;
#[cfg(test)]
pub(crate) use online::tests::table as online_table;
