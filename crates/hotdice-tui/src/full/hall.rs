//! The hall: everything the program does, to be chosen from.

mod home;

use super::screen::Screen;

/// Returns the first screen.
pub(crate) fn home() -> Box<dyn Screen> {
    Box::new(home::Home::default())
}
