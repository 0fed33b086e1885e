//! Snapshots come and go with their tables.

use std::sync::Arc;

use super::{Ground, id, new_table};
use crate::store::Snapshot;

fn taken(seq: u64, text: &str) -> Snapshot {
    Snapshot {
        seq,
        text: text.to_owned(),
        digest: [seq as u8; 32],
    }
}

pub(super) async fn the_newest_up_to_an_event_is_found_while_its_table_is_there(
    ground: Arc<dyn Ground>,
) {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    store.open(new_table(2)).await.unwrap();
    assert_eq!(store.snapshot(id(1), u64::MAX).await.unwrap(), None);
    let some = vec![taken(256, "early"), taken(512, "late \u{2603}")];
    store.save_snapshots(id(1), some).await.unwrap();
    let whole = store.export(id(1)).await.unwrap();
    let again = vec![taken(256, "better")];
    store.save_snapshots(id(1), again).await.unwrap();
    assert_eq!(store.export(id(1)).await.unwrap(), whole, "it is no part");
    let store = ground.open().await;
    for (last, found) in [
        (255, None),
        (256, Some(taken(256, "better"))),
        (511, Some(taken(256, "better"))),
        (512, Some(taken(512, "late \u{2603}"))),
        (u64::MAX, Some(taken(512, "late \u{2603}"))),
    ] {
        assert_eq!(store.snapshot(id(1), last).await.unwrap(), found, "{last}");
    }
    assert_eq!(store.snapshot(id(2), u64::MAX).await.unwrap(), None);
    store.drop_snapshots(id(1)).await.unwrap();
    assert_eq!(store.snapshot(id(1), u64::MAX).await.unwrap(), None);
    let last = vec![taken(768, "last")];
    store.save_snapshots(id(1), last).await.unwrap();
    // A table that is not there has none, and none is left when one goes.
    let nowhere = vec![taken(256, "nowhere")];
    store.save_snapshots(id(3), nowhere).await.unwrap();
    assert_eq!(store.snapshot(id(3), u64::MAX).await.unwrap(), None);
    let tables = vec![id(1), id(2)];
    assert_eq!(store.delete_idle(tables, u64::MAX >> 2).await.unwrap(), 2);
    store.open(new_table(1)).await.unwrap();
    assert_eq!(store.snapshot(id(1), u64::MAX).await.unwrap(), None);
}
