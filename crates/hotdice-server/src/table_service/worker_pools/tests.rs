use hotdice_bots::{AnySolved, EmptyLibrary, Limits, Task, Unsolvable};
use hotdice_solve::Stopped;
use tokio::sync::mpsc;

use super::*;
use crate::bus::NoBus;
use crate::store::SqliteStore;

/// A library that works on every race until whoever asks stops it, and says when it begins.
struct Endless {
    begun: mpsc::UnboundedSender<()>,
}

impl Library for Endless {
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        let Some(asking) = limits.watch else {
            return EmptyLibrary.obtain(task, limits);
        };
        let _ = self.begun.send(());
        while !asking.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(Stopped.into())
    }
}

fn service() -> (
    Arc<TableService>,
    mpsc::UnboundedReceiver<()>,
    tempfile::TempDir,
) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(&folder.path().join("store.sqlite")).expect("a store");
    let (begun, beginnings) = mpsc::unbounded_channel();
    let service = TableService::new(
        Arc::new(store),
        Arc::new(Endless { begun }),
        Arc::new(NoBus::default()),
    );
    (service, beginnings, folder)
}

/// Asks for a race.
fn ask(library: &dyn Library) -> Result<(), Failure> {
    let game = hotdice_games::find("farkle").expect("a game");
    Ok(hotdice_bots::oracle(&*game, 2, library).map(drop)?)
}

#[tokio::test]
async fn whoever_has_waited_long_enough_gives_up() {
    let (service, _beginnings, _folder) = service();
    let impatient = WorkerPool::new(MAX_QUESTIONS, Duration::ZERO);
    let refused = service.work(&impatient, ask).await.expect_err("a refusal");
    assert!(refused.detail.contains("stopped"), "{}", refused.detail);
    assert!(service.worker_pools.strangers.max_time < service.worker_pools.tables.max_time);
}

#[tokio::test]
async fn strangers_hold_up_nobody_at_tables_and_all_stop_when_the_service_closes() {
    let (service, mut beginnings, _folder) = service();
    let strangers: Vec<_> = (0..WORKERS + 1)
        .map(|_| {
            let service = service.clone();
            tokio::spawn(async move { service.work(&service.worker_pools.strangers, ask).await })
        })
        .collect();
    for _ in 0..WORKERS {
        beginnings.recv().await.expect("a stranger's question");
    }
    for pool in [
        &service.worker_pools.tables,
        &service.worker_pools.quick_bots,
        &service.worker_pools.solving_bots,
    ] {
        let answered = service.work(pool, |_| Ok(42)).await;
        assert_eq!(answered.expect("nobody waits"), 42);
    }
    let player = {
        let service = service.clone();
        tokio::spawn(async move { service.work(&service.worker_pools.tables, ask).await })
    };
    beginnings.recv().await.expect("a player's question");
    service.close().await;
    for asking in strangers.into_iter().chain([player]) {
        asking.await.expect("no panic").expect_err("stopped");
    }
}
