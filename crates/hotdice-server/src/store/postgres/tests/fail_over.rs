//! The primary dies or is demoted, and its standby takes over.

use hotdice_testworld::eventually;
use hotdice_world::World;
use tokio::task::JoinHandle;

use super::*;

/// A primary with a standby that has everything which was acknowledged, and a store on both.
struct Pair {
    primary: Postgres,
    standby: Postgres,
    database: String,
    store: Arc<PostgresStore>,
}

impl Pair {
    async fn of(primary: Postgres, standby: Postgres, reached_at: &[std::net::SocketAddr]) -> Self {
        let database = primary.database().unwrap();
        let store = PostgresStore::open(&database.url_at_any(reached_at), World::system()).await;
        let store = Arc::new(store.unwrap());
        Store::open(&*store, new_table()).await.unwrap();
        Self {
            primary,
            standby,
            database: database.name().to_owned(),
            store,
        }
    }

    /// Begins to append, and returns when the primary waits for its standby.
    async fn append_that_waits(&self, batch: Batch) -> JoinHandle<Result<Appended, StoreError>> {
        let store = self.store.clone();
        let writing = tokio::spawn(async move { store.append(&batch).await });
        let waiting = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";
        eventually("somebody waits", async || {
            self.primary.sql("postgres", waiting).unwrap().trim() == "1"
        })
        .await;
        writing
    }

    async fn lines(&self) -> Vec<String> {
        let stored = self.store.load(new_table().table).await.unwrap().unwrap();
        stored.events.into_iter().map(|event| event.line).collect()
    }

    /// Returns the log as the new primary has it, past the store.
    fn kept(&self) -> String {
        self.standby.wait_until_replayed().unwrap();
        let lines = "select string_agg(lines, ',' order by last) from hotdice.batches";
        let kept = self.standby.sql(&self.database, lines).unwrap();
        kept.trim().to_owned()
    }
}

fn with_key(batch: Batch) -> Batch {
    let key = IdempotencyKey {
        key: [7; 32],
        fingerprint: [7; 32],
        legacy: None,
    };
    Batch {
        key: Some(key),
        ..batch
    }
}

fn pair() -> Option<(Postgres, Postgres)> {
    let primary = or_skip(Postgres::start())?;
    let standby = primary.standby().unwrap();
    Some((primary, standby))
}

/// The standby never got the event: the repetition writes it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_commit_that_did_not_reach_the_standby_is_written_again() {
    let Some(primary) = or_skip(Postgres::start()) else {
        return;
    };
    let line = Proxy::to(primary.address()).unwrap();
    let standby = primary.standby_through(&line).unwrap();
    let both = [primary.address(), standby.address()];
    let mut pair = Pair::of(primary, standby, &both).await;
    line.swallow();
    let batch = with_key(batch(1, "event 1".to_owned()));
    let writing = pair.append_that_waits(batch.clone()).await;
    pair.primary.kill();
    assert_eq!(pair.kept(), "opened");
    pair.standby.promote().unwrap();
    let written = match writing.await.unwrap() {
        // On a slow machine the guest repeats the request.
        Err(error) if error.is_passing() => pair.store.append(&batch).await,
        written => written,
    };
    assert_eq!(written.unwrap(), Appended::Written);
    assert_eq!(pair.lines().await, ["opened", "event 1"]);
}

/// The standby has the event though nobody was told: the repetition is recognised, by its key or by its own lines.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_commit_that_reached_the_standby_unacknowledged_is_recognised() {
    for keyed in [true, false] {
        let Some((primary, standby)) = pair() else {
            return;
        };
        let both = [primary.address(), standby.address()];
        let mut pair = Pair::of(primary, standby, &both).await;
        pair.standby.pause_receiver().unwrap();
        let batch = batch(1, "event 1".to_owned());
        let batch = if keyed { with_key(batch) } else { batch };
        let writing = pair.append_that_waits(batch.clone()).await;
        let end = pair.primary.sql("postgres", "select pg_current_wal_lsn()");
        pair.primary.kill();
        pair.standby.resume_receiver().unwrap();
        pair.standby.wait_until_received(&end.unwrap()).unwrap();
        pair.standby.promote().unwrap();
        assert_eq!(pair.kept(), "opened,event 1");
        let told = match writing.await.unwrap() {
            Err(error) if keyed && error.is_passing() => pair.store.append(&batch).await,
            told => told,
        };
        match told {
            Ok(Appended::Repeated(used)) => assert!(keyed && (used.after, used.last) == (1, 2)),
            Ok(told) => assert_eq!((keyed, told), (false, Appended::Written)),
            // On a slow machine whoever writes without a key looks at the log.
            Err(error) => assert!(!keyed && matches!(error, StoreError::InDoubt(_))),
        }
        assert_eq!(pair.lines().await, ["opened", "event 1"]);
    }
}

/// The pool is full of connections to a host that has become read-only: they are given up.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_host_that_no_longer_accepts_writes_is_left() {
    let Some((primary, standby)) = pair() else {
        return;
    };
    let both = [primary.address(), standby.address()];
    let pair = Pair::of(primary, standby, &both).await;
    let reads = (0..MAX_CONNECTIONS * 2).map(|_| pair.store.load(new_table().table));
    futures_util::future::join_all(reads).await;
    for demote in [
        "alter system set default_transaction_read_only = on",
        "select pg_reload_conf()",
    ] {
        pair.primary.sql("postgres", demote).unwrap();
    }
    pair.standby.promote().unwrap();
    for number in 1..=20 {
        let batch = batch(number, format!("event {number}"));
        assert_eq!(pair.store.append(&batch).await.unwrap(), Appended::Written);
    }
    let kept = pair.kept();
    assert!(kept.ends_with("event 20"), "{kept}");
}

/// The machine of the primary is gone, and its connections do not even break.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_host_that_falls_silent_is_left() {
    let Some((primary, standby)) = pair() else {
        return;
    };
    let line = Proxy::to(primary.address()).unwrap();
    let reached_at = [line.address(), standby.address()];
    let pair = Pair::of(primary, standby, &reached_at).await;
    let reads = (0..MAX_CONNECTIONS * 2).map(|_| pair.store.load(new_table().table));
    futures_util::future::join_all(reads).await;
    line.swallow();
    pair.standby.promote().unwrap();
    let first = batch(1, "event 1".to_owned());
    // The first who asks waits until the silence has lasted too long; then all idle connections are given up at once.
    let written = pair.store.append(&first).await;
    assert_eq!(written.unwrap(), Appended::Written);
    let idle = pair.store.pool.status();
    assert!(idle.size <= 1, "{idle:?}");
    assert_eq!(pair.lines().await, ["opened", "event 1"]);
}
