//! What a game on this terminal begins with.

use std::path::Path;
use std::sync::Arc;

use hotdice_core::{AnyGame, DiceOrigin, Name, Record};
use hotdice_table::dice::{SeededDice, SystemDice};
use hotdice_table::{DiceSource, Match};

use crate::backstage::{Backstage, KeptGame, Trouble};

/// A game, where its dice come from, and where it is kept.
pub struct Start {
    /// The game, perhaps in the middle.
    pub game: Match,
    /// Its dice.
    pub dice: Box<dyn DiceSource + Send>,
    /// Its file.
    pub kept: Box<dyn KeptGame>,
}

impl Start {
    /// Begins a new game with the system's dice.
    ///
    /// # Errors
    /// When the game is not for so many players, or there is no place or no dice for it.
    pub fn fresh(
        game: Arc<dyn AnyGame>,
        names: Vec<Name>,
        backstage: &dyn Backstage,
    ) -> Result<Self, Trouble> {
        let game = Match::of(game, names, DiceOrigin::System)?;
        let dice = Box::new(SystemDice::new()?);
        let kept = backstage.new_game(&game.record().rules)?;
        Ok(Self { game, dice, kept })
    }

    /// Goes on with a saved game.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or belongs to a server.
    pub fn resume(place: &Path, backstage: &dyn Backstage) -> Result<Self, Trouble> {
        let record: Record = backstage.read_game(place)?.parse()?;
        let game = Match::replay(&record)?;
        let dice: Box<dyn DiceSource + Send> = match record.dice {
            DiceOrigin::Seed(_) => Box::new(SeededDice::resume(&game)?),
            DiceOrigin::Fair(_) => {
                return Err("only the server can go on with a game of a server".into());
            }
            DiceOrigin::System | DiceOrigin::Unknown => Box::new(SystemDice::new()?),
        };
        let kept = backstage.resume_game(place);
        Ok(Self { game, dice, kept })
    }
}
