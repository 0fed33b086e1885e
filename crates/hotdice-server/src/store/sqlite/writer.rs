//! The one thread that writes.

use std::sync::mpsc::Receiver;

use hotdice_table::{PlayerId, TableId};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::sync::oneshot;

use super::super::{
    Appended, Batch, Key, KeyUse, Millis, NewTable, Opening, StoreError, Token, named,
};
use super::leases;

/// The most requests that one transaction carries out.
const MOST_AT_ONCE: usize = 1024;

/// The scope of keys of requests that open tables.
pub(super) const OPENING: &str = "";

/// Where an answer goes.
pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something to be written.
pub(super) enum Job {
    Open(NewTable, Reply<Opening>),
    Append(Batch, Reply<Appended>),
    Errand(Errand),
}

/// Does something rarer inside the transaction, if there is one, and returns what answers it.
pub(super) type Errand = Box<dyn FnOnce(Option<&Transaction<'_>>) -> Promise + Send>;

/// Returns a job that does something, and answers when it is safe.
pub(super) fn errand<T: Send + 'static>(
    write: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    reply: Reply<T>,
) -> Job {
    Job::Errand(Box::new(move |transaction| {
        let done = match transaction {
            Some(transaction) => in_step(transaction, write),
            None => Err(StoreError::Closed),
        };
        promise(done, reply)
    }))
}

/// Answers a job, when its transaction is safe or has failed.
pub(super) type Promise = Box<dyn FnOnce(Option<&rusqlite::Error>) + Send>;

/// The one thread that writes.
pub(super) struct Writer {
    connection: Connection,
}

impl Writer {
    pub(super) fn new(connection: Connection) -> Self {
        connection.set_prepared_statement_cache_capacity(64);
        Self { connection }
    }

    /// Carries out requests until nobody can make any more.
    pub(super) fn run(mut self, jobs: &Receiver<Job>) {
        while let Ok(first) = jobs.recv() {
            let others = jobs.try_iter().take(MOST_AT_ONCE - 1);
            let jobs: Vec<Job> = std::iter::once(first).chain(others).collect();
            metrics::histogram!("hotdice_store_batch_size").record(jobs.len() as f64);
            self.carry_out(jobs);
        }
    }

    /// Carries out requests in one transaction, and answers when it is safe.
    fn carry_out(&mut self, jobs: Vec<Job>) {
        let mut promises = Vec::with_capacity(jobs.len());
        let done = self.in_transaction(jobs, &mut promises);
        for promise in promises {
            promise(done.as_ref().err());
        }
    }

    fn in_transaction(
        &mut self,
        jobs: Vec<Job>,
        promises: &mut Vec<Promise>,
    ) -> Result<(), rusqlite::Error> {
        let begun = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = match begun {
            Ok(transaction) => transaction,
            Err(error) => {
                promises.extend(jobs.into_iter().map(give_up));
                return Err(error);
            }
        };
        for job in jobs {
            // A full disk or a broken one ends the transaction; what followed would be written by itself.
            promises.push(match transaction.is_autocommit() {
                false => begin(&transaction, job),
                true => give_up(job),
            });
        }
        transaction.commit()
    }
}

/// Does a job inside the transaction, and returns what answers it when the transaction is safe.
fn begin(transaction: &Transaction<'_>, job: Job) -> Promise {
    match job {
        Job::Open(table, reply) => promise(in_step(transaction, |t| open(t, &table)), reply),
        Job::Append(batch, reply) => promise(in_step(transaction, |t| append(t, &batch)), reply),
        Job::Errand(errand) => errand(Some(transaction)),
    }
}

fn give_up(job: Job) -> Promise {
    match job {
        Job::Open(_, reply) => promise(Err(StoreError::Closed), reply),
        Job::Append(_, reply) => promise(Err(StoreError::Closed), reply),
        Job::Errand(errand) => errand(None),
    }
}

fn promise<T: Send + 'static>(outcome: Result<T, StoreError>, reply: Reply<T>) -> Promise {
    Box::new(move |failure| {
        let outcome = match failure {
            None => outcome,
            Some(error) => Err(StoreError::Unwritten(error.to_string())),
        };
        // Whoever asked may have gone away; what is written stays written.
        drop(reply.send(outcome));
    })
}

/// Does one job so that its failure undoes nothing else.
fn in_step<T>(
    transaction: &Transaction<'_>,
    job: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    transaction.prepare_cached("SAVEPOINT job")?.execute([])?;
    let outcome = job(transaction);
    if outcome.is_err() {
        transaction.prepare_cached("ROLLBACK TO job")?.execute([])?;
    }
    transaction.prepare_cached("RELEASE job")?.execute([])?;
    outcome
}

fn open(transaction: &Transaction<'_>, new: &NewTable) -> Result<Opening, StoreError> {
    if let Some(key) = &new.key
        && let Some((table, used)) = find_key(transaction, OPENING, &key.key)?
    {
        if used.request != key.request {
            return Ok(Opening::OtherRequest);
        }
        return Ok(Opening::Repeated(named(&table)?));
    }
    let id = new.table.as_str();
    let last = new.lines.len() as u64;
    transaction
        .prepare_cached(
            "INSERT INTO tables (id, seed, seq, live, changed, keeper) VALUES (?, ?, ?, 0, ?, 0)",
        )?
        .execute(params![id, new.seed.0, last, new.at])?;
    insert_events(transaction, id, 0, &new.lines, new.at)?;
    insert_tokens(transaction, id, &new.tokens)?;
    insert_key(transaction, OPENING, id, new.key.as_ref(), (0, last))?;
    Ok(Opening::Kept)
}

fn append(transaction: &Transaction<'_>, batch: &Batch) -> Result<Appended, StoreError> {
    let id = batch.table.as_str();
    if let Some(key) = &batch.key
        && let Some((_, used)) = find_key(transaction, id, &key.key)?
    {
        return Ok(Appended::Repeated(used));
    }
    if let Some(lease) = batch.lease
        && !leases::lasts(transaction, batch.table, lease)?
    {
        return Ok(Appended::Evicted);
    }
    let last = batch.after + batch.lines.len() as u64;
    let (live, tended) = (batch.live, batch.tended);
    let moved = transaction
        .prepare_cached(
            "UPDATE tables SET seq = ?, live = ?, changed = ?, keeper = iif(?, nullif(keeper, 0), keeper)
             WHERE id = ? AND seq = ?",
        )?
        .execute(params![last, live, batch.at, tended, id, batch.after])?;
    if moved == 0 {
        return Ok(Appended::Behind);
    }
    insert_events(transaction, id, batch.after, &batch.lines, batch.at)?;
    insert_tokens(transaction, id, &batch.tokens)?;
    insert_key(transaction, id, id, batch.key.as_ref(), (batch.after, last))?;
    Ok(Appended::Written)
}

pub(super) fn insert_events(
    transaction: &Transaction<'_>,
    table: &str,
    after: u64,
    lines: &[String],
    at: Millis,
) -> Result<(), StoreError> {
    let mut insert = transaction
        .prepare_cached("INSERT INTO events (table_id, seq, at, line) VALUES (?, ?, ?, ?)")?;
    for (seq, line) in (after + 1..).zip(lines) {
        insert.execute(params![table, seq, at, line])?;
    }
    Ok(())
}

pub(super) fn insert_tokens(
    transaction: &Transaction<'_>,
    table: &str,
    tokens: &[Token],
) -> Result<(), StoreError> {
    let mut insert = transaction
        .prepare_cached("INSERT INTO tokens (table_id, sum, player) VALUES (?, ?, ?)")?;
    for token in tokens {
        let player = token.player.map(PlayerId::number);
        insert.execute(params![table, token.sum, player])?;
    }
    Ok(())
}

pub(super) fn insert_key(
    transaction: &Transaction<'_>,
    scope: &str,
    table: &str,
    key: Option<&Key>,
    (after, last): (u64, u64),
) -> Result<(), StoreError> {
    let Some(key) = key else { return Ok(()) };
    transaction
        .prepare_cached(
            "INSERT INTO keys (scope, key, request, table_id, after, last) VALUES (?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![scope, key.key, key.request, table, after, last])?;
    Ok(())
}

/// Returns the table and the way in which a key was used.
pub(super) fn find_key(
    connection: &Connection,
    scope: &str,
    key: &[u8; 32],
) -> Result<Option<(String, KeyUse)>, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT table_id, request, after, last FROM keys WHERE scope = ? AND key = ?",
    )?;
    let used = find.query_row(params![scope, key], |row| {
        let used = KeyUse {
            request: row.get(1)?,
            after: row.get(2)?,
            last: row.get(3)?,
        };
        Ok((row.get(0)?, used))
    });
    Ok(used.optional()?)
}

pub(super) fn forget(
    transaction: &Transaction<'_>,
    tables: &[TableId],
    before: Millis,
) -> Result<u64, StoreError> {
    let mut forgotten = 0;
    for table in tables {
        let gone = transaction
            .prepare_cached("DELETE FROM tables WHERE id = ? AND changed < ?")?
            .execute(params![table.as_str(), before])?;
        if gone == 0 {
            continue;
        }
        forgotten += 1;
        for what in [
            "DELETE FROM events WHERE table_id = ?",
            "DELETE FROM tokens WHERE table_id = ?",
            "DELETE FROM keys WHERE scope = ?",
            "DELETE FROM keys WHERE scope = '' AND table_id = ?",
        ] {
            transaction
                .prepare_cached(what)?
                .execute([table.as_str()])?;
        }
    }
    Ok(forgotten)
}

#[cfg(test)]
mod tests {
    use super::super::schema;
    use super::*;

    /// A disk that is full undoes the whole transaction under the jobs that are still to come.
    #[test]
    fn nothing_is_written_after_the_transaction_has_ended() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::bring_up_to_date(&mut connection, "memory".as_ref()).unwrap();
        let mut writer = Writer::new(connection);
        let (reply, mut ended) = oneshot::channel();
        let end = errand(
            |transaction| Ok(transaction.execute_batch("ROLLBACK")?),
            reply,
        );
        let (reply, mut enrolled) = oneshot::channel();
        let enroll = errand(
            |transaction| leases::enroll(transaction, std::time::Duration::from_secs(60)),
            reply,
        );
        writer.carry_out(vec![end, enroll]);
        assert!(ended.try_recv().unwrap().is_err());
        let told = enrolled.try_recv().unwrap();
        assert!(matches!(told, Err(StoreError::Unwritten(_))), "{told:?}");
        let nodes = "SELECT count(*) FROM nodes";
        let nodes = writer.connection.query_row(nodes, [], |row| row.get(0));
        assert_eq!(nodes, Ok(0), "what was told is true");
    }
}
