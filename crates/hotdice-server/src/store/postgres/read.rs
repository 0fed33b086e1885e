//! What is read.

use std::num::NonZeroU32;

use deadpool_postgres::Object;
use hotdice_table::{PlayerId, TableId};
use tokio_postgres::Row;

use super::super::{
    Digest, KeptKey, Key, KeyUse, Millis, Secret, StoreError, Stored, StoredEvent, Token,
    WholeTable, named,
};
use super::trouble::Trouble;
use super::write::digest;

/// Returns everything about a table.
///
/// Its log only grows and tokens are only added, so that what is read by several statements fits together.
pub(super) async fn load(client: &Object, table: TableId) -> Result<Option<Stored>, Trouble> {
    let seed = client
        .prepare_cached("SELECT seed FROM hotdice.tables WHERE id = $1")
        .await?;
    let Some(row) = client.query_opt(&seed, &[&table.as_str()]).await? else {
        return Ok(None);
    };
    Ok(Some(Stored {
        seed: Secret(digest(row.get(0))?),
        events: events_after(client, table, 0).await?,
        tokens: tokens(client, table).await?,
    }))
}

/// Returns the events of a table after one of them.
pub(super) async fn events_after(
    client: &Object,
    table: TableId,
    after: u64,
) -> Result<Vec<StoredEvent>, Trouble> {
    let events = client
        .prepare_cached(
            "SELECT at, line FROM hotdice.events WHERE table_id = $1 AND seq > $2 ORDER BY seq",
        )
        .await?;
    let rows = client
        .query(&events, &[&table.as_str(), &(after as i64)])
        .await?;
    Ok(rows.iter().map(event).collect())
}

/// Returns the events of a table up to one of them.
pub(super) async fn events_up_to(
    client: &Object,
    table: TableId,
    last: u64,
) -> Result<Vec<StoredEvent>, Trouble> {
    let events = client
        .prepare_cached(
            "SELECT at, line FROM hotdice.events WHERE table_id = $1 AND seq <= $2 ORDER BY seq",
        )
        .await?;
    let rows = client
        .query(&events, &[&table.as_str(), &(last as i64)])
        .await?;
    Ok(rows.iter().map(event).collect())
}

fn event(row: &Row) -> StoredEvent {
    StoredEvent {
        at: row.get::<_, i64>(0) as u64,
        line: row.get(1),
    }
}

/// Returns tables at which nothing has happened since before a moment.
///
/// Of every game that goes on the last event is looked at, which takes longer than other statements may.
pub(super) async fn idle(
    client: &mut Object,
    before: Millis,
    most: u32,
) -> Result<Vec<TableId>, Trouble> {
    let transaction = client.transaction().await?;
    transaction
        .batch_execute("SET LOCAL statement_timeout = '10min'")
        .await?;
    let idle = "SELECT id FROM hotdice.tables WHERE quiet < $1
        UNION ALL SELECT id FROM hotdice.tables t WHERE quiet IS NULL
        AND (SELECT at FROM hotdice.events e WHERE e.table_id = t.id AND e.seq = t.seq) < $1 LIMIT $2";
    let rows = transaction
        .query(idle, &[&(before as i64), &i64::from(most)])
        .await?;
    transaction.commit().await?;
    Ok(names(&rows)?)
}

/// Returns who may act at a table.
pub(super) async fn tokens(client: &Object, table: TableId) -> Result<Vec<Token>, Trouble> {
    let tokens = client
        .prepare_cached("SELECT player, sum FROM hotdice.tokens WHERE table_id = $1 ORDER BY sum")
        .await?;
    let rows = client.query(&tokens, &[&table.as_str()]).await?;
    let token = |row: &Row| {
        let number = row.get::<_, Option<i32>>(0).map(|number| number as u32);
        let player = number.and_then(NonZeroU32::new).map(PlayerId::numbered);
        let sum = digest(row.get(1))?;
        Ok(Token { player, sum })
    };
    rows.iter().map(token).collect()
}

/// Returns the number of the last event of each of these tables.
pub(super) async fn heads(
    client: &Object,
    tables: &[TableId],
) -> Result<Vec<(TableId, u64)>, Trouble> {
    let heads = client
        .prepare_cached("SELECT id, seq FROM hotdice.tables WHERE id = ANY ($1)")
        .await?;
    let names: Vec<&str> = tables.iter().map(TableId::as_str).collect();
    let rows = client.query(&heads, &[&names]).await?;
    let head = |row: &Row| Ok((named(row.get(0))?, row.get::<_, i64>(1) as u64));
    rows.iter().map(head).collect()
}

/// Returns how a key was used at a table.
pub(super) async fn find_key(
    client: &Object,
    table: TableId,
    key: &Digest,
) -> Result<Option<KeyUse>, Trouble> {
    let find = client
        .prepare_cached(
            "SELECT request, after, last FROM hotdice.keys WHERE scope = $1 AND key = $2",
        )
        .await?;
    let row = client
        .query_opt(&find, &[&table.as_str(), &&key[..]])
        .await?;
    let used = |row: Row| {
        Ok(KeyUse {
            request: digest(row.get(0))?,
            after: row.get::<_, i64>(1) as u64,
            last: row.get::<_, i64>(2) as u64,
        })
    };
    row.map(used).transpose()
}

/// Returns the next tables in the order of their names.
pub(super) async fn tables(
    client: &Object,
    after: Option<TableId>,
    most: u32,
) -> Result<Vec<TableId>, Trouble> {
    let next = client
        .prepare_cached("SELECT id FROM hotdice.tables WHERE id > $1 ORDER BY id LIMIT $2")
        .await?;
    let after = after.as_ref().map_or("", |table| table.as_str());
    let rows = client.query(&next, &[&after, &i64::from(most)]).await?;
    Ok(names(&rows)?)
}

/// Reads the names of tables.
pub(super) fn names(rows: &[Row]) -> Result<Vec<TableId>, StoreError> {
    rows.iter().map(|row| named(row.get(0))).collect()
}

/// Returns how many tables are kept.
pub(super) async fn count(client: &Object) -> Result<u64, Trouble> {
    let count = client.query_one("SELECT count(*) FROM hotdice.tables", &[]);
    Ok(count.await?.get::<_, i64>(0) as u64)
}

/// Returns all that is kept of a table.
pub(super) async fn whole(client: &Object, table: TableId) -> Result<Option<WholeTable>, Trouble> {
    let head = client
        .prepare_cached(
            "SELECT quiet IS NULL, keeper IS DISTINCT FROM 0 FROM hotdice.tables WHERE id = $1",
        )
        .await?;
    let Some(head) = client.query_opt(&head, &[&table.as_str()]).await? else {
        return Ok(None);
    };
    let Some(stored) = load(client, table).await? else {
        return Ok(None);
    };
    let live: bool = head.get(0);
    Ok(Some(WholeTable {
        table,
        seed: stored.seed,
        live,
        tended: live && head.get::<_, bool>(1),
        events: stored.events,
        tokens: stored.tokens,
        keys: keys(client, table).await?,
    }))
}

async fn keys(client: &Object, table: TableId) -> Result<Vec<KeptKey>, Trouble> {
    let keys = client
        .prepare_cached(
            "SELECT false, key, request, after, last FROM hotdice.keys WHERE scope = $1
             UNION ALL SELECT true, key, request, after, last FROM hotdice.keys WHERE scope = '' AND table_id = $1
             ORDER BY 1, 2",
        )
        .await?;
    let rows = client.query(&keys, &[&table.as_str()]).await?;
    let kept = |row: &Row| {
        let key = Key {
            key: digest(row.get(1))?,
            request: digest(row.get(2))?,
        };
        Ok(KeptKey {
            opening: row.get(0),
            key,
            after: row.get::<_, i64>(3) as u64,
            last: row.get::<_, i64>(4) as u64,
        })
    };
    rows.iter().map(kept).collect()
}
