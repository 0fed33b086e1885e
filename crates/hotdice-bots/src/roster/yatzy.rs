//! Who plays games of the Yatzy family.

use std::sync::Arc;

use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Watch;
use hotdice_solve::oracle::{Knowing, Oracle};

use super::{Roster, Scope};
use crate::figures::Figure;
use crate::library::{Library, Unsolvable};
use crate::player::{Best, Player, Random};
use crate::simulate::Tally;
use crate::{Level, yatzy};

impl Roster for Yatzy {
    fn player(
        &self,
        level: Level,
        _seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        Ok(match level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(yatzy::Greedy),
            Level::Careful => Arc::new(yatzy::Careful::new(self)),
            Level::Strong | Level::Perfect => Arc::new(Best(library.yatzy_play(self)?)),
        })
    }

    fn quick_tally(
        &self,
        levels: &[Level],
        library: &dyn Library,
        games: u64,
        seed: u64,
        watch: &dyn Watch,
    ) -> Result<Option<Tally>, Unsolvable> {
        let is_perfect = |level: &Level| matches!(level, Level::Strong | Level::Perfect);
        if !levels.iter().all(is_perfect) {
            return Ok(None);
        }
        let (solved, seats) = (library.yatzy(self)?, levels.len() as u8);
        Ok(Some(yatzy::simulate(&solved, seats, games, seed, watch)?))
    }

    fn oracle(&self, _seats: u8, library: &dyn Library) -> Result<Arc<dyn Oracle>, Unsolvable> {
        let play = library.yatzy_play(self)?;
        Ok(Arc::new(Knowing::new(self.clone(), play)))
    }

    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        let expected = library.expected(self)?;
        let words = "points that perfect play brings on average";
        let mut figures = vec![Figure::points("expected", expected, words)];
        if scope == Scope::GameAndSpread
            && let Some(deviation) = library.deviation(self)?
        {
            figures.push(Figure::deviation(
                "sd",
                deviation,
                "points of standard deviation",
            ));
        }
        Ok(figures)
    }
}
