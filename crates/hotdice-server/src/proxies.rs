//! Proxies before a server, and the guests behind them.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
pub use ipnet::IpNet;

/// The header in which a proxy says for whom it asks: the guest first, then every proxy but the last.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The proxies that are believed when they say for whom they ask. Of anybody else that could be a lie.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Vec<IpNet>);

impl FromIterator<IpNet> for Proxies {
    fn from_iter<T: IntoIterator<Item = IpNet>>(networks: T) -> Self {
        Self(networks.into_iter().collect())
    }
}

impl Proxies {
    /// Returns from where a request comes: the nearest address that is none of the proxies.
    pub(crate) fn guest(&self, peer: SocketAddr, headers: &HeaderMap) -> SocketAddr {
        let mut guest = peer;
        let lines = headers.get_all(FORWARDED_FOR).iter().rev();
        let hops = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
        for hop in hops {
            if !self.contain(guest.ip()) {
                break;
            }
            match address(hop.trim()) {
                Some(before) => guest = before,
                None => break,
            }
        }
        guest
    }

    /// Tells whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Tells whether an address is one of the proxies.
    pub(crate) fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Reads an address with or without a port.
fn address(text: &str) -> Option<SocketAddr> {
    let alone = || text.parse().ok().map(|ip: IpAddr| SocketAddr::new(ip, 0));
    text.parse().ok().or_else(alone)
}

/// Reads one address, or a network of all that begin with the same bits.
///
/// # Errors
/// Says what is expected.
pub fn read_network(text: &str) -> Result<IpNet, String> {
    let one = || text.parse::<IpAddr>().ok().map(IpNet::from);
    let network = text.parse().ok().or_else(one);
    network.ok_or_else(|| {
        format!("{text:?} is neither an address such as 127.0.0.1 nor a network such as 10.0.0.0/8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(peer: &str, forwarded: &[&str], guest: &str) {
        let proxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].map(read_network);
        let proxies: Proxies = proxies.into_iter().collect::<Result<_, _>>().unwrap();
        let lines = forwarded.iter().map(|line| line.parse().unwrap());
        let headers = lines.map(|line| (FORWARDED_FOR.parse().unwrap(), line));
        let found = proxies.guest(
            peer.parse().unwrap(),
            &headers.collect::<Vec<_>>().into_iter().collect(),
        );
        assert_eq!(found.ip(), guest.parse::<IpAddr>().unwrap());
    }

    #[test]
    fn a_proxy_is_believed() {
        check("127.0.0.1:99", &["203.0.113.7"], "203.0.113.7");
        check("[::ffff:10.1.2.3]:99", &["2001:db8::7"], "2001:db8::7");
        check("[fd00::1]:99", &["203.0.113.7:5000"], "203.0.113.7");
        check("127.0.0.1:99", &["[2001:db8::7]:5000"], "2001:db8::7");
    }

    #[test]
    fn the_nearest_stranger_is_the_guest() {
        // What stands further left was said by the guest.
        check(
            "127.0.0.1:99",
            &["198.51.100.1, 203.0.113.7, 10.0.0.2"],
            "203.0.113.7",
        );
        check(
            "127.0.0.1:99",
            &["198.51.100.1", "203.0.113.7", "10.0.0.2"],
            "203.0.113.7",
        );
        // Everybody is behind the proxies.
        check("127.0.0.1:99", &["10.0.0.3, 10.0.0.2"], "10.0.0.3");
    }

    #[test]
    fn strangers_are_not_believed() {
        check("203.0.113.7:99", &["198.51.100.1"], "203.0.113.7");
        check("11.0.0.1:99", &["198.51.100.1"], "11.0.0.1");
    }

    #[test]
    fn what_cannot_be_read_ends_the_way() {
        check("127.0.0.1:99", &[], "127.0.0.1");
        check("127.0.0.1:99", &["203.0.113.7, unknown"], "127.0.0.1");
        check("127.0.0.1:99", &["unknown, 10.0.0.2"], "10.0.0.2");
        check("127.0.0.1:99", &[""], "127.0.0.1");
    }

    #[test]
    fn networks_are_read_or_refused() {
        for good in ["10.0.0.0/8", "127.0.0.1/32", "fd00::/8", "0.0.0.0/0"] {
            assert_eq!(read_network(good).unwrap().to_string(), good);
        }
        for bad in [
            "",
            "10.0.0.0/33",
            "fd00::/129",
            "10.0.0/8",
            "localhost",
            "1.2.3.4/-1",
        ] {
            let refused = read_network(bad).unwrap_err();
            assert!(
                refused.starts_with(&format!("{bad:?} is neither")),
                "{refused}"
            );
        }
    }
}
