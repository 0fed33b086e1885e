//! Lanes: workers for jobs of one kind, which never wait for those of another.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use hotdice_bots::SolveCost;

use super::QueuedJob;
use super::fair_queue::{FairQueue, QueueLimits, RunningJob, Ticket};
use crate::failure::{Failure, seconds};
use crate::lock;

/// A kind of jobs, the quickest first. A job that turns out to take longer goes on in a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lane {
    /// Moves of bots that solve nothing, and what is known at once: milliseconds.
    Quick,
    /// Logs that are replayed.
    Replay,
    /// Whatever can be worked out from games that are solved already.
    Thinking,
    /// Games that are solved in a moment, and solutions that are read from the disk.
    SmallSolves,
    /// All others.
    LongSolves,
}

/// How many questions of one payer may wait in a lane, and of all together.
const QUESTIONS_OF_PAYER: usize = 16;
const QUESTIONS: usize = 256;

/// How long thinking may take before it makes room for others, and so may solving a small game.
const THINKING_TIME: Duration = Duration::from_secs(2);
const SMALL_TIME: Duration = Duration::from_secs(6);

impl Lane {
    pub(super) const ALL: [Self; 5] = [
        Self::Quick,
        Self::Replay,
        Self::Thinking,
        Self::SmallSolves,
        Self::LongSolves,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Replay => "replay",
            Self::Thinking => "thinking",
            Self::SmallSolves => "small",
            Self::LongSolves => "long",
        }
    }

    /// Returns the first lane in which something of this cost may be solved.
    pub(super) fn for_solving(cost: &SolveCost) -> Self {
        if cost.is_small() {
            Self::SmallSolves
        } else {
            Self::LongSolves
        }
    }

    /// Returns how many workers it has. Each has one thread, and needs no more than one core.
    fn workers(self, cores: usize) -> usize {
        match self {
            Self::Quick | Self::Thinking => cores.max(2),
            Self::Replay => 2,
            Self::SmallSolves | Self::LongSolves => (cores / 2).max(2),
        }
    }

    /// Returns how many jobs of one payer run at once: never all that could, so that others need not wait for them.
    fn limits(self, cores: usize) -> QueueLimits {
        let workers = self.workers(cores);
        let running = match self {
            Self::Quick | Self::Replay | Self::Thinking => workers / 2,
            // Solving takes memory as well.
            Self::SmallSolves | Self::LongSolves => 1,
        };
        QueueLimits {
            running,
            questions_of_payer: QUESTIONS_OF_PAYER,
            questions: QUESTIONS,
            workers,
        }
    }

    /// Returns how long a job runs here before it is stopped; `longest` in the last lane.
    pub(super) fn time(self, longest: Duration) -> Duration {
        match self {
            Self::Quick | Self::Replay | Self::Thinking => THINKING_TIME,
            Self::SmallSolves => SMALL_TIME,
            Self::LongSolves => longest,
        }
    }

    /// Returns where a job goes on that was stopped here, if it does.
    pub(super) fn after_overrun(self) -> Option<Self> {
        (self < Self::LongSolves).then_some(Self::LongSolves)
    }

    /// Returns how far its threads stand back behind those that answer requests, in steps of the system.
    fn niceness(self) -> i32 {
        match self {
            Self::Quick | Self::Replay => 0,
            Self::Thinking => 5,
            Self::SmallSolves => 10,
            Self::LongSolves => 15,
        }
    }
}

/// The workers of a lane, and what waits for them.
pub(super) struct Workers {
    lane: Lane,
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    queue: FairQueue<QueuedJob>,
    threads: usize,
    idle: usize,
    is_closed: bool,
}

impl Workers {
    pub(super) fn new(lane: Lane, cores: usize) -> Self {
        let limits = lane.limits(cores);
        let state = State {
            queue: FairQueue::new(limits),
            threads: 0,
            idle: 0,
            is_closed: false,
        };
        Self {
            lane,
            most: limits.workers,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// Returns how many jobs it works on at once.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        self.most
    }

    /// Returns how many workers wait.
    #[cfg(test)]
    pub(super) fn idle(&self) -> usize {
        lock(&self.state).idle
    }

    /// Adds a job; one too many is refused. Threads are started as they are needed.
    pub(super) fn add(
        self: &Arc<Self>,
        ticket: Ticket,
        job: QueuedJob,
        work: impl FnOnce(&Self) + Send + 'static,
    ) {
        let mut state = lock(&self.state);
        if state.is_closed {
            drop(state);
            return job.refuse(Failure::closing());
        }
        let displaced = match state.queue.push(ticket, job) {
            Ok(displaced) => displaced,
            Err((too_many, job)) => {
                drop(state);
                return self.refuse(job, too_many.retry);
            }
        };
        let retry = state.queue.too_many().retry;
        // A worker that was told of a job before is still counted as idle until it wakes: it takes that one, and not this one as well.
        let spawn = state.idle < state.queue.waiting() && state.threads < self.most;
        state.threads += usize::from(spawn);
        drop(state);
        if let Some(displaced) = displaced {
            self.refuse(displaced, retry);
        }
        if spawn {
            self.spawn(work);
        } else {
            self.changed.notify_one();
        }
    }

    fn refuse(&self, job: QueuedJob, retry: Duration) {
        metrics::counter!("hotdice_jobs_refused_total", "lane" => self.lane.name()).increment(1);
        let detail = "too many questions at once: wait a moment and ask again";
        job.refuse(Failure::rate_limited(detail, seconds(retry)));
    }

    fn spawn(self: &Arc<Self>, work: impl FnOnce(&Self) + Send + 'static) {
        let workers = self.clone();
        let name = format!("job-{}", self.lane.name());
        let spawned = thread::Builder::new().name(name).spawn(move || {
            settle_down(workers.lane);
            work(&workers);
        });
        if let Err(error) = spawned {
            // The next job tries again; until then those threads work that there are.
            tracing::error!(%error, "a thread could not be started");
            lock(&self.state).threads -= 1;
        }
    }

    /// Waits for the next job; none when the lane is closed.
    pub(super) fn next(&self) -> Option<(RunningJob, QueuedJob)> {
        let mut state = lock(&self.state);
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(next) = state.queue.pop() {
                return Some(next);
            }
            state.idle += 1;
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Notes that a job is done, and how long that took.
    pub(super) fn finish(&self, running: RunningJob, took: Duration) {
        lock(&self.state).queue.finish(running, took);
        metrics::histogram!("hotdice_job_seconds", "lane" => self.lane.name())
            .record(took.as_secs_f64());
        // Somebody else's turn may have come by that.
        self.changed.notify_one();
    }

    /// Returns how many jobs wait.
    pub(super) fn waiting(&self) -> usize {
        lock(&self.state).queue.waiting()
    }

    /// Ends all workers as soon as they are done with what they do, and drops what waits.
    pub(super) fn close(&self) {
        let mut state = lock(&self.state);
        state.is_closed = true;
        state.queue.clear();
        drop(state);
        self.changed.notify_all();
    }
}

/// Prepares a thread of a lane: it stands back behind threads that answer requests, and does by itself what solvers would
/// otherwise spread over all cores. One job is then one core at most, so that the time of a job is what it costs.
fn settle_down(lane: Lane) {
    #[cfg(target_os = "linux")]
    if lane.niceness() > 0
        // On Linux this is about the calling thread alone.
        && let Err(error) = rustix::process::setpriority_process(None, lane.niceness())
    {
        tracing::debug!(%error, "a thread has the usual priority");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = lane.niceness();
    let alone = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread();
    if let Err(error) = alone.build() {
        tracing::warn!(%error, "a job may use all cores");
    }
}
