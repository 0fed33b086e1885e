//! A library without a shelf: whatever is asked for is solved, and remembered as long as the test runs.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use hotdice_bots::{Library, Unsolvable};
use hotdice_core::{Game, Notation};
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Unwatched;
use hotdice_solve::generic::{Aim, Solution};
use hotdice_solve::push_luck::{Race, ThreeRace};
use hotdice_solve::tridice::{Endings, Extent};
use hotdice_solve::yatzy::Solved;

#[derive(Default)]
pub(crate) struct Memory {
    known: Mutex<HashMap<String, Arc<dyn Any + Send + Sync>>>,
}

impl Memory {
    fn recall<T: Any + Send + Sync>(
        &self,
        key: String,
        solve: impl FnOnce() -> Result<T, Unsolvable>,
    ) -> Result<Arc<T>, Unsolvable> {
        let mut known = self.known.lock().expect("no test panics while it solves");
        if let Some(known) = known.get(&key) {
            return Ok(known
                .clone()
                .downcast()
                .expect("one kind for each rules line"));
        }
        let solved = Arc::new(solve()?);
        known.insert(key, solved.clone());
        Ok(solved)
    }
}

impl Library for Memory {
    fn race(&self, game: &PushLuck) -> Result<Arc<Race>, Unsolvable> {
        self.recall(game.rules_line(), || {
            Ok(Race::solve(game, 1 << 30, &Unwatched)?)
        })
    }

    fn race_of_three(&self, game: &PushLuck) -> Result<Arc<ThreeRace>, Unsolvable> {
        self.recall(format!("three {}", game.rules_line()), || {
            Ok(ThreeRace::solve(game, 1 << 30, &Unwatched)?)
        })
    }

    fn yatzy(&self, game: &Yatzy) -> Result<Arc<Solved>, Unsolvable> {
        self.recall(game.rules_line(), || {
            Ok(Solved::solve_within(game, 1 << 30, &Unwatched)?)
        })
    }

    fn pig(&self, game: &Pig, seats: u8) -> Result<Arc<Solution>, Unsolvable> {
        self.recall(format!("{} {seats}", game.rules_line()), || {
            let start = game.start(seats);
            let solution = Solution::solve(game, &start, seats, Aim::Win, 1_000_000, &Unwatched);
            Ok(solution?)
        })
    }

    fn endings(&self, game: &TriDice) -> Result<Arc<Endings>, Unsolvable> {
        self.recall(game.rules_line(), || {
            Ok(Endings::new(
                game.rows(),
                Extent::OneAgainstOne,
                &Unwatched,
            )?)
        })
    }
}
