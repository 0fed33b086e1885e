//! Work beside the requests, on threads that may take their time, in lanes that do not hold each other up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hotdice_bots::{Library, Limited};
use hotdice_solve::Watch;
use hotdice_wire::Code;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::House;
use crate::failure::Failure;

/// How much is worked on at once in a lane.
const AT_ONCE: usize = 2;

/// How long a game is worked on because of a table: its bots, and the questions of its players.
const LONGEST: Duration = Duration::from_secs(300);

/// How long it is worked on because of anybody else.
const LONGEST_FOR_STRANGERS: Duration = Duration::from_secs(20);

/// How many questions may be there at once; more are refused.
const QUESTIONS: usize = 32;

/// Work of one kind.
pub(crate) struct Lane {
    /// Places for work that is being done or waits for it.
    pub(crate) places: Arc<Semaphore>,
    at_once: Arc<Semaphore>,
    longest: Duration,
}

/// All lanes of a house.
pub(crate) struct Lanes {
    /// Bots think.
    pub(crate) bots: Lane,
    /// Players ask for hints, and hosts for bots.
    pub(crate) tables: Lane,
    /// Anybody asks what a position, a record or other rules are worth.
    pub(crate) strangers: Lane,
}

impl Lanes {
    pub(super) fn new() -> Self {
        Self {
            bots: Lane::new(Semaphore::MAX_PERMITS, LONGEST),
            tables: Lane::new(QUESTIONS, LONGEST),
            strangers: Lane::new(QUESTIONS, LONGEST_FOR_STRANGERS),
        }
    }
}

impl Lane {
    fn new(places: usize, longest: Duration) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
            longest,
        }
    }
}

/// Somebody who waits for a game to be solved: until a moment, and no longer than the house is open.
struct Patience {
    until: Instant,
    closing: CancellationToken,
}

impl Watch for Patience {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        self.closing.is_cancelled() || Instant::now() >= self.until
    }
}

impl House {
    /// Works on a thread of its own as soon as it is its turn in a lane; refuses what is one too many.
    ///
    /// It keeps its place until it is done, also when whoever asked has hung up.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        lane: &Lane,
        work: impl FnOnce(&dyn Library) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let place = lane.places.clone().try_acquire_owned();
        let place = place.map_err(|_| {
            let detail = "too many questions at once: wait a moment and ask again";
            Failure::new(Code::RateLimited, detail)
        })?;
        let turn = lane.at_once.clone().acquire_owned().await;
        let (library, closing) = (self.library.clone(), self.closing.clone());
        let longest = lane.longest;
        let working = tokio::task::spawn_blocking(move || {
            let _permits = (place, turn);
            let patience = Patience {
                until: Instant::now() + longest,
                closing,
            };
            work(&Limited::watched(&*library, &patience))
        });
        working.await.map_err(|error| Failure::internal(&error))?
    }
}

#[cfg(test)]
mod tests;
