//! Tables in PostgreSQL, for any number of servers.
//!
//! Every change is one statement and durable when it is answered. A statement is sent again when the connection broke or
//! a transaction had to give way. That is safe because every write is idempotent or can be recognised afterwards: an
//! append whose answer was lost is found in the log, by its key or by its own lines.

mod address;
mod citus;
mod hosts;
mod migrations;
mod retry;
mod statements;
#[cfg(test)]
mod tests;
mod tls;

use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use hotdice_world::World;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, Row};

use super::{Appended, Batch, NewTable, Opening, Store, StoreError, StoredEvent};
use hosts::DatabaseHosts;
use migrations::NewerSchema;
use retry::{Backoff, QueryError};

/// How many connections a server uses at once.
const MAX_CONNECTIONS: usize = 16;

/// How long a statement may take before the connection counts as broken. The database cancels it a little sooner, so that
/// it does not go on with what nobody waits for.
const MAX_STATEMENT: Duration = Duration::from_secs(5);

/// The parameters of a statement.
type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A store in PostgreSQL.
pub struct PostgresStore {
    pool: Pool,
    world: World,
}

impl PostgresStore {
    /// Connects to a database, and applies the migrations that it lacks.
    ///
    /// # Errors
    /// When the address is invalid, the database cannot be reached or refuses us, or was migrated by a newer program.
    pub async fn open(url: &str, world: World) -> Result<Self, StoreError> {
        let (config, connector) = address::read(url)?;
        let place = address::place(&config);
        let hosts = DatabaseHosts::new(&config, connector);
        prepare(&config, &hosts, &place, &world).await?;
        let fast = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let manager = Manager::from_connect(config, hosts, fast);
        let pool = Pool::builder(manager)
            .max_size(MAX_CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(MAX_STATEMENT))
            .create_timeout(Some(MAX_STATEMENT))
            .build();
        let pool = pool.map_err(|error| address::unopened(&place, error.to_string()))?;
        Ok(Self { pool, world })
    }

    /// Lets time go by for the nodes. The clock of a database cannot be moved, but what was written by it can.
    #[cfg(test)]
    pub(crate) async fn pass(&self, time: Duration) -> Result<(), StoreError> {
        let earlier = "UPDATE hotdice.nodes SET until = until - $1 * interval '1 millisecond'";
        self.query(earlier, &[&(time.as_millis() as f64)])
            .await
            .map(drop)
    }

    async fn client(&self) -> Result<Object, QueryError> {
        Ok(self.pool.get().await?)
    }

    /// Runs a statement, and again as long as that makes sense.
    async fn query(&self, sql: &str, params: Params<'_>) -> Result<Vec<Row>, StoreError> {
        let mut backoff = Backoff::new(&self.world);
        loop {
            match self.try_query(sql, params).await {
                Ok(rows) => return Ok(rows),
                Err(error) => backoff.wait(error).await?,
            }
        }
    }

    /// Runs a statement once. A connection that does not answer in time is thrown away.
    async fn try_query(&self, sql: &str, params: Params<'_>) -> Result<Vec<Row>, QueryError> {
        let client = self.client().await?;
        let asked = async {
            let statement = client.prepare_cached(sql).await?;
            client.query(&statement, params).await
        };
        let failure = match self.world.timeout(MAX_STATEMENT, asked).await {
            Ok(Err(error)) if retry::is_read_only(&error) => QueryError::from(error),
            Ok(answer) => return Ok(answer?),
            Err(_) => QueryError::ConnectionLost("the database does not answer".to_owned()),
        };
        self.abandon(client);
        Err(failure)
    }

    /// Closes a connection to a host that is silent or no longer accepts writes, and with it all that are idle: they lead
    /// to the same host, and nobody should have to wait for each of them in turn.
    fn abandon(&self, client: Object) {
        drop(Object::take(client));
        self.pool.retain(|_, _| false);
    }

    async fn append(&self, batch: &Batch) -> Result<Appended, StoreError> {
        let mut backoff = Backoff::new(&self.world);
        let mut in_doubt = false;
        loop {
            match self.try_append(batch).await {
                Ok(Appended::Written) => return Ok(Appended::Written),
                // With a key the database itself recognises the repetition; without one, the events have to.
                Ok(refused) if in_doubt && batch.key.is_none() && self.has(batch).await? => {
                    metrics::counter!("hotdice_store_doubts_total").increment(1);
                    tracing::debug!(?refused, "what was in doubt has been written");
                    return Ok(Appended::Written);
                }
                Ok(refused) => return Ok(refused),
                Err(error) => {
                    in_doubt |= error.is_in_doubt();
                    let waited = backoff.wait(error).await;
                    waited.map_err(|error| if in_doubt { doubtful(error) } else { error })?;
                }
            }
        }
    }

    /// Tells whether exactly these events and tokens were written where they were meant to be.
    async fn has(&self, batch: &Batch) -> Result<bool, StoreError> {
        let events = Store::events(self, batch.table, batch.after, batch.last()).await;
        let events = events.map_err(doubtful)?;
        let tokens = if batch.tokens.is_empty() {
            Vec::new()
        } else {
            Store::tokens(self, batch.table).await.map_err(doubtful)?
        };
        let same =
            |(stored, line): (&StoredEvent, &String)| stored.at == batch.at && stored.line == *line;
        Ok(events.len() == batch.lines.len()
            && events.iter().zip(&batch.lines).all(same)
            && batch.tokens.iter().all(|token| tokens.contains(token)))
    }

    async fn create(&self, new: &NewTable) -> Result<Opening, StoreError> {
        let mut backoff = Backoff::new(&self.world);
        let (mut in_doubt, mut collided) = (false, false);
        loop {
            let error = match self.try_create(new).await {
                // Names of tables are random: this one can only be ours.
                Ok(Opening::Repeated(table)) if table == new.table => return Ok(Opening::Created),
                Ok(opening) => return Ok(opening),
                // The same request was carried out at the same moment: now its key is found.
                Err(QueryError::Duplicate(_)) if !collided => {
                    collided = true;
                    continue;
                }
                Err(error) => error,
            };
            if in_doubt && let Some(stored) = self.load(new.table).await? {
                return if stored.seed == new.seed {
                    Ok(Opening::Created)
                } else {
                    Err(StoreError::Failed("the name is taken".to_owned()))
                };
            }
            in_doubt |= error.is_in_doubt();
            let waited = backoff.wait(error).await;
            waited.map_err(|error| if in_doubt { doubtful(error) } else { error })?;
        }
    }
}

/// Waits for a database that is starting, and migrates it.
async fn prepare(
    config: &Config,
    hosts: &DatabaseHosts,
    place: &str,
    world: &World,
) -> Result<(), StoreError> {
    let mut backoff = Backoff::new(world);
    let unopened = |error: &tokio_postgres::Error| {
        let why = retry::message(error);
        if retry::is_unreachable(error) {
            let place = place.to_owned();
            StoreError::Unreachable { place, why }
        } else {
            address::unopened(place, why)
        }
    };
    loop {
        let connecting = world.timeout(MAX_STATEMENT, hosts.connect());
        let Ok(connected) = connecting.await else {
            let (place, why) = (place.to_owned(), "it does not answer".to_owned());
            return Err(StoreError::Unreachable { place, why });
        };
        let (mut client, connection) = match connected {
            Ok(connected) => connected,
            Err(error) => match QueryError::while_starting(&error) {
                Some(starting) => {
                    backoff.wait(starting).await.map_err(|_| unopened(&error))?;
                    continue;
                }
                None => return Err(unopened(&error)),
            },
        };
        let migrated = migrations::migrate(&mut client).await;
        if tls::fell_back_to_plain(config, &client).await {
            tracing::warn!(
                "the line to {place} is not encrypted: the database does not offer TLS; say sslmode=require or sslmode=disable"
            );
        }
        if let Ok(Ok(())) = &migrated {
            citus::warn(&client).await;
        }
        drop(client);
        drop(connection.await);
        let migrated = migrated.map_err(|error| unopened(&error))?;
        return migrated.map_err(|NewerSchema { found, known }| StoreError::Newer {
            place: place.to_owned(),
            found,
            known,
        });
    }
}

fn doubtful(error: StoreError) -> StoreError {
    match error {
        StoreError::Failed(why) => StoreError::InDoubt(why),
        error => error,
    }
}
