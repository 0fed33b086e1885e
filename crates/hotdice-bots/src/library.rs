//! Where solved games come from: one way to ask for anything that is solved, whatever game it is of.
//!
//! [`Solvable`] says how one kind of solution is named, checked, solved and written down; [`Library`] decides where it comes from:
//! memory, a disk, or solving it now. Limits on memory and time travel with the question ([`Limits`], [`Limited`]), so
//! that a library needs one method and no game's name.

use std::any::Any;
use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use hotdice_solve::yatzy::PageStore;
use hotdice_solve::{Stopped, Unwatched, Watch};

/// Names something solved, in memory and on a disk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The rules line.
    pub rules: String,
    /// What was solved for.
    pub objective: &'static str,
    /// The version of the solver and of its bytes; what has another version is solved again.
    pub version: u32,
}

impl Key {
    /// Returns the key of the first version of a solver.
    #[must_use]
    pub fn first(rules: String, objective: &'static str) -> Self {
        Self {
            rules,
            objective,
            version: 1,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.rules, self.objective, self.version)
    }
}

/// Something that can be had by solving a game.
pub trait Solvable: Sized + Send + Sync + 'static {
    /// What is solved.
    type Rules: ?Sized;

    /// Whether it is written to a disk as a whole; otherwise it is kept in memory, or in pages of its own.
    const IS_WRITTEN: bool = false;

    /// Whether it is too large for memory, and kept in pages on a disk.
    const IS_PAGED: bool = false;

    /// Returns its name.
    fn key(rules: &Self::Rules) -> Key;

    /// Says what is being done while it is solved, for people who wait.
    fn activity(rules: &Self::Rules) -> String {
        format!("solving {}", Self::key(rules).rules)
    }

    /// Returns how many bytes it takes to solve, without solving anything. A [`Task`] refuses more than `memory`.
    ///
    /// # Errors
    /// When it cannot be solved with so much memory, as far as that is known beforehand.
    fn check(rules: &Self::Rules, memory: u64) -> Result<u128, Unsolvable>;

    /// Returns what it costs to solve, about, so that people can be asked first.
    fn cost(_rules: &Self::Rules) -> SolveCost {
        SolveCost::default()
    }

    /// Solves it.
    ///
    /// # Errors
    /// When it cannot be solved, or somebody stopped it.
    fn solve(rules: &Self::Rules, work: &dyn Workspace) -> Result<Self, Unsolvable>;

    /// Returns how many bytes it takes as long as it is kept.
    fn bytes_kept(&self, rules: &Self::Rules) -> u64;

    /// Writes it for a disk; nothing unless [`Solvable::IS_WRITTEN`].
    fn to_bytes(&self) -> Option<Vec<u8>> {
        None
    }

    /// Reads it from a disk; nothing unless it is of these rules and whole.
    fn from_bytes(_rules: &Self::Rules, _bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        None
    }

    /// Gets it from a library.
    ///
    /// # Errors
    /// When it cannot be solved, or somebody stopped it.
    fn get(library: &dyn Library, rules: &Self::Rules) -> Result<Arc<Self>, Unsolvable> {
        let task = TaskOf::<Self>(rules, PhantomData);
        let solved = library.obtain(&task, &Limits::NONE)?;
        solved.downcast().map_err(|_| {
            let key = Self::key(rules);
            Unsolvable::Refused(format!("another thing is kept under the name {key}"))
        })
    }
}

/// Gives out solved things, solving them if it has to.
pub trait Library: Send + Sync {
    /// Returns what a task is to solve; [`Solvable::get`] is how to ask.
    ///
    /// # Errors
    /// When it cannot be solved, or not within the limits.
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable>;

    /// Tells whether something need not be solved again, without reading it.
    fn holds(&self, _key: &Key) -> bool {
        false
    }

    /// Returns the folder in which it keeps what was solved, if there is one.
    fn folder(&self) -> Option<&Path> {
        None
    }
}

/// What it costs to solve something, about, on an ordinary machine.
///
/// It depends on the rules alone and not on how busy the machine is, so that what is solved unasked is the same everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolveCost {
    /// The time.
    pub seconds: f64,
    /// The bytes of memory while it is solved.
    pub memory: u64,
    /// The bytes on the disk from then on.
    pub disk: u64,
}

impl SolveCost {
    /// The most seconds that may pass unasked.
    pub const SMALL_SECONDS: f64 = 2.0;

    /// The most bytes that may be taken unasked, in memory or on the disk.
    pub const SMALL_BYTES: u64 = 200_000_000;

    /// Tells whether nobody needs to be asked.
    #[must_use]
    pub fn is_small(&self) -> bool {
        self.seconds <= Self::SMALL_SECONDS
            && self.memory <= Self::SMALL_BYTES
            && self.disk <= Self::SMALL_BYTES
    }
}

/// Writes what is worth mentioning: `about 9 minutes, 1.9 GB of memory and 2.5 GB of disk`.
impl fmt::Display for SolveCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.seconds > Self::SMALL_SECONDS {
            parts.push(match self.seconds {
                seconds if seconds < 20.0 => format!("about {seconds:.0} seconds"),
                seconds if seconds < 100.0 => format!("about {:.0}0 seconds", seconds / 10.0),
                seconds => format!("about {:.0} minutes", seconds / 60.0),
            });
        }
        for (bytes, of) in [(self.memory, "memory"), (self.disk, "disk")] {
            let megabytes = bytes as f64 / 1e6;
            match megabytes {
                _ if bytes <= Self::SMALL_BYTES => {}
                _ if megabytes < 950.0 => {
                    parts.push(format!("{:.0}0 MB of {of}", megabytes / 10.0));
                }
                _ => parts.push(format!("{:.1} GB of {of}", megabytes / 1e3)),
            }
        }
        match parts.split_last() {
            None => f.write_str("a moment"),
            Some((last, [])) => f.write_str(last),
            Some((last, others)) => write!(f, "{} and {last}", others.join(", ")),
        }
    }
}

/// Something solved, of any type.
pub type AnySolved = Arc<dyn Any + Send + Sync>;

/// A [`Solvable`] and its rules as a library sees them: what to do, and not of what type.
pub trait Task {
    /// Returns its name.
    fn key(&self) -> Key;

    /// Tells whether it is written to a disk as a whole.
    fn is_written(&self) -> bool;

    /// Tells whether it is kept in pages on a disk.
    fn is_paged(&self) -> bool;

    /// Says what is being done while it is solved.
    fn activity(&self) -> String;

    /// Returns how many bytes it takes to solve.
    ///
    /// # Errors
    /// When it cannot be solved with so much memory.
    fn check(&self, memory: u64) -> Result<u64, Unsolvable>;

    /// Returns what it costs to solve, about.
    fn cost(&self) -> SolveCost;

    /// Solves it, and says how many bytes it takes from then on.
    ///
    /// # Errors
    /// When it cannot be solved, or somebody stopped it.
    fn solve(&self, work: &dyn Workspace) -> Result<(AnySolved, u64), Unsolvable>;

    /// Writes what was solved for a disk, if it is ever kept there.
    fn write(&self, solved: &AnySolved) -> Option<Vec<u8>>;

    /// Reads it from a disk, and says how many bytes it takes in memory.
    fn read(&self, bytes: Vec<u8>, work: &dyn Workspace) -> Option<(AnySolved, u64)>;
}

struct TaskOf<'a, T: Solvable>(&'a T::Rules, PhantomData<T>);

impl<T: Solvable> TaskOf<'_, T> {
    fn weighed(&self, solved: T) -> (AnySolved, u64) {
        let bytes = solved.bytes_kept(self.0);
        (Arc::new(solved), bytes)
    }
}

impl<T: Solvable> Task for TaskOf<'_, T> {
    fn key(&self) -> Key {
        T::key(self.0)
    }

    fn is_written(&self) -> bool {
        T::IS_WRITTEN
    }

    fn is_paged(&self) -> bool {
        T::IS_PAGED
    }

    fn activity(&self) -> String {
        T::activity(self.0)
    }

    fn check(&self, memory: u64) -> Result<u64, Unsolvable> {
        let needed = T::check(self.0, memory)?;
        let fitting = u64::try_from(needed).ok();
        fitting.filter(|bytes| *bytes <= memory).ok_or_else(|| {
            let (what, needed, memory) = (self.activity(), needed >> 20, memory >> 20);
            let why = format!("{what} takes {needed} MiB of memory, and {memory} MiB are allowed");
            Unsolvable::TooLarge(why)
        })
    }

    fn cost(&self) -> SolveCost {
        T::cost(self.0)
    }

    fn solve(&self, work: &dyn Workspace) -> Result<(AnySolved, u64), Unsolvable> {
        Ok(self.weighed(T::solve(self.0, work)?))
    }

    fn write(&self, solved: &AnySolved) -> Option<Vec<u8>> {
        solved.downcast_ref::<T>()?.to_bytes()
    }

    fn read(&self, bytes: Vec<u8>, work: &dyn Workspace) -> Option<(AnySolved, u64)> {
        Some(self.weighed(T::from_bytes(self.0, bytes, work)?))
    }
}

/// What a library gives to whoever solves something for it.
pub trait Workspace {
    /// Returns how many bytes there may be in all.
    fn memory(&self) -> u64;

    /// Takes this much memory instead of what was taken before, and waits until there is so much.
    ///
    /// # Errors
    /// When whoever waits gives up.
    fn reserve(&self, bytes: u64) -> Result<(), Stopped>;

    /// Returns who waits for it.
    fn watch(&self) -> &dyn Watch;

    /// Returns where tables go that are too large for memory, if there is such a place.
    fn pages(&self) -> Option<&dyn PageFolder> {
        None
    }

    /// Writes down something else that was found out on the way.
    fn keep_beside(&self, _key: &Key, _bytes: &[u8]) {}
}

/// How many bytes of a table in pages are remembered at most.
pub const PAGE_CACHE_BYTES: u64 = 16 << 20;

/// Where tables are kept that are too large for memory, in pages.
pub trait PageFolder {
    /// Opens a table that is there and whole.
    fn open(&self, key: &Key, levels: &[usize]) -> Option<Box<dyn PageStore>>;

    /// Begins to write a table, and takes all the room that it needs.
    ///
    /// # Errors
    /// When there is no such room, in words.
    fn begin(&self, key: &Key, levels: &[usize]) -> Result<Box<dyn PageDraft>, String>;
}

/// A table in pages that is being written.
pub trait PageDraft {
    /// Writes a level.
    ///
    /// # Errors
    /// When the disk fails.
    fn keep(&mut self, level: usize, values: &[f64]) -> io::Result<()>;

    /// Makes the table one that can be opened.
    ///
    /// # Errors
    /// When the disk fails.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// How far a library may go for whoever asks.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most bytes that may be used to solve one thing.
    pub memory: u64,
    /// Says when they give up, if they ever do.
    pub watch: Option<&'a dyn Watch>,
    /// Whether to stop wherever work would begin.
    pub is_probe: bool,
}

impl Limits<'_> {
    /// No limits but those of the library.
    pub const NONE: Self = Self {
        memory: u64::MAX,
        watch: None,
        is_probe: false,
    };
}

/// A library for somebody who has limits.
pub struct Limited<'a> {
    library: &'a dyn Library,
    limits: Limits<'a>,
}

impl<'a> Limited<'a> {
    /// Returns a library within limits.
    #[must_use]
    pub fn new(library: &'a dyn Library, limits: Limits<'a>) -> Self {
        Self { library, limits }
    }

    /// Returns a library for somebody who gives up when `watch` says so.
    #[must_use]
    pub fn watched(library: &'a dyn Library, watch: &'a dyn Watch) -> Self {
        let limits = Limits {
            watch: Some(watch),
            ..Limits::NONE
        };
        Self { library, limits }
    }
}

impl Library for Limited<'_> {
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        let within = |watch| Limits {
            memory: self.limits.memory.min(limits.memory),
            watch,
            is_probe: self.limits.is_probe || limits.is_probe,
        };
        match (self.limits.watch, limits.watch) {
            (Some(one), Some(other)) => {
                let both = Both(one, other);
                self.library.obtain(task, &within(Some(&both)))
            }
            (one, other) => self.library.obtain(task, &within(one.or(other))),
        }
    }

    fn holds(&self, key: &Key) -> bool {
        self.library.holds(key)
    }
}

/// Two who watch: either may stop it.
pub struct Both<'a>(pub &'a dyn Watch, pub &'a dyn Watch);

impl Watch for Both<'_> {
    fn progress(&self, done: u64, all: u64) {
        self.0.progress(done, all);
        self.1.progress(done, all);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped() || self.1.is_stopped()
    }
}

/// A library without any solved game.
#[derive(Clone, Copy, Debug)]
pub struct EmptyLibrary;

impl Library for EmptyLibrary {
    fn obtain(&self, task: &dyn Task, _limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        let why = "this library has no solved games";
        Err(Unsolvable::never(&task.key().rules, why))
    }
}

/// A library that solves everything anew and keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct Uncached;

impl Library for Uncached {
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        struct Unbounded<'a>(&'a Limits<'a>);
        impl Workspace for Unbounded<'_> {
            fn memory(&self) -> u64 {
                self.0.memory
            }

            fn reserve(&self, _bytes: u64) -> Result<(), Stopped> {
                Ok(())
            }

            fn watch(&self) -> &dyn Watch {
                self.0.watch.unwrap_or(&Unwatched)
            }
        }
        task.check(limits.memory)?;
        if limits.is_probe {
            return Err(Stopped.into());
        }
        Ok(task.solve(&Unbounded(limits))?.0)
    }
}

/// Why something cannot be given out solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// It is not solved for a table of this size.
    #[error("{rules} is solved for {solved}, not for {seats} player{}; use bot:strong", if *.seats == 1 { "" } else { "s" })]
    Seats {
        /// The rules line.
        rules: String,
        /// How many sit at the table.
        seats: u8,
        /// What is solved.
        solved: &'static str,
    },
    /// It would take more memory than there may be.
    #[error("{0}")]
    TooLarge(String),
    /// It cannot be solved for another reason.
    #[error("{0}")]
    Refused(String),
    /// Somebody stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Unsolvable {
    /// Returns the refusal of rules that are not solved at all; `why` also says what there is instead.
    #[must_use]
    pub fn never(rules: &str, why: &str) -> Self {
        Self::Refused(format!("{rules} is not solved: {why}"))
    }
}
