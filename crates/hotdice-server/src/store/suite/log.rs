//! Logs grow by one hand at a time, and forget nothing.

use std::sync::Arc;

use hotdice_table::PlayerId;

use super::{Ground, batch, id, key, lines, new_table};
use crate::store::{
    Appended, Batch, IdempotencyKey, KeyUse, NewTable, Opening, StoredEvent, Token,
};

pub(super) async fn what_was_written_is_there_after_a_restart(ground: Arc<dyn Ground>) {
    let player = Token {
        player: Some(PlayerId::of_seat(hotdice_core::Seat::FIRST)),
        digest: [7; 32],
    };
    {
        let store = ground.open().await;
        let opened = store.open(new_table(1)).await.unwrap();
        assert_eq!(opened, Opening::Created);
        let joining = Batch {
            tokens: vec![player],
            ..batch(1, 1, &["a", "b"])
        };
        let written = store.append(joining).await.unwrap();
        assert_eq!(written, Appended::Written);
    }
    let store = ground.open().await;
    let stored = store.load(id(1)).await.unwrap().unwrap();
    let event = |at, line: &str| StoredEvent {
        at,
        line: line.to_owned(),
    };
    assert_eq!(
        stored.events,
        [event(1000, "opened"), event(2000, "a"), event(2000, "b")]
    );
    assert_eq!(stored.seed.0, [1; 32]);
    assert!(stored.tokens.contains(&player) && stored.tokens.len() == 2);
    assert_eq!(store.tokens(id(1)).await.unwrap(), stored.tokens);
    assert!(store.export(id(1)).await.unwrap().unwrap().live);
    assert!(store.load(id(2)).await.unwrap().is_none());
    store.flush().await.unwrap();
}

pub(super) async fn of_two_who_write_after_the_same_event_one_is_behind(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    let (first, second) = (batch(1, 1, &["a"]), batch(1, 1, &["b"]));
    let both = tokio::join!(store.append(first), store.append(second));
    let mut both = [both.0.unwrap(), both.1.unwrap()];
    both.sort_by_key(|outcome| *outcome != Appended::Written);
    assert_eq!(both, [Appended::Written, Appended::Behind]);
    let late = store.append(batch(1, 5, &["c"])).await.unwrap();
    assert_eq!(late, Appended::Behind);
    let unknown = store.append(batch(3, 0, &["c"])).await.unwrap();
    assert_eq!(unknown, Appended::Behind);
    assert_eq!(lines(&*store, 1).await.len(), 2);
}

/// Lets several servers write after the same events for a while, and looks whether each number was written once.
pub(super) async fn of_many_who_write_at_once_one_is_first(ground: Arc<dyn Ground>) {
    const ROUNDS: u64 = 20;
    let first = ground.open().await;
    first.open(new_table(1)).await.unwrap();
    let mut servers = Vec::new();
    for server in 0..4 {
        let store = ground.open().await;
        servers.push(tokio::spawn(async move {
            let mut won = 0;
            for round in 0..ROUNDS {
                let line = format!("{round} by {server}");
                let written = store.append(batch(1, round + 1, &[&line])).await.unwrap();
                won += u64::from(written == Appended::Written);
                while store.heads(vec![id(1)]).await.unwrap()[0].1 < round + 2 {}
            }
            won
        }));
    }
    let mut won = 0;
    for server in servers {
        won += server.await.unwrap();
    }
    assert_eq!(won, ROUNDS);
    let lines = lines(&*first, 1).await;
    for (round, line) in lines[1..].iter().enumerate() {
        assert!(line.starts_with(&format!("{round} by")), "{line}");
    }
    assert_eq!(lines.len() as u64, ROUNDS + 1);
}

pub(super) async fn a_key_works_once(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    let other_name = NewTable {
        table: id(8),
        ..new_table(1)
    };
    let again = store.open(other_name).await;
    assert_eq!(again.unwrap(), Opening::Repeated(id(1)));
    let mut other = NewTable {
        table: id(8),
        ..new_table(1)
    };
    other.key = other.key.map(|key| IdempotencyKey {
        fingerprint: [2; 32],
        ..key
    });
    assert_eq!(store.open(other).await.unwrap(), Opening::KeyReused);
    let keyed = Batch {
        key: key(5),
        ..batch(1, 1, &["a", "b"])
    };
    let written = store.append(keyed.clone()).await.unwrap();
    assert_eq!(written, Appended::Written);
    let used = KeyUse {
        fingerprint: [1; 32],
        after: 1,
        last: 3,
    };
    let later = Batch {
        after: 3,
        ..keyed.clone()
    };
    for repeated in [keyed, later] {
        let answer = store.append(repeated).await.unwrap();
        assert_eq!(answer, Appended::Repeated(used));
    }
    assert_eq!(store.find_key(id(1), [5; 32]).await.unwrap(), Some(used));
    let elsewhere = store.find_key(id(2), [5; 32]).await.unwrap();
    assert_eq!(elsewhere, None, "keys belong to tables");
    assert_eq!(lines(&*store, 1).await.len(), 3);
}

/// During a rolling upgrade a request may have been carried out by a server that stored another fingerprint of it.
pub(super) async fn a_key_of_a_server_before_the_upgrade_is_recognised(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    let old = Batch {
        key: key(5),
        ..batch(1, 1, &["a"])
    };
    store.append(old.clone()).await.unwrap();
    let upgraded = |number: u8, legacy: u8| {
        Some(IdempotencyKey {
            key: [number; 32],
            fingerprint: [7; 32],
            legacy: Some([legacy; 32]),
        })
    };
    let again = NewTable {
        table: id(2),
        key: upgraded(1, 1),
        ..new_table(1)
    };
    let opened = store.open(again.clone()).await.unwrap();
    assert_eq!(opened, Opening::Repeated(id(1)));
    let other = NewTable {
        key: upgraded(1, 2),
        ..again
    };
    assert_eq!(store.open(other).await.unwrap(), Opening::KeyReused);
    let used = store.find_key(id(1), [5; 32]).await.unwrap().unwrap();
    let is_ours = |legacy| upgraded(5, legacy).unwrap().matches(&used.fingerprint);
    assert!(is_ours(1) && !is_ours(2));
}

pub(super) async fn a_key_works_once_for_many_at_once(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    let mut asking = Vec::new();
    for server in 0..8 {
        let store = ground.open().await;
        let keyed = Batch {
            key: key(5),
            at: 3000 + server,
            ..batch(1, 1, &["a"])
        };
        asking.push(tokio::spawn(
            async move { store.append(keyed).await.unwrap() },
        ));
    }
    let mut written = 0;
    for asked in asking {
        match asked.await.unwrap() {
            Appended::Written => written += 1,
            Appended::Repeated(used) => assert_eq!((used.after, used.last), (1, 2)),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(written, 1);
    assert_eq!(lines(&*store, 1).await, ["opened", "a"]);
}

pub(super) async fn a_key_opens_one_table_for_many_at_once(ground: Arc<dyn Ground>) {
    let mut asking = Vec::new();
    for number in 1..=8 {
        let store = ground.open().await;
        let keyed = NewTable {
            key: key(5),
            ..new_table(number)
        };
        asking.push(tokio::spawn(
            async move { store.open(keyed).await.unwrap() },
        ));
    }
    let mut openings = Vec::new();
    for asked in asking {
        openings.push(asked.await.unwrap());
    }
    let kept = openings
        .iter()
        .filter(|opening| **opening == Opening::Created);
    assert_eq!(kept.count(), 1);
    let store = ground.open().await;
    let [table] = store.tables(None, 10).await.unwrap()[..] else {
        panic!("there are several tables");
    };
    openings.retain(|opening| *opening != Opening::Created);
    assert_eq!(openings, [Opening::Repeated(table); 7]);
}

pub(super) async fn tables_at_which_nothing_happens_are_forgotten(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    for number in [1, 2, 3] {
        store.open(new_table(number)).await.unwrap();
    }
    let left = Batch {
        at: 7000,
        ..batch(2, 1, &["started"])
    };
    store.append(left).await.unwrap();
    let over = Batch {
        live: false,
        at: 9000,
        key: key(6),
        ..batch(3, 1, &["ended"])
    };
    store.append(over).await.unwrap();
    for (before, expected, which) in [
        (5000, vec![id(1)], "the one that never began"),
        (7000, vec![], "none before its time"),
        (7001, vec![id(2)], "the one that was left in the middle"),
        (10_000, vec![id(3)], "the one that is over"),
    ] {
        assert_eq!(
            store.idle_tables(before, 10).await.unwrap(),
            expected,
            "{which}"
        );
        let all = vec![id(1), id(2), id(3), id(9)];
        let forgotten = store.delete_idle(all, before).await.unwrap();
        assert_eq!(forgotten, expected.len() as u64, "{which}");
    }
    for number in [1, 2, 3] {
        assert!(store.load(id(number)).await.unwrap().is_none());
        assert!(store.tokens(id(number)).await.unwrap().is_empty());
    }
    let late = store.append(batch(2, 2, &["somebody acts"])).await.unwrap();
    assert_eq!(late, Appended::Behind, "it is not there any more");
    assert_eq!(store.find_key(id(3), [6; 32]).await.unwrap(), None);
    let opened = store.open(new_table(1)).await.unwrap();
    assert_eq!(opened, Opening::Created, "its key is free again");
}

pub(super) async fn no_more_idle_tables_are_named_than_asked_for(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    for number in 1..=6 {
        store.open(new_table(number)).await.unwrap();
        if number % 2 == 0 {
            store.append(batch(number, 1, &["started"])).await.unwrap();
        }
    }
    for (most, expected) in [(2, 2), (5, 5), (10, 6)] {
        let idle = store.idle_tables(5000, most).await.unwrap();
        assert_eq!(idle.len(), expected, "{idle:?}");
    }
}

pub(super) async fn a_log_is_read_from_any_event_on_and_up_to_any(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    store.open(new_table(2)).await.unwrap();
    store.append(batch(1, 1, &["a", "b", "c"])).await.unwrap();
    for after in 0..6_u64 {
        let events = store.events(id(1), after, u64::MAX).await.unwrap();
        let read: Vec<&str> = events.iter().map(|event| &*event.line).collect();
        let all = ["opened", "a", "b", "c"];
        let (before, later) = all.split_at(all.len().min(after as usize));
        assert_eq!(read, later);
        let events = store.events(id(1), 0, after).await.unwrap();
        let read: Vec<&str> = events.iter().map(|event| &*event.line).collect();
        assert_eq!(read, before);
    }
    assert!(store.events(id(9), 0, u64::MAX).await.unwrap().is_empty());
    let mut heads = store.heads(vec![id(1), id(2), id(9)]).await.unwrap();
    heads.sort_unstable();
    assert_eq!(heads, [(id(1), 4), (id(2), 1)]);
    assert!(store.heads(Vec::new()).await.unwrap().is_empty());
}

pub(super) async fn every_text_comes_back(ground: Arc<dyn Ground>) {
    let store = ground.open().await;
    store.open(new_table(1)).await.unwrap();
    let texts = [
        "",
        "'; DROP TABLE events; --",
        "Zoë \u{1f3b2} {\"a\\b\",NULL}",
        &"x".repeat(5000),
    ];
    store.append(batch(1, 1, &texts)).await.unwrap();
    assert_eq!(lines(&*store, 1).await[1..], texts);
}
