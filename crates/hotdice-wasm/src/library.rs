//! Solved games in memory, and in what the host stores.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hotdice_bots::{AnySolved, Both, Library, Limits, Task, Unsolvable, Workspace};
use hotdice_solve::{Stopped, Unwatched, Watch};

/// The most bytes that one game may take to be solved. A phone has more, but what needs more also takes minutes there.
const MAX_MEMORY: u64 = 128 << 20;

/// The most seconds, on an ordinary machine, that one game may take to be solved: somebody waits for it.
const MAX_SECONDS: f64 = 20.0;

/// The most bytes of solved games that are kept in memory.
const MAX_KEPT: u64 = 192 << 20;

/// A library that asks its host before it solves anything.
///
/// Libraries answer at once, and a browser's storage does not. So the first question about a stored game is stopped and noted
/// ([`HostLibrary::missing`]); the host provides what it has, or that it has nothing, and asks again.
#[derive(Default)]
pub(crate) struct HostLibrary(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    kept: BTreeMap<String, (AnySolved, u64)>,
    /// What the host has said about solutions: their bytes, or that it has none.
    provided: BTreeMap<String, Option<Vec<u8>>>,
    missing: Option<String>,
    /// What was solved and is to be stored.
    solved: Option<(String, Vec<u8>)>,
}

impl HostLibrary {
    /// Takes what the host has stored under a name, or hears that there is nothing.
    pub(crate) fn provide(&self, name: String, bytes: Option<Vec<u8>>) {
        self.shelf().provided.insert(name, bytes);
    }

    /// Returns what has to be provided first.
    pub(crate) fn missing(&self) -> Option<String> {
        self.shelf().missing.take()
    }

    /// Returns a game that was solved and is to be stored.
    pub(crate) fn solved(&self) -> Option<(String, Vec<u8>)> {
        self.shelf().solved.take()
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Library for HostLibrary {
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        let name = task.key().to_string();
        if let Some((solved, _)) = self.shelf().kept.get(&name) {
            return Ok(solved.clone());
        }
        if task.is_paged() {
            let why = format!("{} needs a disk", task.key().rules);
            return Err(Unsolvable::TooLarge(why));
        }
        let memory = limits.memory.min(MAX_MEMORY);
        task.check(memory)?;
        let provided = self.shelf().provided.get_mut(&name).map(Option::take);
        if provided.is_none() && task.is_written() {
            self.shelf().missing = Some(name);
            return Err(Stopped.into());
        }
        let watch = Both(limits.watch.unwrap_or(&Unwatched), &HostWatch);
        let room = Room {
            memory,
            watch: &watch,
        };
        if let Some(read) = provided.flatten().and_then(|bytes| task.read(bytes, &room)) {
            return Ok(self.shelf().keep(name, read));
        }
        let cost = task.cost();
        if cost.seconds > MAX_SECONDS {
            let why = format!("solving {} takes {cost}, too long here", task.key().rules);
            return Err(Unsolvable::TooLarge(why));
        }
        if limits.is_probe {
            return Err(Stopped.into());
        }
        let solved = task.solve(&room)?;
        let mut shelf = self.shelf();
        if let Some(bytes) = task.write(&solved.0) {
            shelf.solved = Some((name.clone(), bytes));
        }
        Ok(shelf.keep(name, solved))
    }
}

impl Shelf {
    /// Keeps something, and forgets all else if that would be too much.
    fn keep(&mut self, name: String, (solved, bytes): (AnySolved, u64)) -> AnySolved {
        let held: u64 = self.kept.values().map(|(_, bytes)| bytes).sum();
        if held + bytes > MAX_KEPT {
            self.kept.clear();
            self.provided.clear();
        }
        self.kept.insert(name, (solved.clone(), bytes));
        solved
    }
}

struct Room<'a> {
    memory: u64,
    watch: &'a dyn Watch,
}

impl Workspace for Room<'_> {
    fn memory(&self) -> u64 {
        self.memory
    }

    fn reserve(&self, _bytes: u64) -> Result<(), Stopped> {
        Ok(())
    }

    fn watch(&self) -> &dyn Watch {
        self.watch
    }
}

/// Tells the host how far solving has come.
struct HostWatch;

impl Watch for HostWatch {
    fn progress(&self, done: u64, all: u64) {
        #[cfg(target_arch = "wasm32")]
        crate::abi::progress(done, all);
        #[cfg(not(target_arch = "wasm32"))]
        let _ = (done, all);
    }

    fn is_stopped(&self) -> bool {
        false
    }
}
