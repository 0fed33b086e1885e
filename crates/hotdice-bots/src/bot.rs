//! A player at a table of any game.

use hotdice_core::{AnyPosition, CheckedAction, Game, Position, Show, Turn, Viewer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::player::Player;

/// A program in a seat, whatever the game.
pub trait Bot: Send {
    /// Chooses an action for the seat that decides; nothing if nobody does or the position is of another game.
    fn choose(&mut self, position: &dyn AnyPosition) -> Option<CheckedAction>;
}

/// A player of one game behind the face of a bot. This is the only place that turns a state into a view for it.
pub(crate) struct Seated<G, P> {
    game: G,
    player: P,
    luck: ChaCha8Rng,
}

impl<G: Game, P: Player<G>> Seated<G, P> {
    /// Seats a player, with a seed for those that toss coins.
    pub(crate) fn new(game: G, player: P, seed: [u8; 32]) -> Self {
        let luck = ChaCha8Rng::from_seed(seed);
        Self { game, player, luck }
    }
}

impl<G: Show, P: Player<G>> Bot for Seated<G, P> {
    fn choose(&mut self, position: &dyn AnyPosition) -> Option<CheckedAction> {
        let position: &Position<G> = position.as_any().downcast_ref()?;
        let Turn::Decide(seat) = Position::turn(position) else {
            return None;
        };
        let view = self
            .game
            .view(Position::state(position), Viewer::Seat(seat));
        let luck = &mut self.luck;
        let action = self
            .player
            .choose(&self.game, &view, &mut || luck.next_u64());
        Some(CheckedAction::new(&self.game, action))
    }
}
