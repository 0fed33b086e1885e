//! Tables that move from one store to another.

use std::sync::Arc;

use hotdice_table::PlayerId;

use super::{Ground, SqliteGround, batch, id, key, new_table};
use crate::store::{Appended, Batch, LeaseGrant, Token};

pub(super) async fn a_whole_table_is_the_same_in_another_place(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    let player = Some(PlayerId::of_seat(hotdice_core::Seat::FIRST));
    let played = Batch {
        key: key(5),
        tokens: vec![Token {
            player,
            digest: [7; 32],
        }],
        ..batch(1, 1, &["a", "b"])
    };
    store.append(played).await.unwrap();
    let node = store
        .register_node(std::time::Duration::from_secs(60))
        .await
        .unwrap();
    assert!(matches!(
        store.acquire_lease(id(1), node).await.unwrap(),
        LeaseGrant::Granted(_)
    ));
    let whole = store.export(id(1)).await.unwrap().unwrap();
    assert_eq!(
        (whole.events.len(), whole.tokens.len(), whole.keys.len()),
        (3, 2, 2)
    );
    assert!(whole.live && whole.automated);
    let (there, back) = (SqliteGround::empty(), ground);
    let there = there.open().await;
    there.import(whole.clone()).await.unwrap();
    assert_eq!(there.export(id(1)).await.unwrap().unwrap(), whole);
    assert!(
        store.import(whole.clone()).await.is_err(),
        "it is there already"
    );
    assert_eq!(
        there.unleased(10).await.unwrap(),
        [id(1)],
        "nobody keeps it there yet"
    );
    let over = Batch {
        live: false,
        ..batch(1, 3, &["ended"])
    };
    store.append(over).await.unwrap();
    assert_eq!(
        store.delete_idle(vec![id(1)], u64::MAX >> 1).await.unwrap(),
        1
    );
    let store = back.open().await;
    store.import(whole.clone()).await.unwrap();
    assert_eq!(store.export(id(1)).await.unwrap().unwrap(), whole);
    let next = store.append(batch(1, 3, &["c"])).await.unwrap();
    assert_eq!(next, Appended::Written, "it goes on");
    let repeated = Batch {
        key: key(5),
        ..batch(1, 4, &["a", "b"])
    };
    let repeated = store.append(repeated).await.unwrap();
    assert!(matches!(repeated, Appended::Repeated(used) if used.last == 3));
    assert!(store.export(id(9)).await.unwrap().is_none());
}

pub(super) async fn tables_are_listed_in_order(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    for number in [3, 9, 1, 40] {
        store.open(new_table(number)).await.unwrap();
    }
    assert_eq!(store.count().await.unwrap(), 4);
    let mut all = Vec::new();
    while let next = store.tables(all.last().copied(), 3).await.unwrap()
        && !next.is_empty()
    {
        all.extend(next);
    }
    let mut expected = [3, 9, 1, 40].map(id);
    expected.sort_unstable();
    assert_eq!(all, expected);
}
