#![doc = include_str!("../README.md")]

pub mod formulas;
mod hmac;
mod links;
mod log;
mod problem;
mod replay;
mod verdict;
mod withheld;
mod worth;

pub use hmac::hmac_sha256;
pub use log::{LogCheck, OwnSeat};
pub use problem::Problem;
pub use verdict::{Absences, Found, Memory, Verdict, verify};
pub use withheld::{AbsenceEffect, EffectTally, Withheld};
