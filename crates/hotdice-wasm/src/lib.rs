//! Hot Dice without a server, for browsers and Node.
//!
//! A [`House`] answers the requests of the HTTP API, with the same paths and the same JSON, from memory. What has to last is handed
//! out with the answer, and the host stores it: the log of a table before anybody sees the answer, and solved games when there is
//! time. What the house needs and does not have, it asks for: the host looks, provides it, and makes the call again.
//!
//! Built with the feature `thinking` it also has bots and solvers. A page runs the small module for its tables, and the large
//! one in another worker, so that a table never waits for a solver.

#[cfg(target_arch = "wasm32")]
mod abi;
mod checks;
mod house;
#[cfg(feature = "thinking")]
mod library;
mod message;
mod tables;
#[cfg(feature = "thinking")]
mod thinking;
mod verification;

pub use house::House;
pub use message::{
    BotSeat, BotTurn, HintQuestion, HostCall, HostRequest, LogAppend, Missing, Referral, Reply,
    SavedTable,
};
