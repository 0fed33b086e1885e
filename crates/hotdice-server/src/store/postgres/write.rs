//! What is written, each change by one statement.

use deadpool_postgres::Object;
use hotdice_table::{PlayerId, TableId};
use tokio_postgres::Row;

use super::super::{
    Appended, Batch, Digest, Key, KeyUse, Millis, NewTable, Opening, StoreError, Token, WholeTable,
    named,
};
use super::trouble::Trouble;

/// Keeps a new table.
pub(super) async fn open(client: &Object, new: &NewTable) -> Result<Opening, Trouble> {
    let open = client
        .prepare_cached(
            "SELECT r_outcome, r_table FROM hotdice.open_1($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .await?;
    let (players, sums) = columns(&new.tokens);
    let (key, request) = halves(new.key.as_ref());
    let row = client
        .query_one(
            &open,
            &[
                &new.table.as_str(),
                &&new.seed.0[..],
                &new.lines,
                &(new.at as i64),
                &players,
                &sums,
                &key,
                &request,
            ],
        )
        .await?;
    match row.get("r_outcome") {
        "kept" => Ok(Opening::Kept),
        "other" => Ok(Opening::OtherRequest),
        _ => Ok(Opening::Repeated(named(row.get("r_table"))?)),
    }
}

/// Adds events to the log of a table.
pub(super) async fn append(client: &Object, batch: &Batch) -> Result<Appended, Trouble> {
    let append = client
        .prepare_cached(
            "SELECT r_outcome, r_request, r_after, r_last
             FROM hotdice.append_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        )
        .await?;
    let (players, sums) = columns(&batch.tokens);
    let (key, request) = halves(batch.key.as_ref());
    let node = batch.lease.map(|lease| lease.node.get() as i64);
    let epoch = batch.lease.map(|lease| lease.epoch as i64);
    let row = client
        .query_one(
            &append,
            &[
                &batch.table.as_str(),
                &(batch.after as i64),
                &batch.lines,
                &(batch.at as i64),
                &batch.live,
                &batch.tended,
                &players,
                &sums,
                &key,
                &request,
                &node,
                &epoch,
            ],
        )
        .await?;
    match row.get("r_outcome") {
        "written" => Ok(Appended::Written),
        "behind" => Ok(Appended::Behind),
        "evicted" => Ok(Appended::Evicted),
        _ => Ok(Appended::Repeated(key_use(&row)?)),
    }
}

fn key_use(row: &Row) -> Result<KeyUse, StoreError> {
    Ok(KeyUse {
        request: digest(row.get("r_request"))?,
        after: row.get::<_, i64>("r_after") as u64,
        last: row.get::<_, i64>("r_last") as u64,
    })
}

/// Lets somebody act with further tokens; those who may already, may.
pub(super) async fn add_tokens(
    client: &Object,
    table: TableId,
    tokens: &[Token],
) -> Result<(), Trouble> {
    let add = client
        .prepare_cached(
            "INSERT INTO hotdice.tokens (table_id, sum, player)
             SELECT $1, sum, player FROM unnest($2::BYTEA[], $3::INTEGER[]) AS tokens (sum, player)
             ON CONFLICT DO NOTHING",
        )
        .await?;
    let (players, sums) = columns(tokens);
    client
        .execute(&add, &[&table.as_str(), &sums, &players])
        .await?;
    Ok(())
}

/// Forgets tables at which nothing has happened since before a moment.
///
/// Whoever acts at one of them meanwhile keeps it: its row is locked then, or has a last event that is not seen here.
pub(super) async fn forget(
    client: &Object,
    tables: &[TableId],
    before: Millis,
) -> Result<u64, Trouble> {
    let forget = client
        .prepare_cached(
            "WITH old AS (
                DELETE FROM hotdice.tables WHERE id IN (
                    SELECT id FROM hotdice.tables t WHERE id = ANY ($1::TEXT[]) AND (quiet < $2 OR quiet IS NULL
                    AND (SELECT at FROM hotdice.events e WHERE e.table_id = t.id AND e.seq = t.seq) < $2)
                    FOR UPDATE SKIP LOCKED
                ) RETURNING id
            ), their_events AS (
                DELETE FROM hotdice.events USING old WHERE table_id = old.id
            ), their_tokens AS (
                DELETE FROM hotdice.tokens USING old WHERE table_id = old.id
            ), their_keys AS (
                DELETE FROM hotdice.keys USING old WHERE scope = old.id
            ), their_openings AS (
                DELETE FROM hotdice.keys USING old WHERE scope = '' AND table_id = old.id
            ) SELECT count(*) FROM old",
        )
        .await?;
    let tables: Vec<&str> = tables.iter().map(TableId::as_str).collect();
    let row = client
        .query_one(&forget, &[&tables, &(before as i64)])
        .await?;
    Ok(row.get::<_, i64>(0) as u64)
}

/// Keeps a table of another store.
pub(super) async fn put(client: &Object, whole: &WholeTable) -> Result<(), Trouble> {
    let put = client
        .prepare_cached(
            "WITH the_table AS (
                INSERT INTO hotdice.tables (id, seed, seq, quiet, keeper) VALUES ($1, $2, cardinality($5::TEXT[]), $3, $4)
            ), its_events AS (
                INSERT INTO hotdice.events (table_id, seq, line, at)
                SELECT $1, seq, line, at FROM unnest($5::TEXT[], $6::BIGINT[]) WITH ORDINALITY AS events (line, at, seq)
            ), its_tokens AS (
                INSERT INTO hotdice.tokens (table_id, sum, player)
                SELECT $1, sum, player FROM unnest($7::BYTEA[], $8::INTEGER[]) AS tokens (sum, player)
            ) INSERT INTO hotdice.keys (scope, key, request, table_id, after, last)
            SELECT CASE WHEN opening THEN '' ELSE $1 END, key, request, $1, after, last
            FROM unnest($9::BOOLEAN[], $10::BYTEA[], $11::BYTEA[], $12::BIGINT[], $13::BIGINT[])
                AS keys (opening, key, request, after, last)",
        )
        .await?;
    let (players, sums) = columns(&whole.tokens);
    let lines: Vec<&str> = whole.events.iter().map(|event| &*event.line).collect();
    let times: Vec<i64> = whole.events.iter().map(|event| event.at as i64).collect();
    let of_keys = |number: fn(&super::super::KeptKey) -> u64| -> Vec<i64> {
        whole.keys.iter().map(|key| number(key) as i64).collect()
    };
    let openings: Vec<bool> = whole.keys.iter().map(|kept| kept.opening).collect();
    let keys: Vec<&[u8]> = whole.keys.iter().map(|kept| &kept.key.key[..]).collect();
    let requests = whole.keys.iter().map(|kept| &kept.key.request[..]);
    client
        .execute(
            &put,
            &[
                &whole.table.as_str(),
                &&whole.seed.0[..],
                &(!whole.live).then_some(whole.changed() as i64),
                &(!whole.tended).then_some(0i64),
                &lines,
                &times,
                &sums,
                &players,
                &openings,
                &keys,
                &requests.collect::<Vec<_>>(),
                &of_keys(|key| key.after),
                &of_keys(|key| key.last),
            ],
        )
        .await?;
    Ok(())
}

/// Returns the players and the sums of tokens.
fn columns(tokens: &[Token]) -> (Vec<Option<i32>>, Vec<&[u8]>) {
    let player = |token: &Token| token.player.map(|player| PlayerId::number(player) as i32);
    let players = tokens.iter().map(player).collect();
    (players, tokens.iter().map(|token| &token.sum[..]).collect())
}

fn halves(key: Option<&Key>) -> (Option<&[u8]>, Option<&[u8]>) {
    (key.map(|key| &key.key[..]), key.map(|key| &key.request[..]))
}

/// Reads a sum that is kept.
pub(super) fn digest(bytes: &[u8]) -> Result<Digest, StoreError> {
    let damaged = |_| StoreError::Damaged(format!("a sum has {} bytes", bytes.len()));
    bytes.try_into().map_err(damaged)
}
