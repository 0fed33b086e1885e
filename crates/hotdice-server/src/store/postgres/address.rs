//! Where a database is.

use std::fmt::Write;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use super::super::StoreError;

/// How long it may take to reach the database.
const REACH: Duration = Duration::from_secs(5);

/// After how long a silent line is given up.
const SILENCE: Duration = Duration::from_secs(10);

/// Reads the address of a database, and settles how this program talks to it.
pub(super) fn read(url: &str) -> Result<Config, StoreError> {
    let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
        let why = std::error::Error::source(&error);
        let why = why.map_or_else(|| error.to_string(), ToString::to_string);
        unopened("the address of the database", why)
    })?;
    if config.get_ssl_mode() == SslMode::Require {
        let why = "this program does not speak TLS with PostgreSQL: leave sslmode out, and use a private network or a tunnel";
        return Err(unopened(&place(&config), why.to_owned()));
    }
    let asked = config.get_options().unwrap_or_default();
    let options = format!(
        "{asked} -c synchronous_commit=on -c default_transaction_isolation=read\\ committed"
    );
    config.options(options.trim());
    config.application_name("hotdice");
    config.connect_timeout(REACH);
    config.tcp_user_timeout(SILENCE);
    config.keepalives_idle(SILENCE);
    Ok(config)
}

/// Says where a database is, without the password.
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
        let config = read("postgres://ada:secret@db.example:6000/games").unwrap();
        assert_eq!(place(&config), "postgres://db.example:6000/games");
    }

    #[test]
    fn an_address_that_cannot_work_is_refused_with_a_reason() {
        let tls = read("postgres://ada:secret@db/games?sslmode=require").unwrap_err();
        assert!(tls.to_string().contains("TLS") && !tls.to_string().contains("secret"));
        assert!(read("postgres://db:port/games").is_err());
        assert!(read("postgres://db/games?colour=red").is_err());
    }

    #[test]
    fn what_is_written_is_always_safe() {
        let config = read("postgres://db/games?options=-c%20synchronous_commit%3Doff").unwrap();
        let options = config.get_options().unwrap();
        assert!(options.rfind("=on") > options.rfind("=off"), "{options}");
    }
}
