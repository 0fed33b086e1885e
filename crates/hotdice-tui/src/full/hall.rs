//! The hall: everything the program does, to be chosen from.

mod games;
mod home;

mod menu;
mod mistakes;
mod outlook;
mod reader;
mod rules_screen;
mod saved;
mod seats;
mod settings;
mod solved;
mod statistics;
mod survey;
#[cfg(test)]
mod tests;

use super::screen::Screen;

pub(crate) use reader::RulesReader;
pub(crate) use seats::SeatsScreen;
pub use seats::{Begin, Seating};

/// Returns the list of saved games.
#[cfg(test)]
pub(crate) fn saved(cx: &super::screen::Cx) -> Box<dyn Screen> {
    Box::new(saved::SavedScreen::new(cx))
}

/// Returns the first screen.
pub(crate) fn home() -> Box<dyn Screen> {
    Box::new(home::HomeScreen::default())
}
