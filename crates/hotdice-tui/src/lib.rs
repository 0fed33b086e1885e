//! Games in a terminal: line by line in [`plain`], on the whole screen in [`full`].
//!
//! Everything is drawn from scenes and sent back as notation: there are no rules and no names of games in here.

pub mod backstage;
pub mod full;
pub mod house;
pub mod plain;
pub mod settings;
