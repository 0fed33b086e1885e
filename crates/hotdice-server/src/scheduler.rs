//! The scheduler: every computation is a job, and every job has a payer.
//!
//! Moves of bots, hints, analyses, figures and replays are worked on by threads in [lanes](Lane): those that are quick never wait for
//! those that are not. Within a lane the queue is [fair](fair_queue): by address, then by table. A job begins in the lane of
//! its kind. If a game has to be solved for it, or it takes longer than the lane allows, it is begun again in a slower lane; what
//! solving takes is known before it is begun ([`SolveCost`](hotdice_bots::SolveCost)), and refused where that is more than
//! a server spends on one game.
//!
//! # Why jobs are begun again
//! What a job needs is known only when it looks for it: some games are solved, some are on the disk, and some need several solutions.
//! The part before the first solution costs little, so it is done once without solving anything. That keeps bots, hints and analyses
//! plain functions that ask a [`Library`](hotdice_bots::Library), and no worker ever waits for another lane.

mod failures;
mod fair_queue;
mod job_context;
mod lane;
mod payer;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use hotdice_bots::{Level, Library};
use hotdice_table::TableId;
use hotdice_world::World;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::failure::Failure;
use failures::Failures;
use fair_queue::Ticket;
use job_context::{Outcome, Run};
use lane::Workers;

pub(crate) use job_context::JobContext;
pub(crate) use lane::Lane;
pub(crate) use payer::{Payer, paid_by};

/// What may be spent on solving one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolveBudget {
    /// The most seconds that it may take by what is known beforehand.
    seconds: f64,
    /// After how long it is stopped, because machines are slower than thought.
    time: Duration,
}

/// For questions of anybody.
const FOR_STRANGERS: SolveBudget = SolveBudget {
    seconds: 20.0,
    time: Duration::from_secs(20),
};

/// For bots and hints at tables.
const AT_TABLES: SolveBudget = SolveBudget {
    seconds: 60.0,
    time: Duration::from_secs(120),
};

/// Rules that take ten times as long to solve as a server allows at tables: solvers may get faster, and these still take too long.
#[cfg(test)]
pub(crate) const TAKES_TOO_LONG: &str = "zilch-playr(target=100000)";

/// The folder beside solved games for what could not be solved.
const UNSOLVED: &str = "unsolved";

/// What is asked for, and who pays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    payer: Payer,
    table: Option<TableId>,
    lane: Lane,
    budget: SolveBudget,
    is_question: bool,
}

impl Order {
    /// A question that anybody may ask.
    pub(crate) fn question() -> Self {
        Self {
            payer: Payer::asking(),
            table: None,
            lane: Lane::Thinking,
            budget: FOR_STRANGERS,
            is_question: true,
        }
    }

    /// A question that is answered at once.
    pub(crate) fn quick_question() -> Self {
        Self {
            lane: Lane::Quick,
            ..Self::question()
        }
    }

    /// A question of a player at a table.
    pub(crate) fn hint(table: TableId) -> Self {
        Self {
            payer: Payer::asking_at(table),
            table: Some(table),
            budget: AT_TABLES,
            ..Self::question()
        }
    }

    /// The question whether a bot could play at a table.
    pub(crate) fn check_level() -> Self {
        Self {
            budget: AT_TABLES,
            ..Self::quick_question()
        }
    }

    /// A move of a bot.
    pub(crate) fn bot(payer: Payer, table: TableId, level: Level) -> Self {
        let lane = match level {
            Level::Random | Level::Greedy | Level::Careful => Lane::Quick,
            Level::Strong | Level::Perfect => Lane::Thinking,
        };
        Self {
            payer,
            table: Some(table),
            lane,
            budget: AT_TABLES,
            is_question: false,
        }
    }

    /// A log to be replayed.
    pub(crate) fn replay(table: TableId) -> Self {
        Self {
            payer: Payer::asking_at(table),
            table: Some(table),
            lane: Lane::Replay,
            budget: FOR_STRANGERS,
            is_question: false,
        }
    }

    fn ticket(&self) -> Ticket {
        Ticket {
            payer: self.payer,
            table: self.table,
            is_question: self.is_question,
        }
    }
}

/// Does all computations of a server.
pub(crate) struct Scheduler(Arc<SchedulerCore>);

struct SchedulerCore {
    library: Arc<dyn Library>,
    lanes: [Arc<Workers>; Lane::ALL.len()],
    failures: Failures,
    world: World,
    closing: CancellationToken,
}

impl Scheduler {
    /// Returns a scheduler whose jobs stop when `closing` is cancelled.
    pub(crate) fn new(library: Arc<dyn Library>, closing: CancellationToken, world: World) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let failures = match library.folder() {
            Some(folder) => Failures::in_folder(folder.join(UNSOLVED), world.clone()),
            None => Failures::new(world.clone()),
        };
        Self(Arc::new(SchedulerCore {
            library,
            lanes: Lane::ALL.map(|lane| Arc::new(Workers::new(lane, cores))),
            failures,
            world,
            closing,
        }))
    }

    /// Does some work, and returns when it is done; refuses a question too many.
    ///
    /// The work may be begun several times, and only what comes of the last time counts. A job that was begun goes on when
    /// whoever asked has hung up, so that what is solved for it is there for the next; one that still waits is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        order: Order,
        work: impl FnMut(&JobContext<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.0.run(order, work).await
    }

    /// Ends all workers as soon as they can, and drops what waits.
    pub(crate) fn close(&self) {
        for workers in &self.0.lanes {
            workers.close();
        }
    }

    /// Publishes how many jobs wait.
    pub(crate) fn publish(&self) {
        for (lane, workers) in Lane::ALL.into_iter().zip(&self.0.lanes) {
            metrics::gauge!("hotdice_jobs_waiting", "lane" => lane.name())
                .set(workers.waiting() as f64);
        }
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.close();
    }
}

impl SchedulerCore {
    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        order: Order,
        work: impl FnMut(&JobContext<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let (answer, answered) = oneshot::channel();
        let work = Box::new(Asked {
            work,
            result: None,
            answer: Some(answer),
        });
        self.add(order.lane, QueuedJob { order, work });
        // What waits is dropped when the server closes.
        answered.await.unwrap_or_else(|_| Err(Failure::closing()))
    }

    fn add(self: &Arc<Self>, lane: Lane, job: QueuedJob) {
        let inner = self.clone();
        let workers = &self.lanes[lane as usize];
        workers.add(job.order.ticket(), job, move |workers| {
            while let Some((running, mut job)) = workers.next() {
                let began = inner.world.now();
                let outcome = inner.work(lane, &mut job);
                workers.finish(running, inner.world.since(began));
                match outcome {
                    Outcome::Done => job.work.answer(),
                    Outcome::Continue(lane) => inner.add(lane, job),
                }
            }
        });
    }

    /// Does a job as far as its lane allows.
    fn work(&self, lane: Lane, job: &mut QueuedJob) -> Outcome {
        if !job.work.is_wanted() {
            return Outcome::Done;
        }
        let run = Run::new(lane, job.order.budget, self);
        let context = run.context(&*self.library);
        // A job that panics must not take its worker with it; nothing of it is looked at afterwards.
        let worked = catch_unwind(AssertUnwindSafe(|| job.work.run(&context)));
        if worked.is_err() {
            job.work.fail(Failure::internal(&"a job panicked"));
            return Outcome::Done;
        }
        run.outcome()
    }
}

/// Something to be done, and who waits for it.
struct QueuedJob {
    order: Order,
    work: Box<dyn AnyWork>,
}

impl QueuedJob {
    fn refuse(mut self, failure: Failure) {
        self.work.fail(failure);
        self.work.answer();
    }
}

/// Work whose result is of any type.
trait AnyWork: Send {
    /// Tells whether anybody still waits for it.
    fn is_wanted(&self) -> bool;

    /// Does it, and keeps what came of it.
    fn run(&mut self, context: &JobContext<'_>);

    /// Keeps a failure as what came of it.
    fn fail(&mut self, failure: Failure);

    /// Sends what came of it to whoever waits.
    fn answer(&mut self);
}

struct Asked<T, F> {
    work: F,
    result: Option<Result<T, Failure>>,
    answer: Option<oneshot::Sender<Result<T, Failure>>>,
}

impl<T, F> AnyWork for Asked<T, F>
where
    T: Send,
    F: FnMut(&JobContext<'_>) -> Result<T, Failure> + Send,
{
    fn is_wanted(&self) -> bool {
        self.answer
            .as_ref()
            .is_some_and(|answer| !answer.is_closed())
    }

    fn run(&mut self, context: &JobContext<'_>) {
        self.result = Some((self.work)(context));
    }

    fn fail(&mut self, failure: Failure) {
        self.result = Some(Err(failure));
    }

    fn answer(&mut self) {
        if let (Some(result), Some(answer)) = (self.result.take(), self.answer.take()) {
            // Nobody may wait any more.
            drop(answer.send(result));
        }
    }
}

#[cfg(test)]
mod tests;
