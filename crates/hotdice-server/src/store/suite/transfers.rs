//! A seat is taken to another device with a code, once.

use std::sync::Arc;

use hotdice_core::Seat;
use hotdice_table::PlayerId;

use super::{Ground, id, new_table};
use crate::store::{Store, Token, Transfer};

const NOW: u64 = 5_000;

fn player(number: u8) -> PlayerId {
    PlayerId::of_seat(Seat::new(number - 1).unwrap())
}

async fn offer(store: &dyn Store, of: u8, code: u8, until: u64, now: u64) {
    let transfer = Transfer {
        code: [code; 32],
        table: id(1),
        player: player(of),
        until,
    };
    store.offer_transfer(transfer, now).await.unwrap();
}

/// Takes a seat with a code, at a moment; returns whose it is.
async fn take(store: &dyn Store, code: u8, token: u8, now: u64) -> Option<PlayerId> {
    let taken = store.take_transfer([code; 32], [token; 32], now).await;
    let (table, player) = taken.unwrap()?;
    assert_eq!(table, id(1));
    Some(player)
}

pub(super) async fn a_code_works_once(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    offer(&*store, 2, 21, NOW + 100, NOW).await;
    assert_eq!(
        take(&*store, 99, 1, NOW).await,
        None,
        "there is no such code"
    );
    assert_eq!(take(&*store, 21, 1, NOW).await, Some(player(2)));
    assert_eq!(take(&*store, 21, 2, NOW).await, None, "it was used");
    // Who has the token has taken the seat: the answer was lost.
    assert_eq!(take(&*store, 21, 1, NOW).await, Some(player(2)));
    // It is there after a restart, and the one that is refused is not.
    let store = ground.open().await;
    let token = |number: u8| Token {
        player: Some(player(2)),
        digest: [number; 32],
    };
    let tokens = store.tokens(id(1)).await.unwrap();
    assert!(tokens.contains(&token(1)) && !tokens.contains(&token(2)));
    assert_eq!(tokens.len(), 2);
    assert_eq!(take(&*store, 21, 3, NOW).await, None);
    // The token of another player takes nothing, and the code still works.
    offer(&*store, 1, 11, NOW + 100, NOW).await;
    assert_eq!(take(&*store, 11, 1, NOW).await, None);
    assert_eq!(take(&*store, 11, 4, NOW).await, Some(player(1)));
}

pub(super) async fn a_code_works_until_it_expires_or_another_is_made(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    offer(&*store, 1, 11, NOW + 100, NOW).await;
    offer(&*store, 2, 21, NOW + 100, NOW).await;
    assert_eq!(
        take(&*store, 11, 1, NOW + 100).await,
        None,
        "it has expired"
    );
    assert_eq!(take(&*store, 11, 1, NOW + 99).await, Some(player(1)));
    // A player has one code at a time, which can be made anew after it was used; others keep theirs.
    offer(&*store, 1, 12, NOW + 200, NOW + 50).await;
    offer(&*store, 1, 13, NOW + 200, NOW + 50).await;
    for void in [11, 12] {
        assert_eq!(take(&*store, void, 4, NOW + 60).await, None, "{void}");
    }
    assert_eq!(take(&*store, 13, 5, NOW + 60).await, Some(player(1)));
    assert_eq!(take(&*store, 21, 6, NOW + 60).await, Some(player(2)));
    // What has expired is forgotten with the next one that is made.
    offer(&*store, 1, 14, NOW + 900, NOW + 300).await;
    assert_eq!(take(&*store, 21, 6, NOW).await, None);
    assert_eq!(take(&*store, 14, 7, NOW + 300).await, Some(player(1)));
}

pub(super) async fn of_many_who_have_a_code_one_takes_the_seat(ground: Arc<dyn Ground>) {
    let first = ground.open().await;
    first.open(new_table(1)).await.unwrap();
    offer(&*first, 1, 11, NOW + 100, NOW).await;
    let mut devices = Vec::new();
    for device in 1..=8 {
        let store = ground.open().await;
        devices.push(tokio::spawn(async move {
            take(&*store, 11, device, NOW).await.is_some()
        }));
    }
    let mut taken = 0;
    for device in devices {
        taken += u32::from(device.await.unwrap());
    }
    assert_eq!(taken, 1);
    assert_eq!(first.tokens(id(1)).await.unwrap().len(), 2);
}
