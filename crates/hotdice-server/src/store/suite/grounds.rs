//! Where stores are tried.

use std::pin::Pin;
use std::sync::Arc;

use hotdice_rig::{Citus, Database, Postgres};

use super::flaky::{Faults, FlakyStore, Persistent};
use crate::store::{PostgresStore, SqliteStore, Store};

/// A place for a store.
pub(crate) trait Ground: Send + Sync {
    /// Opens the store there; each time as another server would.
    fn open(&self) -> Pin<Box<dyn Future<Output = Arc<dyn Store>> + Send + '_>>;
}

pub(crate) struct SqliteGround(tempfile::TempDir);

impl SqliteGround {
    pub(crate) fn empty() -> Arc<dyn Ground> {
        Arc::new(Self(tempfile::tempdir().unwrap()))
    }
}

impl Ground for SqliteGround {
    fn open(&self) -> Pin<Box<dyn Future<Output = Arc<dyn Store>> + Send + '_>> {
        let file = self.0.path().join("store.sqlite");
        Box::pin(async move { Arc::new(SqliteStore::open(&file).unwrap()) as Arc<dyn Store> })
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
            let store = PostgresStore::open(&self.0.url()).await.unwrap();
            Arc::new(store) as Arc<dyn Store>
        })
    }
}

/// A database that is spread over the workers of a Citus, which servers use like any other.
pub(crate) struct CitusGround;

impl CitusGround {
    pub(crate) async fn empty(citus: &Citus) -> Arc<dyn Ground> {
        let database = citus.database().unwrap();
        drop(PostgresStore::open(&database.url()).await.unwrap());
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
}
