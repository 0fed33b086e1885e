//! What a job works with: solved games within the budget of whoever pays, and a deadline.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use hotdice_api::Watch;
use hotdice_bots::{
    AnySolved, Both, Key, Level, Library, Limits, SolveCost, Task, Uncached, Unsolvable, Workspace,
    can_play_with,
};
use hotdice_core::AnyGame;
use hotdice_world::{Moment, World};
use tokio_util::sync::CancellationToken;

use super::failures::{Failures, SolveEnd, Why};
use super::{Lane, SchedulerCore, SolveBudget};
use crate::failure::Failure;
use crate::lock;

/// The most memory for solving one game: two that are solved at the same time fit into the memory of a server.
const SOLVING_MEMORY: u64 = 256 << 20;

/// The same for rules that nobody plays, whose solutions are not kept.
const EXPLORING_MEMORY: u64 = 128 << 20;

/// What a job works with.
pub(crate) struct JobContext<'a> {
    library: Budgeted<'a>,
    uncached: Budgeted<'a>,
    run: &'a Run<'a>,
}

/// One run of a job: where, how long, and what came of it.
pub(super) struct Run<'a> {
    lane: Lane,
    budget: SolveBudget,
    failures: &'a Failures,
    world: &'a World,
    until: Moment,
    closing: CancellationToken,
    overran: AtomicBool,
    /// The lane that is needed for what has to be solved first.
    needed: Mutex<Option<Lane>>,
    /// Why something was not solved that is beyond the budget.
    beyond: OnceLock<()>,
}

/// What becomes of a job after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is done.
    Done,
    /// It has to be done again in another lane.
    Continue(Lane),
}

impl<'a> Run<'a> {
    pub(super) fn new(lane: Lane, budget: SolveBudget, scheduler: &'a SchedulerCore) -> Self {
        let world = &scheduler.world;
        Self {
            lane,
            budget,
            failures: &scheduler.failures,
            world,
            until: world.now() + lane.time(budget.time),
            closing: scheduler.closing.clone(),
            overran: AtomicBool::new(false),
            needed: Mutex::default(),
            beyond: OnceLock::new(),
        }
    }

    pub(super) fn context(&'a self, library: &'a dyn Library) -> JobContext<'a> {
        JobContext {
            library: Budgeted {
                library,
                memory: SOLVING_MEMORY,
                run: self,
            },
            uncached: Budgeted {
                library: &Uncached,
                memory: EXPLORING_MEMORY,
                run: self,
            },
            run: self,
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        let overran = self.overran.load(Ordering::Relaxed);
        let next = match *lock(&self.needed) {
            Some(needed) => Some(needed),
            None if overran => self.lane.after_overrun(),
            None => None,
        };
        // Lanes only follow each other, so that a job comes to its end.
        match next.filter(|next| *next > self.lane) {
            Some(lane) if !self.closing.is_cancelled() => Outcome::Continue(lane),
            _ => Outcome::Done,
        }
    }

    fn need(&self, lane: Lane) {
        let mut needed = lock(&self.needed);
        *needed = (*needed).max(Some(lane));
    }
}

impl Watch for Run<'_> {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        if self.closing.is_cancelled() {
            return true;
        }
        let is_over = self.world.now() >= self.until;
        if is_over {
            self.overran.store(true, Ordering::Relaxed);
        }
        is_over
    }
}

impl JobContext<'_> {
    /// Returns the solved games.
    pub(crate) fn library(&self) -> &dyn Library {
        &self.library
    }

    /// Returns a library for rules that nobody plays: what is solved for them is not kept.
    pub(crate) fn uncached(&self) -> &dyn Library {
        &self.uncached
    }

    /// Says when to stop.
    pub(crate) fn watch(&self) -> &dyn Watch {
        self.run
    }

    /// Returns how long a game may be solved at most.
    pub(crate) fn patience(&self) -> Duration {
        self.run.budget.time
    }

    /// Tells whether the job was stopped because it took too long.
    pub(crate) fn overran(&self) -> bool {
        self.run.overran.load(Ordering::Relaxed)
    }

    /// Checks that a bot of a level could play, without solving anything.
    pub(crate) fn check_level(
        &self,
        game: &dyn AnyGame,
        level: Level,
        seats: u8,
    ) -> Result<(), Failure> {
        match can_play_with(game, level, seats, self.library()) {
            Ok(()) => Ok(()),
            Err(why) if self.run.beyond.get().is_some() => Err(Failure::invalid(format!(
                "{why}: choose a lower level for the bot"
            ))),
            Err(why) => Err(why.into()),
        }
    }
}

/// A library within the budget of whoever pays for a job.
///
/// What a game costs to solve is asked before it is begun. In a lane that is too quick for it nothing is solved: the need is noted, and the
/// job is done again in the lane that it takes. What nobody's budget is enough for is refused, and what was stopped lately too.
struct Budgeted<'a> {
    library: &'a dyn Library,
    memory: u64,
    run: &'a Run<'a>,
}

impl Budgeted<'_> {
    fn why_not(&self, key: &Key) -> Option<Why> {
        let time = self.run.budget.time;
        self.run.failures.why_not(key, time, self.run.world.now())
    }

    fn check(&self, key: &Key, cost: &SolveCost) -> Result<(), Unsolvable> {
        let solving = |what: &str| Unsolvable::Refused(format!("solving {} {what}", key.rules));
        let refused = if cost.seconds > self.run.budget.seconds {
            solving(&format!(
                "takes {cost}, and this server spends less on one game"
            ))
        } else if cost.memory > self.memory {
            // Some games have another way that takes less memory.
            Unsolvable::TooLarge(format!(
                "solving {} takes {} MB of memory, more than this server gives to one game",
                key.rules,
                cost.memory / 1_000_000
            ))
        } else if let Some(why) = self.why_not(key) {
            solving(why.in_words())
        } else {
            return Ok(());
        };
        self.run.beyond.get_or_init(|| ());
        Err(refused)
    }
}

impl Library for Budgeted<'_> {
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        let key = task.key();
        let is_held = self.library.holds(&key);
        let cost = if is_held {
            SolveCost::default()
        } else {
            let cost = task.cost();
            self.check(&key, &cost)?;
            cost
        };
        let lane = Lane::for_solving(&cost);
        let is_too_quick = self.run.lane < lane;
        let both;
        let watch: &dyn Watch = match limits.watch {
            Some(asking) => {
                both = Both(self.run, asking);
                &both
            }
            None => self.run,
        };
        let within = Limits {
            memory: self.memory.min(limits.memory),
            watch: Some(watch),
            is_probe: limits.is_probe || is_too_quick,
        };
        // What is stopped in an earlier lane goes on in the last one.
        let is_last_try = self.run.lane == Lane::LongSolves && !is_held && !within.is_probe;
        let time = self.run.budget.time;
        let begin = || self.run.failures.begin(&key, time, self.run.world.now());
        let attempt = is_last_try.then(begin);
        let task = Noted::new(task);
        let obtained = self.library.obtain(&task, &within);
        let is_stopped = matches!(obtained, Err(Unsolvable::Stopped(_)));
        if is_stopped && is_too_quick && !limits.is_probe {
            self.run.need(lane);
        }
        if let Some(attempt) = attempt {
            let overran = self.run.overran.load(Ordering::Relaxed);
            let end = match &obtained {
                Ok(_) => SolveEnd::Solved,
                // It only waited, for memory or for somebody else who solves the same.
                Err(_) if !task.is_begun() => SolveEnd::GivenUp,
                Err(_) if self.run.closing.is_cancelled() => SolveEnd::CutOff,
                Err(_) if is_stopped && overran => SolveEnd::TooSlow,
                Err(_) => SolveEnd::GivenUp,
            };
            if end == SolveEnd::TooSlow {
                tracing::warn!(rules = key.rules, "a game was not solved in time");
            }
            attempt.end(end, self.run.world.now());
        }
        obtained
    }

    fn holds(&self, key: &Key) -> bool {
        self.library.holds(key)
    }
}

/// A task that notes whether solving it has begun.
struct Noted<'a> {
    task: &'a dyn Task,
    is_begun: AtomicBool,
}

impl<'a> Noted<'a> {
    fn new(task: &'a dyn Task) -> Self {
        let is_begun = AtomicBool::new(false);
        Self { task, is_begun }
    }

    fn is_begun(&self) -> bool {
        self.is_begun.load(Ordering::Relaxed)
    }
}

impl Task for Noted<'_> {
    fn key(&self) -> Key {
        self.task.key()
    }

    fn is_written(&self) -> bool {
        self.task.is_written()
    }

    fn is_paged(&self) -> bool {
        self.task.is_paged()
    }

    fn activity(&self) -> String {
        self.task.activity()
    }

    fn check(&self, memory: u64) -> Result<u64, Unsolvable> {
        self.task.check(memory)
    }

    fn cost(&self) -> SolveCost {
        self.task.cost()
    }

    fn solve(&self, work: &dyn Workspace) -> Result<(AnySolved, u64), Unsolvable> {
        self.is_begun.store(true, Ordering::Relaxed);
        self.task.solve(work)
    }

    fn write(&self, solved: &AnySolved) -> Option<Vec<u8>> {
        self.task.write(solved)
    }

    fn read(&self, bytes: Vec<u8>, work: &dyn Workspace) -> Option<(AnySolved, u64)> {
        self.task.read(bytes, work)
    }
}
