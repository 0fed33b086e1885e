//! Where solved games come from.

use std::sync::Arc;

use hotdice_core::Notation;
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::generic::{self, Solution};
use hotdice_solve::oracle::Evaluator;
use hotdice_solve::push_luck::{DuelRefused, Race, RaceRefused, ThreeRace, ThreeRefused};
use hotdice_solve::tridice::Endings;
use hotdice_solve::yatzy::{self, Solved, Spread};
use hotdice_solve::{Stopped, Unwatched, Watch};

/// Gives out solved games, solving them if it has to.
pub trait Library: Send + Sync {
    /// Returns the solved race of two players.
    ///
    /// # Errors
    /// When it cannot be solved, or solving was stopped.
    fn race(&self, game: &PushLuck) -> Result<Arc<Race>, Unsolvable>;

    /// Returns the solved race of three players.
    ///
    /// # Errors
    /// When it cannot be solved, or solving was stopped.
    fn race_of_three(&self, game: &PushLuck) -> Result<Arc<ThreeRace>, Unsolvable>;

    /// Returns the solved game of the yatzy family.
    ///
    /// # Errors
    /// When it cannot be solved, or solving was stopped.
    fn yatzy(&self, game: &Yatzy) -> Result<Arc<Solved>, Unsolvable>;

    /// Returns somebody who knows perfect play of the yatzy family, also where the table is too large for memory.
    ///
    /// # Errors
    /// When it cannot be solved, or solving was stopped.
    fn yatzy_play(&self, game: &Yatzy) -> Result<Arc<dyn Evaluator<Yatzy>>, Unsolvable> {
        Ok(self.yatzy(game)?)
    }

    /// Returns the expected points of perfect play, also where the whole table would be too large to keep.
    ///
    /// # Errors
    /// When it cannot be solved, or solving was stopped.
    fn expected(&self, game: &Yatzy) -> Result<f64, Unsolvable> {
        Ok(self.yatzy(game)?.expected())
    }

    /// Returns the standard deviation of the points of perfect play; nothing where that would take too long.
    ///
    /// # Errors
    /// When it cannot be solved, or solving was stopped.
    fn deviation(&self, game: &Yatzy) -> Result<Option<f64>, Unsolvable> {
        let spread = Spread::within(game, yatzy::USUAL_LIMIT, &Unwatched)?;
        Ok(Some(spread.deviation))
    }

    /// Returns the solved game of pig.
    ///
    /// # Errors
    /// When it cannot be solved, or solving was stopped.
    fn pig(&self, game: &Pig, seats: u8) -> Result<Arc<Solution>, Unsolvable>;

    /// Returns the endings of TriDice that are known by heart.
    ///
    /// # Errors
    /// When solving was stopped.
    fn endings(&self, game: &TriDice) -> Result<Arc<Endings>, Unsolvable>;

    /// Tells whether the whole game of a rules line is solved already and need not be solved again, without reading it.
    fn has_solved(&self, rules: &str) -> bool {
        let _ = rules;
        false
    }

    /// Returns this library for somebody who gives up when `watch` says so; nothing if it makes nobody wait.
    fn watched<'a>(&'a self, watch: &'a dyn Watch) -> Option<Box<dyn Library + 'a>> {
        let _ = watch;
        None
    }
}

/// A library without any solved game.
#[derive(Clone, Copy, Debug)]
pub struct EmptyLibrary;

impl EmptyLibrary {
    fn nothing<T>(rules: String) -> Result<Arc<T>, Unsolvable> {
        let why = "this library has no solved games";
        Err(Unsolvable::Never { rules, why })
    }
}

impl Library for EmptyLibrary {
    fn race(&self, game: &PushLuck) -> Result<Arc<Race>, Unsolvable> {
        Self::nothing(game.rules_line())
    }

    fn race_of_three(&self, game: &PushLuck) -> Result<Arc<ThreeRace>, Unsolvable> {
        Self::nothing(game.rules_line())
    }

    fn yatzy(&self, game: &Yatzy) -> Result<Arc<Solved>, Unsolvable> {
        Self::nothing(game.rules_line())
    }

    fn pig(&self, game: &Pig, _seats: u8) -> Result<Arc<Solution>, Unsolvable> {
        Self::nothing(game.rules_line())
    }

    fn endings(&self, game: &TriDice) -> Result<Arc<Endings>, Unsolvable> {
        Self::nothing(game.rules_line())
    }
}

/// A game that nobody can give out solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// It is not solved for a table of this size.
    #[error("{rules} is solved for {solved}, not for {seats} player{}", if *.seats == 1 { "" } else { "s" })]
    Seats {
        /// The rules line.
        rules: String,
        /// How many sit at the table.
        seats: u8,
        /// What is solved.
        solved: &'static str,
    },
    /// It is not solved at all.
    #[error("{rules} is not solved: {why}")]
    Never {
        /// The rules line.
        rules: String,
        /// Why not, and what there is instead.
        why: &'static str,
    },
    /// The race cannot be solved.
    #[error(transparent)]
    Race(#[from] RaceRefused),
    /// The race of three cannot be solved.
    #[error(transparent)]
    Three(#[from] ThreeRefused),
    /// Two ways to play cannot be compared exactly.
    #[error(transparent)]
    Duel(#[from] DuelRefused),
    /// The game of the yatzy family cannot be solved.
    #[error(transparent)]
    Yatzy(#[from] yatzy::Unsolved),
    /// A table too large for memory cannot be kept.
    #[error("the table of {rules} cannot be kept: {why}")]
    NotKept {
        /// The rules line.
        rules: String,
        /// Why not.
        why: String,
    },
    /// The small game cannot be solved.
    #[error(transparent)]
    Generic(#[from] generic::Unsolved),
    /// Somebody stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
