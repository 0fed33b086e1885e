//! Tables on the network: HTTP, event streams, and a store that never forgets.
//!
//! [`serve`] runs a server on a listener until it is told to stop. Games are kept in a [`store`]; an action is
//! answered only when it is safe there.

pub mod analysis;
pub mod bus;
pub mod explore;
mod failure;
mod house;
mod http;
mod presence;
mod proxies;
mod room;
mod serve;
pub mod store;
mod token;
mod view;

pub use http::{Bounds, Rates};
pub use proxies::{Network, NotANetwork, Proxies};
pub use serve::{Service, serve};
