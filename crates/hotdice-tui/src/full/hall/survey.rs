//! All finished games, looked through in the background.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::full::screen::Cx;
use crate::job::BackgroundJob;
use crate::journal::{self, JournalEntry};

/// A look through all finished games, which stops when nobody waits for it any more.
pub(super) struct Survey {
    job: BackgroundJob<Result<Vec<JournalEntry>, String>>,
    progress: Arc<(AtomicUsize, AtomicUsize)>,
    unwanted: Arc<AtomicBool>,
}

impl Survey {
    /// Begins to look through the games, as long as each of them may take to solve.
    pub(super) fn start(patience: Duration, cx: &Cx) -> Self {
        let (progress, unwanted) = (Arc::<(AtomicUsize, AtomicUsize)>::default(), Arc::default());
        let (services, bell) = (cx.services.clone(), cx.bell.clone());
        let (told, stop) = (progress.clone(), Arc::clone(&unwanted));
        let job = BackgroundJob::start(&cx.bell, move || {
            let tell = |done, all| {
                told.0.store(done, Ordering::Relaxed);
                told.1.store(all, Ordering::Relaxed);
                bell.ring();
            };
            let found = journal::survey(&*services, patience, &stop, tell);
            found.map_err(|trouble| trouble.to_string())
        });
        Self {
            job,
            progress,
            unwanted,
        }
    }

    /// Returns what was found, once.
    pub(super) fn poll(&mut self) -> Option<Result<Vec<JournalEntry>, String>> {
        let found = self.job.poll()?;
        Some(found.map_err(|broken| broken.to_string()).flatten())
    }

    /// Says how far it is; nothing when it is done.
    pub(super) fn in_words(&self) -> Option<String> {
        let (done, all) = (&self.progress.0, &self.progress.1);
        let (done, all) = (done.load(Ordering::Relaxed), all.load(Ordering::Relaxed));
        self.job
            .is_busy()
            .then(|| format!("Analysing your games: {done} of {all} …"))
    }
}

impl Drop for Survey {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }
}
