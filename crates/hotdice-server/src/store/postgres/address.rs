//! The address of a database.

use std::fmt::Write;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, TargetSessionAttrs};

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
    check_hosts(&config)?;
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

/// Refuses hosts that cannot be told apart, and those at which nothing can be written.
fn check_hosts(config: &Config) -> Result<(), StoreError> {
    let (hosts, addresses) = (config.get_hosts().len(), config.get_hostaddrs().len());
    let most = hosts.max(addresses);
    let refuse = |why: String| Err(unopened(&place(config), why));
    if hosts > 0 && addresses > 0 && hosts != addresses {
        return refuse(format!("there are {hosts} hosts and {addresses} hostaddrs"));
    }
    match config.get_ports().len() {
        0 | 1 => {}
        ports if ports == most => {}
        ports => return refuse(format!("there are {most} hosts and {ports} ports")),
    }
    if config.get_target_session_attrs() == TargetSessionAttrs::ReadOnly {
        return refuse("games are written: use target_session_attrs=read-write".to_owned());
    }
    Ok(())
}

/// Returns where a database is, on all its hosts, without the password.
pub(super) fn place(config: &Config) -> String {
    let mut place = "postgres://".to_owned();
    let ports = config.get_ports();
    // Writing into a string cannot fail.
    for (number, host) in config.get_hosts().iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        let port = ports.get(number).or(ports.first()).copied();
        let port = port.unwrap_or(5432);
        let _ = match host {
            Host::Tcp(host) => write!(place, "{comma}{host}:{port}"),
            #[cfg(unix)]
            Host::Unix(folder) => write!(place, "{comma}{}:{port}", folder.display()),
        };
    }
    if config.get_hosts().is_empty() {
        let _ = write!(place, "localhost:{}", ports.first().unwrap_or(&5432));
    }
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
        let (config, _) =
            read("postgres://ada:secret@a,b:6000/games?target_session_attrs=read-write").unwrap();
        assert_eq!(place(&config), "postgres://a:5432,b:6000/games");
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
        check(
            "postgres://ada:secret@a,b/games?target_session_attrs=read-only",
            "games are written",
        );
        check("postgres://ada:secret@a,b,c/games?port=1,2", "3 hosts");
    }

    #[test]
    fn what_is_written_is_always_safe() {
        let (config, _) =
            read("postgres://db/games?options=-c%20synchronous_commit%3Doff").unwrap();
        let options = config.get_options().unwrap();
        assert!(options.rfind("=on") > options.rfind("=off"), "{options}");
    }
}
