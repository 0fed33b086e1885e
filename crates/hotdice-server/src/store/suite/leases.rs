//! Bots and clocks have one keeper, and whoever was it writes nothing any more.

use std::sync::Arc;
use std::time::Duration;

use super::{Ground, batch, id, new_table};
use crate::store::{Appended, Batch, Lease, LeaseGrant, NodeId, Store};

const LONG: Duration = Duration::from_secs(7200);
const SHORT: Duration = Duration::from_secs(3600);

async fn with_a_game(ground: &dyn Ground) -> Arc<dyn Store> {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    assert!(store.unleased(10).await.unwrap().is_empty());
    store.append(batch(1, 1, &["started"])).await.unwrap();
    assert_eq!(store.unleased(10).await.unwrap(), [id(1)]);
    store
}

async fn kept(store: &dyn Store, node: NodeId) -> Lease {
    match store.acquire_lease(id(1), node).await.unwrap() {
        LeaseGrant::Granted(lease) => lease,
        other => panic!("{other:?}"),
    }
}

/// Writes in the name of a lease after the last event.
async fn write(store: &dyn Store, lease: Lease) -> Appended {
    let after = store.heads(vec![id(1)]).await.unwrap()[0].1;
    let leased = Batch {
        lease: Some(lease),
        ..batch(1, after, &["a bot moves"])
    };
    store.append(leased).await.unwrap()
}

pub(super) async fn a_table_has_one_keeper(ground: Arc<dyn Ground>) {
    let store = with_a_game(&*ground).await;
    let first = store.register_node(LONG).await.unwrap();
    let second = store.register_node(LONG).await.unwrap();
    assert!(second > first, "numbers grow");
    let lease = kept(&*store, first).await;
    assert_eq!(kept(&*store, first).await, lease, "it stays the same");
    assert_eq!(
        store.acquire_lease(id(1), second).await.unwrap(),
        LeaseGrant::HeldElsewhere
    );
    assert!(store.unleased(10).await.unwrap().is_empty());
    assert_eq!(write(&*store, lease).await, Appended::Written);
    let forged = Lease {
        node: second,
        ..lease
    };
    assert_eq!(write(&*store, forged).await, Appended::LeaseLost);
    let older = Lease {
        epoch: lease.epoch - 1,
        ..lease
    };
    assert_eq!(write(&*store, older).await, Appended::LeaseLost);
    let anybody = store.append(batch(1, 3, &["somebody acts"])).await.unwrap();
    assert_eq!(anybody, Appended::Written, "people need no lease");
    store.deregister_node(first).await.unwrap();
    assert_eq!(store.unleased(10).await.unwrap(), [id(1)]);
    let taken = kept(&*store, second).await;
    assert!(taken.epoch > lease.epoch, "epochs grow");
    assert_eq!(write(&*store, lease).await, Appended::LeaseLost);
    assert_eq!(write(&*store, taken).await, Appended::Written);
    assert_eq!(
        store.acquire_lease(id(9), second).await.unwrap(),
        LeaseGrant::HeldElsewhere
    );
}

pub(super) async fn a_node_that_was_not_heard_of_writes_nothing(ground: Arc<dyn Ground>) {
    let store = with_a_game(&*ground).await;
    let stopped = store.register_node(SHORT).await.unwrap();
    let lease = kept(&*store, stopped).await;
    let heard_of = store.register_node(SHORT).await.unwrap();
    assert!(store.renew_node(heard_of, LONG).await.unwrap());
    ground.pass(SHORT).await;
    assert!(
        store.renew_node(heard_of, LONG).await.unwrap(),
        "it was heard of in time"
    );
    assert_eq!(
        write(&*store, lease).await,
        Appended::LeaseLost,
        "nobody else was needed for that"
    );
    assert!(
        !store.renew_node(stopped, LONG).await.unwrap(),
        "it is too late"
    );
    assert_eq!(
        store.acquire_lease(id(1), stopped).await.unwrap(),
        LeaseGrant::NodeExpired
    );
    assert_eq!(store.unleased(10).await.unwrap(), [id(1)]);
    let awake = store.register_node(LONG).await.unwrap();
    let taken = kept(&*store, awake).await;
    assert_eq!(write(&*store, lease).await, Appended::LeaseLost);
    assert_eq!(write(&*store, taken).await, Appended::Written);
}

pub(super) async fn a_table_is_kept_only_while_there_is_something_to_do(ground: Arc<dyn Ground>) {
    let store = with_a_game(&*ground).await;
    let node = store.register_node(LONG).await.unwrap();
    let lease = kept(&*store, node).await;
    store.release_lease(id(1), lease, 2).await.unwrap();
    assert!(
        store.unleased(10).await.unwrap().is_empty(),
        "nobody is needed"
    );
    assert_eq!(write(&*store, lease).await, Appended::LeaseLost);
    store.append(batch(1, 2, &["somebody acts"])).await.unwrap();
    assert_eq!(
        store.unleased(10).await.unwrap(),
        [id(1)],
        "now there may be something to do"
    );
    let again = kept(&*store, node).await;
    assert!(again.epoch > lease.epoch);
    // Whoever lets go late, after somebody has acted, must not leave the table to nobody.
    store.append(batch(1, 3, &["somebody acts"])).await.unwrap();
    assert!(store.unleased(10).await.unwrap().is_empty());
    store.release_lease(id(1), again, 3).await.unwrap();
    assert_eq!(store.unleased(10).await.unwrap(), [id(1)]);
    let again = kept(&*store, node).await;
    store.release_lease(id(1), again, 4).await.unwrap();
    let untended = Batch {
        automated: false,
        live: true,
        ..batch(2, 1, &["started"])
    };
    store.open(new_table(2)).await.unwrap();
    store.append(untended).await.unwrap();
    assert!(
        store.unleased(10).await.unwrap().is_empty(),
        "people alone need nobody"
    );
    let over = Batch {
        live: false,
        ..batch(1, 3, &["ended"])
    };
    store.append(over).await.unwrap();
    store.deregister_node(node).await.unwrap();
    assert!(
        store.unleased(10).await.unwrap().is_empty(),
        "the game is over"
    );
}

pub(super) async fn of_many_nodes_one_keeps_a_table(ground: Arc<dyn Ground>) {
    let store = with_a_game(&*ground).await;
    let mut nodes = Vec::new();
    for _ in 0..6 {
        let store = ground.open().await;
        nodes.push(tokio::spawn(async move {
            let node = store.register_node(LONG).await.unwrap();
            store.acquire_lease(id(1), node).await.unwrap()
        }));
    }
    let mut leases = Vec::new();
    for node in nodes {
        match node.await.unwrap() {
            LeaseGrant::Granted(lease) => leases.push(lease),
            other => assert_eq!(other, LeaseGrant::HeldElsewhere),
        }
    }
    let [lease] = leases[..] else {
        panic!("{leases:?}");
    };
    assert_eq!(write(&*store, lease).await, Appended::Written);
}

pub(super) async fn only_the_node_that_stays_is_left(ground: Arc<dyn Ground>) {
    let store = with_a_game(&*ground).await;
    let before = store.register_node(LONG).await.unwrap();
    let lease = kept(&*store, before).await;
    let node = store.register_node(LONG).await.unwrap();
    store.deregister_other_nodes(node).await.unwrap();
    assert_eq!(write(&*store, lease).await, Appended::LeaseLost);
    assert!(!store.renew_node(before, LONG).await.unwrap());
    let lease = kept(&*store, node).await;
    assert_eq!(write(&*store, lease).await, Appended::Written);
}
