//! TLS to the database.
//!
//! Where TLS is used, the certificate of the database and the name in it are always checked.

use std::error::Error;
use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio_postgres::config::{ChannelBinding, Host, SslMode, SslNegotiation};
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The word for the root certificates of this machine, where a file could be named.
const SYSTEM: &str = "system";

/// The ALPN name of the protocol of PostgreSQL.
const ALPN: &[u8] = b"postgresql";

/// Opens TLS sessions with a database.
pub(super) type TlsConnector = MakeRustlsConnect;

/// Sets the TLS mode of a connection, and returns its connector.
///
/// # Errors
/// Says what is wrong with the options.
pub(super) fn configure(config: &mut Config, options: &TlsOptions) -> Result<TlsConnector, String> {
    let mode = options.mode(config)?;
    config.ssl_mode(mode);
    let trusted = match (mode, options.root_certificates()) {
        (SslMode::Disable, _) => RootCertStore::empty(),
        (_, None | Some(SYSTEM)) => system_roots(),
        (_, Some(path)) => roots_in_file(Path::new(path))?,
    };
    connector(trusted).map_err(|error| error.to_string())
}

fn connector(trusted: RootCertStore) -> Result<TlsConnector, rustls::Error> {
    let provider = Arc::new(ring::default_provider());
    let mut tls = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(trusted)
        .with_no_client_auth();
    tls.alpn_protocols = vec![ALPN.to_vec()];
    Ok(MakeRustlsConnect::new(tls))
}

/// Returns the root certificates of this machine; there may be none, as in a small container.
fn system_roots() -> RootCertStore {
    let mut trusted = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    trusted.add_parsable_certificates(found.certs);
    trusted
}

/// Returns the root certificates in a file, of which there has to be one at least.
fn roots_in_file(path: &Path) -> Result<RootCertStore, String> {
    let text = std::fs::read(path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let found = CertificateDer::pem_slice_iter(&text).filter_map(Result::ok);
    let mut trusted = RootCertStore::empty();
    match trusted.add_parsable_certificates(found) {
        (1.., _) => Ok(trusted),
        _ => Err(format!("{} holds no certificate", path.display())),
    }
}

/// Tells whether TLS was preferred but is not in use. A database that cannot tell counts as encrypted.
pub(super) async fn fell_back_to_plain(config: &Config, client: &Client) -> bool {
    let spoken = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    match config.get_ssl_mode() {
        SslMode::Prefer => {
            let row = client.query_opt(spoken, &[]).await.ok().flatten();
            row.is_some_and(|row| !row.get::<_, bool>(0))
        }
        _ => false,
    }
}

/// Returns why a certificate was refused; none if that is not what went wrong.
pub(super) fn certificate_error(cause: &(dyn Error + 'static)) -> Option<String> {
    let cause = cause.downcast_ref::<io::Error>()?.get_ref()?;
    match cause.downcast_ref()? {
        rustls::Error::InvalidCertificate(flaw) => Some(describe(flaw)),
        _ => None,
    }
}

fn describe(flaw: &CertificateError) -> String {
    use CertificateError as Flaw;
    match flaw {
        // Somebody else may bear the name of an authority that is trusted.
        Flaw::UnknownIssuer | Flaw::BadSignature => "nobody who is trusted here has signed its certificate: \
            name the file of its authority with sslrootcert=PATH, or give up TLS with sslmode=disable"
            .to_owned(),
        Flaw::NotValidForNameContext { expected, .. } => format!(
            "its certificate is not for {}: use a name that stands in it",
            expected.to_str()
        ),
        Flaw::Expired | Flaw::ExpiredContext { .. } => "its certificate has run out".to_owned(),
        Flaw::NotValidYet | Flaw::NotValidYetContext { .. } => {
            "its certificate is not valid yet: look at the clocks".to_owned()
        }
        Flaw::Other(why) => format!("its certificate is not that of a server ({why})"),
        flaw => format!("its certificate is not accepted: {flaw}"),
    }
}

/// The parameters `sslmode` and `sslrootcert` of an address, word for word.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TlsOptions {
    mode: Option<String>,
    root_certificates: Option<String>,
}

impl TlsOptions {
    /// Splits the TLS options off an address, and returns the rest of it.
    pub(super) fn split_off(url: &str) -> (String, Self) {
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
    fn root_certificates(&self) -> Option<&str> {
        self.root_certificates.as_deref()
    }

    /// Returns whether TLS is spoken with a database: always, never, or if it offers to.
    ///
    /// Names are always checked, so that there is nothing more to ask for than `require`.
    fn mode(&self, config: &Config) -> Result<SslMode, String> {
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

    /// Returns why a file with root_certificates is refused.
    fn refused(path: &Path) -> String {
        let url = format!("postgres://db/games?sslrootcert={}", path.display());
        let (rest, options) = TlsOptions::split_off(&url);
        configure(&mut rest.parse().unwrap(), &options)
            .err()
            .unwrap()
    }

    #[test]
    fn a_file_without_authorities_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("root_certificates.pem");
        assert!(refused(&path).contains("root_certificates.pem cannot be read: No such file"));
        for nothing in [
            "",
            "dice",
            "-----BEGIN CERTIFICATE-----\nZGljZQ==\n-----END CERTIFICATE-----\n",
        ] {
            std::fs::write(&path, nothing).unwrap();
            assert!(refused(&path).ends_with("root_certificates.pem holds no certificate"));
        }
    }

    #[test]
    fn a_file_is_not_needed_where_tls_is_not_spoken() {
        let (rest, options) =
            TlsOptions::split_off("postgres://db/games?sslmode=disable&sslrootcert=/none");
        assert!(configure(&mut rest.parse().unwrap(), &options).is_ok());
    }

    #[test]
    fn old_and_young_certificates_are_told_apart() {
        let told = |flaw| {
            let error = rustls::Error::InvalidCertificate(flaw);
            certificate_error(&io::Error::new(io::ErrorKind::InvalidData, error)).unwrap()
        };
        assert!(told(CertificateError::Expired).contains("has run out"));
        assert!(told(CertificateError::NotValidYet).contains("not valid yet"));
        assert!(told(CertificateError::Revoked).contains("not accepted"));
        assert_eq!(certificate_error(&io::Error::other("dice")), None);
    }
}

#[cfg(test)]
mod options_tests {
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
