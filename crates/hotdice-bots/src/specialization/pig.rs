//! Who plays Pig: people hold at a turn total, and so do these; for two it has a solver of its own.

use std::sync::Arc;

use hotdice_core::AnyGame;
use hotdice_games::pig::Pig;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{EvaluatorOracle, Oracle};
use hotdice_solve::pig::PigRace;

use super::{Contest, Entrant, Scope, Specialization, TypedPlayers};
use crate::figures::Figure;
use crate::library::{Key, Library, Solvable, SolveCost, Unsolvable, Workspace};
use crate::play_outs::PlaysOn;
use crate::player::{AnyPlayer, Best, BestBySolution, Player, Random};
use crate::simulate::Tally;
use crate::{Level, generic, pig};

impl Solvable for PigRace {
    type Rules = Pig;

    const IS_WRITTEN: bool = true;

    fn key(game: &Pig) -> Key {
        Key::first(AnyGame::rules_line(game), "race")
    }

    fn check(game: &Pig, _memory: u64) -> Result<u128, Unsolvable> {
        let rules = AnyGame::rules_line(game);
        let long = || Unsolvable::TooLarge(format!("{rules} takes too long to solve"));
        Ok(Self::bytes_needed(game).ok_or_else(long)?.into())
    }

    fn cost(game: &Pig) -> SolveCost {
        SolveCost {
            seconds: f64::from(game.target).powi(3) * 1.8e-8,
            memory: Self::bytes_needed(game).unwrap_or(u64::MAX),
            disk: 0,
        }
    }

    fn solve(game: &Pig, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        Ok(Self::solve(game, work.watch())?)
    }

    fn bytes_kept(&self, game: &Pig) -> u64 {
        Self::bytes_needed(game).unwrap_or(u64::MAX)
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(Self::to_bytes(self))
    }

    fn from_bytes(game: &Pig, bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        Self::from_bytes(game, &bytes)
    }
}

/// Tells whether a table is one that [`PigRace`] knows.
fn has_race(game: &Pig, seats: u8) -> bool {
    seats == 2 && PigRace::bytes_needed(game).is_some()
}

impl TypedPlayers for Pig {
    fn typed_player(
        &self,
        bot: Entrant,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        Ok(match bot.level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(pig::HoldAt(10)),
            Level::Careful => Arc::new(pig::HoldAt(15)),
            Level::Strong => Arc::new(pig::HoldAt(20)),
            Level::Perfect if has_race(self, seats) => Arc::new(Best(PigRace::get(library, self)?)),
            Level::Perfect => Arc::new(BestBySolution(generic::perfect(self, seats, library)?)),
        })
    }
}

impl Specialization for Pig {
    fn game(&self) -> &dyn AnyGame {
        self
    }

    fn player(
        &self,
        bot: Entrant,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn AnyPlayer>, Unsolvable> {
        self.any_player(bot, seats, library)
    }

    fn plays_on(&self, seats: u8, library: &dyn Library) -> Result<Box<dyn PlaysOn>, Unsolvable> {
        self.typed_plays_on(Level::Strong, seats, library)
    }

    fn tally(&self, bots: &[Entrant], contest: &Contest<'_>) -> Result<Tally, Unsolvable> {
        self.typed_tally(bots, contest)
    }

    fn oracle(
        &self,
        seats: u8,
        _aim: Option<Aim>,
        library: &dyn Library,
    ) -> Result<Arc<dyn Oracle>, Unsolvable> {
        if !has_race(self, seats) {
            return generic::oracle(self, seats, library);
        }
        let race = PigRace::get(library, self)?;
        Ok(Arc::new(EvaluatorOracle::new(self.clone(), race)))
    }

    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        if scope == Scope::GameOfThree || !has_race(self, 2) {
            return generic::figures(self, scope, library);
        }
        let race = PigRace::get(library, self)?;
        Ok(vec![Figure::first_of_two(race.first_wins())])
    }

    fn solution_keys(&self) -> Vec<Key> {
        vec![PigRace::key(self)]
    }
}
