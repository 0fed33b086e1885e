//! A library that keeps what it has solved: in memory, and on a shelf.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use hotdice_bots::{Library, Unsolvable};
use hotdice_core::{Game, Notation};
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Watch;
use hotdice_solve::generic::{Aim, Solution};
use hotdice_solve::oracle::Evaluator;
use hotdice_solve::push_luck::{Race, ThreeRace};
use hotdice_solve::tridice::{Endings, Extent};
use hotdice_solve::yatzy::{Solved, Spread, Unsolved, expected_within};

use crate::shelf::{Key, Shelf};

/// The most states of a small game.
const MOST_STATES: usize = 20_000_000;

/// How many tables are kept in memory: a server is asked about many house rules, and the shelf has the others.
const REMEMBERED: usize = 24;

/// Somebody who shows people that a game is being solved.
pub trait Lookout: Send + Sync {
    /// Watches a computation that is about to begin.
    fn watch(&self, what: &str) -> Box<dyn Watch + '_>;
}

/// A library that keeps what it has solved.
pub struct Tables {
    pub(crate) shelf: Option<Shelf>,
    pub(crate) lookout: Box<dyn Lookout>,
    pub(crate) memory: u64,
    /// The tables that were asked for last, the newest at the end.
    known: Mutex<Vec<(String, Arc<dyn Any + Send + Sync>)>>,
}

impl Tables {
    /// Returns a library with a shelf, if there is one, that solves nothing larger than `memory` bytes.
    #[must_use]
    pub fn new(shelf: Option<Shelf>, lookout: Box<dyn Lookout>, memory: u64) -> Self {
        Self {
            shelf,
            lookout,
            memory,
            known: Mutex::default(),
        }
    }

    /// Returns a table from memory, from the shelf, or by solving; what was solved is kept in both places.
    fn fetch<T: Send + Sync + 'static>(
        &self,
        key: &Key,
        read: impl FnOnce(&[u8]) -> Option<T>,
        solve: impl FnOnce(&dyn Watch) -> Result<T, Unsolvable>,
        write: impl FnOnce(&T) -> Vec<u8>,
    ) -> Result<Arc<T>, Unsolvable> {
        if let Some(known) = self.remembered(key) {
            return Ok(known);
        }
        let shelved = self.shelf.as_ref().and_then(|shelf| shelf.get(key));
        if let Some(table) = shelved.as_deref().and_then(read) {
            return Ok(self.remember(key, table));
        }
        let table = solve(&*self.lookout.watch(&format!("solving {}", key.rules)))?;
        if let Some(shelf) = &self.shelf {
            // A table that cannot be kept is solved again next time: slower, but not wrong.
            drop(shelf.put(key, &write(&table)));
        }
        Ok(self.remember(key, table))
    }

    /// Returns a figure from memory, from the shelf, or by working it out.
    pub(crate) fn figure(
        &self,
        key: &Key,
        solve: impl FnOnce(&dyn Watch) -> Result<f64, Unsolvable>,
    ) -> Result<f64, Unsolvable> {
        let read = |bytes: &[u8]| Some(f64::from_le_bytes(bytes.try_into().ok()?));
        let figure = self.fetch(key, read, solve, |figure| figure.to_le_bytes().to_vec());
        Ok(*figure?)
    }

    /// Returns the expected points of a game whose table is too large for memory.
    fn streamed(&self, game: &Yatzy) -> Result<f64, Unsolvable> {
        self.figure(&expected_key(game), |watch| {
            Ok(expected_within(game, self.memory, watch)?)
        })
    }

    /// Tells whether a table is in memory or on the shelf.
    fn is_here(&self, key: &Key) -> bool {
        let name = key.to_string();
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let on_shelf = |shelf: &Shelf| shelf.path(key).exists();
        known.iter().any(|(known, _)| *known == name) || self.shelf.as_ref().is_some_and(on_shelf)
    }

    pub(crate) fn remembered<T: Send + Sync + 'static>(&self, key: &Key) -> Option<Arc<T>> {
        let key = key.to_string();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let place = known.iter().position(|(name, _)| *name == key)?;
        let found = known.remove(place);
        let table = found.1.clone();
        known.push(found);
        table.downcast().ok()
    }

    pub(crate) fn remember<T: Send + Sync + 'static>(&self, key: &Key, table: T) -> Arc<T> {
        let table = Arc::new(table);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() == REMEMBERED {
            known.remove(0);
        }
        known.push((key.to_string(), table.clone()));
        table
    }
}

/// Returns the key of the expected points of a game, which are kept where its table is not.
pub(crate) fn expected_key(game: &Yatzy) -> Key {
    key(game.rules_line(), "expected", 1)
}

pub(crate) fn key(rules: String, objective: &'static str, version: u32) -> Key {
    Key {
        rules,
        objective,
        version,
    }
}

impl Library for Tables {
    fn race(&self, game: &PushLuck) -> Result<Arc<Race>, Unsolvable> {
        self.fetch(
            &key(game.rules_line(), "race", 1),
            |bytes| Race::from_bytes(game, bytes).ok(),
            |watch| Ok(Race::solve(game, u128::from(self.memory), watch)?),
            Race::to_bytes,
        )
    }

    /// Solves the race of three players; it is kept in memory only, being too large for a shelf.
    fn race_of_three(&self, game: &PushLuck) -> Result<Arc<ThreeRace>, Unsolvable> {
        let key = key(game.rules_line(), "three", 1);
        if let Some(known) = self.remembered(&key) {
            return Ok(known);
        }
        let what = format!("solving {} for three", game.rules_line());
        let watch = self.lookout.watch(&what);
        let race = ThreeRace::solve(game, u128::from(self.memory), &*watch)?;
        Ok(self.remember(&key, race))
    }

    fn yatzy(&self, game: &Yatzy) -> Result<Arc<Solved>, Unsolvable> {
        self.fetch(
            &key(game.rules_line(), "points", 1),
            |bytes| Solved::from_bytes(game, bytes).ok(),
            |watch| Ok(Solved::solve_within(game, self.memory, watch)?),
            Solved::to_bytes,
        )
    }

    fn yatzy_play(&self, game: &Yatzy) -> Result<Arc<dyn Evaluator<Yatzy>>, Unsolvable> {
        match self.yatzy(game) {
            Err(Unsolvable::Yatzy(Unsolved::TooLarge(_))) => Ok(self.kept_yatzy(game)?),
            solved => Ok(solved?),
        }
    }

    fn expected(&self, game: &Yatzy) -> Result<f64, Unsolvable> {
        match self.yatzy(game) {
            Err(Unsolvable::Yatzy(Unsolved::TooLarge(_))) => self.streamed(game),
            solved => Ok(solved?.expected()),
        }
    }

    fn deviation(&self, game: &Yatzy) -> Result<Option<f64>, Unsolvable> {
        if let Err(Unsolvable::Yatzy(Unsolved::TooLarge(_))) = self.yatzy(game) {
            return Ok(None);
        }
        let deviation = self.figure(&key(game.rules_line(), "deviation", 1), |watch| {
            Ok(Spread::within(game, self.memory, watch)?.deviation)
        });
        deviation.map(Some)
    }

    fn pig(&self, game: &Pig, seats: u8) -> Result<Arc<Solution<Pig>>, Unsolvable> {
        let key = key(format!("{} {seats}", game.rules_line()), "win", 1);
        if let Some(known) = self.remembered(&key) {
            return Ok(known);
        }
        let watch = self
            .lookout
            .watch(&format!("solving {}", game.rules_line()));
        let start = game.start(seats);
        let solution = Solution::solve(game, &start, seats, Aim::Win, MOST_STATES, &*watch)?;
        Ok(self.remember(&key, solution))
    }

    fn endings(&self, game: &TriDice) -> Result<Arc<Endings>, Unsolvable> {
        let key = key(
            format!("tridice rows {}", game.rows().count()),
            "endings",
            1,
        );
        if let Some(known) = self.remembered(&key) {
            return Ok(known);
        }
        let watch = self.lookout.watch("solving the endings of tridice");
        let endings = Endings::new(game.rows(), Extent::TwoAgainstOne, &*watch)?;
        Ok(self.remember(&key, endings))
    }

    fn has_solved(&self, rules: &str) -> bool {
        let mut keys = ["race", "points", "expected"]
            .into_iter()
            .map(|objective| key(rules.to_owned(), objective, 1));
        keys.any(|key| self.is_here(&key))
    }
}
