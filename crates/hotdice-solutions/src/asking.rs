//! Somebody asks for solved games, who may give up.

use std::sync::Arc;

use hotdice_bots::{Library, Unsolvable};
use hotdice_core::{Game, Notation};
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::generic::{self, Aim, Solution, bytes_to_keep, bytes_to_solve};
use hotdice_solve::oracle::Evaluator;
use hotdice_solve::push_luck::{Race, ThreeRace};
use hotdice_solve::tridice::{Endings, Extent};
use hotdice_solve::yatzy::{Solved, Spread, Unsolved, expected_within};
use hotdice_solve::{Unwatched, Watch};

use crate::memory::{Begun, Work};
use crate::shelf::Key;
use crate::tables::Tables;

/// What the endings of TriDice take beside their tables, at most.
const BESIDE_ENDINGS: u64 = 4 << 20;

/// Somebody who asks for solved games.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'a> {
    pub(crate) tables: &'a Tables,
    /// Says when they give up, if they ever do.
    watch: Option<&'a dyn Watch>,
}

/// A table that can be on the shelf.
struct Shelved<R, S, W> {
    /// How many bytes it takes to solve it.
    bytes: u128,
    read: R,
    solve: S,
    write: W,
}

impl<'a> Asking<'a> {
    pub(crate) fn new(tables: &'a Tables, watch: Option<&'a dyn Watch>) -> Self {
        Self { tables, watch }
    }

    pub(crate) fn memory(&self) -> u64 {
        self.tables.memory.most()
    }

    /// Returns a table that is remembered, or the right to work on it.
    pub(crate) fn begin<T: Send + Sync + 'static>(
        &self,
        key: &Key,
    ) -> Result<Begun<'a, T>, Unsolvable> {
        let watch = self.watch.unwrap_or(&Unwatched);
        Ok(self.tables.memory.begin(key.to_string(), watch)?)
    }

    /// Takes room for work.
    pub(crate) fn take(&self, work: &mut Work<'_>, bytes: u128) -> Result<(), Unsolvable> {
        Ok(work.take(counted(bytes), self.watch)?)
    }

    /// Has a computation watched, by those who show it and by whoever asked.
    pub(crate) fn watch<T>(&self, what: &str, work: impl FnOnce(&dyn Watch) -> T) -> T {
        let shown = self.tables.lookout.watch(what);
        match self.watch {
            Some(asking) => work(&Both {
                shown: &*shown,
                asking,
            }),
            None => work(&*shown),
        }
    }

    /// Returns a table from memory, from the shelf, or by solving; what was solved is kept in both places.
    fn fetch<T, R, S, W>(&self, key: &Key, how: Shelved<R, S, W>) -> Result<Arc<T>, Unsolvable>
    where
        T: Send + Sync + 'static,
        R: FnOnce(&[u8]) -> Option<T>,
        S: FnOnce(&dyn Watch) -> Result<T, Unsolvable>,
        W: FnOnce(&T) -> Vec<u8>,
    {
        let mut work = match self.begin(key)? {
            Begun::Known(known) => return Ok(known),
            Begun::Mine(work) => work,
        };
        let shelf = self.tables.shelf.as_ref();
        // What is too large to be solved is refused before anything makes room for it, unless it is there already.
        if how.bytes <= u128::from(self.memory()) || shelf.is_some_and(|shelf| shelf.has(key)) {
            self.take(&mut work, how.bytes)?;
        }
        if let Some(table) = self.tables.fetch(key, how.read) {
            return Ok(work.remember(table, counted(how.bytes)));
        }
        let table = self.watch(&format!("solving {}", key.rules), how.solve)?;
        self.tables.bring(key, || (how.write)(&table));
        Ok(work.remember(table, counted(how.bytes)))
    }

    /// Returns a figure from memory, from the shelf, or by working it out, which takes so many bytes.
    pub(crate) fn figure(
        &self,
        key: &Key,
        bytes: u128,
        solve: impl FnOnce(&dyn Watch) -> Result<f64, Unsolvable>,
    ) -> Result<f64, Unsolvable> {
        let mut work = match self.begin(key)? {
            Begun::Known(known) => return Ok(*known),
            Begun::Mine(work) => work,
        };
        let read = |bytes: &[u8]| Some(f64::from_le_bytes(bytes.try_into().ok()?));
        if let Some(figure) = self.tables.fetch(key, read) {
            return Ok(*work.remember(figure, 0));
        }
        self.take(&mut work, bytes)?;
        let figure = self.watch(&format!("solving {}", key.rules), solve)?;
        self.tables.bring(key, || figure.to_le_bytes().to_vec());
        Ok(*work.remember(figure, 0))
    }

    /// Returns the expected points of a game whose table is too large for memory.
    fn streamed(&self, game: &Yatzy) -> Result<f64, Unsolvable> {
        let bytes = Solved::bytes_streamed(game, self.memory()).map_err(Unsolved::from)?;
        self.figure(&expected_key(game), bytes.into(), |watch| {
            Ok(expected_within(game, self.memory(), watch)?)
        })
    }
}

/// Returns a number of bytes; there is no memory for more than can be counted.
fn counted(bytes: u128) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
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

impl Library for Asking<'_> {
    fn race(&self, game: &PushLuck) -> Result<Arc<Race>, Unsolvable> {
        let how = Shelved {
            bytes: Race::bytes_needed(game),
            read: |bytes: &[u8]| Race::from_bytes(game, bytes).ok(),
            solve: |watch: &dyn Watch| Ok(Race::solve(game, self.memory().into(), watch)?),
            write: Race::to_bytes,
        };
        self.fetch(&key(game.rules_line(), "race", 1), how)
    }

    /// Solves the race of three players; it is kept in memory only, being too large for a shelf.
    fn race_of_three(&self, game: &PushLuck) -> Result<Arc<ThreeRace>, Unsolvable> {
        let key = key(game.rules_line(), "three", 1);
        let mut work = match self.begin(&key)? {
            Begun::Known(known) => return Ok(known),
            Begun::Mine(work) => work,
        };
        let bytes = ThreeRace::bytes_needed(game);
        if bytes <= self.memory().into() {
            self.take(&mut work, bytes)?;
        }
        let what = format!("solving {} for three", game.rules_line());
        let solve = |watch: &dyn Watch| ThreeRace::solve(game, self.memory().into(), watch);
        let race = self.watch(&what, solve)?;
        Ok(work.remember(race, counted(bytes)))
    }

    fn yatzy(&self, game: &Yatzy) -> Result<Arc<Solved>, Unsolvable> {
        let bytes = Solved::bytes_needed(game, self.memory()).map_err(Unsolved::from)?;
        let how = Shelved {
            bytes: bytes.into(),
            read: |bytes: &[u8]| Solved::from_bytes(game, bytes).ok(),
            solve: |watch: &dyn Watch| Ok(Solved::solve_within(game, self.memory(), watch)?),
            write: Solved::to_bytes,
        };
        self.fetch(&key(game.rules_line(), "points", 1), how)
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
        let bytes = Solved::bytes_streamed(game, self.memory()).map_err(Unsolved::from)?;
        let key = key(game.rules_line(), "deviation", 1);
        let deviation = self.figure(&key, 2 * u128::from(bytes), |watch| {
            Ok(Spread::within(game, self.memory(), watch)?.deviation)
        });
        deviation.map(Some)
    }

    fn pig(&self, game: &Pig, seats: u8) -> Result<Arc<Solution>, Unsolvable> {
        let key = key(format!("{} {seats}", game.rules_line()), "win", 1);
        let mut work = match self.begin(&key)? {
            Begun::Known(known) => return Ok(known),
            Begun::Mine(work) => work,
        };
        let states = game.states(seats);
        let most = u128::from(self.memory()) / bytes_to_solve(1, seats);
        if states > most {
            return Err(generic::Unsolved::TooLarge(most as usize).into());
        }
        self.take(&mut work, bytes_to_solve(states, seats))?;
        let what = format!("solving {}", game.rules_line());
        let solution = self.watch(&what, |watch| {
            let start = game.start(seats);
            Solution::solve(game, &start, seats, Aim::Win, most as usize, watch)
        });
        Ok(work.remember(solution?, counted(bytes_to_keep(states, seats))))
    }

    fn endings(&self, game: &TriDice) -> Result<Arc<Endings>, Unsolvable> {
        let rows = game.rows();
        let key = key(format!("tridice rows {}", rows.count()), "endings", 1);
        let mut work = match self.begin(&key)? {
            Begun::Known(known) => return Ok(known),
            Begun::Mine(work) => work,
        };
        let bytes = Extent::TwoAgainstOne.bytes(rows) + BESIDE_ENDINGS;
        self.take(&mut work, bytes.into())?;
        let solve = |watch: &dyn Watch| Endings::new(rows, Extent::TwoAgainstOne, watch);
        let endings = self.watch("solving the endings of tridice", solve)?;
        Ok(work.remember(endings, bytes))
    }

    fn watched<'b>(&'b self, watch: &'b dyn Watch) -> Option<Box<dyn Library + 'b>> {
        Some(Box::new(Asking::new(self.tables, Some(watch))))
    }
}

/// Two who watch: either may stop it.
struct Both<'a> {
    shown: &'a dyn Watch,
    asking: &'a dyn Watch,
}

impl Watch for Both<'_> {
    fn progress(&self, done: u64, all: u64) {
        self.shown.progress(done, all);
        self.asking.progress(done, all);
    }

    fn is_stopped(&self) -> bool {
        self.shown.is_stopped() || self.asking.is_stopped()
    }
}

#[cfg(test)]
mod tests;
