//! A library that keeps nothing and gives up in time, for rules that somebody only wonders about.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hotdice_bots::{Library, Unsolvable};
use hotdice_core::Game;
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::generic::{self, Aim, Solution};
use hotdice_solve::push_luck::{Race, ThreeRace};
use hotdice_solve::tridice::Endings;
use hotdice_solve::yatzy::{Solved, expected_within};
use hotdice_solve::{Stopped, Watch};

/// The most memory that a passing question may take: 128 MiB.
const MEMORY: u64 = 128 << 20;

/// The most states of a small game, which take 700 MiB.
const MOST_STATES: usize = 3_000_000;

/// Solves for one answer, until a moment.
pub struct Passing {
    patience: Duration,
    until: Instant,
    unwanted: Box<dyn Fn() -> bool + Send + Sync>,
}

impl Passing {
    /// Returns a library that gives up after a while.
    #[must_use]
    pub fn new(patience: Duration) -> Self {
        Self::until(patience, || false)
    }

    /// Returns a library that gives up after a while, or as soon as nobody wants the answer any more.
    #[must_use]
    pub fn until(patience: Duration, unwanted: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let until = Instant::now() + patience;
        Self {
            patience,
            until,
            unwanted: Box::new(unwanted),
        }
    }

    /// Returns how long it tries.
    #[must_use]
    pub fn patience(&self) -> Duration {
        self.patience
    }
}

impl Watch for Passing {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        (self.unwanted)() || Instant::now() >= self.until
    }
}

impl Library for Passing {
    fn race(&self, game: &PushLuck) -> Result<Arc<Race>, Unsolvable> {
        Ok(Arc::new(Race::solve(game, u128::from(MEMORY), self)?))
    }

    fn race_of_three(&self, _game: &PushLuck) -> Result<Arc<ThreeRace>, Unsolvable> {
        Err(Stopped.into())
    }

    fn yatzy(&self, game: &Yatzy) -> Result<Arc<Solved>, Unsolvable> {
        Ok(Arc::new(Solved::solve_within(game, MEMORY, self)?))
    }

    fn expected(&self, game: &Yatzy) -> Result<f64, Unsolvable> {
        Ok(expected_within(game, MEMORY, self)?)
    }

    /// Leaves the deviation out: it needs the whole table.
    fn deviation(&self, _game: &Yatzy) -> Result<Option<f64>, Unsolvable> {
        Ok(None)
    }

    fn pig(&self, game: &Pig, seats: u8) -> Result<Arc<Solution>, Unsolvable> {
        if game.states(seats) > MOST_STATES as u128 {
            return Err(generic::Unsolved::TooLarge(MOST_STATES).into());
        }
        let start = game.start(seats);
        let solution = Solution::solve(game, &start, seats, Aim::Win, MOST_STATES, self)?;
        Ok(Arc::new(solution))
    }

    fn endings(&self, _game: &TriDice) -> Result<Arc<Endings>, Unsolvable> {
        Err(Stopped.into())
    }
}
