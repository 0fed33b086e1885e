//! Where a server is.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ureq::http::Uri;

/// The address of a server: `http://` or `https://`, a host, a port if need be, and maybe a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrl {
    text: String,
    is_here: bool,
}

/// A text that is not the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not the address of a server: write it like http://127.0.0.1:7878")]
pub struct NotAServerUrl(String);

impl ServerUrl {
    /// Returns the address as text, without a slash at its end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Tells whether the server runs on this machine.
    pub(crate) fn is_here(&self) -> bool {
        self.is_here
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for ServerUrl {
    type Err = NotAServerUrl;

    fn from_str(text: &str) -> Result<Self, NotAServerUrl> {
        let refused = || NotAServerUrl(text.chars().take(80).collect());
        let text = text.trim().trim_end_matches('/');
        let uri: Uri = text.parse().map_err(|_| refused())?;
        let known = matches!(uri.scheme_str(), Some("http" | "https"));
        let host = uri.host().filter(|host| !host.is_empty());
        let visible = text.bytes().all(|letter| letter.is_ascii_graphic());
        let plain = visible && uri.query().is_none() && !text.contains(['@', '#']);
        let port_fits = uri.port().is_some() == has_port(&uri);
        match host {
            Some(host) if known && plain && port_fits => Ok(Self {
                is_here: is_here(host),
                text: text.to_owned(),
            }),
            _ => Err(refused()),
        }
    }
}

/// Tells whether something is written where a port belongs.
fn has_port(uri: &Uri) -> bool {
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let after_host = authority.rsplit(']').next().unwrap_or_default();
    after_host.contains(':')
}

fn is_here(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']);
    host == "localhost"
        || host
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_addresses_as_people_write_them() {
        for (text, read, here) in [
            ("http://127.0.0.1:7878", "http://127.0.0.1:7878", true),
            (" http://localhost:80/ ", "http://localhost:80", true),
            ("http://[::1]:7878", "http://[::1]:7878", true),
            ("https://dice.example", "https://dice.example", false),
            (
                "https://example.org/dice/",
                "https://example.org/dice",
                false,
            ),
        ] {
            let url: ServerUrl = text.parse().expect(text);
            assert_eq!((url.as_str(), url.is_here()), (read, here));
        }
    }

    #[test]
    fn refuses_everything_else() {
        for text in [
            "",
            "nonsense",
            "127.0.0.1:7878",
            "ftp://example.org",
            "http://",
            "http://:80",
            "http://a b",
            "https://example.org/dice\u{1680}/",
            "https://example.org/würfel",
            "http://me:secret@example.org",
            "http://example.org?x=1",
            "http://example.org:99999",
        ] {
            let refused = text.parse::<ServerUrl>();
            assert!(refused.is_err(), "{text:?} gives {refused:?}");
        }
    }
}
