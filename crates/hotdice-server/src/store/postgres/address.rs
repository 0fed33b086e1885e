//! The address of a database.

use std::fmt::Write;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::Host;

use super::tls::{self, TlsConnector, TlsOptions};
use crate::store::StoreError;

/// How long it may take to reach the database.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// After how long a silent connection is closed.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(10);

/// After how long the database cancels a statement; whoever asked waits a little longer.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(4);

/// Reads the address of a database into the configuration of its connections.
pub(super) fn read(url: &str) -> Result<(Config, TlsConnector), StoreError> {
    let (url, tls_options) = TlsOptions::split_off(url);
    let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
        let why = std::error::Error::source(&error);
        let why = why.map_or_else(|| error.to_string(), ToString::to_string);
        unopened("the address of the database", why)
    })?;
    let connector = tls::configure(&mut config, &tls_options);
    let connector = connector.map_err(|why| unopened(&place(&config), why))?;
    let asked = config.get_options().unwrap_or_default();
    let options = format!(
        "{asked} -c synchronous_commit=on -c default_transaction_isolation=read\\ committed -c statement_timeout={}",
        STATEMENT_TIMEOUT.as_millis()
    );
    config.options(options.trim());
    config.application_name("hotdice");
    config.connect_timeout(CONNECT_TIMEOUT);
    config.tcp_user_timeout(SILENCE_TIMEOUT);
    config.keepalives_idle(SILENCE_TIMEOUT);
    Ok((config, connector))
}

/// Returns where a database is, without the password.
pub(super) fn place(config: &Config) -> String {
    let mut place = "postgres://".to_owned();
    let port = config.get_ports().first().copied().unwrap_or(5432);
    // Writing into a string cannot fail.
    let _ = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => write!(place, "{host}:{port}"),
        #[cfg(unix)]
        Some(Host::Unix(folder)) => write!(place, "{}:{port}", folder.display()),
        None => write!(place, "localhost:{port}"),
    };
    let name = config.get_dbname().or(config.get_user());
    let _ = write!(place, "/{}", name.unwrap_or_default());
    place
}

pub(super) fn unopened(place: &str, why: String) -> StoreError {
    let place = place.to_owned();
    StoreError::Unopened { place, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_told_without_its_password() {
        let (config, _) = read("postgres://ada:secret@db.example:6000/games").unwrap();
        assert_eq!(place(&config), "postgres://db.example:6000/games");
    }

    #[test]
    fn an_address_that_cannot_work_is_refused_with_a_reason() {
        let check = |url: &str, why: &str| {
            let refused = read(url).err().unwrap().to_string();
            assert!(refused.contains(why), "{refused}");
            assert!(!refused.contains("secret"), "{refused}");
        };
        check("postgres://ada:secret@db/games?sslmode=yes", "sslmode=yes");
        check(
            "postgres://ada:secret@db/games?sslrootcert=/dev/null/ca.pem",
            "postgres://db:5432/games cannot be opened: /dev/null/ca.pem cannot be read",
        );
        check("postgres://ada:secret@db:port/games", "port");
        check("postgres://ada:secret@db/games?colour=red", "colour");
    }

    #[test]
    fn what_is_written_is_always_safe() {
        let (config, _) =
            read("postgres://db/games?options=-c%20synchronous_commit%3Doff").unwrap();
        let options = config.get_options().unwrap();
        assert!(options.rfind("=on") > options.rfind("=off"), "{options}");
    }
}
