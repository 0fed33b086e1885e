//! What must hold for every text that is typed and every way a game can go.
//!
//! Each function takes whatever comes and panics when a promise is broken. The fuzz targets in `fuzz/` feed them from
//! a fuzzer, and the tests of this crate from proptest, so that the same promises are kept in every run of the tests.

mod games;
mod positions;
mod requests;
mod tables;
mod texts;
mod walk;
mod wire;

pub use games::GAMES;
pub use positions::{edited_state, listed, state};
pub use requests::request;
pub use tables::{table_event, table_log};
pub use texts::{action, dice, record, roll, rules};
pub use wire::{address, bus, stream, wire};
