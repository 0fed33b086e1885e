use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::poll;
use hotdice_bots::{
    AnySolved, EmptyLibrary, Key, Limits, Solvable, SolveCost, Task, Uncached, Unsolvable,
    Workspace,
};
use hotdice_games::find;
use hotdice_solve::Stopped;
use hotdice_testworld::{TestWorld, eventually};
use tokio::sync::mpsc;

use super::*;

impl Scheduler {
    /// Keeps all workers of a lane busy, each for another payer, until what is returned is dropped.
    pub(crate) async fn occupy(&self, lane: Lane) -> impl Drop + use<> {
        let workers = self.0.lanes[lane as usize].size();
        let (begun, mut beginnings) = mpsc::unbounded_channel();
        let held = CancellationToken::new();
        for number in 0..workers {
            let (inner, begun, held) = (self.0.clone(), begun.clone(), held.clone());
            let block = move |_: &JobContext<'_>| {
                let _ = begun.send(());
                while !held.is_cancelled() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(())
            };
            let order = Order {
                lane,
                ..by(200 + number as u8)
            };
            tokio::spawn(async move { inner.run(order, block).await });
        }
        for _ in 0..workers {
            beginnings.recv().await.expect("a job that has begun");
        }
        held.drop_guard()
    }
}

/// Returns an order of some table.
fn by(number: u8) -> Order {
    let table = TableId::from_bytes([number; TableId::LENGTH]);
    Order::bot(Payer::Table(table), table, Level::Strong)
}

/// Something that can be solved, at a cost that is known.
struct Priced;

struct Price {
    name: &'static str,
    seconds: f64,
}

impl Solvable for Priced {
    type Rules = Price;

    fn key(price: &Price) -> Key {
        Key::first(price.name.to_owned(), "price")
    }

    fn check(_price: &Price, _memory: u64) -> Result<u128, Unsolvable> {
        Ok(0)
    }

    fn cost(price: &Price) -> SolveCost {
        SolveCost {
            seconds: price.seconds,
            ..SolveCost::default()
        }
    }

    /// Takes as long as whoever asks lets it.
    fn solve(price: &Price, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        if price.name == "short" {
            return Ok(Self);
        }
        while !work.watch().is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(Stopped.into())
    }

    fn bytes_kept(&self, _price: &Price) -> u64 {
        0
    }
}

/// Counts what is begun.
#[derive(Default)]
struct Counting {
    begun: AtomicUsize,
    folder: Option<PathBuf>,
}

impl Library for Counting {
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        if !limits.is_probe {
            self.begun.fetch_add(1, Ordering::Relaxed);
        }
        Uncached.obtain(task, limits)
    }

    fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}

fn scheduler(library: Arc<dyn Library>) -> (Scheduler, CancellationToken) {
    let (scheduler, closing, _) = scheduler_in_time(library);
    (scheduler, closing)
}

/// Returns a scheduler, and the clock by which its jobs overrun.
fn scheduler_in_time(library: Arc<dyn Library>) -> (Scheduler, CancellationToken, TestWorld) {
    let (closing, test) = (CancellationToken::new(), TestWorld::new());
    let scheduler = Scheduler::new(library, closing.clone(), test.world());
    (scheduler, closing, test)
}

/// Returns what comes of a job while time goes by.
async fn in_time<T>(test: &TestWorld, job: impl Future<Output = T>) -> T {
    let (mut job, mut done) = (std::pin::pin!(job), None);
    test.until("the job is done", async || {
        if let std::task::Poll::Ready(result) = poll!(job.as_mut()) {
            done = Some(result);
        }
        done.is_some()
    })
    .await;
    done.expect("a result")
}

/// Returns the name of the thread, and so of the lane, on which a game is solved.
fn solve(price: Price) -> impl FnMut(&JobContext<'_>) -> Result<String, Failure> + Send + 'static {
    move |context| {
        Priced::get(context.library(), &price)?;
        let thread = std::thread::current();
        Ok(thread.name().unwrap_or_default().to_owned())
    }
}

fn price(name: &'static str, seconds: f64) -> Price {
    Price { name, seconds }
}

#[tokio::test]
async fn a_game_is_solved_in_the_lane_that_it_takes() {
    let library = Arc::new(Counting::default());
    let (scheduler, _) = scheduler(library.clone());
    for (seconds, lane) in [(0.1, "job-small"), (10.0, "job-long")] {
        let solved = scheduler.run(by(1), solve(price("short", seconds))).await;
        assert_eq!(solved.expect("solved"), lane);
    }
    assert_eq!(library.begun.load(Ordering::Relaxed), 2, "each only once");
    let quick = scheduler.run(by(1), |_| {
        Ok(std::thread::current().name() == Some("job-thinking"))
    });
    assert!(quick.await.expect("an answer"));
}

/// A worker that waits can take one job: the next one gets a worker of its own, although the first has not woken yet.
#[tokio::test]
async fn jobs_that_come_together_do_not_share_a_worker_that_waits() {
    for _ in 0..20 {
        let (scheduler, _) = scheduler(Arc::new(Uncached));
        let replay = Order {
            lane: Lane::Replay,
            ..by(1)
        };
        scheduler.run(replay, |_| Ok(())).await.expect("done");
        let replays = &scheduler.0.lanes[Lane::Replay as usize];
        eventually("that worker waits", async || replays.idle() == 1).await;
        drop(scheduler.occupy(Lane::Replay).await);
    }
}

#[tokio::test]
async fn what_costs_more_than_a_budget_is_not_begun() {
    let library = Arc::new(Counting::default());
    let (scheduler, _) = scheduler(library.clone());
    let refused = scheduler.run(by(1), solve(price("endless", 400.0))).await;
    let detail = refused.expect_err("a refusal").detail;
    assert!(detail.contains("takes about 7 minutes"), "{detail}");
    assert_eq!(library.begun.load(Ordering::Relaxed), 0);
}

/// Returns an order whose solves are stopped after so many milliseconds.
fn patient_for(number: u8, milliseconds: u64) -> Order {
    let budget = SolveBudget {
        time: Duration::from_millis(milliseconds),
        ..AT_TABLES
    };
    Order {
        budget,
        ..by(number)
    }
}

#[tokio::test]
async fn what_was_stopped_is_begun_again_only_with_more_time() {
    let library = Arc::new(Counting::default());
    let (scheduler, _, test) = scheduler_in_time(library.clone());
    let begun = || library.begun.load(Ordering::Relaxed);
    let solve = || solve(price("endless", 10.0));
    for milliseconds in [0, 50] {
        let stopped = in_time(&test, scheduler.run(patient_for(1, milliseconds), solve())).await;
        assert!(stopped.expect_err("a refusal").detail.contains("stopped"));
        let refused = scheduler.run(patient_for(2, milliseconds), solve()).await;
        let detail = refused.expect_err("a refusal").detail;
        assert!(detail.contains("took too long"), "{detail}");
    }
    assert_eq!(begun(), 2, "once in each time");
}

/// A library in which somebody else solves the same for longer than anybody waits.
struct Busy;

impl Library for Busy {
    fn obtain(&self, _: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        if !limits.is_probe {
            while !limits.watch.is_some_and(hotdice_api::Watch::is_stopped) {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        Err(Stopped.into())
    }
}

#[tokio::test]
async fn who_only_waited_for_somebody_else_leaves_nothing_behind() {
    let (scheduler, _, test) = scheduler_in_time(Arc::new(Busy));
    for number in 1..=2 {
        let waited = patient_for(number, 20);
        let stopped = in_time(&test, scheduler.run(waited, solve(price("endless", 10.0)))).await;
        let detail = stopped.expect_err("a refusal").detail;
        assert!(detail.contains("stopped"), "{detail}");
    }
}

#[tokio::test]
async fn what_was_stopped_is_not_begun_again_after_a_restart_either() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = Arc::new(Counting {
        folder: Some(folder.path().to_owned()),
        ..Counting::default()
    });
    let begun = || library.begun.load(Ordering::Relaxed);
    let (before, closing) = scheduler(library.clone());
    let stopped = before
        .run(patient_for(1, 0), solve(price("slow", 10.0)))
        .await;
    assert!(stopped.expect_err("a refusal").detail.contains("stopped"));
    before
        .run(by(1), solve(price("short", 10.0)))
        .await
        .expect("solved");
    let close = async {
        eventually("it is begun", async || begun() == 3).await;
        closing.cancel();
    };
    let under_way = before.run(by(1), solve(price("endless", 10.0)));
    let (cut_off, ()) = tokio::join!(under_way, close);
    assert!(cut_off.expect_err("a refusal").detail.contains("stopped"));
    let (after, _) = scheduler(library.clone());
    for (order, name, words) in [
        (patient_for(2, 0), "slow", "took too long"),
        (by(2), "endless", "was cut off"),
    ] {
        let refused = after.run(order, solve(price(name, 10.0))).await;
        let detail = refused.expect_err("a refusal").detail;
        assert!(detail.contains(words), "{detail}");
    }
    assert_eq!(begun(), 3, "neither was begun again");
    after
        .run(by(2), solve(price("short", 10.0)))
        .await
        .expect("solved");
}

#[tokio::test]
async fn levels_are_checked_without_solving() {
    let library = Arc::new(Counting::default());
    let (scheduler, _) = scheduler(library.clone());
    let check = async |rules: &str, level: Level| {
        let game = find(rules).expect("rules");
        let check = move |context: &JobContext<'_>| context.check_level(&*game, level, 2);
        scheduler.run(Order::check_level(), check).await
    };
    for (rules, level) in [
        ("farkle", Level::Perfect),
        ("zilch-playr", Level::Perfect),
        (TAKES_TOO_LONG, Level::Strong),
        ("tridice", Level::Strong),
        ("pig(target=100000)", Level::Careful),
    ] {
        check(rules, level).await.expect(rules);
    }
    for (rules, words) in [
        (TAKES_TOO_LONG, "this server spends less on one game"),
        ("farkle(target=200000)", "choose a lower level"),
        ("tridice", "use bot:strong"),
    ] {
        let refused = check(rules, Level::Perfect).await.expect_err(rules);
        assert!(refused.detail.contains(words), "{}", refused.detail);
    }
    assert_eq!(library.begun.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn quick_jobs_wait_for_nobody_and_all_stop_when_the_server_closes() {
    let (scheduler, closing) = scheduler(Arc::new(Uncached));
    let long = [Lane::Thinking, Lane::SmallSolves, Lane::LongSolves];
    let mut busy = Vec::new();
    for lane in long {
        busy.push(scheduler.occupy(lane).await);
    }
    let table = TableId::from_bytes([1; TableId::LENGTH]);
    let careful = Order::bot(Payer::Table(table), table, Level::Careful);
    let quick = scheduler.run(careful, |_| Ok(42)).await;
    assert_eq!(quick.expect("an answer"), 42);
    let waiting = scheduler.run(Order::question(), |_| Ok(()));
    let close = async {
        closing.cancel();
        scheduler.close();
    };
    let (refused, ()) = tokio::join!(waiting, close);
    assert!(
        refused
            .expect_err("dropped")
            .detail
            .contains("about to stop")
    );
    drop(busy);
}

#[tokio::test]
async fn a_job_that_panics_fails_alone() {
    let (scheduler, _) = scheduler(Arc::new(EmptyLibrary));
    for _ in 0..10 {
        let failed = scheduler.run(by(1), |_| -> Result<(), Failure> { panic!("on purpose") });
        assert!(failed.await.is_err());
    }
    assert_eq!(scheduler.run(by(1), |_| Ok(1)).await.expect("an answer"), 1);
}

#[tokio::test]
async fn solvers_of_a_job_use_its_thread_alone() {
    let (scheduler, _) = scheduler(Arc::new(EmptyLibrary));
    let threads = scheduler.run(by(1), |_| Ok(rayon::current_num_threads()));
    assert_eq!(threads.await.expect("an answer"), 1);
}
