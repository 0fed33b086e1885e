//! What goes wrong between a server and its database, and what is tried again.

use std::time::Duration;

use deadpool_postgres::PoolError;
use tokio::time::Instant;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::super::StoreError;
use super::tls;

/// How long a request is tried again before it fails.
const PATIENCE: Duration = Duration::from_secs(8);

/// How long to wait before the second attempt; each wait is twice the one before, up to the longest.
const SHORTEST_WAIT: Duration = Duration::from_millis(10);
const LONGEST_WAIT: Duration = Duration::from_millis(500);

/// Why an attempt did not work.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Nothing was done, and it may work another time.
    Undone(String),
    /// The connection broke: what was asked for may have been done, or be done yet.
    Lost(String),
    /// Nothing was done: it is there already, or its key was used at the same moment.
    Taken(String),
    /// It will not work another time either.
    Final(StoreError),
}

impl Trouble {
    /// Returns the trouble of a database that will let us in by and by; nothing if it will not.
    pub(super) fn from_start(error: &Error) -> Option<Self> {
        let starting = error.code() == Some(&SqlState::CANNOT_CONNECT_NOW);
        starting.then(|| Self::Undone(in_words(error)))
    }

    /// Returns the failure that it is for those who do not ask again.
    pub(super) fn give_up(self) -> StoreError {
        match self {
            Self::Final(error) => error,
            Self::Undone(why) | Self::Lost(why) | Self::Taken(why) => StoreError::Failed(why),
        }
    }

    /// Tells whether what was asked for may have been done all the same.
    pub(super) fn is_doubtful(&self) -> bool {
        matches!(self, Self::Lost(_))
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        let why = in_words(&error);
        match error.code() {
            Some(code) if is_passing(code) => Self::Undone(why),
            Some(code) if is_farewell(code) => Self::Lost(why),
            Some(code) if *code == SqlState::UNIQUE_VIOLATION => Self::Taken(why),
            Some(_) => Self::Final(StoreError::Failed(why)),
            None => Self::Lost(why),
        }
    }
}

impl From<PoolError> for Trouble {
    /// Without a connection nothing was done.
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) if is_refusal(&error) => {
                Self::Final(StoreError::Failed(in_words(&error)))
            }
            PoolError::Backend(error) => Self::Undone(in_words(&error)),
            PoolError::Closed => Self::Final(StoreError::Closed),
            PoolError::Timeout(_) => Self::Undone("no connection became free in time".to_owned()),
            error => Self::Undone(error.to_string()),
        }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Final(error)
    }
}

/// Says what went wrong, in the words of the database where it has any.
pub(super) fn in_words(error: &Error) -> String {
    if let Some(said) = error.as_db_error() {
        return said.message().to_owned();
    }
    let cause = std::error::Error::source(error);
    cause.map_or_else(
        || error.to_string(),
        |cause| tls::in_words(cause).unwrap_or_else(|| cause.to_string()),
    )
}

/// Tells whether a database undid what was asked for, because others were in the way or there was no room.
fn is_passing(code: &SqlState) -> bool {
    [
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::CANNOT_CONNECT_NOW,
    ]
    .contains(code)
}

/// Tells whether a database hung up while it was asked.
fn is_farewell(code: &SqlState) -> bool {
    let hung_up = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::QUERY_CANCELED,
        SqlState::IDLE_SESSION_TIMEOUT,
    ];
    hung_up.contains(code) || code.code().starts_with("08")
}

/// Tells whether a database does not let this server in, now or later.
pub(super) fn is_refusal(error: &Error) -> bool {
    error.code().is_some_and(|code| {
        code.code().starts_with("28") || *code == SqlState::INVALID_CATALOG_NAME
    })
}

/// How long something has been tried.
pub(super) struct Patience {
    end: Instant,
    wait: Duration,
}

impl Patience {
    pub(super) fn new() -> Self {
        let (end, wait) = (Instant::now() + PATIENCE, SHORTEST_WAIT);
        Self { end, wait }
    }

    /// Waits for another attempt; fails when there is no point in one.
    pub(super) async fn bear(&mut self, trouble: Trouble) -> Result<(), StoreError> {
        let why = match trouble {
            Trouble::Undone(why) | Trouble::Lost(why) => why,
            lasting => return Err(lasting.give_up()),
        };
        if Instant::now() + self.wait > self.end {
            return Err(StoreError::Failed(why));
        }
        metrics::counter!("hotdice_store_retries_total").increment(1);
        tracing::debug!(why, "the database is asked again");
        tokio::time::sleep(self.wait).await;
        self.wait = (self.wait * 2).min(LONGEST_WAIT);
        Ok(())
    }
}
