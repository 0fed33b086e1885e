//! A library that keeps what it has solved: in memory, and in a folder.

use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use hotdice_bots::{
    AnySolved, Both, Key, Library, Limits, PageDraft, PageFolder, SolveCost, Task, Unsolvable,
    Workspace,
};
use hotdice_solve::yatzy::PageStore;
use hotdice_solve::{Stopped, Unwatched, Watch};

use crate::budget::{Claim, MemoryBudget, Work};
use crate::disk::SolutionFolder;
use crate::pages::{Draft, Pages};
use crate::policy::{CostlySolve, Decisions, SolvePolicy};

/// Shows people that a game is being solved.
pub trait ProgressReporter: Send + Sync {
    /// Watches a computation that is about to begin.
    fn watch(&self, what: &str) -> Box<dyn Watch + '_>;
}

/// A library that keeps what it has solved.
///
/// What it remembers and what is being solved share its memory: who may give up waits for room, and who may not solves at once.
/// What is written to the folder or read from there takes as much again while that lasts, one at a time.
pub struct SolutionCache {
    folder: Option<SolutionFolder>,
    reporter: Box<dyn ProgressReporter>,
    budget: MemoryBudget,
    decisions: Decisions,
    /// Held by whoever writes to the folder or reads from it.
    disk_access: Mutex<()>,
}

impl SolutionCache {
    /// Returns a cache with a folder, if there is one, that solves nothing larger than `memory` bytes.
    #[must_use]
    pub fn new(
        folder: Option<SolutionFolder>,
        reporter: Box<dyn ProgressReporter>,
        memory: u64,
    ) -> Self {
        Self {
            folder,
            reporter,
            budget: MemoryBudget::new(memory),
            decisions: Decisions::by(SolvePolicy::Always),
            disk_access: Mutex::default(),
        }
    }

    /// Returns the cache with somebody who decides what is solved; otherwise everything is.
    #[must_use]
    pub fn with_policy(self, policy: SolvePolicy) -> Self {
        let decisions = Decisions::by(policy);
        Self { decisions, ..self }
    }

    /// Lets something be solved from now on, whatever it costs.
    pub fn allow(&self, key: &Key) {
        self.decisions.allow(key);
    }

    /// Lists what was asked for and not solved because of what it costs, and was not allowed since.
    #[must_use]
    pub fn declined(&self) -> Vec<CostlySolve> {
        self.decisions.declined()
    }

    /// Does something with the folder, alone.
    fn on_disk<T>(&self, work: impl FnOnce(&SolutionFolder) -> Option<T>) -> Option<T> {
        let folder = self.folder.as_ref()?;
        let _alone = self.disk_access.lock();
        let _alone = _alone.unwrap_or_else(PoisonError::into_inner);
        work(folder)
    }

    /// Returns something from memory, or stops where work would begin. It waits for nobody.
    fn probe(&self, task: &dyn Task, memory: u64) -> Result<AnySolved, Unsolvable> {
        let key = task.key();
        if let Some(known) = self.budget.find(&key.to_string()) {
            return Ok(known);
        }
        if !self.holds(&key) {
            task.check(memory)?;
        }
        Err(Stopped.into())
    }

    /// Writes something to the folder.
    fn write(&self, key: &Key, bytes: &[u8]) {
        // What cannot be kept is solved again next time: slower, but not wrong.
        self.on_disk(|folder| folder.put(key, bytes).ok());
    }
}

impl Library for SolutionCache {
    /// Returns something from memory, from the folder, or by solving it; what was solved is kept in both places.
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        let key = task.key();
        let memory = self.budget.most().min(limits.memory);
        if limits.is_probe {
            return self.probe(task, memory);
        }
        let work = match self
            .budget
            .claim(key.to_string(), limits.watch.unwrap_or(&Unwatched))?
        {
            Claim::Known(known) => return Ok(known),
            Claim::Mine(work) => work,
        };
        let grown = OnceLock::new();
        let desk = Desk {
            cache: self,
            work: &work,
            memory,
            asking: limits.watch,
            watch: limits.watch.unwrap_or(&Unwatched),
            key: &key,
            // Whatever is on the disk already was solved with leave.
            cost: SolveCost {
                memory: u64::MAX,
                ..SolveCost::default()
            },
            grown: &grown,
        };
        let folder = self.folder.as_ref().filter(|_| task.is_written());
        if let Some(size) = folder.and_then(|folder| folder.size(&key)) {
            work.reserve(size, limits.watch)?;
            // The lock is for the bytes alone: who reads a solution from them may have to wait for memory.
            let bytes = self.on_disk(|folder| folder.get(&key));
            if let Some((solved, bytes)) = bytes.and_then(|bytes| task.read(bytes, &desk)) {
                work.remember(solved.clone(), bytes);
                return Ok(solved);
            }
        }
        // What is too large to be solved is refused before anything makes room for it.
        let needed = task.check(memory)?;
        let cost = if task.is_paged() && self.holds(&key) {
            SolveCost::default()
        } else {
            task.cost()
        };
        self.decisions.permit(&key, cost)?;
        work.reserve(needed, limits.watch)?;
        let shown = self.reporter.watch(&task.activity());
        let both;
        let watch: &dyn Watch = match limits.watch {
            Some(asking) => {
                both = Both(&*shown, asking);
                &both
            }
            None => &*shown,
        };
        let solved = task.solve(&Desk {
            watch,
            cost,
            ..desk
        });
        let (solved, bytes) = match (solved, grown.into_inner()) {
            (Err(Unsolvable::Stopped(_)), Some(too_costly)) => return Err(too_costly),
            (solved, _) => solved?,
        };
        drop(shown);
        if folder.is_some()
            && let Some(bytes) = task.write(&solved)
        {
            self.write(&key, &bytes);
        }
        work.remember(solved.clone(), bytes);
        Ok(solved)
    }

    fn holds(&self, key: &Key) -> bool {
        let on_disk = |folder: &SolutionFolder| folder.size(key).is_some();
        self.budget.knows(&key.to_string()) || self.folder.as_ref().is_some_and(on_disk)
    }

    fn folder(&self) -> Option<&Path> {
        self.folder.as_ref().map(SolutionFolder::folder)
    }
}

/// Where something is solved.
#[derive(Clone, Copy)]
struct Desk<'a> {
    cache: &'a SolutionCache,
    work: &'a Work<'a>,
    memory: u64,
    /// Whoever asked, if they may give up.
    asking: Option<&'a dyn Watch>,
    watch: &'a dyn Watch,
    key: &'a Key,
    /// What it was said to cost.
    cost: SolveCost,
    /// Why it may not take as much memory as it turned out to need.
    grown: &'a OnceLock<Unsolvable>,
}

impl Workspace for Desk<'_> {
    fn memory(&self) -> u64 {
        self.memory
    }

    /// Some games show how large they are only while they are looked at.
    fn reserve(&self, bytes: u64) -> Result<(), Stopped> {
        if bytes > self.cost.memory {
            let memory = bytes;
            let cost = SolveCost {
                memory,
                ..self.cost
            };
            if let Err(why) = self.cache.decisions.permit(self.key, cost) {
                self.grown.get_or_init(|| why);
                return Err(Stopped);
            }
        }
        self.work.reserve(bytes, self.asking)
    }

    fn watch(&self) -> &dyn Watch {
        self.watch
    }

    fn pages(&self) -> Option<&dyn PageFolder> {
        self.cache
            .folder
            .as_ref()
            .map(|folder| folder as &dyn PageFolder)
    }

    fn keep_beside(&self, key: &Key, bytes: &[u8]) {
        self.cache.write(key, bytes);
    }
}

impl PageFolder for SolutionFolder {
    fn open(&self, key: &Key, levels: &[usize]) -> Option<Box<dyn PageStore>> {
        Some(Box::new(Pages::open(self, key, levels.iter().copied())?))
    }

    fn begin(&self, key: &Key, levels: &[usize]) -> Result<Box<dyn PageDraft>, String> {
        match Draft::begin(self, key, levels.iter().copied()) {
            Ok(draft) => Ok(Box::new(draft)),
            Err(why) => Err(why.to_string()),
        }
    }
}

#[cfg(test)]
mod tests;
