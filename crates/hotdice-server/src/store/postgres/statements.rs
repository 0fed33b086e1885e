//! The statements of the store. Changes of several rows are functions of the schema, in `migration_1.sql` and `migration_4.sql`.

use std::num::NonZeroU32;
use std::time::Duration;

use hotdice_table::{PlayerId, TableId};
use tokio_postgres::Row;

use super::PostgresStore;
use super::retry::{Backoff, QueryError};
use crate::store::{
    Answer, Appended, Batch, Digest, ExportedTable, IdempotencyKey, KeyUse, Lease, LeaseGrant,
    Millis, NewTable, NodeId, Opening, PublishedPresence, Secret, Snapshot, Store, StoreError,
    StoredBatch, StoredEvent, StoredKey, StoredTable, Token, Transfer, node_id, table_id,
};

/// How long a health check waits for the database.
const MAX_HEALTH_CHECK: Duration = Duration::from_secs(2);

impl PostgresStore {
    pub(super) async fn try_create(&self, new: &NewTable) -> Result<Opening, QueryError> {
        let (players, digests) = token_columns(&new.tokens);
        let (key, fingerprint) = key_columns(new.key.as_ref());
        let rows = self
            .try_query(
                "SELECT r_outcome, r_table, r_request FROM hotdice.open_2($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                &[
                    &new.table.as_str(),
                    &&new.seed.0[..],
                    &(new.lines.len() as i64),
                    &StoredBatch::join(&new.lines)?,
                    &(new.at as i64),
                    &players,
                    &digests,
                    &key,
                    &fingerprint,
                ],
            )
            .await?;
        let row = only(&rows)?;
        if row.get::<_, &str>(0) == "kept" {
            return Ok(Opening::Created);
        }
        let stored = digest(row.get(2))?;
        match new.key {
            Some(key) if key.matches(&stored) => Ok(Opening::Repeated(table_id(row.get(1))?)),
            _ => Ok(Opening::KeyReused),
        }
    }

    pub(super) async fn try_append(&self, batch: &Batch) -> Result<Appended, QueryError> {
        let (players, digests) = token_columns(&batch.tokens);
        let (key, fingerprint) = key_columns(batch.key.as_ref());
        let node = batch.lease.map(|lease| lease.node.get() as i64);
        let epoch = batch.lease.map(|lease| lease.epoch as i64);
        let appended = self
            .try_query(
                "SELECT hotdice.append_2($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                &[
                    &batch.table.as_str(),
                    &(batch.after as i64),
                    &(batch.last() as i64),
                    &StoredBatch::join(&batch.lines)?,
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
            .await;
        // That nothing was written may have its reason in the key: it is looked for only then.
        let refused = match appended {
            Ok(rows) => match only(&rows)?.get(0) {
                "written" => return Ok(Appended::Written),
                "evicted" => return Ok(Appended::LeaseLost),
                _ => Ok(Appended::Behind),
            },
            Err(error @ QueryError::Duplicate(_)) => Err(error),
            Err(error) => return Err(error),
        };
        let used = match &batch.key {
            Some(key) => self.try_find_key(batch.table, &key.key).await?,
            None => None,
        };
        used.map_or(refused, |used| Ok(Appended::Repeated(used)))
    }

    async fn try_find_key(
        &self,
        table: TableId,
        key: &Digest,
    ) -> Result<Option<KeyUse>, QueryError> {
        let find = "SELECT request, last, NULL::BIGINT, lines FROM hotdice.batches WHERE table_id = $1 AND key = $2";
        let rows = self.try_query(find, &[&table.as_str(), &&key[..]]).await?;
        if let Some(row) = rows.first() {
            return Ok(Some(key_use(row)?));
        }
        let find =
            "SELECT request, last, after FROM hotdice.earlier_keys WHERE scope = $1 AND key = $2";
        let rows = self.try_query(find, &[&table.as_str(), &&key[..]]).await?;
        Ok(rows.first().map(key_use).transpose()?)
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
            UNION ALL SELECT t.id FROM hotdice.tables t JOIN hotdice.batches b ON b.table_id = t.id AND b.last = t.seq
            WHERE t.quiet IS NULL AND b.at < $1 LIMIT $2";
        let rows = transaction
            .query(idle, &[&(before as i64), &i64::from(most)])
            .await?;
        transaction.commit().await?;
        Ok(table_ids(&rows)?)
    }

    async fn try_import(&self, table: &ExportedTable) -> Result<(), QueryError> {
        let (players, digests) = token_columns(&table.tokens);
        let batches = table.batches()?;
        let keys = batches.iter().map(|batch| batch.key.as_ref());
        let requests = keys.clone().map(|key| key.map(|(_, request)| &request[..]));
        let openings: Vec<&StoredKey> = table.opening_keys().collect();
        let id = table.table.as_str();
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        transaction
            .execute(
                "INSERT INTO hotdice.tables (id, seed, seq, quiet, keeper) VALUES ($1, $2, $3, $4, $5)",
                &[
                    &id,
                    &&table.seed.0[..],
                    &(table.events.len() as i64),
                    &(!table.live).then_some(table.changed() as i64),
                    &(!table.automated).then_some(0i64),
                ],
            )
            .await?;
        transaction
            .execute(
                "INSERT INTO hotdice.batches (table_id, last, at, lines, key, request)
                SELECT $1, last, at, lines, key, request
                FROM unnest($2::BIGINT[], $3::BIGINT[], $4::TEXT[], $5::BYTEA[], $6::BYTEA[])
                    AS batches (last, at, lines, key, request)",
                &[
                    &id,
                    &column(&batches, |batch| batch.last as i64),
                    &column(&batches, |batch| batch.at as i64),
                    &column(&batches, |batch| &*batch.lines),
                    &keys
                        .map(|key| key.map(|(key, _)| &key[..]))
                        .collect::<Vec<_>>(),
                    &requests.collect::<Vec<_>>(),
                ],
            )
            .await?;
        transaction
            .execute(
                "INSERT INTO hotdice.tokens (table_id, sum, player)
                SELECT $1, sum, player FROM unnest($2::BYTEA[], $3::INTEGER[]) AS tokens (sum, player)",
                &[&id, &digests, &players],
            )
            .await?;
        for opening in openings {
            let used = &opening.used;
            transaction
                .execute(
                    "INSERT INTO hotdice.openings (key, request, table_id, last) VALUES ($1, $2, $3, $4)",
                    &[
                        &&opening.key[..],
                        &&used.fingerprint[..],
                        &id,
                        &(used.last as i64),
                    ],
                )
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Returns all keys of a table, those that opened it last.
    async fn keys(&self, table: TableId) -> Result<Vec<StoredKey>, StoreError> {
        let mut keys = Vec::new();
        for (opening, select) in [
            (
                false,
                "SELECT request, last, NULL::BIGINT, lines, key FROM hotdice.batches WHERE table_id = $1 AND key IS NOT NULL",
            ),
            (
                false,
                "SELECT request, last, after, NULL, key FROM hotdice.earlier_keys WHERE scope = $1",
            ),
            (
                true,
                "SELECT request, last, 0::BIGINT, NULL, key FROM hotdice.openings WHERE table_id = $1",
            ),
        ] {
            for row in &self.query(select, &[&table.as_str()]).await? {
                keys.push(StoredKey {
                    opening,
                    key: digest(row.get(4))?,
                    used: key_use(row)?,
                });
            }
        }
        keys.sort_by_key(|key| (key.opening, key.key));
        Ok(keys)
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
            let offer = "SELECT hotdice.offer_1($1, $2, $3, $4, $5)";
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
            let take = "SELECT r_table, r_player FROM hotdice.take_1($1, $2, $3) WHERE r_table IS NOT NULL";
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
    fn load_after(&self, table: TableId, after: u64) -> Answer<'_, Option<StoredTable>> {
        Box::pin(async move {
            let seed = "SELECT seed FROM hotdice.tables WHERE id = $1";
            let rows = self.query(seed, &[&table.as_str()]).await?;
            let Some(row) = rows.first() else {
                return Ok(None);
            };
            Ok(Some(StoredTable {
                seed: Secret(digest(row.get(0))?),
                events: self.events(table, after, u64::MAX).await?,
                tokens: self.tokens(table).await?,
            }))
        })
    }

    fn save_snapshots(&self, table: TableId, snapshots: Vec<Snapshot>) -> Answer<'_, ()> {
        Box::pin(async move {
            let save = "SELECT hotdice.snapshot_1($1, $2, $3, $4)";
            let numbers: Vec<i64> = snapshots.iter().map(|taken| taken.seq as i64).collect();
            let texts: Vec<&str> = snapshots.iter().map(|taken| &*taken.text).collect();
            let digests: Vec<&[u8]> = snapshots.iter().map(|taken| &taken.digest[..]).collect();
            self.query(save, &[&table.as_str(), &numbers, &texts, &digests])
                .await
                .map(drop)
        })
    }

    fn drop_snapshots(&self, table: TableId) -> Answer<'_, ()> {
        Box::pin(async move {
            let drop_all = "DELETE FROM hotdice.snapshots WHERE table_id = $1";
            self.query(drop_all, &[&table.as_str()]).await.map(drop)
        })
    }

    fn snapshot(&self, table: TableId, last: u64) -> Answer<'_, Option<Snapshot>> {
        Box::pin(async move {
            let newest = "SELECT seq, body, sum FROM hotdice.snapshots
                WHERE table_id = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1";
            let last = i64::try_from(last).unwrap_or(i64::MAX);
            let rows = self.query(newest, &[&table.as_str(), &last]).await?;
            let snapshot = |row: &Row| {
                Snapshot {
                    seq: row.get::<_, i64>(0) as u64,
                    text: row.get(1),
                    // One that is too short is no digest of anything.
                    digest: row.get::<_, &[u8]>(2).try_into().unwrap_or_default(),
                }
            };
            Ok(rows.first().map(snapshot))
        })
    }

    fn events(&self, table: TableId, after: u64, last: u64) -> Answer<'_, Vec<StoredEvent>> {
        Box::pin(async move {
            // Every row has an event at least.
            let events = "SELECT last, at, lines FROM hotdice.batches
                WHERE table_id = $1 AND last > $2 ORDER BY last LIMIT $3";
            let most = i64::try_from(last.saturating_sub(after)).unwrap_or(i64::MAX);
            let rows = self
                .query(events, &[&table.as_str(), &(after as i64), &most])
                .await?;
            let batch = |row: &Row| StoredBatch {
                last: row.get::<_, i64>(0) as u64,
                at: row.get::<_, i64>(1) as u64,
                lines: row.get(2),
                key: None,
            };
            let rows: Vec<StoredBatch> = rows.iter().map(batch).collect();
            Ok(StoredBatch::events(&rows, after, last))
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
            let mut backoff = Backoff::new(&self.world);
            loop {
                match self.try_find_key(table, &key).await {
                    Ok(found) => return Ok(found),
                    Err(error) => backoff.wait(error).await?,
                }
            }
        })
    }

    fn idle_tables(&self, before: Millis, most: u32) -> Answer<'_, Vec<TableId>> {
        // Nobody waits for this: it is tried again another time.
        Box::pin(async move {
            let found = self.try_idle_tables(before, most).await;
            found.map_err(QueryError::into_store_error)
        })
    }

    fn delete_idle(&self, tables: Vec<TableId>, before: Millis) -> Answer<'_, u64> {
        Box::pin(async move {
            let mut deleted = 0;
            for table in tables {
                let forget = "SELECT hotdice.forget_2($1, $2)";
                let rows = self
                    .query(forget, &[&table.as_str(), &(before as i64)])
                    .await?;
                deleted += u64::from(only(&rows)?.get::<_, bool>(0));
            }
            Ok(deleted)
        })
    }

    fn flush(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let asked = self.try_query("SELECT 1", &[]);
            match self.world.timeout(MAX_HEALTH_CHECK, asked).await {
                Ok(answer) => answer.map(drop).map_err(QueryError::into_store_error),
                Err(_) => Err(StoreError::Failed("it does not answer".to_owned())),
            }
        })
    }

    fn register_node(&self, time: Duration) -> Answer<'_, NodeId> {
        Box::pin(async move {
            let expired =
                "DELETE FROM hotdice.nodes WHERE until < statement_timestamp() - interval '1 day'";
            self.query(expired, &[]).await?;
            let register = "INSERT INTO hotdice.nodes (until)
                VALUES (statement_timestamp() + $1 * interval '1 millisecond') RETURNING id";
            let rows = self.query(register, &[&millis(time)]).await?;
            node_id(only(&rows)?.get(0))
        })
    }

    fn renew_node(&self, node: NodeId, time: Duration) -> Answer<'_, bool> {
        Box::pin(async move {
            let renew =
                "UPDATE hotdice.nodes SET until = statement_timestamp() + $2 * interval '1 millisecond'
                WHERE id = $1 AND until > statement_timestamp() RETURNING id";
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

    /// This is asked every second: it looks for holders between those that are registered, by the index, and not at every
    /// game. A node that registers meanwhile keeps what it has leased, because leasing looks again.
    fn unleased(&self, most: u32) -> Answer<'_, Vec<TableId>> {
        Box::pin(async move {
            let registered =
                "SELECT id FROM hotdice.nodes WHERE until > statement_timestamp() ORDER BY id";
            let rows = self.query(registered, &[]).await?;
            let registered: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
            let above: Vec<i64> = std::iter::once(0).chain(registered.clone()).collect();
            let below: Vec<i64> = registered.into_iter().chain([i64::MAX]).collect();
            let unleased = "SELECT id FROM hotdice.tables WHERE quiet IS NULL AND keeper IS NULL
                UNION ALL SELECT t.id FROM unnest($2::BIGINT[], $3::BIGINT[]) AS gone (above, below)
                JOIN hotdice.tables t ON t.quiet IS NULL AND t.keeper > gone.above AND t.keeper < gone.below
                LIMIT $1";
            let rows = self
                .query(unleased, &[&i64::from(most), &above, &below])
                .await?;
            table_ids(&rows)
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
                    let publish = "INSERT INTO hotdice.signs (table_id, node, sign, shown) VALUES ($1, $2, $3, statement_timestamp())
                        ON CONFLICT (table_id, node) DO UPDATE SET sign = excluded.sign, shown = excluded.shown";
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
                    (extract(epoch FROM statement_timestamp() - s.shown) * 1000)::BIGINT
                FROM hotdice.signs s JOIN hotdice.nodes n ON n.id = s.node AND n.until > statement_timestamp()
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
            let mut backoff = Backoff::new(&self.world);
            loop {
                match self.try_import(&table).await {
                    Ok(()) => return Ok(()),
                    Err(error) => backoff.wait(error).await?,
                }
            }
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

/// Reads how a key was used: the fingerprint, the last event, and the event before it or else the lines of the batch.
fn key_use(row: &Row) -> Result<KeyUse, StoreError> {
    let last = row.get::<_, i64>(1) as u64;
    let after: Option<i64> = row.get(2);
    Ok(KeyUse {
        fingerprint: digest(row.get(0))?,
        after: match after {
            Some(after) => after as u64,
            None => StoredBatch::after(last, row.get(3)),
        },
        last,
    })
}

/// Returns a column of rows.
fn column<'a, R, T>(rows: &'a [R], value: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
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
