//! The TLS options of an address.

use std::net::IpAddr;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::{ChannelBinding, Host, SslMode, SslNegotiation};

/// The parameters `sslmode` and `sslrootcert` of an address, word for word.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::store::postgres) struct TlsOptions {
    mode: Option<String>,
    root_certificates: Option<String>,
}

impl TlsOptions {
    /// Splits the TLS options off an address, and returns the rest of it.
    pub(in crate::store::postgres) fn split_off(url: &str) -> (String, Self) {
        let mut options = Self::default();
        // A password may have a question mark in it.
        let host = url.find('@').map_or(0, |at| at + 1);
        let Some(mark) = url[host..].find('?') else {
            return (url.to_owned(), options);
        };
        let (place, parameters) = url.split_at(host + mark);
        let others = parameters[1..].split('&');
        let others: Vec<&str> = others.filter(|text| !options.store(text)).collect();
        if others.is_empty() {
            return (place.to_owned(), options);
        }
        (format!("{place}?{}", others.join("&")), options)
    }

    /// Stores a parameter, if it is about TLS.
    fn store(&mut self, parameter: &str) -> bool {
        let Some((name, value)) = parameter.split_once('=') else {
            return false;
        };
        let field = match plain(name).as_str() {
            "sslmode" => &mut self.mode,
            "sslrootcert" => &mut self.root_certificates,
            _ => return false,
        };
        *field = Some(plain(value));
        true
    }

    /// Returns the file of trusted root certificates, or the word for those of this machine.
    pub(super) fn root_certificates(&self) -> Option<&str> {
        self.root_certificates.as_deref()
    }

    /// Returns whether TLS is spoken with a database: always, never, or if it offers to.
    ///
    /// Names are always checked, so that there is nothing more to ask for than `require`.
    pub(super) fn mode(&self, config: &Config) -> Result<SslMode, String> {
        match self.mode.as_deref() {
            Some("disable") => Ok(SslMode::Disable),
            Some("prefer") => Ok(SslMode::Prefer),
            Some("require" | "verify-ca" | "verify-full") => Ok(SslMode::Require),
            Some(other) => Err(format!(
                "sslmode={other} is not known: use disable, prefer, require or verify-full"
            )),
            None if self.needs_tls(config) => Ok(SslMode::Require),
            None if is_local(config) => Ok(SslMode::Disable),
            None => Ok(SslMode::Prefer),
        }
    }

    /// Tells whether an address asks for what only TLS can give.
    fn needs_tls(&self, config: &Config) -> bool {
        self.root_certificates.is_some()
            || config.get_ssl_negotiation() == SslNegotiation::Direct
            || config.get_channel_binding() == ChannelBinding::Require
    }
}

/// Tells whether a database is on this machine, so that nobody else is on the line.
fn is_local(config: &Config) -> bool {
    match config.get_hostaddrs() {
        [] => config.get_hosts().iter().all(is_this_machine),
        addresses => addresses.iter().all(IpAddr::is_loopback),
    }
}

fn is_this_machine(host: &Host) -> bool {
    match host {
        Host::Tcp(name) if name == "localhost" => true,
        Host::Tcp(name) => name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback()),
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn plain(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, mode: SslMode) {
        let (rest, options) = TlsOptions::split_off(url);
        assert_eq!(options.mode(&rest.parse().unwrap()), Ok(mode), "{url}");
    }

    #[test]
    fn what_was_asked_for_counts() {
        for (word, mode) in [
            ("disable", SslMode::Disable),
            ("prefer", SslMode::Prefer),
            ("require", SslMode::Require),
            ("verify-ca", SslMode::Require),
            ("verify-full", SslMode::Require),
        ] {
            for host in ["db.example", "127.0.0.1"] {
                check(&format!("postgres://{host}/games?sslmode={word}"), mode);
            }
        }
        check("postgres://db/games?ssl%6Dode=requ%69re", SslMode::Require);
        check(
            "postgres://ada:?sslmode=disable@db/games?sslmode=require",
            SslMode::Require,
        );
    }

    #[test]
    fn without_a_word_it_depends_on_where_the_database_is() {
        check("postgres://db.example/games", SslMode::Prefer);
        check("postgres://10.0.0.7/games", SslMode::Prefer);
        check("postgres://localhost/games", SslMode::Disable);
        check("postgres://127.0.0.1:6000/games", SslMode::Disable);
        check("postgres://[::1]/games", SslMode::Disable);
        check("postgres:///games?host=/run/postgresql", SslMode::Disable);
        check("postgres://localhost,db.example/games", SslMode::Prefer);
        check(
            "postgres://db.example/games?hostaddr=127.0.0.1",
            SslMode::Disable,
        );
        check(
            "postgres://localhost/games?hostaddr=10.0.0.7",
            SslMode::Prefer,
        );
    }

    #[test]
    fn who_asks_for_what_tls_gives_asks_for_tls() {
        for options in [
            "sslrootcert=/ca.pem",
            "channel_binding=require",
            "sslnegotiation=direct",
        ] {
            check(
                &format!("postgres://localhost/games?{options}"),
                SslMode::Require,
            );
        }
    }

    #[test]
    fn an_unknown_word_is_refused() {
        let (rest, options) = TlsOptions::split_off("postgres://db/games?sslmode=allow");
        let refused = options.mode(&rest.parse().unwrap()).unwrap_err();
        assert!(
            refused.starts_with("sslmode=allow is not known"),
            "{refused}"
        );
    }

    #[test]
    fn the_rest_of_an_address_stays_as_it_is() {
        let check = |url: &str, rest: &str, root_certificates: Option<&str>| {
            let (kept, options) = TlsOptions::split_off(url);
            assert_eq!(
                (kept.as_str(), options.root_certificates()),
                (rest, root_certificates),
                "{url}"
            );
        };
        check("postgres://db/games", "postgres://db/games", None);
        check("postgres://db/games?", "postgres://db/games?", None);
        check(
            "postgres://db/games?user=ada&sslrootcert=/my%20ca.pem&port=6000",
            "postgres://db/games?user=ada&port=6000",
            Some("/my ca.pem"),
        );
        let only = "postgres://a:?sslrootcert=b@db?sslrootcert=ca.pem";
        check(only, "postgres://a:?sslrootcert=b@db", Some("ca.pem"));
    }
}
