//! The hosts of a database, of which one accepts writes while the others stand by.
//!
//! A connection is tried with all hosts at once, and the first that accepts writes is taken: a host that is dead, silent or
//! a standby keeps nobody from the one that was promoted. (tokio-postgres itself tries one after the other, and waits
//! without an end for one that takes the connection and says nothing.) Which host it was is not remembered, so that there
//! is nothing to correct after a fail-over.

use std::pin::Pin;

use deadpool_postgres::Connect;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::task::JoinHandle;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::{Client, Config, Error};

use super::retry;
use super::tls::TlsConnector;

/// A connection, and the task that drives it.
type Connected = (Client, JoinHandle<()>);

/// Connects to whichever host of a database accepts writes.
#[derive(Clone)]
pub(super) struct DatabaseHosts {
    each: Vec<Config>,
    connector: TlsConnector,
}

impl DatabaseHosts {
    pub(super) fn new(config: &Config, connector: TlsConnector) -> Self {
        let count = config.get_hosts().len().max(config.get_hostaddrs().len());
        let each = match count {
            0 | 1 => vec![config.clone()],
            _ => (0..count).map(|place| only_host(config, place)).collect(),
        };
        Self { each, connector }
    }

    /// Connects to the first host that lets us in for writing; fails when none does.
    pub(super) async fn connect(&self) -> Result<Connected, Error> {
        let tries = self.each.iter().map(|host| connect(host, &self.connector));
        let mut tries: FuturesUnordered<_> = tries.collect();
        let mut failure: Option<Error> = None;
        while let Some(tried) = tries.next().await {
            match tried {
                Ok(connected) => return Ok(connected),
                // A wrong password says more than a host that is away.
                Err(error) if failure.is_none() || retry::is_refusal(&error) => {
                    failure = Some(error);
                }
                Err(_) => {}
            }
        }
        Err(failure.expect("there is one host at least"))
    }
}

impl Connect for DatabaseHosts {
    fn connect(
        &self,
        _: &Config,
    ) -> Pin<Box<dyn Future<Output = Result<Connected, Error>> + Send + '_>> {
        Box::pin(self.connect())
    }
}

async fn connect(host: &Config, connector: &TlsConnector) -> Result<Connected, Error> {
    let (client, connection) = host.connect(connector.clone()).await?;
    let driving = tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection to the database broke");
        }
    });
    Ok((client, driving))
}

/// Returns the configuration for one of several hosts, which has to accept writes.
fn only_host(config: &Config, place: usize) -> Config {
    let mut only = Config::new();
    if let Some(host) = config.get_hosts().get(place) {
        match host {
            tokio_postgres::config::Host::Tcp(name) => only.host(name),
            #[cfg(unix)]
            tokio_postgres::config::Host::Unix(folder) => only.host_path(folder),
        };
    }
    if let Some(address) = config.get_hostaddrs().get(place) {
        only.hostaddr(*address);
    }
    let ports = config.get_ports();
    if let Some(port) = ports.get(place).or(ports.first()) {
        only.port(*port);
    }
    if let Some(user) = config.get_user() {
        only.user(user);
    }
    if let Some(password) = config.get_password() {
        only.password(password);
    }
    if let Some(name) = config.get_dbname() {
        only.dbname(name);
    }
    if let Some(options) = config.get_options() {
        only.options(options);
    }
    if let Some(name) = config.get_application_name() {
        only.application_name(name);
    }
    if let Some(time) = config.get_connect_timeout() {
        only.connect_timeout(*time);
    }
    if let Some(time) = config.get_tcp_user_timeout() {
        only.tcp_user_timeout(*time);
    }
    if let Some(time) = config.get_keepalives_interval() {
        only.keepalives_interval(time);
    }
    if let Some(retries) = config.get_keepalives_retries() {
        only.keepalives_retries(retries);
    }
    only.keepalives(config.get_keepalives())
        .keepalives_idle(config.get_keepalives_idle())
        .ssl_mode(config.get_ssl_mode())
        .ssl_negotiation(config.get_ssl_negotiation())
        .channel_binding(config.get_channel_binding())
        .target_session_attrs(TargetSessionAttrs::ReadWrite);
    only
}

#[cfg(test)]
mod tests {
    use super::super::address;
    use super::*;

    #[test]
    fn every_host_is_asked_on_its_own_and_for_writes() {
        let url = "postgres://ada:secret@a:6000,b,[::1]:6002/games?connect_timeout=1&keepalives=0";
        let (config, connector) = address::read(url).unwrap();
        let hosts = DatabaseHosts::new(&config, connector);
        let told: Vec<String> = hosts.each.iter().map(address::place).collect();
        assert_eq!(
            told,
            [
                "postgres://a:6000/games",
                "postgres://b:5432/games",
                "postgres://::1:6002/games"
            ]
        );
        for host in &hosts.each {
            assert_eq!(
                host.get_target_session_attrs(),
                TargetSessionAttrs::ReadWrite
            );
            assert_eq!(host.get_password(), config.get_password());
            assert_eq!(host.get_options(), config.get_options());
            assert_eq!(host.get_ssl_mode(), config.get_ssl_mode());
            assert_eq!(host.get_application_name(), Some("hotdice"));
        }
    }
}
