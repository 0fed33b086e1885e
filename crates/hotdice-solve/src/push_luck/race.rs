//! Two players race to the target: the exact chance to win from every position.
//!
//! Only the chances at the start of a turn are kept. A pair of scores and its mirror are two unknowns: a bust in one
//! leads to the other, and everything else leads to larger sums of scores, which are solved before. What one unknown
//! is worth, given the other, takes one pass over a turn ([`Turns::pass`]); both together are found by secants.

mod chase;
mod grid;
mod pair;
mod side;

use hotdice_games::push_luck::PushLuck;

use self::grid::Grid;
use self::pair::{Block, Guess, LANES, Pairs};
use super::options::Keeps;
use super::turn::Turns;
use crate::{Stopped, Watch};

/// The chance to win a race of two, from the start of every turn.
#[derive(Clone, Debug)]
pub struct Race {
    game: PushLuck,
    turns: Turns,
    grid: Grid,
}

/// Why a race cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RaceRefused {
    /// The table would not fit in the memory that is allowed.
    #[error("the table would take {needed} bytes, and {allowed} are allowed: use a smaller target")]
    TooLarge {
        /// The bytes that the table takes.
        needed: u128,
        /// The bytes that are allowed.
        allowed: u128,
    },
    /// The computation was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Race {
    /// Solves the race of two players.
    ///
    /// # Errors
    /// When the table would take more than `memory` bytes, or `watch` stops the computation.
    pub fn solve(game: &PushLuck, memory: usize, watch: &dyn Watch) -> Result<Self, RaceRefused> {
        let turns = Turns::new(game.scorer(), Keeps::to_win(game.rules()), 0);
        let mut race = Self {
            game: game.clone(),
            grid: Grid::new(game.rules(), &turns),
            turns,
        };
        race.fill(watch)?;
        Ok(race)
    }

    /// Returns the chance of the first seat to win from the start.
    #[must_use]
    pub fn first_wins(&self) -> f64 {
        self.at(0, 0)
    }

    /// Returns the chance to win of a player with `mine` steps who begins a turn against one with `yours`.
    pub(crate) fn at(&self, mine: usize, yours: usize) -> f64 {
        self.grid.at(mine, yours)
    }

    fn fill(&mut self, watch: &dyn Watch) -> Result<(), Stopped> {
        let goal = self.grid.goal();
        let mut guess = Guess::new(goal);
        let sums = 2 * goal - 1;
        for sum in (0..sums).rev() {
            if watch.is_stopped() {
                return Err(Stopped);
            }
            let solved = Pairs::new(&self.turns, &self.grid, sum).solve(&guess);
            for (first, block) in solved {
                self.put(sum, first, &block);
                guess.learn(first, &block);
            }
            watch.progress((sums - sum) as u64, sums as u64);
        }
        Ok(())
    }

    fn put(&mut self, sum: usize, first: usize, block: &Block) {
        for (lane, yours) in (first..first + LANES).enumerate() {
            if self.grid.has_pair(sum, yours) {
                self.grid.set(sum - yours, yours, block.mine[lane]);
                self.grid.set(yours, sum - yours, block.yours[lane]);
            }
        }
    }
}
