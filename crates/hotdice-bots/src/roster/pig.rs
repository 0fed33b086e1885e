//! Who plays Pig.

use std::sync::Arc;

use hotdice_core::{Game, Notation, Seat};
use hotdice_games::pig::Pig;
use hotdice_solve::oracle::Oracle;

use super::{Roster, Scope};
use crate::figures::Figure;
use crate::library::{Library, Unsolvable};
use crate::player::{Player, Random, Solved};
use crate::{Level, pig};

impl Roster for Pig {
    fn player(
        &self,
        level: Level,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        Ok(match level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(pig::HoldAt(1)),
            Level::Careful => Arc::new(pig::HoldAt(15)),
            Level::Strong => Arc::new(pig::HoldAt(20)),
            Level::Perfect => Arc::new(Solved(library.pig(self, seats)?)),
        })
    }

    fn oracle(&self, seats: u8, library: &dyn Library) -> Result<Arc<dyn Oracle>, Unsolvable> {
        Ok(library.pig(self, seats)?)
    }

    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        if scope == Scope::GameOfThree {
            return Err(Unsolvable::Seats {
                rules: Notation::rules_line(self),
                seats: 3,
                solved: "2 players",
            });
        }
        let solution = library.pig(self, 2)?;
        let wins = solution.value(&self.start(2), Seat::FIRST);
        let words = "chance of the first of two perfect players to win";
        let wins = wins.map(|wins| Figure::chance("first_wins", wins, words));
        Ok(wins.into_iter().collect())
    }
}
