//! A store that fails on purpose.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hotdice_table::{PlayerId, TableId};

use crate::store::{
    Answer, Appended, Batch, Digest, ExportedTable, KeyUse, Lease, LeaseGrant, Millis, NewTable,
    NodeId, Opening, PublishedPresence, Snapshot, Store, StoreError, StoredEvent, StoredTable,
    Token, Transfer,
};

/// How many of a hundred requests go wrong, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faults {
    /// They fail before anything is done: no connection, or others were in the way.
    pub(crate) before: u64,
    /// They are carried out, and the answer is lost.
    pub(crate) after: u64,
    /// They take a while.
    pub(crate) delays: u64,
}

/// What a store says when it is worth asking again.
const PASSING: &str = "could not serialize access";

/// A store that fails as often as it is told to.
pub(crate) struct FlakyStore {
    inner: Arc<dyn Store>,
    faults: Faults,
    asked: AtomicU64,
}

impl FlakyStore {
    pub(crate) fn over(inner: Arc<dyn Store>, faults: Faults) -> Self {
        let asked = AtomicU64::new(0);
        Self {
            inner,
            faults,
            asked,
        }
    }

    /// Returns a number below a hundred, another one each time.
    fn draw(&self) -> u64 {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        (asked.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) % 100
    }

    fn meddle<'a, T: Send + 'a>(&'a self, answer: Answer<'a, T>) -> Answer<'a, T> {
        Box::pin(async move {
            if self.draw() < self.faults.delays {
                tokio::time::sleep(Duration::from_millis(self.draw() / 20)).await;
            }
            if self.draw() < self.faults.before {
                return Err(StoreError::Failed(PASSING.to_owned()));
            }
            let answer = answer.await?;
            if self.draw() < self.faults.after {
                return Err(StoreError::InDoubt("the connection broke".to_owned()));
            }
            Ok(answer)
        })
    }
}

/// A store that is asked again when it fails.
pub(super) struct Persistent<S>(pub(super) S);

macro_rules! again {
    ($store:expr, $method:ident($($argument:ident),*)) => {
        Box::pin(async move {
            loop {
                match $store.$method($($argument.clone()),*).await {
                    Err(StoreError::Failed(why)) if why == PASSING => {}
                    answer => return answer,
                }
            }
        })
    };
}

/// Writes the same store twice: once with trouble, once with patience.
macro_rules! stores {
    ($($method:ident($($argument:ident: $kind:ty),*) -> $answer:ty;)*) => {
        impl Store for FlakyStore {
            fn kind(&self) -> &'static str {
                "flaky"
            }

            fn is_shared(&self) -> bool {
                self.inner.is_shared()
            }

            $(fn $method(&self, $($argument: $kind),*) -> Answer<'_, $answer> {
                self.meddle(self.inner.$method($($argument),*))
            })*
        }

        #[allow(noop_method_call, clippy::clone_on_copy)]
        impl<S: Store> Store for Persistent<S> {
            fn kind(&self) -> &'static str {
                self.0.kind()
            }

            fn is_shared(&self) -> bool {
                self.0.is_shared()
            }

            $(fn $method(&self, $($argument: $kind),*) -> Answer<'_, $answer> {
                again!(self.0, $method($($argument),*))
            })*
        }
    };
}

stores! {
    open(table: NewTable) -> Opening;
    append(batch: Batch) -> Appended;
    offer_transfer(transfer: Transfer, now: Millis) -> ();
    take_transfer(code: Digest, token: Digest, now: Millis) -> Option<(TableId, PlayerId)>;
    load_after(table: TableId, after: u64) -> Option<StoredTable>;
    save_snapshots(table: TableId, snapshots: Vec<Snapshot>) -> ();
    drop_snapshots(table: TableId) -> ();
    snapshot(table: TableId, last: u64) -> Option<Snapshot>;
    events(table: TableId, after: u64, last: u64) -> Vec<StoredEvent>;
    tokens(table: TableId) -> Vec<Token>;
    heads(tables: Vec<TableId>) -> Vec<(TableId, u64)>;
    find_key(table: TableId, key: Digest) -> Option<KeyUse>;
    idle_tables(before: Millis, most: u32) -> Vec<TableId>;
    delete_idle(tables: Vec<TableId>, before: Millis) -> u64;
    flush() -> ();
    register_node(time: Duration) -> NodeId;
    renew_node(node: NodeId, time: Duration) -> bool;
    deregister_node(node: NodeId) -> ();
    deregister_other_nodes(node: NodeId) -> ();
    acquire_lease(table: TableId, node: NodeId) -> LeaseGrant;
    release_lease(table: TableId, lease: Lease, seen: u64) -> ();
    unleased(most: u32) -> Vec<TableId>;
    publish_presence(table: TableId, node: NodeId, snapshot: Option<String>) -> ();
    published_presence(tables: Vec<TableId>) -> Vec<PublishedPresence>;
    tables(after: Option<TableId>, most: u32) -> Vec<TableId>;
    count() -> u64;
    export(table: TableId) -> Option<ExportedTable>;
    import(table: ExportedTable) -> ();
}
