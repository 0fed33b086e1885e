//! Checks the dice of a recorded game.
//!
//! A server that keeps its word has published a commitment, taken 32 bytes from every person, and thrown the dice that
//! follow from them; `docs/fair-dice.md` says how. [`verify`] does it all again from the record alone: the commitment, the
//! key, what is thrown when, and every die.
//!
//! This crate shares no code with the server: not the tables, not the dice, not even HMAC. Only the rules of the games
//! and SHA-256 are the same.

pub mod formulas;
mod hmac;
mod problem;
mod replay;
mod verdict;

pub use hmac::hmac_sha256;
pub use problem::Problem;
pub use verdict::{Found, Memory, Verdict, verify};
