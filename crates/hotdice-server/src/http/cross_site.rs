//! Requests that a page of another site makes in the browser of a guest.
//!
//! Such a page may send simple requests to any server, also one on the same computer, and it may read the answers if a
//! name of its own leads to that server (DNS rebinding). So what changes something has to come from this server's own
//! page or from no page at all, and a server that only this computer reaches answers under no name but `localhost`.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};

use crate::failure::Failure;

/// The names under which a server is asked.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    names: Vec<String>,
    any: bool,
}

impl Hosts {
    /// Returns hosts of these names, or of any name if there are none and the server is open to other computers.
    pub(crate) fn new(names: Vec<String>, is_open: bool) -> Self {
        let any = names.is_empty() && is_open;
        Self { names, any }
    }

    /// Tells whether a request may be sent to this host: an address cannot be made to lead elsewhere.
    fn contain(&self, host: &str) -> bool {
        let named = |name: &String| name.eq_ignore_ascii_case(host);
        self.any || is_address(host) || is_this_computer(host) || self.names.iter().any(named)
    }

    /// Tells whether a request comes from our own page, or from no page.
    fn is_from_here(&self, headers: &HeaderMap) -> bool {
        // Browsers send this to servers that encrypt, whatever a proxy makes of the host.
        if let Some(site) = text(headers, &HeaderName::from_static("sec-fetch-site")) {
            return matches!(site, "same-origin" | "none");
        }
        let Some(origin) = text(headers, &header::ORIGIN) else {
            return true;
        };
        let origin: Option<Uri> = origin.parse().ok();
        let origin = origin.as_ref().and_then(Uri::authority);
        origin.is_some_and(|origin| {
            let host = text(headers, &header::HOST);
            host.is_some_and(|host| host.eq_ignore_ascii_case(origin.as_str()))
                || self
                    .names
                    .iter()
                    .any(|name| name.eq_ignore_ascii_case(origin.host()))
        })
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Returns the host that a request was sent to, without its port.
pub(super) fn host_of(headers: &HeaderMap) -> Option<String> {
    let host: Authority = text(headers, &header::HOST)?.parse().ok()?;
    Some(host.host().trim_matches(['[', ']']).to_owned())
}

/// Tells whether a host leads every computer to itself.
pub(super) fn is_this_computer(host: &str) -> bool {
    let address = host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    address || host.eq_ignore_ascii_case("localhost")
}

fn is_address(host: &str) -> bool {
    host.parse::<IpAddr>().is_ok()
}

/// Refuses a request of another site.
pub(super) fn check(hosts: &Hosts, request: &Request) -> Result<(), Failure> {
    let headers = request.headers();
    if host_of(headers).is_some_and(|host| !hosts.contain(&host)) {
        let detail = "this server does not accept that host name: start it with --hosts NAME";
        return Err(Failure::invalid(detail).with_status(StatusCode::MISDIRECTED_REQUEST));
    }
    if !request.method().is_safe() && !hosts.is_from_here(headers) {
        let detail =
            "this request comes from a page of another site: open the game on its own server";
        return Err(Failure::invalid(detail).with_status(StatusCode::FORBIDDEN));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_localhost_and_given_names_are_ours() {
        let check = |hosts: &Hosts, host: &str| hosts.contain(host);
        let near = Hosts::new(Vec::new(), false);
        let named = Hosts::new(vec!["dice.example".to_owned()], true);
        for hosts in [&near, &named] {
            for ours in ["localhost", "LOCALHOST", "127.0.0.1", "::1", "192.168.1.7"] {
                assert!(check(hosts, ours), "{ours}");
            }
            assert!(!check(hosts, "rebind.example"));
        }
        assert!(check(&named, "Dice.example") && !check(&near, "dice.example"));
        assert!(check(&Hosts::new(Vec::new(), true), "rebind.example"));
    }

    #[track_caller]
    fn check_origin(headers: &[(&str, &str)], is_ours: bool) {
        let hosts = Hosts::new(vec!["dice.example".to_owned()], true);
        let headers = headers.iter().map(|(name, value)| {
            let name: HeaderName = name.parse().expect("a name");
            (name, value.parse().expect("a value"))
        });
        let headers: HeaderMap = headers.collect();
        assert_eq!(hosts.is_from_here(&headers), is_ours, "{headers:?}");
    }

    #[test]
    fn other_sites_are_told_by_what_browsers_send() {
        let host = ("host", "192.168.1.7:7878");
        check_origin(&[host], true);
        check_origin(&[host, ("origin", "http://192.168.1.7:7878")], true);
        check_origin(&[host, ("origin", "https://dice.example")], true);
        check_origin(&[host, ("origin", "http://192.168.1.7:80")], false);
        check_origin(&[host, ("origin", "https://evil.example")], false);
        check_origin(&[host, ("origin", "null")], false);
        let behind_a_proxy = ("origin", "https://other.example");
        check_origin(
            &[host, behind_a_proxy, ("sec-fetch-site", "same-origin")],
            true,
        );
        check_origin(&[host, ("sec-fetch-site", "cross-site")], false);
        check_origin(&[host, ("sec-fetch-site", "same-site")], false);
    }
}
