//! Where stores are tried.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hotdice_rig::{Citus, Database, Postgres};
use hotdice_testworld::TestWorld;

use super::flaky::{Faults, FlakyStore, Persistent};
use crate::store::{PostgresStore, SqliteStore, Store};
use crate::test_worlds;

/// A place for a store.
pub(crate) trait Ground: Send + Sync {
    /// Opens the store there; each time as another server would.
    fn open(&self) -> Pin<Box<dyn Future<Output = Arc<dyn Store>> + Send + '_>>;

    /// Lets time go by for the nodes that are registered there.
    fn pass(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

pub(crate) struct SqliteGround(tempfile::TempDir, Arc<TestWorld>);

impl SqliteGround {
    pub(crate) fn empty() -> Arc<dyn Ground> {
        Arc::new(Self(tempfile::tempdir().unwrap(), test_worlds::running()))
    }
}

impl Ground for SqliteGround {
    fn open(&self) -> Pin<Box<dyn Future<Output = Arc<dyn Store>> + Send + '_>> {
        let store = SqliteStore::open(&self.0.path().join("store.sqlite"), self.1.world());
        Box::pin(async move { Arc::new(store.unwrap()) as Arc<dyn Store> })
    }

    fn pass(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.1.advance(time);
        Box::pin(async {})
    }
}

pub(crate) struct PostgresGround(Database);

impl PostgresGround {
    pub(crate) fn empty(postgres: &Postgres) -> Arc<dyn Ground> {
        Arc::new(Self(postgres.database().unwrap()))
    }
}

impl Ground for PostgresGround {
    fn open(&self) -> Pin<Box<dyn Future<Output = Arc<dyn Store>> + Send + '_>> {
        Box::pin(async move {
            let world = test_worlds::running().world();
            let store = PostgresStore::open(&self.0.url(), world).await.unwrap();
            Arc::new(store) as Arc<dyn Store>
        })
    }

    fn pass(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            let world = test_worlds::running().world();
            let store = PostgresStore::open(&self.0.url(), world).await.unwrap();
            store.pass(time).await.unwrap();
        })
    }
}

/// A database that is spread over the workers of a Citus, which servers use like any other.
pub(crate) struct CitusGround;

impl CitusGround {
    pub(crate) async fn empty(citus: &Citus) -> Arc<dyn Ground> {
        let database = citus.database().unwrap();
        let world = test_worlds::running().world();
        drop(PostgresStore::open(&database.url(), world).await.unwrap());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/citus.sql");
        citus.shard(&database, script.as_ref(), 4).unwrap();
        Arc::new(PostgresGround(database))
    }
}

/// A place where stores fail, and those who ask try again.
pub(super) struct FlakyGround(Arc<dyn Ground>, Faults);

impl FlakyGround {
    pub(super) fn over(ground: Arc<dyn Ground>, faults: Faults) -> Arc<dyn Ground> {
        Arc::new(Self(ground, faults))
    }
}

impl Ground for FlakyGround {
    fn open(&self) -> Pin<Box<dyn Future<Output = Arc<dyn Store>> + Send + '_>> {
        Box::pin(async move {
            let flaky = FlakyStore::over(self.0.open().await, self.1);
            Arc::new(Persistent(flaky)) as Arc<dyn Store>
        })
    }

    fn pass(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.0.pass(time)
    }
}
