//! Line by line: no cursor movement, no boxes, nothing that a pipe or a screen reader would stumble over.

mod console;
mod draw;
mod game;
mod menu;
mod replay;
mod rules;
mod seats;
mod wrap;

pub use console::{Console, Echo};
pub use game::{Ending, Keeper, play};
pub use replay::replay;
pub use rules::write_rules;
pub use seats::ask_names;
pub use wrap::wrap;
