//! Tapes: scripts of keys and of what must be seen, played in a real terminal.
//!
//! A [`Tape`] is a text file with one command on each line. It is played in terminals of tmux that nobody sees, each with a
//! shell and a data folder of its own, so that a test can leave the program and look at what it left behind. The commands
//! are listed at [`Command`](tape::Command). Pictures are made from the [`Still`]s that a tape takes.

mod cells;
mod palette;
pub mod play;
mod served;
mod shapes;
mod svg;
pub mod tape;
mod tmux;

pub use play::{Player, Stopped, Trouble};
pub use svg::Still;
pub use tape::{Tape, TapeError};
pub use tmux::is_installed;
