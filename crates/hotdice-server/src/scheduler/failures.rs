//! What could not be solved is not begun again at once, and not after a restart either.
//!
//! A solve that takes long has a [file](marker) beside the solved games while it runs, locked by this process. The file is taken away
//! when the game is solved, and stays otherwise. A lock ends with its process: what nobody holds at the next start was
//! stopped or cut off, whatever ended the process, and counts as a failure. So a game that takes a server down with it is not begun
//! again by the next one. Servers may share the folder, as each reads only what no other one holds.
//!
//! What took too long for somebody with little time is begun again for somebody with more.

mod marker;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use hotdice_bots::Key;
use hotdice_world::{Moment, World};

use crate::lock;
use crate::store::Millis;
use marker::{Marker, Note};

pub(super) use marker::Why;

/// After how long something that failed is tried again, at first and at last.
const FIRST_WAIT: Duration = Duration::from_secs(600);
const LONGEST_WAIT: Duration = Duration::from_secs(86_400);

/// How many failures are remembered; those that could be tried again soonest are forgotten first.
const MAX_REMEMBERED: usize = if cfg!(test) { 50 } else { 1_000 };

/// What could not be solved.
pub(super) struct Failures {
    world: World,
    folder: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By the text of their keys.
    failed: HashMap<String, Failed>,
    running: HashMap<String, SolveUnderWay>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Failed {
    why: Why,
    /// When that was, by the clock on the wall, for the next start.
    at: Millis,
    until: Moment,
    wait: Duration,
    /// How much time there was to solve it.
    time: Duration,
}

impl Failed {
    /// Tells whether nobody with so much time should try it now.
    fn speaks_against(&self, time: Duration, now: Moment) -> bool {
        let had_enough = match self.why {
            Why::TooSlow => time <= self.time,
            Why::CutOff => true,
        };
        now < self.until && had_enough
    }

    /// Tells whether it was so long ago that it says nothing any more.
    fn is_forgotten(&self, now: Moment) -> bool {
        now >= self.until + LONGEST_WAIT
    }
}

/// Something that is being solved.
struct SolveUnderWay {
    /// By how many jobs: one solves, and the others wait for it.
    jobs: usize,
    marker: Option<Marker>,
}

/// How an attempt to solve something ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolveEnd {
    /// It was solved.
    Solved,
    /// It took too long.
    TooSlow,
    /// Whoever asked gave up, or it was refused.
    GivenUp,
    /// The server closed, or the solver failed.
    CutOff,
}

/// An attempt to solve something. One that is dropped without an end was cut off.
pub(super) struct Attempt<'a> {
    failures: &'a Failures,
    key: String,
    time: Duration,
    is_over: bool,
}

impl Attempt<'_> {
    /// Notes how it ended.
    pub(super) fn end(mut self, end: SolveEnd, now: Moment) {
        self.is_over = true;
        self.failures.end(&self.key, self.time, end, now);
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            let (end, now) = (SolveEnd::CutOff, self.failures.world.now());
            self.failures.end(&self.key, self.time, end, now);
        }
    }
}

impl Failures {
    /// Returns that nothing failed yet.
    pub(super) fn new(world: World) -> Self {
        let (folder, state) = (None, Mutex::default());
        Self {
            world,
            folder,
            state,
        }
    }

    /// Returns what failed before, by the files in a folder. What can be read no more or is long past is taken away.
    pub(super) fn in_folder(folder: PathBuf, world: World) -> Self {
        let (at, now) = (world.unix_millis(), world.now());
        let mut state = State::default();
        for (path, note) in marker::left_in(&folder) {
            match note.and_then(|note| Some((note.key.clone(), note.failed(at, now)?))) {
                Some((key, failed)) if !failed.is_forgotten(now) => {
                    tracing::info!(
                        key,
                        "a game could not be solved before: it is left alone for a while"
                    );
                    state.remember(Some(&folder), key, failed);
                }
                _ => marker::remove(&path),
            }
        }
        Self {
            world,
            folder: Some(folder),
            state: Mutex::new(state),
        }
    }

    /// Returns why something is not begun now in so much time, if it failed a while ago.
    pub(super) fn why_not(&self, key: &Key, time: Duration, now: Moment) -> Option<Why> {
        let state = lock(&self.state);
        let failed = state.failed.get(&key.to_string())?;
        failed.speaks_against(time, now).then_some(failed.why)
    }

    /// Notes that something is about to be solved in so much time.
    pub(super) fn begin(&self, key: &Key, time: Duration, now: Moment) -> Attempt<'_> {
        let key = key.to_string();
        let mut state = lock(&self.state);
        if let Some(running) = state.running.get_mut(&key) {
            running.jobs += 1;
        } else {
            let failed = state.failing(&key, Why::CutOff, time, (now, self.world.unix_millis()));
            let note = failed.note(&key);
            let marker = self.folder.as_deref();
            let marker = marker.and_then(|folder| Marker::begin(folder, &note));
            let running = SolveUnderWay { jobs: 1, marker };
            state.running.insert(key.clone(), running);
        }
        drop(state);
        Attempt {
            failures: self,
            key,
            time,
            is_over: false,
        }
    }

    fn end(&self, key: &str, time: Duration, end: SolveEnd, now: Moment) {
        let mut state = lock(&self.state);
        let why = match end {
            SolveEnd::TooSlow => Some(Why::TooSlow),
            SolveEnd::CutOff => Some(Why::CutOff),
            SolveEnd::Solved | SolveEnd::GivenUp => None,
        };
        // Several may have solved the same thing one after the other. Only what says more than is known replaces it.
        let is_known = |failed: &Failed| failed.speaks_against(time, now);
        if let Some(why) = why
            && !state.failed.get(key).is_some_and(is_known)
        {
            let failed = state.failing(key, why, time, (now, self.world.unix_millis()));
            state.remember(self.folder.as_deref(), key.to_owned(), failed);
        }
        if end == SolveEnd::Solved {
            state.failed.remove(key);
        }
        let failed = state.failed.get(key).copied();
        let Some(running) = state.running.get_mut(key) else {
            return;
        };
        running.jobs -= 1;
        let is_last = running.jobs == 0;
        if let Some(marker) = &mut running.marker {
            match failed {
                // Until then somebody else may go on solving, and could be cut off.
                Some(failed) if is_last => marker.write(&failed.note(key)),
                None if is_last || end == SolveEnd::Solved => marker.remove(),
                Some(_) | None => {}
            }
        }
        if is_last {
            state.running.remove(key);
        }
    }
}

impl State {
    /// Returns what is to be remembered when something fails now. Whatever fails again is left alone for twice as long.
    fn failing(&self, key: &str, why: Why, time: Duration, (now, at): (Moment, Millis)) -> Failed {
        let before = self.failed.get(key);
        let before = before.filter(|failed| !failed.is_forgotten(now));
        let wait = before.map_or(FIRST_WAIT, |failed| (2 * failed.wait).min(LONGEST_WAIT));
        Failed {
            why,
            at,
            until: now + wait,
            wait,
            time,
        }
    }

    fn remember(&mut self, folder: Option<&Path>, key: String, failed: Failed) {
        if self.failed.len() >= MAX_REMEMBERED && !self.failed.contains_key(&key) {
            let soonest = self.failed.iter().min_by_key(|(_, failed)| failed.until);
            if let Some(soonest) = soonest.map(|(key, _)| key.clone()) {
                self.failed.remove(&soonest);
                if let Some(folder) = folder {
                    marker::remove(&marker::path(folder, &soonest));
                }
            }
        }
        self.failed.insert(key, failed);
    }
}

impl Failed {
    /// Returns what a file says about it.
    fn note(&self, key: &str) -> Note {
        Note {
            key: key.to_owned(),
            why: self.why,
            at: self.at,
            wait: self.wait,
            time: self.time,
        }
    }
}

impl Note {
    /// Returns what is to be remembered of it. If the clock was set back meanwhile, it counts as just written: nothing is left alone for
    /// longer than it would have been.
    fn failed(&self, at: Millis, now: Moment) -> Option<Failed> {
        let (why, wait) = (self.why, self.wait.min(LONGEST_WAIT));
        let age = Duration::from_millis(at.saturating_sub(self.at));
        // What is older is forgotten.
        let left = (wait + LONGEST_WAIT).checked_sub(age)?;
        let until = now + left - LONGEST_WAIT;
        let at = self.at.min(at);
        Some(Failed {
            why,
            at,
            until,
            wait,
            time: self.time,
        })
    }
}

#[cfg(test)]
mod tests;
