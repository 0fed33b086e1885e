//! Tables in PostgreSQL, for any number of servers.
//!
//! Every change is one statement, and is safe when it is answered. A statement is asked again when the connection broke
//! or others were in the way; if its answer was lost, the log says whether it was carried out.

mod address;
mod leases;
mod read;
mod schema;
mod signs;
#[cfg(test)]
mod tests;
mod tls;
mod trouble;
mod write;

use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use hotdice_table::TableId;
use tokio_postgres::Config;

use super::{
    Answer, Appended, Batch, Digest, Keeping, KeyUse, Lease, Millis, NewTable, NodeId, Opening,
    Shown, Store, StoreError, Stored, StoredEvent, Token, WholeTable,
};
use schema::Form;
use tls::Speaker;
use trouble::{Patience, Trouble};

/// How many connections a server uses at once.
const CONNECTIONS: usize = 16;

/// How long a statement may take before the connection counts as broken. The database gives it up a little sooner, so that it does
/// not go on with what nobody waits for.
const LONGEST_STATEMENT: Duration = Duration::from_secs(5);

/// How long those who ask for the health of the database wait.
const SOON: Duration = Duration::from_secs(2);

/// A store in PostgreSQL.
pub struct PostgresStore {
    pool: Pool,
}

/// Does something with a connection, and again as long as that makes sense.
macro_rules! ask {
    ($store:expr, |$client:ident| $work:expr) => {{
        let mut patience = Patience::new();
        loop {
            let tried = async {
                let $client = $store.client().await?;
                let done = tokio::time::timeout(LONGEST_STATEMENT, $work).await;
                done.unwrap_or_else(|_| Err(give_up($client)))
            };
            match tried.await {
                Ok(answer) => break Ok(answer),
                Err(trouble) => patience.bear(trouble).await?,
            }
        }
    }};
}

impl PostgresStore {
    /// Connects to a database, and brings it to the newest form.
    ///
    /// # Errors
    /// When the address is none, the database cannot be reached or does not let us in, or was written by a newer program.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let (config, speaker) = address::read(url)?;
        let place = address::place(&config);
        prepare(&config, &speaker, &place).await?;
        let fast = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let manager = Manager::from_config(config, speaker, fast);
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(LONGEST_STATEMENT))
            .create_timeout(Some(LONGEST_STATEMENT))
            .build();
        let pool = pool.map_err(|error| address::unopened(&place, error.to_string()))?;
        Ok(Self { pool })
    }

    async fn client(&self) -> Result<Object, Trouble> {
        Ok(self.pool.get().await?)
    }

    async fn append(&self, batch: &Batch) -> Result<Appended, StoreError> {
        let mut patience = Patience::new();
        let mut doubt = false;
        loop {
            let tried = async {
                let client = self.client().await?;
                let done = tokio::time::timeout(LONGEST_STATEMENT, write::append(&client, batch));
                done.await.unwrap_or_else(|_| Err(give_up(client)))
            };
            match tried.await {
                Ok(Appended::Written) => return Ok(Appended::Written),
                // A key says whose events they are; without one, the events themselves have to.
                Ok(refused) if doubt && batch.key.is_none() && self.has(batch).await? => {
                    metrics::counter!("hotdice_store_doubts_total").increment(1);
                    tracing::debug!(?refused, "what was in doubt has been written");
                    return Ok(Appended::Written);
                }
                Ok(refused) => return Ok(refused),
                Err(trouble) => {
                    doubt |= trouble.is_doubtful();
                    let waited = patience.bear(trouble).await;
                    waited.map_err(|error| if doubt { in_doubt(error) } else { error })?;
                }
            }
        }
    }

    /// Tells whether exactly these events, and those who may act, were written where they were meant to be.
    async fn has(&self, batch: &Batch) -> Result<bool, StoreError> {
        let read = async {
            let events = Store::events_after(self, batch.table, batch.after).await?;
            let tokens = match batch.tokens.is_empty() {
                true => Vec::new(),
                false => Store::tokens(self, batch.table).await?,
            };
            Ok((events, tokens))
        };
        let (events, tokens) = read.await.map_err(in_doubt)?;
        let same =
            |(kept, line): (&StoredEvent, &String)| kept.at == batch.at && kept.line == *line;
        Ok(events.len() >= batch.lines.len()
            && events.iter().zip(&batch.lines).all(same)
            && batch.tokens.iter().all(|token| tokens.contains(token)))
    }

    async fn keep_new(&self, new: &NewTable) -> Result<Opening, StoreError> {
        let mut patience = Patience::new();
        let (mut doubt, mut taken) = (false, false);
        loop {
            let tried = async {
                let client = self.client().await?;
                let done = tokio::time::timeout(LONGEST_STATEMENT, write::open(&client, new));
                done.await.unwrap_or_else(|_| Err(give_up(client)))
            };
            let trouble = match tried.await {
                // Names of tables are random: this one can only be ours.
                Ok(Opening::Repeated(table)) if table == new.table => return Ok(Opening::Kept),
                Ok(opening) => return Ok(opening),
                // The same request was carried out at the same moment: now its key is known.
                Err(Trouble::Taken(_)) if !taken => {
                    taken = true;
                    continue;
                }
                Err(trouble) => trouble,
            };
            if doubt && let Some(kept) = self.load(new.table).await? {
                return match kept.seed == new.seed {
                    true => Ok(Opening::Kept),
                    false => Err(StoreError::Failed("the name is taken".to_owned())),
                };
            }
            doubt |= trouble.is_doubtful();
            let waited = patience.bear(trouble).await;
            waited.map_err(|error| if doubt { in_doubt(error) } else { error })?;
        }
    }
}

/// Waits for a database that is starting, and brings it up to date.
async fn prepare(config: &Config, speaker: &Speaker, place: &str) -> Result<(), StoreError> {
    let mut patience = Patience::new();
    let unopened =
        |error: &tokio_postgres::Error| address::unopened(place, trouble::in_words(error));
    loop {
        let (mut client, connection) = match config.connect(speaker.clone()).await {
            Ok(connected) => connected,
            Err(error) => match Trouble::from_start(&error) {
                Some(passing) => {
                    patience.bear(passing).await.map_err(|_| unopened(&error))?;
                    continue;
                }
                None => return Err(unopened(&error)),
            },
        };
        let connection = tokio::spawn(connection);
        let form = schema::bring_up_to_date(&mut client).await;
        if tls::was_given_up(config, &client).await {
            tracing::warn!(
                "the line to {place} is not encrypted: the database does not offer TLS; say sslmode=require or sslmode=disable"
            );
        }
        drop(client);
        drop(connection.await);
        return match form.map_err(|error| unopened(&error))? {
            Form::Known => Ok(()),
            Form::Newer { found, known } => Err(StoreError::Newer {
                place: place.to_owned(),
                found,
                known,
            }),
        };
    }
}

/// Throws away a connection that does not answer.
fn give_up(client: Object) -> Trouble {
    drop(Object::take(client));
    Trouble::Lost("the database does not answer".to_owned())
}

fn in_doubt(error: StoreError) -> StoreError {
    match error {
        StoreError::Failed(why) => StoreError::InDoubt(why),
        error => error,
    }
}

impl Store for PostgresStore {
    fn kind(&self) -> &'static str {
        "postgres"
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn open(&self, table: NewTable) -> Answer<'_, Opening> {
        Box::pin(async move { self.keep_new(&table).await })
    }

    fn append(&self, batch: Batch) -> Answer<'_, Appended> {
        Box::pin(async move { self.append(&batch).await })
    }

    fn add_tokens(&self, table: TableId, tokens: Vec<Token>) -> Answer<'_, ()> {
        Box::pin(async move { ask!(self, |client| write::add_tokens(&client, table, &tokens)) })
    }

    fn load(&self, table: TableId) -> Answer<'_, Option<Stored>> {
        Box::pin(async move { ask!(self, |client| read::load(&client, table)) })
    }

    fn events_after(&self, table: TableId, after: u64) -> Answer<'_, Vec<StoredEvent>> {
        Box::pin(async move { ask!(self, |client| read::events_after(&client, table, after)) })
    }

    fn events_up_to(&self, table: TableId, last: u64) -> Answer<'_, Vec<StoredEvent>> {
        Box::pin(async move { ask!(self, |client| read::events_up_to(&client, table, last)) })
    }

    fn tokens(&self, table: TableId) -> Answer<'_, Vec<Token>> {
        Box::pin(async move { ask!(self, |client| read::tokens(&client, table)) })
    }

    fn heads(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, u64)>> {
        Box::pin(async move { ask!(self, |client| read::heads(&client, &tables)) })
    }

    fn find_key(&self, table: TableId, key: Digest) -> Answer<'_, Option<KeyUse>> {
        Box::pin(async move { ask!(self, |client| read::find_key(&client, table, &key)) })
    }

    fn idle(&self, before: Millis, most: u32) -> Answer<'_, Vec<TableId>> {
        Box::pin(async move {
            let asked = async {
                let mut client = self.client().await?;
                read::idle(&mut client, before, most).await
            };
            // Nobody waits for this: it is tried again another time.
            asked.await.map_err(Trouble::give_up)
        })
    }

    fn forget(&self, tables: Vec<TableId>, before: Millis) -> Answer<'_, u64> {
        Box::pin(async move { ask!(self, |client| write::forget(&client, &tables, before)) })
    }

    fn flush(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let asked = async {
                let client = self.client().await?;
                client.simple_query("SELECT 1").await?;
                Ok(())
            };
            let asked: Result<Result<(), Trouble>, _> = tokio::time::timeout(SOON, asked).await;
            match asked {
                Ok(Ok(())) => Ok(()),
                Ok(Err(Trouble::Final(error))) => Err(error),
                Ok(Err(Trouble::Undone(why) | Trouble::Lost(why) | Trouble::Taken(why))) => {
                    Err(StoreError::Failed(why))
                }
                Err(_) => Err(StoreError::Failed("it does not answer".to_owned())),
            }
        })
    }

    fn enroll(&self, time: Duration) -> Answer<'_, NodeId> {
        Box::pin(async move { ask!(self, |client| leases::enroll(&client, time)) })
    }

    fn renew(&self, node: NodeId, time: Duration) -> Answer<'_, bool> {
        Box::pin(async move { ask!(self, |client| leases::renew(&client, node, time)) })
    }

    fn resign(&self, node: NodeId) -> Answer<'_, ()> {
        Box::pin(async move { ask!(self, |client| leases::resign(&client, node)) })
    }

    fn end_others(&self, node: NodeId) -> Answer<'_, ()> {
        Box::pin(async move { ask!(self, |client| leases::end_others(&client, node)) })
    }

    fn keep(&self, table: TableId, node: NodeId) -> Answer<'_, Keeping> {
        Box::pin(async move { ask!(self, |client| leases::keep(&client, table, node)) })
    }

    fn let_go(&self, table: TableId, lease: Lease, seen: u64) -> Answer<'_, ()> {
        Box::pin(async move { ask!(self, |client| leases::let_go(&client, table, lease, seen)) })
    }

    fn adrift(&self, most: u32) -> Answer<'_, Vec<TableId>> {
        Box::pin(async move { ask!(self, |client| leases::adrift(&client, most)) })
    }

    fn show(&self, table: TableId, node: NodeId, sign: Option<String>) -> Answer<'_, ()> {
        Box::pin(async move {
            ask!(self, |client| signs::show(
                &client,
                table,
                node,
                sign.as_deref()
            ))
        })
    }

    fn shown(&self, tables: Vec<TableId>) -> Answer<'_, Vec<Shown>> {
        Box::pin(async move { ask!(self, |client| signs::shown(&client, &tables)) })
    }

    fn tables(&self, after: Option<TableId>, most: u32) -> Answer<'_, Vec<TableId>> {
        Box::pin(async move { ask!(self, |client| read::tables(&client, after, most)) })
    }

    fn count(&self) -> Answer<'_, u64> {
        Box::pin(async move { ask!(self, |client| read::count(&client)) })
    }

    fn whole(&self, table: TableId) -> Answer<'_, Option<WholeTable>> {
        Box::pin(async move { ask!(self, |client| read::whole(&client, table)) })
    }

    fn put(&self, whole: WholeTable) -> Answer<'_, ()> {
        Box::pin(async move { ask!(self, |client| write::put(&client, &whole)) })
    }
}
