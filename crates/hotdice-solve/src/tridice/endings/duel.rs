//! A position of an ending, and what a turn makes of it.

use hotdice_games::tridice::{Cell, CellSet};

use super::Ending;
use super::index::{Party, cell_of, imprint_of, standing};

/// A position, from the side of the player in turn.
pub(super) struct EndingDuel {
    pub(super) own: Party,
    pub(super) own_cells: CellSet,
    pub(super) enemy: Party,
    pub(super) enemy_cells: CellSet,
}

/// A position after a turn; the dice of the player who moved come first.
#[derive(Clone, Copy)]
pub(super) enum AfterTurn {
    LastCaptured,
    Captured(Party, Party),
    Quiet(Party, Party),
}

impl EndingDuel {
    /// Returns the position after the player in turn has moved a die.
    pub(super) fn after(&self, die: u16, target: Cell) -> AfterTurn {
        let moved = standing(target, imprint_of(die));
        let own = self.own.changed(die, Some(moved));
        let own = own.expect("the die that moved is there");
        let hit = |&enemy: &u16| cell_of(enemy) == target;
        match self.enemy.standings().find(hit) {
            None => AfterTurn::Quiet(own, self.enemy),
            Some(hit) => match self.enemy.changed(hit, None) {
                None => AfterTurn::LastCaptured,
                Some(enemy) => AfterTurn::Captured(own, enemy),
            },
        }
    }
}

/// What the other player comes to, as far as it is known.
pub(super) enum ReplyOutcome {
    Wins,
    Loses,
    Open,
}

impl From<Option<Ending>> for ReplyOutcome {
    fn from(ending: Option<Ending>) -> Self {
        match ending {
            Some(Ending::Won { .. }) => Self::Wins,
            Some(Ending::Lost { .. }) => Self::Loses,
            Some(Ending::Drawn) | None => Self::Open,
        }
    }
}
