//! Where solved games are kept: in memory, and in a folder if somebody names one.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use hotdice_bots::USUAL_MEMORY;
use hotdice_solutions::{ProgressReporter, SolutionCache, SolutionFolder};
use hotdice_solve::{Unwatched, Watch};

/// Shows nothing: Python waits, and may stop waiting.
struct Silent;

impl ProgressReporter for Silent {
    fn watch(&self, _what: &str) -> Box<dyn Watch + '_> {
        Box::new(Unwatched)
    }
}

static LIBRARY: LazyLock<RwLock<Arc<SolutionCache>>> =
    LazyLock::new(|| RwLock::new(Arc::new(new(None, USUAL_MEMORY))));

fn new(folder: Option<SolutionFolder>, memory: u64) -> SolutionCache {
    SolutionCache::new(folder, Box::new(Silent), memory)
}

/// Returns the library of this process.
pub(crate) fn library() -> Arc<SolutionCache> {
    LIBRARY
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// Begins a library anew; whoever has something of the old one keeps it.
pub(crate) fn configure(folder: Option<PathBuf>, memory: Option<u64>) {
    let folder = folder.map(SolutionFolder::new);
    let library = Arc::new(new(folder, memory.unwrap_or(USUAL_MEMORY)));
    *LIBRARY.write().unwrap_or_else(PoisonError::into_inner) = library;
}
