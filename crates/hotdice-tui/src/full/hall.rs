//! The hall: everything the program does, to be chosen from.

mod games;
mod home;
mod house;
mod menu;
mod outlook;
mod reader;
mod saved;
mod seats;
mod settings;
mod solved;
#[cfg(test)]
mod tests;

use super::screen::Screen;

pub(crate) use reader::Reader;
pub(crate) use seats::Seats;
pub use seats::{Begin, Seating};

/// Returns the first screen.
pub(crate) fn home() -> Box<dyn Screen> {
    Box::new(home::Home::default())
}
