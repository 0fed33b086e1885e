//! What nodes show each other is seen while they live.

use std::sync::Arc;
use std::time::Duration;

use hotdice_table::TableId;

use super::super::{NodeId, Store};
use super::{Ground, id};

async fn shown(store: &dyn Store, tables: &[TableId]) -> Vec<(TableId, NodeId, String)> {
    let shown = store.shown(tables.to_vec()).await.unwrap().into_iter();
    shown.map(|it| (it.table, it.node, it.sign)).collect()
}

pub(super) async fn what_a_node_shows_is_seen_while_it_lives(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    let long = Duration::from_secs(60);
    let (one, other) = (
        store.enroll(long).await.unwrap(),
        store.enroll(long).await.unwrap(),
    );
    let sign = |text: &str| Some(text.to_owned());
    store.show(id(1), one, sign("first")).await.unwrap();
    store.show(id(1), one, sign("second")).await.unwrap();
    store.show(id(1), other, sign("third")).await.unwrap();
    store.show(id(2), one, sign("fourth")).await.unwrap();
    if !store.is_shared() {
        assert_eq!(
            shown(&*store, &[id(1), id(2)]).await,
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
    assert_eq!(shown(&*elsewhere, &[id(1), id(3)]).await, both);
    let age = elsewhere.shown(vec![id(2)]).await.unwrap()[0].age;
    assert!(age < 30_000, "{age}");
    store.show(id(1), one, None).await.unwrap();
    assert_eq!(shown(&*elsewhere, &[id(1)]).await, both[1..]);
    store.resign(other).await.unwrap();
    assert_eq!(shown(&*elsewhere, &[id(1)]).await, []);
    let brief = Duration::from_millis(150);
    let short = store.enroll(brief).await.unwrap();
    store.show(id(3), short, sign("fifth")).await.unwrap();
    tokio::time::sleep(brief + Duration::from_millis(50)).await;
    assert_eq!(
        shown(&*elsewhere, &[id(3)]).await,
        [],
        "it was not heard of in time"
    );
    assert_eq!(shown(&*elsewhere, &[id(2)]).await.len(), 1);
}
