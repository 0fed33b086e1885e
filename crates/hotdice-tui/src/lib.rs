//! Games in a terminal.
//!
//! Everything is drawn from scenes and sent back as notation: there are no rules and no names of games in here.

pub mod plain;
