//! TLS to the database.
//!
//! Where TLS is used, the certificate of the database and the name in it are always checked.

mod options;

use std::error::Error;
use std::io;
use std::path::Path;
use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio_postgres::config::SslMode;
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

pub(super) use options::TlsOptions;

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
