//! Tables on the network.

mod failure;
mod house;
mod room;
pub mod store;
mod token;
mod view;
