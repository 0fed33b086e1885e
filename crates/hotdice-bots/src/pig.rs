//! Players of pig.

use hotdice_core::Open;
use hotdice_games::pig::{Action, Pig, State};

use crate::player::{Player, RandomSource};

/// Holds from a turn total on, or as soon as that wins.
#[derive(Clone, Copy, Debug)]
pub struct HoldAt(pub u32);

impl Player<Pig> for HoldAt {
    fn choose(
        &self,
        game: &Pig,
        Open(state): &Open<State>,
        _luck: &mut dyn RandomSource,
    ) -> Action {
        let wins = state.score(state.seat()) + state.total() >= game.target;
        if wins || state.total() >= self.0 {
            Action::Hold
        } else {
            Action::Roll
        }
    }
}
