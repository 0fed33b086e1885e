//! Errors of the connection to PostgreSQL, and which of them are worth a retry.

use std::io;
use std::time::Duration;

use deadpool_postgres::PoolError;
use hotdice_world::{Moment, World};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::tls;
use crate::store::StoreError;

/// How long a statement is retried before it fails.
const MAX_RETRYING: Duration = Duration::from_secs(8);

/// How long to wait before the second attempt; each wait is twice the one before, up to a limit.
const FIRST_WAIT: Duration = Duration::from_millis(10);
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Why a statement failed.
#[derive(Debug)]
pub(super) enum QueryError {
    /// Nothing was done, and it may work another time.
    Transient(String),
    /// The connection broke: the statement may have been executed, or may be yet.
    ConnectionLost(String),
    /// Nothing was done: a unique key exists already, maybe written at the same moment.
    Duplicate(String),
    /// It will not work another time either.
    Permanent(StoreError),
}

impl QueryError {
    /// Returns the error of a database that is still starting; none for other errors.
    pub(super) fn while_starting(error: &Error) -> Option<Self> {
        let starting = error.code() == Some(&SqlState::CANNOT_CONNECT_NOW);
        starting.then(|| Self::Transient(message(error)))
    }

    /// Returns the error for callers that do not retry.
    pub(super) fn into_store_error(self) -> StoreError {
        match self {
            Self::Permanent(error) => error,
            Self::Transient(why) | Self::ConnectionLost(why) | Self::Duplicate(why) => {
                StoreError::Failed(why)
            }
        }
    }

    /// Tells whether the statement may have been executed all the same.
    pub(super) fn is_in_doubt(&self) -> bool {
        matches!(self, Self::ConnectionLost(_))
    }
}

impl From<Error> for QueryError {
    fn from(error: Error) -> Self {
        let why = message(&error);
        match error.code() {
            Some(code) if is_transient(code) => Self::Transient(why),
            Some(code) if is_connection_loss(code) => Self::ConnectionLost(why),
            Some(code) if *code == SqlState::UNIQUE_VIOLATION => Self::Duplicate(why),
            Some(_) => Self::Permanent(StoreError::Failed(why)),
            None => Self::ConnectionLost(why),
        }
    }
}

impl From<PoolError> for QueryError {
    /// Without a connection nothing was executed.
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) if is_refusal(&error) => {
                Self::Permanent(StoreError::Failed(message(&error)))
            }
            PoolError::Backend(error) => Self::Transient(message(&error)),
            PoolError::Closed => Self::Permanent(StoreError::Closed),
            PoolError::Timeout(_) => {
                Self::Transient("no connection became free in time".to_owned())
            }
            error => Self::Transient(error.to_string()),
        }
    }
}

impl From<StoreError> for QueryError {
    fn from(error: StoreError) -> Self {
        Self::Permanent(error)
    }
}

/// Returns the message of the database, or else that of the connection.
pub(super) fn message(error: &Error) -> String {
    if let Some(said) = error.as_db_error() {
        return said.message().to_owned();
    }
    let cause = std::error::Error::source(error);
    cause.map_or_else(
        || error.to_string(),
        |cause| tls::certificate_error(cause).unwrap_or_else(|| cause.to_string()),
    )
}

/// Tells whether the database rolled back because of others, had no room for the connection, or stands by for another.
fn is_transient(code: &SqlState) -> bool {
    [
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::READ_ONLY_SQL_TRANSACTION,
    ]
    .contains(code)
}

/// Tells whether the database closed the connection.
fn is_connection_loss(code: &SqlState) -> bool {
    let hung_up = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::QUERY_CANCELED,
        SqlState::IDLE_SESSION_TIMEOUT,
    ];
    hung_up.contains(code) || code.code().starts_with("08")
}

/// Tells whether a host does not accept writes: another one may.
pub(super) fn is_read_only(error: &Error) -> bool {
    error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION)
}

/// Tells whether nobody answers at the address of a database, or it is still starting.
pub(super) fn is_unreachable(error: &Error) -> bool {
    let cause = std::error::Error::source(error);
    let cause = cause.and_then(|cause| cause.downcast_ref::<io::Error>());
    // TLS reports a certificate that is not trusted as invalid data, and that does not pass.
    let line = cause.is_some_and(|cause| cause.kind() != io::ErrorKind::InvalidData);
    line || error.is_closed() || error.code() == Some(&SqlState::CANNOT_CONNECT_NOW)
}

/// Tells whether the database refuses this server, now and later.
pub(super) fn is_refusal(error: &Error) -> bool {
    error.code().is_some_and(|code| {
        code.code().starts_with("28") || *code == SqlState::INVALID_CATALOG_NAME
    })
}

/// Exponential backoff with a deadline.
pub(super) struct Backoff<'a> {
    world: &'a World,
    end: Moment,
    wait: Duration,
}

impl<'a> Backoff<'a> {
    pub(super) fn new(world: &'a World) -> Self {
        let (end, wait) = (world.now() + MAX_RETRYING, FIRST_WAIT);
        Self { world, end, wait }
    }

    /// Waits before another attempt; fails when there is no point in one.
    pub(super) async fn wait(&mut self, error: QueryError) -> Result<(), StoreError> {
        let why = match error {
            QueryError::Transient(why) | QueryError::ConnectionLost(why) => why,
            permanent => return Err(permanent.into_store_error()),
        };
        if self.world.now() + self.wait > self.end {
            return Err(StoreError::Failed(why));
        }
        metrics::counter!("hotdice_store_retries_total").increment(1);
        tracing::debug!(why, "the database is asked again");
        self.world.sleep(self.wait).await;
        self.wait = (self.wait * 2).min(MAX_WAIT);
        Ok(())
    }
}
