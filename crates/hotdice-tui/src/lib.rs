//! Games in a terminal: line by line in [`plain`], on the whole screen in [`full`], both over one [`session`].
//!
//! Everything is drawn from scenes and sent back as notation: there are no rules and no names of games in here.

pub mod config;
pub mod full;
pub mod job;
pub mod journal;
pub mod key_map;
pub mod plain;
pub mod playthrough;
pub mod practice;
pub mod puzzle;
pub mod repetition;
pub mod rules_editor;
pub mod services;
pub mod session;
pub mod settings;
pub mod statistics;
