#![doc = include_str!("../README.md")]

mod client;
mod error;
mod events;
mod memory;
mod patience;
mod random;
mod send;
mod server_url;
mod sse;
mod token;

pub use client::Client;
pub use error::{Error, Remedy};
pub use events::{Events, News};
pub use hotdice_world::{NoRandomness, World};
pub use memory::{
    KnownSeat, KnownTable, Memory, NotAMemory, Reach, SeenLog, SeenTable, record_name,
};
pub use patience::Hangup;
pub use patience::Patience;
pub use random::entropy;
pub use server_url::{NotAServerUrl, ServerUrl};
// For those who try what a stream can do to a client.
#[doc(hidden)]
pub use sse::{Message, Messages};
pub use token::{NotAToken, Token};
