//! Where a server inside this program listens.

use std::io;
use std::net::{Ipv4Addr, TcpListener};

use anyhow::Context;

/// The port of servers of Hot Dice.
pub(super) const USUAL: u16 = 7878;

/// The ports that are tried next when that one is taken.
const NEIGHBOURS: u16 = 9;

/// Listens at the port of the last time, the usual one, one beside it, or any that is free.
pub(super) fn listen(ip: Ipv4Addr, last: Option<u16>) -> anyhow::Result<TcpListener> {
    let neighbours = USUAL..=USUAL + NEIGHBOURS;
    let mut ports = last.into_iter().chain(neighbours).chain([0]);
    let mut refused = None;
    let listener = ports.find_map(|port| match TcpListener::bind((ip, port)) {
        Ok(listener) => Some(listener),
        Err(error) => {
            refused = Some(error);
            None
        }
    });
    let no_port = || refused.unwrap_or_else(|| io::ErrorKind::AddrInUse.into());
    listener
        .ok_or_else(no_port)
        .with_context(|| format!("cannot listen at {ip}"))
}
