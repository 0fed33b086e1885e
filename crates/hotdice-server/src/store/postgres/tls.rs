//! Lines to the database that nobody else can read.
//!
//! Where TLS is spoken, the certificate of the database and the name in it are always checked.

mod wish;

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

pub(super) use wish::Wish;

/// What stands for the authorities of this machine where a file could be named.
const OF_THIS_MACHINE: &str = "system";

/// What PostgreSQL calls its own language.
const LANGUAGE: &[u8] = b"postgresql";

/// What speaks TLS with a database.
pub(super) type Speaker = MakeRustlsConnect;

/// Settles whether TLS is spoken, and returns what speaks it.
///
/// # Errors
/// Says what is wrong with the wish.
pub(super) fn settle(config: &mut Config, wish: &Wish) -> Result<Speaker, String> {
    let mode = wish.mode(config)?;
    config.ssl_mode(mode);
    let trusted = match (mode, wish.authorities()) {
        (SslMode::Disable, _) => RootCertStore::empty(),
        (_, None | Some(OF_THIS_MACHINE)) => of_this_machine(),
        (_, Some(path)) => in_file(Path::new(path))?,
    };
    speaker(trusted).map_err(|error| error.to_string())
}

fn speaker(trusted: RootCertStore) -> Result<Speaker, rustls::Error> {
    let provider = Arc::new(ring::default_provider());
    let mut tls = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(trusted)
        .with_no_client_auth();
    tls.alpn_protocols = vec![LANGUAGE.to_vec()];
    Ok(MakeRustlsConnect::new(tls))
}

/// Returns the authorities that this machine trusts; there may be none, as in a small container.
fn of_this_machine() -> RootCertStore {
    let mut trusted = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    trusted.add_parsable_certificates(found.certs);
    trusted
}

/// Returns the authorities in a file, of which there has to be one at least.
fn in_file(path: &Path) -> Result<RootCertStore, String> {
    let text = std::fs::read(path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let found = CertificateDer::pem_slice_iter(&text).filter_map(Result::ok);
    let mut trusted = RootCertStore::empty();
    match trusted.add_parsable_certificates(found) {
        (1.., _) => Ok(trusted),
        _ => Err(format!("{} holds no certificate", path.display())),
    }
}

/// Tells whether TLS was asked for, if the database offers it, and is not spoken. A database that cannot tell is not blamed.
pub(super) async fn was_given_up(config: &Config, client: &Client) -> bool {
    let spoken = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    match config.get_ssl_mode() {
        SslMode::Prefer => {
            let row = client.query_opt(spoken, &[]).await.ok().flatten();
            row.is_some_and(|row| !row.get::<_, bool>(0))
        }
        _ => false,
    }
}

/// Says why a certificate was refused; nothing if that is not what went wrong.
pub(super) fn in_words(cause: &(dyn Error + 'static)) -> Option<String> {
    let cause = cause.downcast_ref::<io::Error>()?.get_ref()?;
    match cause.downcast_ref()? {
        rustls::Error::InvalidCertificate(flaw) => Some(flaw_in_words(flaw)),
        _ => None,
    }
}

fn flaw_in_words(flaw: &CertificateError) -> String {
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

    /// Returns why a file with authorities is refused.
    fn refused(path: &Path) -> String {
        let url = format!("postgres://db/games?sslrootcert={}", path.display());
        let (rest, wish) = Wish::take_out(&url);
        settle(&mut rest.parse().unwrap(), &wish).err().unwrap()
    }

    #[test]
    fn a_file_without_authorities_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("authorities.pem");
        assert!(refused(&path).contains("authorities.pem cannot be read: No such file"));
        for nothing in [
            "",
            "dice",
            "-----BEGIN CERTIFICATE-----\nZGljZQ==\n-----END CERTIFICATE-----\n",
        ] {
            std::fs::write(&path, nothing).unwrap();
            assert!(refused(&path).ends_with("authorities.pem holds no certificate"));
        }
    }

    #[test]
    fn a_file_is_not_needed_where_tls_is_not_spoken() {
        let (rest, wish) = Wish::take_out("postgres://db/games?sslmode=disable&sslrootcert=/none");
        assert!(settle(&mut rest.parse().unwrap(), &wish).is_ok());
    }

    #[test]
    fn old_and_young_certificates_are_told_apart() {
        let told = |flaw| {
            let error = rustls::Error::InvalidCertificate(flaw);
            in_words(&io::Error::new(io::ErrorKind::InvalidData, error)).unwrap()
        };
        assert!(told(CertificateError::Expired).contains("has run out"));
        assert!(told(CertificateError::NotValidYet).contains("not valid yet"));
        assert!(told(CertificateError::Revoked).contains("not accepted"));
        assert_eq!(in_words(&io::Error::other("dice")), None);
    }
}
