//! The conformance kit: what every game and every preset must pass, whatever its rules are.
//!
//! Games are played at random through [`AnyGame`] alone, at several sizes of table. The quick checks run at every
//! step, the others at the first steps of a game, at some later ones and at its end.

mod agreement;
mod draws;
mod failure;
mod flaw;
mod hiding;
mod records;
mod refusals;
mod rules;
mod scenes;
mod spelling;
mod states;
mod step;
mod targets;
mod turns;
mod walk;

use std::sync::Arc;

use hotdice_core::{AnyGame, RulesError};

pub use failure::{Failure, Whereabouts};
pub use flaw::Flaw;

use step::Seen;
use walk::Walk;

/// Turns a rules line into a game, as the registry does.
pub type Find = fn(&str) -> Result<Arc<dyn AnyGame>, RulesError>;

/// Checks all that the workspace relies on in a game.
///
/// # Panics
/// When the game has a flaw; the message says what to do to see it again.
#[track_caller]
pub fn conform(game: &dyn AnyGame, find: Find) {
    if let Err(failure) = Conformance::new(game, find).check() {
        panic!("{failure}");
    }
}

/// The conformance kit, set up for one game.
#[derive(Clone, Copy, Debug)]
pub struct Conformance<'a> {
    game: &'a dyn AnyGame,
    find: Find,
    games: u64,
    most_events: usize,
}

impl<'a> Conformance<'a> {
    /// Returns the kit with its usual settings: three games at each size of table, of 20,000 events at most.
    #[must_use]
    pub fn new(game: &'a dyn AnyGame, find: Find) -> Self {
        Self {
            game,
            find,
            games: 3,
            most_events: 20_000,
        }
    }

    /// Changes how many games are played at each size of table.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// Changes after how many events a game counts as endless.
    #[must_use]
    pub fn most_events(self, most_events: usize) -> Self {
        Self {
            most_events,
            ..self
        }
    }

    /// Runs all checks.
    ///
    /// # Errors
    /// When the game has a flaw: the first that was found.
    pub fn check(&self) -> Result<(), Failure> {
        let nowhere = |flaw| Failure::new(self.game, None, flaw);
        rules::check(self.game, self.find).map_err(nowhere)?;
        let mut seen = Seen::default();
        for seats in self.sizes() {
            for seed in 0..self.games {
                Walk::new(self.game, seats, seed)
                    .map_err(nowhere)?
                    .play(self.most_events, &mut seen)?;
            }
        }
        Ok(())
    }

    /// Returns the sizes of table that are tried.
    fn sizes(&self) -> Vec<u8> {
        let allowed = self.game.seats();
        let least = allowed.least();
        let mut sizes = vec![least, least + 1, 4];
        sizes.retain(|&seats| allowed.contains(seats));
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}
