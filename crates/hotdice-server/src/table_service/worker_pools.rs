//! Worker pools: work that takes long, on blocking threads, in pools that do not hold each other up.

use std::sync::Arc;
use std::time::Duration;

use hotdice_bots::{Level, Library, Limited};
use tokio::sync::Semaphore;

use super::TableService;
use crate::failure::Failure;
use hotdice_api::Deadline;

/// How many jobs a pool works on at once.
const WORKERS: usize = 2;

/// How long a game is solved because of a table: for its bots, and the questions of its players.
const MAX_TIME: Duration = Duration::from_secs(300);

/// How long it is solved because of anybody else.
const MAX_TIME_FOR_STRANGERS: Duration = Duration::from_secs(20);

/// How many questions may run or wait at once; more are refused.
const MAX_QUESTIONS: usize = 32;

/// Workers for one kind of work.
pub(crate) struct WorkerPool {
    /// Places for jobs that run or wait.
    pub(crate) places: Arc<Semaphore>,
    workers: Arc<Semaphore>,
    max_time: Duration,
}

/// All worker pools.
pub(crate) struct WorkerPools {
    /// Bots that choose at once.
    quick_bots: WorkerPool,
    /// Bots that may have to solve their game first. Nobody else's bot waits for that.
    solving_bots: WorkerPool,
    /// Hints for players.
    pub(crate) tables: WorkerPool,
    /// Questions of anybody: what a position, a record or other rules are worth.
    pub(crate) strangers: WorkerPool,
}

impl WorkerPools {
    pub(super) fn new() -> Self {
        let unlimited = Semaphore::MAX_PERMITS;
        Self {
            quick_bots: WorkerPool::new(unlimited, MAX_TIME),
            solving_bots: WorkerPool::new(unlimited, MAX_TIME),
            tables: WorkerPool::new(MAX_QUESTIONS, MAX_TIME),
            strangers: WorkerPool::new(MAX_QUESTIONS, MAX_TIME_FOR_STRANGERS),
        }
    }

    /// Returns the pool for bots of a level.
    pub(super) fn of_bot(&self, level: Level) -> &WorkerPool {
        match level {
            Level::Random | Level::Greedy | Level::Careful => &self.quick_bots,
            Level::Strong | Level::Perfect => &self.solving_bots,
        }
    }
}

impl WorkerPool {
    fn new(places: usize, max_time: Duration) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            workers: Arc::new(Semaphore::new(WORKERS)),
            max_time,
        }
    }
}

impl TableService {
    /// Works on a blocking thread as soon as a worker of the pool is free; refuses a job too many.
    ///
    /// A job keeps its worker until it is done, also when whoever asked has hung up.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        pool: &WorkerPool,
        work: impl FnOnce(&dyn Library) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let place = pool.places.clone().try_acquire_owned();
        let place = place.map_err(|_| {
            Failure::rate_limited("too many questions at once: wait a moment and ask again", 1)
        })?;
        let worker = pool.workers.clone().acquire_owned().await;
        let (library, closing) = (self.library.clone(), self.closing.clone());
        let max_time = pool.max_time;
        let working = tokio::task::spawn_blocking(move || {
            let _permits = (place, worker);
            let deadline = Deadline::unless(max_time, move || closing.is_cancelled());
            work(&Limited::watched(&*library, &deadline))
        });
        working.await.map_err(|error| Failure::internal(&error))?
    }
}

#[cfg(test)]
mod tests;
