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

fn house() -> (Arc<House>, mpsc::UnboundedReceiver<()>, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(&folder.path().join("store.sqlite")).expect("a store");
    let (begun, beginnings) = mpsc::unbounded_channel();
    let house = House::new(
        Arc::new(store),
        Arc::new(Endless { begun }),
        Arc::new(NoBus::default()),
    );
    (house, beginnings, folder)
}

/// Asks for a race.
fn ask(library: &dyn Library) -> Result<(), Failure> {
    let game = hotdice_games::find("farkle").expect("a game");
    Ok(hotdice_bots::oracle(&*game, 2, library).map(drop)?)
}

#[tokio::test]
async fn whoever_has_waited_long_enough_gives_up() {
    let (house, _beginnings, _folder) = house();
    let impatient = Lane::new(QUESTIONS, Duration::ZERO);
    let refused = house.work(&impatient, ask).await.expect_err("a refusal");
    assert!(refused.detail.contains("stopped"), "{}", refused.detail);
    assert!(house.lanes.strangers.longest < house.lanes.tables.longest);
}

#[tokio::test]
async fn strangers_hold_up_nobody_at_tables_and_all_stop_when_the_house_closes() {
    let (house, mut beginnings, _folder) = house();
    let strangers: Vec<_> = (0..AT_ONCE + 1)
        .map(|_| {
            let house = house.clone();
            tokio::spawn(async move { house.work(&house.lanes.strangers, ask).await })
        })
        .collect();
    for _ in 0..AT_ONCE {
        beginnings.recv().await.expect("a stranger's question");
    }
    for lane in [&house.lanes.tables, &house.lanes.bots] {
        let answered = house.work(lane, |_| Ok(42)).await;
        assert_eq!(answered.expect("nobody waits"), 42);
    }
    let player = {
        let house = house.clone();
        tokio::spawn(async move { house.work(&house.lanes.tables, ask).await })
    };
    beginnings.recv().await.expect("a player's question");
    house.close().await;
    for asking in strangers.into_iter().chain([player]) {
        asking.await.expect("no panic").expect_err("stopped");
    }
}
