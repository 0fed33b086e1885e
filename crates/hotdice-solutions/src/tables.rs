//! A library that keeps what it has solved: in memory, and on a shelf.

use std::sync::{Arc, Mutex, PoisonError};

use hotdice_bots::{Library, Unsolvable};
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Watch;
use hotdice_solve::generic::Solution;
use hotdice_solve::oracle::Evaluator;
use hotdice_solve::push_luck::{Race, ThreeRace};
use hotdice_solve::tridice::Endings;
use hotdice_solve::yatzy::Solved;

use crate::asking::{Asking, key};
use crate::memory::Memory;
use crate::shelf::{Key, Shelf};

/// Somebody who shows people that a game is being solved.
pub trait Lookout: Send + Sync {
    /// Watches a computation that is about to begin.
    fn watch(&self, what: &str) -> Box<dyn Watch + '_>;
}

/// A library that keeps what it has solved.
///
/// What it remembers and what is being solved share its memory: who may give up waits for room, and who may not solves at once.
/// A table that is brought to the shelf or fetched from there takes as much again while that lasts, one at a time.
pub struct Tables {
    pub(crate) shelf: Option<Shelf>,
    pub(crate) lookout: Box<dyn Lookout>,
    pub(crate) memory: Memory,
    /// Whoever brings a table to the shelf, or fetches one.
    carrying: Mutex<()>,
}

impl Tables {
    /// Returns a library with a shelf, if there is one, that solves nothing larger than `memory` bytes.
    #[must_use]
    pub fn new(shelf: Option<Shelf>, lookout: Box<dyn Lookout>, memory: u64) -> Self {
        Self {
            shelf,
            lookout,
            memory: Memory::new(memory),
            carrying: Mutex::default(),
        }
    }

    /// Asks for somebody who does not give up.
    fn patiently(&self) -> Asking<'_> {
        Asking::new(self, None)
    }

    /// Returns a table from the shelf.
    pub(crate) fn fetch<T>(&self, key: &Key, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let shelf = self.shelf.as_ref()?;
        let _carrying = self.carrying.lock().unwrap_or_else(PoisonError::into_inner);
        read(&shelf.get(key)?)
    }

    /// Brings a table to the shelf.
    pub(crate) fn bring(&self, key: &Key, write: impl FnOnce() -> Vec<u8>) {
        if let Some(shelf) = &self.shelf {
            let _carrying = self.carrying.lock().unwrap_or_else(PoisonError::into_inner);
            // A table that cannot be kept is solved again next time: slower, but not wrong.
            drop(shelf.put(key, &write()));
        }
    }

    /// Tells whether a table is in memory or on the shelf.
    fn is_here(&self, key: &Key) -> bool {
        let on_shelf = |shelf: &Shelf| shelf.has(key);
        self.memory.knows(&key.to_string()) || self.shelf.as_ref().is_some_and(on_shelf)
    }
}

impl Library for Tables {
    fn race(&self, game: &PushLuck) -> Result<Arc<Race>, Unsolvable> {
        self.patiently().race(game)
    }

    fn race_of_three(&self, game: &PushLuck) -> Result<Arc<ThreeRace>, Unsolvable> {
        self.patiently().race_of_three(game)
    }

    fn yatzy(&self, game: &Yatzy) -> Result<Arc<Solved>, Unsolvable> {
        self.patiently().yatzy(game)
    }

    fn yatzy_play(&self, game: &Yatzy) -> Result<Arc<dyn Evaluator<Yatzy>>, Unsolvable> {
        self.patiently().yatzy_play(game)
    }

    fn expected(&self, game: &Yatzy) -> Result<f64, Unsolvable> {
        self.patiently().expected(game)
    }

    fn deviation(&self, game: &Yatzy) -> Result<Option<f64>, Unsolvable> {
        self.patiently().deviation(game)
    }

    fn pig(&self, game: &Pig, seats: u8) -> Result<Arc<Solution>, Unsolvable> {
        self.patiently().pig(game, seats)
    }

    fn endings(&self, game: &TriDice) -> Result<Arc<Endings>, Unsolvable> {
        self.patiently().endings(game)
    }

    fn watched<'a>(&'a self, watch: &'a dyn Watch) -> Option<Box<dyn Library + 'a>> {
        Some(Box::new(Asking::new(self, Some(watch))))
    }

    fn has_solved(&self, rules: &str) -> bool {
        let mut keys = ["race", "points", "expected"]
            .into_iter()
            .map(|objective| key(rules.to_owned(), objective, 1));
        keys.any(|key| self.is_here(&key))
    }
}
