//! The statements of the store. Changes of several rows are functions of the schema, in `migration_1.sql`.

use std::num::NonZeroU32;
use std::time::Duration;

use hotdice_table::{PlayerId, TableId};
use tokio_postgres::Row;

use super::PostgresStore;
use super::retry::QueryError;
use crate::store::{
    Answer, Appended, Batch, Digest, ExportedTable, IdempotencyKey, KeyUse, Lease, LeaseGrant,
    Millis, NewTable, NodeId, Opening, PublishedPresence, Secret, Store, StoreError, StoredEvent,
    StoredKey, StoredTable, Token, Transfer, node_id, table_id,
};

/// How long a health check waits for the database.
const MAX_HEALTH_CHECK: Duration = Duration::from_secs(2);

impl PostgresStore {
    pub(super) async fn try_create(&self, new: &NewTable) -> Result<Opening, QueryError> {
        let (players, digests) = token_columns(&new.tokens);
        let (key, fingerprint) = key_columns(new.key.as_ref());
        let rows = self
            .try_query(
                "SELECT r_outcome, r_table FROM hotdice.open_1($1, $2, $3, $4, $5, $6, $7, $8)",
                &[
                    &new.table.as_str(),
                    &&new.seed.0[..],
                    &new.lines,
                    &(new.at as i64),
                    &players,
                    &digests,
                    &key,
                    &fingerprint,
                ],
            )
            .await?;
        let row = only(&rows)?;
        match row.get("r_outcome") {
            "kept" => Ok(Opening::Created),
            "other" if !self.is_legacy_repeat(new.key.as_ref()).await? => Ok(Opening::KeyReused),
            _ => Ok(Opening::Repeated(table_id(row.get("r_table"))?)),
        }
    }

    /// Tells whether a table was opened by the same request on a server that stored the legacy fingerprint, which the
    /// function of the schema does not know.
    async fn is_legacy_repeat(&self, key: Option<&IdempotencyKey>) -> Result<bool, QueryError> {
        let Some(key) = key else { return Ok(false) };
        let used = "SELECT request FROM hotdice.keys WHERE scope = '' AND key = $1";
        let rows = self.try_query(used, &[&&key.key[..]]).await?;
        let stored = rows.first().map(|row| digest(row.get(0))).transpose()?;
        Ok(stored.is_some_and(|stored| key.matches(&stored)))
    }

    pub(super) async fn try_append(&self, batch: &Batch) -> Result<Appended, QueryError> {
        let (players, digests) = token_columns(&batch.tokens);
        let (key, fingerprint) = key_columns(batch.key.as_ref());
        let node = batch.lease.map(|lease| lease.node.get() as i64);
        let epoch = batch.lease.map(|lease| lease.epoch as i64);
        let rows = self
            .try_query(
                "SELECT r_request, r_after, r_last, r_outcome
                 FROM hotdice.append_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
                &[
                    &batch.table.as_str(),
                    &(batch.after as i64),
                    &batch.lines,
                    &(batch.at as i64),
                    &batch.live,
                    &batch.automated,
                    &players,
                    &digests,
                    &key,
                    &fingerprint,
                    &node,
                    &epoch,
                ],
            )
            .await?;
        let row = only(&rows)?;
        match row.get("r_outcome") {
            "written" => Ok(Appended::Written),
            "behind" => Ok(Appended::Behind),
            "evicted" => Ok(Appended::LeaseLost),
            _ => Ok(Appended::Repeated(key_use(row)?)),
        }
    }

    /// Returns idle tables. Of every game that is going on the last event is looked at, which may take longer than other
    /// statements may.
    async fn try_idle_tables(&self, before: Millis, most: u32) -> Result<Vec<TableId>, QueryError> {
        let mut client = self.client().await?;
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
        Ok(table_ids(&rows)?)
    }

    async fn keys(&self, table: TableId) -> Result<Vec<StoredKey>, StoreError> {
        let rows = self
            .query(
                "SELECT request, after, last, key, false FROM hotdice.keys WHERE scope = $1
                 UNION ALL SELECT request, after, last, key, true FROM hotdice.keys WHERE scope = '' AND table_id = $1
                 ORDER BY 5, 4",
                &[&table.as_str()],
            )
            .await?;
        let key = |row: &Row| {
            Ok(StoredKey {
                opening: row.get(4),
                key: digest(row.get(3))?,
                used: key_use(row)?,
            })
        };
        rows.iter().map(key).collect()
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
        Box::pin(async move { self.create(&table).await })
    }

    fn append(&self, batch: Batch) -> Answer<'_, Appended> {
        Box::pin(async move { self.append(&batch).await })
    }

    fn offer_transfer(&self, transfer: Transfer, now: Millis) -> Answer<'_, ()> {
        Box::pin(async move {
            let offer = "WITH expired AS (
                DELETE FROM hotdice.transfers WHERE until <= $5 AND NOT (table_id = $1 AND player = $2)
            ) INSERT INTO hotdice.transfers (table_id, player, code, until) VALUES ($1, $2, $3, $4)
            ON CONFLICT (table_id, player) DO UPDATE SET code = $3, until = $4, token = NULL";
            let player = transfer.player.number() as i32;
            let (until, now) = (transfer.until as i64, now as i64);
            self.query(
                offer,
                &[
                    &transfer.table.as_str(),
                    &player,
                    &&transfer.code[..],
                    &until,
                    &now,
                ],
            )
            .await
            .map(drop)
        })
    }

    fn take_transfer(
        &self,
        code: Digest,
        token: Digest,
        now: Millis,
    ) -> Answer<'_, Option<(TableId, PlayerId)>> {
        Box::pin(async move {
            let take = "WITH taken AS (
                UPDATE hotdice.transfers SET token = $2
                WHERE code = $1 AND until > $3 AND (token IS NULL OR token = $2) AND NOT EXISTS (
                    SELECT FROM hotdice.tokens t
                    WHERE t.table_id = transfers.table_id AND t.sum = $2 AND t.player IS DISTINCT FROM transfers.player
                ) RETURNING table_id, player
            ), added AS (
                INSERT INTO hotdice.tokens (table_id, sum, player) SELECT table_id, $2, player FROM taken
                ON CONFLICT DO NOTHING
            ) SELECT table_id, player FROM taken";
            let rows = self
                .query(take, &[&&code[..], &&token[..], &(now as i64)])
                .await?;
            let taken = |row: &Row| {
                let player = NonZeroU32::new(row.get::<_, i32>(1) as u32).map(PlayerId::numbered);
                let nobody = || StoreError::Damaged("a player has no number".to_owned());
                Ok((table_id(row.get(0))?, player.ok_or_else(nobody)?))
            };
            rows.first().map(taken).transpose()
        })
    }

    /// The log only grows and tokens are only added, so that what several statements read fits together.
    fn load(&self, table: TableId) -> Answer<'_, Option<StoredTable>> {
        Box::pin(async move {
            let seed = "SELECT seed FROM hotdice.tables WHERE id = $1";
            let rows = self.query(seed, &[&table.as_str()]).await?;
            let Some(row) = rows.first() else {
                return Ok(None);
            };
            Ok(Some(StoredTable {
                seed: Secret(digest(row.get(0))?),
                events: self.events(table, 0, u64::MAX).await?,
                tokens: self.tokens(table).await?,
            }))
        })
    }

    fn events(&self, table: TableId, after: u64, last: u64) -> Answer<'_, Vec<StoredEvent>> {
        Box::pin(async move {
            let events = "SELECT at, line FROM hotdice.events
                WHERE table_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq";
            let last = i64::try_from(last).unwrap_or(i64::MAX);
            let rows = self
                .query(events, &[&table.as_str(), &(after as i64), &last])
                .await?;
            let event = |row: &Row| StoredEvent {
                at: row.get::<_, i64>(0) as u64,
                line: row.get(1),
            };
            Ok(rows.iter().map(event).collect())
        })
    }

    fn tokens(&self, table: TableId) -> Answer<'_, Vec<Token>> {
        Box::pin(async move {
            let tokens = "SELECT player, sum FROM hotdice.tokens WHERE table_id = $1 ORDER BY sum";
            let rows = self.query(tokens, &[&table.as_str()]).await?;
            let token = |row: &Row| {
                let number = row.get::<_, Option<i32>>(0).map(|number| number as u32);
                let player = number.and_then(NonZeroU32::new).map(PlayerId::numbered);
                let digest = digest(row.get(1))?;
                Ok(Token { player, digest })
            };
            rows.iter().map(token).collect()
        })
    }

    fn heads(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, u64)>> {
        Box::pin(async move {
            let heads = "SELECT id, seq FROM hotdice.tables WHERE id = ANY ($1)";
            let rows = self.query(heads, &[&names(&tables)]).await?;
            let head = |row: &Row| Ok((table_id(row.get(0))?, row.get::<_, i64>(1) as u64));
            rows.iter().map(head).collect()
        })
    }

    fn find_key(&self, table: TableId, key: Digest) -> Answer<'_, Option<KeyUse>> {
        Box::pin(async move {
            let find =
                "SELECT request, after, last FROM hotdice.keys WHERE scope = $1 AND key = $2";
            let rows = self.query(find, &[&table.as_str(), &&key[..]]).await?;
            rows.first().map(key_use).transpose()
        })
    }

    fn idle_tables(&self, before: Millis, most: u32) -> Answer<'_, Vec<TableId>> {
        // Nobody waits for this: it is tried again another time.
        Box::pin(async move {
            let found = self.try_idle_tables(before, most).await;
            found.map_err(QueryError::into_store_error)
        })
    }

    /// Whoever acts at one of the tables meanwhile keeps it: its row is locked then, or has an event that is not seen here.
    fn delete_idle(&self, tables: Vec<TableId>, before: Millis) -> Answer<'_, u64> {
        Box::pin(async move {
            let delete = "WITH old AS (
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
            ) SELECT count(*) FROM old";
            let rows = self
                .query(delete, &[&names(&tables), &(before as i64)])
                .await?;
            Ok(only(&rows)?.get::<_, i64>(0) as u64)
        })
    }

    fn flush(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let asked = self.try_query("SELECT 1", &[]);
            match tokio::time::timeout(MAX_HEALTH_CHECK, asked).await {
                Ok(answer) => answer.map(drop).map_err(QueryError::into_store_error),
                Err(_) => Err(StoreError::Failed("it does not answer".to_owned())),
            }
        })
    }

    fn register_node(&self, time: Duration) -> Answer<'_, NodeId> {
        Box::pin(async move {
            let expired =
                "DELETE FROM hotdice.nodes WHERE until < clock_timestamp() - interval '1 day'";
            self.query(expired, &[]).await?;
            let register = "INSERT INTO hotdice.nodes (until)
                VALUES (clock_timestamp() + $1 * interval '1 millisecond') RETURNING id";
            let rows = self.query(register, &[&millis(time)]).await?;
            node_id(only(&rows)?.get(0))
        })
    }

    fn renew_node(&self, node: NodeId, time: Duration) -> Answer<'_, bool> {
        Box::pin(async move {
            let renew =
                "UPDATE hotdice.nodes SET until = clock_timestamp() + $2 * interval '1 millisecond'
                WHERE id = $1 AND until > clock_timestamp() RETURNING id";
            let rows = self
                .query(renew, &[&(node.get() as i64), &millis(time)])
                .await?;
            Ok(!rows.is_empty())
        })
    }

    fn deregister_node(&self, node: NodeId) -> Answer<'_, ()> {
        Box::pin(async move {
            let delete = "DELETE FROM hotdice.nodes WHERE id = $1";
            self.query(delete, &[&(node.get() as i64)]).await.map(drop)
        })
    }

    fn deregister_other_nodes(&self, node: NodeId) -> Answer<'_, ()> {
        Box::pin(async move {
            let delete = "DELETE FROM hotdice.nodes WHERE id <> $1";
            self.query(delete, &[&(node.get() as i64)]).await.map(drop)
        })
    }

    fn acquire_lease(&self, table: TableId, node: NodeId) -> Answer<'_, LeaseGrant> {
        Box::pin(async move {
            let acquire = "SELECT r_outcome, r_epoch FROM hotdice.keep_1($1, $2)";
            let rows = self
                .query(acquire, &[&table.as_str(), &(node.get() as i64)])
                .await?;
            let row = only(&rows)?;
            Ok(match row.get(0) {
                "kept" => LeaseGrant::Granted(Lease {
                    node,
                    epoch: row.get::<_, i64>(1) as u64,
                }),
                "lapsed" => LeaseGrant::NodeExpired,
                _ => LeaseGrant::HeldElsewhere,
            })
        })
    }

    fn release_lease(&self, table: TableId, lease: Lease, seen: u64) -> Answer<'_, ()> {
        Box::pin(async move {
            let release = "UPDATE hotdice.tables SET keeper = CASE WHEN seq = $4 THEN 0 END
                WHERE id = $1 AND keeper = $2 AND epoch = $3";
            let (node, epoch) = (lease.node.get() as i64, lease.epoch as i64);
            let seen = seen as i64;
            self.query(release, &[&table.as_str(), &node, &epoch, &seen])
                .await
                .map(drop)
        })
    }

    /// This is asked every second: it goes from holder to holder by the index, and not from game to game.
    fn unleased(&self, most: u32) -> Answer<'_, Vec<TableId>> {
        Box::pin(async move {
            let unleased = "WITH RECURSIVE keepers (keeper) AS (
                SELECT 0::BIGINT
                UNION ALL SELECT (
                    SELECT t.keeper FROM hotdice.tables t WHERE t.quiet IS NULL AND t.keeper > keepers.keeper
                    ORDER BY t.keeper LIMIT 1
                ) FROM keepers WHERE keepers.keeper IS NOT NULL
            ), gone AS (
                SELECT keeper FROM keepers WHERE keeper <> 0
                AND NOT EXISTS (SELECT FROM hotdice.nodes n WHERE n.id = keeper AND n.until > clock_timestamp())
            ) SELECT id FROM (
                SELECT id FROM hotdice.tables WHERE quiet IS NULL AND keeper IS NULL
                UNION ALL SELECT t.id FROM gone JOIN hotdice.tables t ON t.quiet IS NULL AND t.keeper = gone.keeper
            ) AS adrift LIMIT $1";
            table_ids(&self.query(unleased, &[&i64::from(most)]).await?)
        })
    }

    fn publish_presence(
        &self,
        table: TableId,
        node: NodeId,
        snapshot: Option<String>,
    ) -> Answer<'_, ()> {
        Box::pin(async move {
            let (table, node) = (table.as_str(), node.get() as i64);
            let published = match &snapshot {
                Some(snapshot) => {
                    let publish = "INSERT INTO hotdice.signs (table_id, node, sign, shown) VALUES ($1, $2, $3, clock_timestamp())
                        ON CONFLICT (table_id, node) DO UPDATE SET sign = $3, shown = clock_timestamp()";
                    self.query(publish, &[&table, &node, snapshot]).await
                }
                None => {
                    let withdraw = "DELETE FROM hotdice.signs WHERE table_id = $1 AND node = $2";
                    self.query(withdraw, &[&table, &node]).await
                }
            };
            published.map(drop)
        })
    }

    fn published_presence(&self, tables: Vec<TableId>) -> Answer<'_, Vec<PublishedPresence>> {
        Box::pin(async move {
            let published = "SELECT s.table_id, s.node, s.sign,
                    (extract(epoch FROM clock_timestamp() - s.shown) * 1000)::BIGINT
                FROM hotdice.signs s JOIN hotdice.nodes n ON n.id = s.node AND n.until > clock_timestamp()
                WHERE s.table_id = ANY ($1) ORDER BY s.table_id, s.node";
            let rows = self.query(published, &[&names(&tables)]).await?;
            let presence = |row: &Row| {
                Ok(PublishedPresence {
                    table: table_id(row.get(0))?,
                    node: node_id(row.get(1))?,
                    snapshot: row.get(2),
                    age: row.get::<_, i64>(3).max(0) as u64,
                })
            };
            rows.iter().map(presence).collect()
        })
    }

    fn tables(&self, after: Option<TableId>, most: u32) -> Answer<'_, Vec<TableId>> {
        Box::pin(async move {
            let next = "SELECT id FROM hotdice.tables WHERE id > $1 ORDER BY id LIMIT $2";
            let after = after.as_ref().map_or("", |table| table.as_str());
            table_ids(&self.query(next, &[&after, &i64::from(most)]).await?)
        })
    }

    fn count(&self) -> Answer<'_, u64> {
        Box::pin(async move {
            let rows = self
                .query("SELECT count(*) FROM hotdice.tables", &[])
                .await?;
            Ok(only(&rows)?.get::<_, i64>(0) as u64)
        })
    }

    fn export(&self, table: TableId) -> Answer<'_, Option<ExportedTable>> {
        Box::pin(async move {
            let head =
                "SELECT quiet IS NULL, keeper IS DISTINCT FROM 0 FROM hotdice.tables WHERE id = $1";
            let rows = self.query(head, &[&table.as_str()]).await?;
            let (Some(head), Some(stored)) = (rows.first(), self.load(table).await?) else {
                return Ok(None);
            };
            let live: bool = head.get(0);
            Ok(Some(ExportedTable {
                table,
                seed: stored.seed,
                live,
                automated: live && head.get::<_, bool>(1),
                events: stored.events,
                tokens: stored.tokens,
                keys: self.keys(table).await?,
            }))
        })
    }

    fn import(&self, table: ExportedTable) -> Answer<'_, ()> {
        Box::pin(async move {
            let import = "WITH the_table AS (
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
                AS keys (opening, key, request, after, last)";
            let (players, digests) = token_columns(&table.tokens);
            let (events, keys) = (&table.events, &table.keys);
            let lines: Vec<&str> = events.iter().map(|event| &*event.line).collect();
            let times: Vec<i64> = events.iter().map(|event| event.at as i64).collect();
            let openings: Vec<bool> = keys.iter().map(|key| key.opening).collect();
            let fingerprints = keys.iter().map(|key| &key.used.fingerprint[..]);
            self.query(
                import,
                &[
                    &table.table.as_str(),
                    &&table.seed.0[..],
                    &(!table.live).then_some(table.changed() as i64),
                    &(!table.automated).then_some(0i64),
                    &lines,
                    &times,
                    &digests,
                    &players,
                    &openings,
                    &keys.iter().map(|key| &key.key[..]).collect::<Vec<_>>(),
                    &fingerprints.collect::<Vec<_>>(),
                    &keys
                        .iter()
                        .map(|key| key.used.after as i64)
                        .collect::<Vec<_>>(),
                    &keys
                        .iter()
                        .map(|key| key.used.last as i64)
                        .collect::<Vec<_>>(),
                ],
            )
            .await
            .map(drop)
        })
    }
}

/// Returns the row of a statement that has exactly one.
fn only(rows: &[Row]) -> Result<&Row, StoreError> {
    let none = || StoreError::Damaged("a statement returned no row".to_owned());
    rows.first().ok_or_else(none)
}

fn names(tables: &[TableId]) -> Vec<&str> {
    tables.iter().map(TableId::as_str).collect()
}

fn table_ids(rows: &[Row]) -> Result<Vec<TableId>, StoreError> {
    rows.iter().map(|row| table_id(row.get(0))).collect()
}

/// Reads the fingerprint and the range of a key from the first three columns.
fn key_use(row: &Row) -> Result<KeyUse, StoreError> {
    Ok(KeyUse {
        fingerprint: digest(row.get(0))?,
        after: row.get::<_, i64>(1) as u64,
        last: row.get::<_, i64>(2) as u64,
    })
}

/// Returns the players and the digests of tokens.
fn token_columns(tokens: &[Token]) -> (Vec<Option<i32>>, Vec<&[u8]>) {
    let player = |token: &Token| token.player.map(|player| PlayerId::number(player) as i32);
    let digests = tokens.iter().map(|token| &token.digest[..]);
    (tokens.iter().map(player).collect(), digests.collect())
}

fn key_columns(key: Option<&IdempotencyKey>) -> (Option<&[u8]>, Option<&[u8]>) {
    let fingerprint = key.map(|key| &key.fingerprint[..]);
    (key.map(|key| &key.key[..]), fingerprint)
}

fn digest(bytes: &[u8]) -> Result<Digest, StoreError> {
    let damaged = |_| StoreError::Damaged(format!("a sum has {} bytes", bytes.len()));
    bytes.try_into().map_err(damaged)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
