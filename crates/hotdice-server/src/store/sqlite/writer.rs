//! The writer thread: group commit.

use std::num::NonZeroU32;
use std::sync::mpsc::Receiver;

use hotdice_table::{PlayerId, TableId};
use rusqlite::{
    Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params,
};
use tokio::sync::oneshot;

use super::leases;
use super::reader::find_key;
use crate::store::{
    Appended, Batch, Digest, ExportedTable, Millis, NewTable, Opening, Snapshot, StoreError,
    StoredBatch, Token, Transfer, table_id,
};

/// The most writes that one transaction carries out.
const MAX_GROUP: usize = 1024;

/// A queued write. It runs inside the transaction of its group, if there is one, and returns its acknowledgement.
pub(super) type Job = Box<dyn FnOnce(Option<&Transaction<'_>>) -> Ack + Send>;

/// Answers whoever queued a write, once the transaction was committed or has failed.
pub(super) type Ack = Box<dyn FnOnce(Option<&StoreError>) + Send>;

/// Returns a write that is answered when it is durable.
pub(super) fn job<T: Send + 'static>(
    write: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    reply: oneshot::Sender<Result<T, StoreError>>,
) -> Job {
    Box::new(move |transaction| {
        let written = match transaction {
            Some(transaction) => in_savepoint(transaction, write),
            None => Err(StoreError::Closed),
        };
        Box::new(move |failure| {
            let answer = match failure {
                None => written,
                Some(error) => Err(error.clone()),
            };
            // Whoever asked may have gone away; what is written stays written.
            drop(reply.send(answer));
        })
    })
}

/// Runs one write so that its failure undoes no other of the group.
fn in_savepoint<T>(
    transaction: &Transaction<'_>,
    write: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    transaction.prepare_cached("SAVEPOINT job")?.execute([])?;
    let written = write(transaction);
    if written.is_err() {
        transaction.prepare_cached("ROLLBACK TO job")?.execute([])?;
    }
    transaction.prepare_cached("RELEASE job")?.execute([])?;
    written
}

/// The only connection that writes.
pub(super) struct Writer {
    connection: Connection,
}

impl Writer {
    pub(super) fn new(connection: Connection) -> Self {
        connection.set_prepared_statement_cache_capacity(64);
        Self { connection }
    }

    /// Carries out writes until the store is dropped.
    pub(super) fn run(mut self, queue: &Receiver<Job>) {
        while let Ok(first) = queue.recv() {
            let others = queue.try_iter().take(MAX_GROUP - 1);
            let group: Vec<Job> = std::iter::once(first).chain(others).collect();
            metrics::histogram!("hotdice_store_batch_size").record(group.len() as f64);
            self.group_commit(group);
        }
    }

    /// Carries out a group of writes in one transaction, and acknowledges them when it is durable.
    fn group_commit(&mut self, group: Vec<Job>) {
        let mut acks = Vec::with_capacity(group.len());
        let committed = self.commit(group, &mut acks);
        for ack in acks {
            ack(committed.as_ref().err());
        }
    }

    fn commit(&mut self, group: Vec<Job>, acks: &mut Vec<Ack>) -> Result<(), StoreError> {
        let begun = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = match begun {
            Ok(transaction) => transaction,
            Err(error) => {
                acks.extend(group.into_iter().map(|job| job(None)));
                return Err(StoreError::Unwritten(error.to_string()));
            }
        };
        for job in group {
            // A full or broken disk rolls the transaction back under us. What followed would then be committed on its
            // own, though its group is reported as failed.
            let open = !transaction.is_autocommit();
            acks.push(job(open.then_some(&transaction)));
        }
        let was_open = !transaction.is_autocommit();
        transaction.commit().map_err(|error| {
            let is_full = error.sqlite_error_code() == Some(ErrorCode::DiskFull);
            if was_open && !is_full {
                // All of it may be in the write-ahead log, and only the disk did not say so.
                StoreError::InDoubt(error.to_string())
            } else {
                StoreError::Unwritten(error.to_string())
            }
        })
    }
}

/// Creates a table.
pub(super) fn open(transaction: &Transaction<'_>, new: &NewTable) -> Result<Opening, StoreError> {
    if let Some(key) = &new.key
        && let Some((table, fingerprint)) = find_opening(transaction, &key.key)?
    {
        return if key.matches(&fingerprint) {
            Ok(Opening::Repeated(table_id(&table)?))
        } else {
            Ok(Opening::KeyReused)
        };
    }
    let id = new.table.as_str();
    let last = new.lines.len() as u64;
    transaction
        .prepare_cached(
            "INSERT INTO tables (id, seed, seq, live, changed, keeper) VALUES (?, ?, ?, 0, ?, 0)",
        )?
        .execute(params![id, new.seed.0, last, new.at])?;
    let lines = StoredBatch::join(&new.lines)?;
    insert_batch(transaction, id, last, new.at, &lines, None)?;
    insert_tokens(transaction, id, &new.tokens)?;
    if let Some(key) = &new.key {
        insert_opening(transaction, id, &key.key, &key.fingerprint, last)?;
    }
    Ok(Opening::Created)
}

/// Returns the table that was opened with a key, and the fingerprint of the request.
fn find_opening(
    transaction: &Transaction<'_>,
    key: &Digest,
) -> Result<Option<(String, Digest)>, StoreError> {
    let mut find =
        transaction.prepare_cached("SELECT table_id, request FROM openings WHERE key = ?")?;
    let found = find.query_row([key], |row| Ok((row.get(0)?, row.get(1)?)));
    Ok(found.optional()?)
}

fn insert_opening(
    transaction: &Transaction<'_>,
    table: &str,
    key: &Digest,
    fingerprint: &Digest,
    last: u64,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached("INSERT INTO openings (key, request, table_id, last) VALUES (?, ?, ?, ?)")?
        .execute(params![key, fingerprint, table, last])?;
    Ok(())
}

/// Appends events to a log.
///
/// The row of the batch goes first, because its indexes say at no extra cost whether the key or the number was there before.
pub(super) fn append(
    transaction: &Transaction<'_>,
    batch: &Batch,
    now: Millis,
) -> Result<Appended, StoreError> {
    let (id, last) = (batch.table.as_str(), batch.last());
    if let Some(lease) = batch.lease
        && !leases::is_valid(transaction, batch.table, lease, now)?
    {
        return Ok(Appended::LeaseLost);
    }
    let lines = StoredBatch::join(&batch.lines)?;
    let key = batch.key.map(|key| (key.key, key.fingerprint));
    if !insert_batch(transaction, id, last, batch.at, &lines, key)? {
        return behind(transaction, batch);
    }
    let (live, automated) = (batch.live, batch.automated);
    let moved = transaction
        .prepare_cached(
            "UPDATE tables SET seq = ?, live = ?, changed = ?, keeper = iif(?, nullif(keeper, 0), keeper)
             WHERE id = ? AND seq = ?",
        )?
        .execute(params![last, live, batch.at, automated, id, batch.after])?;
    if moved == 0 {
        transaction
            .prepare_cached("DELETE FROM batches WHERE table_id = ? AND last = ?")?
            .execute(params![id, last])?;
        return behind(transaction, batch);
    }
    insert_tokens(transaction, id, &batch.tokens)?;
    Ok(Appended::Written)
}

/// Says why nothing was written: the request was carried out before, or others have written.
fn behind(transaction: &Transaction<'_>, batch: &Batch) -> Result<Appended, StoreError> {
    let used = match &batch.key {
        Some(key) => find_key(transaction, batch.table, &key.key)?,
        None => None,
    };
    Ok(used.map_or(Appended::Behind, Appended::Repeated))
}

/// Adds a row to a log; false if its number or its key is there already.
fn insert_batch(
    transaction: &Transaction<'_>,
    table: &str,
    last: u64,
    at: Millis,
    lines: &str,
    key: Option<(Digest, Digest)>,
) -> Result<bool, StoreError> {
    let (key, request) = key.unzip();
    let inserted = transaction
        .prepare_cached(
            "INSERT INTO batches (table_id, last, at, lines, key, request) VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![table, last, at, lines, key, request])?;
    Ok(inserted == 1)
}

/// Adds tokens to a table.
fn insert_tokens(
    transaction: &Transaction<'_>,
    table: &str,
    tokens: &[Token],
) -> Result<(), StoreError> {
    let mut insert = transaction
        .prepare_cached("INSERT INTO tokens (table_id, sum, player) VALUES (?, ?, ?)")?;
    for token in tokens {
        let player = token.player.map(PlayerId::number);
        insert.execute(params![table, token.digest, player])?;
    }
    Ok(())
}

/// Keeps the code of a transfer, and forgets those that have expired.
pub(super) fn offer_transfer(
    transaction: &Transaction<'_>,
    transfer: &Transfer,
    now: Millis,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached("DELETE FROM transfers WHERE until <= ?")?
        .execute([now])?;
    let (table, player) = (transfer.table.as_str(), transfer.player.number());
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO transfers (table_id, player, code, until) VALUES (?, ?, ?, ?)",
        )?
        .execute(params![table, player, transfer.code, transfer.until])?;
    Ok(())
}

/// Takes the seat of a transfer.
pub(super) fn take_transfer(
    transaction: &Transaction<'_>,
    code: &Digest,
    token: &Digest,
    now: Millis,
) -> Result<Option<(TableId, PlayerId)>, StoreError> {
    let taken = transaction
        .prepare_cached(
            "UPDATE transfers SET token = ?2
             WHERE code = ?1 AND until > ?3 AND (token IS NULL OR token = ?2) AND NOT EXISTS (
                 SELECT 1 FROM tokens t
                 WHERE t.table_id = transfers.table_id AND t.sum = ?2 AND t.player IS NOT transfers.player
             ) RETURNING table_id, player",
        )?
        .query_row(params![code, token, now], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, NonZeroU32>(1)?))
        })
        .optional()?;
    let Some((table, player)) = taken else {
        return Ok(None);
    };
    transaction
        .prepare_cached("INSERT OR IGNORE INTO tokens (table_id, sum, player) VALUES (?, ?, ?)")?
        .execute(params![table, token, player])?;
    Ok(Some((table_id(&table)?, PlayerId::numbered(player))))
}

/// Writes snapshots of a table, if it is still there.
pub(super) fn save_snapshots(
    transaction: &Transaction<'_>,
    table: TableId,
    snapshots: &[Snapshot],
) -> Result<(), StoreError> {
    let mut save = transaction.prepare_cached(
        "INSERT OR REPLACE INTO snapshots (table_id, seq, body, sum) SELECT id, ?, ?, ? FROM tables WHERE id = ?",
    )?;
    for snapshot in snapshots {
        save.execute(params![
            snapshot.seq,
            snapshot.text,
            snapshot.digest,
            table.as_str()
        ])?;
    }
    Ok(())
}

/// Deletes the snapshots of a table.
pub(super) fn drop_snapshots(
    transaction: &Transaction<'_>,
    table: TableId,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached("DELETE FROM snapshots WHERE table_id = ?")?
        .execute([table.as_str()])?;
    Ok(())
}

/// Deletes those of some tables that had no event since a moment; returns how many.
pub(super) fn delete_idle(
    transaction: &Transaction<'_>,
    tables: &[TableId],
    before: Millis,
) -> Result<u64, StoreError> {
    let mut deleted = 0;
    for table in tables {
        let gone = transaction
            .prepare_cached("DELETE FROM tables WHERE id = ? AND changed < ?")?
            .execute(params![table.as_str(), before])?;
        if gone == 0 {
            continue;
        }
        deleted += 1;
        for delete in [
            "DELETE FROM batches WHERE table_id = ?",
            "DELETE FROM tokens WHERE table_id = ?",
            "DELETE FROM snapshots WHERE table_id = ?",
            "DELETE FROM openings WHERE table_id = ?",
        ] {
            let mut delete = transaction.prepare_cached(delete)?;
            delete.execute([table.as_str()])?;
        }
    }
    Ok(deleted)
}

/// Imports a table from another store.
pub(super) fn import(
    transaction: &Transaction<'_>,
    table: &ExportedTable,
) -> Result<(), StoreError> {
    let id = table.table.as_str();
    let holder = (!table.automated).then_some(0);
    let seq = table.events.len() as u64;
    let (live, changed) = (table.live, table.changed());
    transaction
        .prepare_cached(
            "INSERT INTO tables (id, seed, seq, live, changed, keeper) VALUES (?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![id, table.seed.0, seq, live, changed, holder])?;
    for batch in table.batches()? {
        insert_batch(
            transaction,
            id,
            batch.last,
            batch.at,
            &batch.lines,
            batch.key,
        )?;
    }
    insert_tokens(transaction, id, &table.tokens)?;
    for key in table.opening_keys() {
        insert_opening(
            transaction,
            id,
            &key.key,
            &key.used.fingerprint,
            key.used.last,
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sqlite::migrations;

    /// A disk that is full undoes the whole transaction under the jobs that are still to come.
    #[test]
    fn nothing_is_written_after_the_transaction_has_ended() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrations::migrate(&mut connection, "memory".as_ref()).unwrap();
        let mut writer = Writer::new(connection);
        let (reply, mut ended) = oneshot::channel();
        let end = job(
            |transaction| Ok(transaction.execute_batch("ROLLBACK")?),
            reply,
        );
        let (reply, mut registered) = oneshot::channel();
        let register = job(
            |transaction| leases::register_node(transaction, std::time::Duration::from_secs(60), 0),
            reply,
        );
        writer.group_commit(vec![end, register]);
        assert!(ended.try_recv().unwrap().is_err());
        let told = registered.try_recv().unwrap();
        assert!(matches!(told, Err(StoreError::Unwritten(_))), "{told:?}");
        let nodes = "SELECT count(*) FROM nodes";
        let nodes = writer.connection.query_row(nodes, [], |row| row.get(0));
        assert_eq!(nodes, Ok(0), "what was told is true");
    }
}
