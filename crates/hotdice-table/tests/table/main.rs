//! Tables as a server uses them: everything that can be asked, and whole games of every kind.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod attendance;
mod events;
mod facts;
mod gathering;
mod links;
mod refusals;
mod resigning;
mod secrets;
mod snapshots;
mod whole_games;
