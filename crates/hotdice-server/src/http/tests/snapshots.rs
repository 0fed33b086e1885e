//! Long logs go on from snapshots, which nobody has to trust.

use hotdice_api::Replay;
use serde_json::Value;

use super::Client;
use super::streams::{Listening, with_a_long_past};
use crate::session::ActiveTable;
use crate::snapshot::INTERVAL;

/// A table of two whose log has several snapshots, which are stored, and all that is to be seen of it.
struct LongTable {
    client: Client,
    table: String,
    tokens: [String; 2],
}

impl LongTable {
    async fn new() -> Self {
        let client = Client::new();
        let (table, tokens) = client.table_of_two("yatzy").await;
        client.step(&table, &tokens).await;
        let client = with_a_long_past(client, &table).await;
        let long = Self {
            client,
            table,
            tokens,
        };
        long.view().await;
        long.wait_for_snapshots().await;
        long
    }

    /// Snapshots are stored in the background.
    async fn wait_for_snapshots(&self) {
        let id = self.table.parse().unwrap();
        let store = &self.client.service.store;
        while store.snapshot(id, u64::MAX).await.unwrap().is_none() {
            tokio::task::yield_now().await;
        }
    }

    async fn view(&self) -> [Value; 2] {
        [
            self.client.view(&self.table, &self.tokens[0]).await,
            self.client.view(&self.table, &self.tokens[1]).await,
        ]
    }

    async fn record(&self) -> String {
        let path = format!("/tables/{}/record", self.table);
        self.client.get(&path).await.text
    }

    /// Returns what a stream sends after an event, up to the end of the log.
    async fn stream(&self, after: u64) -> Vec<Value> {
        let last = self.view().await[0]["seq"].as_u64().unwrap();
        let mut stream = Listening::to(&self.client, &self.table, Some(after), None).await;
        let mut events = Vec::new();
        while (events.len() as u64) < last - after {
            let (name, _, event) = stream.next().await;
            if name == "log" {
                events.push(event);
            }
        }
        events
    }

    /// Does something to the file of the store while the server is down.
    async fn meddle(self, sql: &str) -> Self {
        let store = rusqlite::Connection::open(self.client.store_file()).unwrap();
        assert!(store.execute(sql, []).unwrap() > 0, "{sql}");
        let client = self.client.restarted().await;
        Self { client, ..self }
    }
}

#[tokio::test]
async fn a_table_opens_and_streams_from_a_snapshot_as_it_would_from_its_whole_log() {
    let long = LongTable::new().await;
    let (view, record) = (long.view().await, long.record().await);
    let streams = [
        long.stream(INTERVAL - 7).await,
        long.stream(2 * INTERVAL + 9).await,
    ];
    let long = long.meddle("DELETE FROM snapshots").await;
    assert_eq!(long.view().await, view);
    assert_eq!(long.record().await, record);
    assert_eq!(long.stream(INTERVAL - 7).await, streams[0]);
    assert_eq!(long.stream(2 * INTERVAL + 9).await, streams[1]);
    long.wait_for_snapshots().await;
    // Nothing of the beginning is read any more.
    let forget = format!("DELETE FROM batches WHERE last < {}", 2 * INTERVAL);
    let long = long.meddle(&forget).await;
    assert_eq!(long.view().await, view);
    assert_eq!(long.stream(2 * INTERVAL + 9).await, streams[1]);
    assert!(long.client.step(&long.table, &long.tokens).await.is_some());
}

#[tokio::test]
async fn a_snapshot_that_does_not_fit_is_not_used_and_made_anew() {
    let long = LongTable::new().await;
    let (view, stream) = (long.view().await, long.stream(2 * INTERVAL + 9).await);
    let mut long = long;
    for damage in [
        "UPDATE snapshots SET body = replace(body, 'Ada', 'Eve')",
        "UPDATE snapshots SET body = replace(body, 'snapshot 1', 'snapshot 9')",
        "UPDATE snapshots SET sum = zeroblob(32)",
        "UPDATE snapshots SET seq = seq + 1",
        "UPDATE snapshots SET body = ''",
        "UPDATE snapshots SET body = x'ff00'",
        "UPDATE snapshots SET sum = x'00'",
        "UPDATE snapshots SET seq = seq + 100000",
    ] {
        long = long.meddle(damage).await;
        assert_eq!(long.view().await, view, "{damage}");
        assert_eq!(long.stream(2 * INTERVAL + 9).await, stream, "{damage}");
        long.wait_for_snapshots().await;
        let (id, store) = (long.table.parse().unwrap(), &long.client.service.store);
        let newest = store.snapshot(id, u64::MAX).await.unwrap().unwrap();
        let event = store.events(id, newest.seq - 1, newest.seq).await.unwrap();
        newest.verified(id, event.first()).unwrap();
    }
    // A log that went on differently from where the snapshot was taken.
    let other = format!(
        "UPDATE batches SET at = at + 1 WHERE last % {INTERVAL} = 0 AND table_id = '{}'",
        long.table
    );
    long = long.meddle(&other).await;
    assert_eq!(long.view().await[0]["seq"], view[0]["seq"]);
}

/// What lies before a snapshot is not read when a table is opened; a record is written from all of it, and only if nothing was changed.
#[tokio::test]
async fn a_record_is_not_written_from_a_log_that_was_changed() {
    let long = LongTable::new().await;
    let view = long.view().await;
    let change =
        format!("UPDATE batches SET lines = 'left 1' WHERE lines = 'left 2' AND last < {INTERVAL}");
    let long = long.meddle(&change).await;
    assert_eq!(long.view().await, view);
    let path = format!("/tables/{}/record", long.table);
    assert_eq!(long.client.get(&path).await.status, 500);
}

/// A session holds no log, and neither does a stream that reads one.
#[tokio::test]
async fn neither_a_session_nor_a_replay_keeps_the_log() {
    let long = LongTable::new().await;
    let id = long.table.parse().unwrap();
    let active = long.client.service.active_table(id).await.ok().unwrap();
    let log = |active: &ActiveTable| {
        let session = active.session.try_lock().unwrap();
        session.table().game_on().unwrap().log().len()
    };
    assert_eq!(log(&active), 0);
    long.client.step(&long.table, &long.tokens).await;
    assert_eq!(log(&active), 0);
    let (after, head) = (2 * INTERVAL + 9, active.seq());
    let page =
        long.client
            .service
            .next_page(active.clone(), Replay::default(), (after, head), after + 1);
    let (replay, frames) = page.await.ok().unwrap();
    assert_eq!((replay.seq(), frames.len()), (after + 1, 1));
}
