//! Proxies before a server, and the guests behind them.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;

/// The header in which a proxy says for whom it asks: the guest first, then every proxy but the last.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The proxies that are believed when they say for whom they ask. Of anybody else that could be a lie.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Vec<Network>);

impl FromIterator<Network> for Proxies {
    fn from_iter<T: IntoIterator<Item = Network>>(networks: T) -> Self {
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

    fn contain(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }
}

/// Reads an address with or without a port.
fn address(text: &str) -> Option<SocketAddr> {
    let alone = || text.parse().ok().map(|ip: IpAddr| SocketAddr::new(ip, 0));
    text.parse().ok().or_else(alone)
}

/// One address, or all that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

impl Network {
    fn contains(&self, address: IpAddr) -> bool {
        let differ = match (self.address, address.to_canonical()) {
            (IpAddr::V4(here), IpAddr::V4(there)) => {
                (here.to_bits() ^ there.to_bits()).leading_zeros()
            }
            (IpAddr::V6(here), IpAddr::V6(there)) => {
                (here.to_bits() ^ there.to_bits()).leading_zeros()
            }
            _ => return false,
        };
        differ >= self.bits
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

/// Something that is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither an address such as 127.0.0.1 nor a network such as 10.0.0.0/8")]
pub struct NotANetwork(String);

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let wrong = || NotANetwork(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let all = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(all);
        match bits <= all {
            true => Ok(Self { address, bits }),
            false => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(peer: &str, forwarded: &[&str], guest: &str) {
        let proxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].map(str::parse);
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
            assert_eq!(good.parse::<Network>().unwrap().to_string(), good);
        }
        for bad in [
            "",
            "10.0.0.0/33",
            "fd00::/129",
            "10.0.0/8",
            "localhost",
            "1.2.3.4/-1",
        ] {
            let error = bad.parse::<Network>().unwrap_err();
            assert_eq!(error, NotANetwork(bad.to_owned()));
        }
    }
}
