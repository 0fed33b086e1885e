//! What nodes show each other is seen while they live.

use std::sync::Arc;
use std::time::Duration;

use hotdice_table::TableId;

use super::{Ground, id};
use crate::store::{NodeId, Store};

async fn published_presence(
    store: &dyn Store,
    tables: &[TableId],
) -> Vec<(TableId, NodeId, String)> {
    let published_presence = store
        .published_presence(tables.to_vec())
        .await
        .unwrap()
        .into_iter();
    published_presence
        .map(|it| (it.table, it.node, it.snapshot))
        .collect()
}

pub(super) async fn what_a_node_shows_is_seen_while_it_lives(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    let long = Duration::from_secs(60);
    let (one, other) = (
        store.register_node(long).await.unwrap(),
        store.register_node(long).await.unwrap(),
    );
    let snapshot = |text: &str| Some(text.to_owned());
    store
        .publish_presence(id(1), one, snapshot("first"))
        .await
        .unwrap();
    store
        .publish_presence(id(1), one, snapshot("second"))
        .await
        .unwrap();
    store
        .publish_presence(id(1), other, snapshot("third"))
        .await
        .unwrap();
    store
        .publish_presence(id(2), one, snapshot("fourth"))
        .await
        .unwrap();
    if !store.is_shared() {
        assert_eq!(
            published_presence(&*store, &[id(1), id(2)]).await,
            [],
            "there is nobody to see it"
        );
        return;
    }
    let elsewhere = ground.open().await;
    let both = [
        (id(1), one, "second".to_owned()),
        (id(1), other, "third".to_owned()),
    ];
    assert_eq!(published_presence(&*elsewhere, &[id(1), id(3)]).await, both);
    let age = elsewhere.published_presence(vec![id(2)]).await.unwrap()[0].age;
    assert!(age < 30_000, "{age}");
    store.publish_presence(id(1), one, None).await.unwrap();
    assert_eq!(published_presence(&*elsewhere, &[id(1)]).await, both[1..]);
    store.deregister_node(other).await.unwrap();
    assert_eq!(published_presence(&*elsewhere, &[id(1)]).await, []);
    let brief = Duration::from_secs(20);
    let short = store.register_node(brief).await.unwrap();
    store
        .publish_presence(id(3), short, snapshot("fifth"))
        .await
        .unwrap();
    ground.pass(brief).await;
    assert_eq!(
        published_presence(&*elsewhere, &[id(3)]).await,
        [],
        "it was not heard of in time"
    );
    assert_eq!(published_presence(&*elsewhere, &[id(2)]).await.len(), 1);
}
