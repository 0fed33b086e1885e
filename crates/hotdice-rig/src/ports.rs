//! Ports for servers that keep them over restarts.

use std::hash::{BuildHasher, RandomState};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};

/// Ports below those which the system gives to outgoing connections, so that one stays free while its server is away.
const FIRST: u16 = 12_000;
const COUNT: u16 = 20_000;

/// Returns a loopback address at which nobody listens.
#[must_use]
pub fn free() -> SocketAddr {
    loop {
        let draw = RandomState::new().hash_one(0);
        let port = FIRST + u16::try_from(draw % u64::from(COUNT)).expect("less than a port");
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}
