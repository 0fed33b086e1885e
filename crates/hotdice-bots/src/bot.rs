//! A player at a table of any game.

use std::sync::Arc;

use hotdice_core::{AnyPosition, CheckedAction};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::player::AnyPlayer;

/// A program in a seat, whatever the game.
pub trait Bot: Send {
    /// Chooses an action for the seat that decides; nothing if nobody does or the position is of another game.
    fn choose(&mut self, position: &dyn AnyPosition) -> Option<CheckedAction>;
}

/// A player with a stream of random words of its own.
pub(crate) struct Seated {
    player: Arc<dyn AnyPlayer>,
    luck: ChaCha8Rng,
}

impl Seated {
    /// Seats a player, with a seed for those that toss coins.
    pub(crate) fn new(player: Arc<dyn AnyPlayer>, seed: [u8; 32]) -> Self {
        let luck = ChaCha8Rng::from_seed(seed);
        Self { player, luck }
    }
}

impl Bot for Seated {
    fn choose(&mut self, position: &dyn AnyPosition) -> Option<CheckedAction> {
        let luck = &mut self.luck;
        self.player.choose(position, &mut || luck.next_u64())
    }
}
