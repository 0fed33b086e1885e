//! Who plays TriDice.

use std::sync::Arc;
use std::time::Duration;

use hotdice_core::{AnyGame, Notation};
use hotdice_games::tridice::TriDice;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{EvaluatorOracle, Oracle};
use hotdice_solve::tridice::{Endings, Extent};

use super::{Contest, Entrant, Scope, Specialization, TypedPlayers};
use crate::figures::Figure;
use crate::library::{Key, Library, Solvable, Unsolvable, Workspace};
use crate::play_outs::PlaysOn;
use crate::player::{AnyPlayer, Player, Random};
use crate::simulate::Tally;
use crate::{Level, tridice};

/// How long the strong player thinks.
const THINKING_TIME: Duration = Duration::from_millis(100);

/// What the endings take beside their tables, at most.
const BESIDE_ENDINGS: u64 = 4 << 20;

fn endings_bytes(game: &TriDice) -> u64 {
    Extent::TwoAgainstOne.bytes(game.rows()) + BESIDE_ENDINGS
}

impl Solvable for Endings {
    type Rules = TriDice;

    const IS_WRITTEN: bool = true;

    fn key(game: &TriDice) -> Key {
        let rules = format!("tridice rows {}", game.rows().count());
        Key::first(rules, "endings")
    }

    fn activity(_game: &TriDice) -> String {
        "solving the endings of tridice".to_owned()
    }

    fn check(game: &TriDice, _memory: u64) -> Result<u128, Unsolvable> {
        Ok(endings_bytes(game).into())
    }

    fn solve(game: &TriDice, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        Ok(Self::new(game.rows(), Extent::TwoAgainstOne, work.watch())?)
    }

    fn bytes_kept(&self, game: &TriDice) -> u64 {
        endings_bytes(game)
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(Self::to_bytes(self))
    }

    fn from_bytes(game: &TriDice, bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        Self::from_bytes(game.rows(), Extent::TwoAgainstOne, &bytes)
    }
}

impl TypedPlayers for TriDice {
    fn typed_player(
        &self,
        bot: Entrant,
        _seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        Ok(match bot.level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(tridice::Greedy),
            Level::Careful => Arc::new(tridice::FourRules),
            Level::Strong => {
                let endings = Endings::get(library, self)?;
                Arc::new(tridice::Searching::new(self, endings, THINKING_TIME))
            }
            Level::Perfect => return Err(not_solved(self)),
        })
    }
}

impl Specialization for TriDice {
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
        self.typed_plays_on(Level::Careful, seats, library)
    }

    fn tally(&self, bots: &[Entrant], contest: &Contest<'_>) -> Result<Tally, Unsolvable> {
        self.typed_tally(bots, contest)
    }

    fn oracle(
        &self,
        _seats: u8,
        _aim: Option<Aim>,
        library: &dyn Library,
    ) -> Result<Arc<dyn Oracle>, Unsolvable> {
        let endings = Endings::get(library, self)?;
        let estimates = tridice::Estimates::new(self, endings);
        Ok(Arc::new(EvaluatorOracle::new(*self, estimates)))
    }

    fn figures(&self, _scope: Scope, _library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        Err(not_solved(self))
    }

    fn solution_keys(&self) -> Vec<Key> {
        Vec::new()
    }
}

fn not_solved(game: &TriDice) -> Unsolvable {
    let why = "only its endings are; use bot:strong, which knows them and looks ahead";
    Unsolvable::never(&Notation::rules_line(game), why)
}
