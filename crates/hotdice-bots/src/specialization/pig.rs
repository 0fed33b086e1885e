//! Who plays Pig: people hold at a turn total, and so do these; the rest is generic.

use std::sync::Arc;

use hotdice_core::AnyGame;
use hotdice_games::pig::Pig;

use super::{Contest, Specialization, TypedPlayers};
use crate::generic;
use crate::library::{Library, Unsolvable};
use crate::player::{AnyPlayer, BestBySolution, Player, Random};
use crate::simulate::Tally;
use crate::{Level, pig};

impl TypedPlayers for Pig {
    fn typed_player(
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
        level: Level,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn AnyPlayer>, Unsolvable> {
        self.any_player(level, seats, library)
    }

    fn tally(&self, levels: &[Level], contest: &Contest<'_>) -> Result<Tally, Unsolvable> {
        self.typed_tally(levels, contest)
    }
}
