//! Tables on the network: HTTP, event streams, and a store that never forgets.
//!
//! [`serve`] runs a server on a listener until it is told to stop. Games are kept in a [`store`]; an action is
//! answered only when it is safe there.

pub mod bus;
mod failure;
mod http;
mod metrics_registry;
mod once_per_minute;
mod origin;
mod own_address;
mod presence;
mod proxies;
mod scheduler;
mod serve;
mod session;
mod snapshot;
pub mod store;
mod table_service;
#[cfg(test)]
mod test_worlds;
mod token;
mod write_timeout;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use hotdice_world::World;
pub use http::{Quotas, RateLimits};
pub use own_address::own_address;
pub use proxies::{IpNet, Proxies, read_network};
pub use serve::{Service, serve};

/// Locks something that is whole whenever it is unlocked: a thread that panicked with it has left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
