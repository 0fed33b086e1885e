//! Attempts to know or to choose fair dice. One wins: a host who plays and holds their own links back, which shows in the
//! record. None of the others does better than chance.
//!
//! Every other attacker also meets a scheme that is broken in the way it hopes for, and succeeds there: otherwise its failure
//! would say nothing.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod asking;
mod dishonest;
mod guessing;
mod joining_last;
mod linked;
mod odds;
mod statistics;
mod withholding;
