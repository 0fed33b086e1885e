//! Where this machine is on its network.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// Returns the address of this machine on its network, if it is on one.
///
/// A socket that is connected by UDP sends nothing, but the system chooses from where it would.
#[must_use]
pub fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified() && !ip.is_loopback()).then_some(ip)
}

/// Returns where other computers find a server that listens there; nothing if they do not.
pub(crate) fn address_for_others(listening: SocketAddr) -> Option<SocketAddr> {
    let ip = match listening.ip().to_canonical() {
        ip if ip.is_loopback() => return None,
        ip if ip.is_unspecified() => own_address()?,
        ip => ip,
    };
    Some(SocketAddr::new(ip, listening.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_find_what_listens_to_the_network() {
        let found = |text: &str| address_for_others(text.parse().expect("an address"));
        for here in ["127.0.0.1:7878", "[::1]:7878", "[::ffff:127.0.0.1]:1"] {
            assert_eq!(found(here), None, "{here}");
        }
        assert_eq!(found("192.0.2.7:80"), "192.0.2.7:80".parse().ok());
        let all = found("0.0.0.0:7878");
        assert_eq!(all.map(|address| address.ip()), own_address());
        assert!(all.is_none_or(|address| address.port() == 7878 && !address.ip().is_unspecified()));
    }
}
