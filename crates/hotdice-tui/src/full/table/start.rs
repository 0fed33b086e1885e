//! What a game on this terminal begins with.

use std::path::Path;
use std::sync::Arc;

use hotdice_core::{AnyGame, Bytes32, DiceOrigin, Name, Record};
use hotdice_table::dice::{PromisedDice, SeededDice, SystemDice};
use hotdice_table::{DiceSource, Match};

use crate::backstage::{Backstage, KeptGame, Trouble};

/// A game, where its dice come from, and where it is kept.
pub struct Start {
    /// The game, perhaps in the middle.
    pub game: Match,
    /// Its dice.
    pub dice: Box<dyn DiceSource + Send>,
    /// The seed of its dice, if they were promised; it is shown when the game is over.
    pub seed: Option<Bytes32>,
    /// Its file.
    pub kept: Box<dyn KeptGame>,
}

impl Start {
    /// Begins a new game with dice that are promised and can be checked.
    ///
    /// # Errors
    /// When the game is not for so many players, or there is no place or no dice for it.
    pub fn fresh(
        game: Arc<dyn AnyGame>,
        names: Vec<Name>,
        backstage: &dyn Backstage,
    ) -> Result<Self, Trouble> {
        let (dice, origin) = PromisedDice::new(&names)?;
        let game = Match::of(game, names, origin)?;
        let mut kept = backstage.new_game(&game.record().rules)?;
        let seed = Some(dice.seed());
        kept.hide(seed)?;
        let dice = Box::new(dice);
        Ok(Self {
            game,
            dice,
            seed,
            kept,
        })
    }

    /// Begins a new game with dice that a number gives again.
    ///
    /// # Errors
    /// When the game is not for so many players, or there is no place for it.
    pub fn seeded(
        game: Arc<dyn AnyGame>,
        names: Vec<Name>,
        seed: u64,
        backstage: &dyn Backstage,
    ) -> Result<Self, Trouble> {
        let game = Match::of(game, names, DiceOrigin::Seed(seed))?;
        let kept = backstage.new_game(&game.record().rules)?;
        let dice = Box::new(SeededDice::new(seed));
        Ok(Self {
            game,
            dice,
            seed: None,
            kept,
        })
    }

    /// Goes on with a saved game.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or belongs to a server.
    pub fn resume(place: &Path, backstage: &dyn Backstage) -> Result<Self, Trouble> {
        let record: Record = backstage.read_game(place)?.parse()?;
        let game = Match::replay(&record)?;
        let kept = backstage.resume_game(place);
        let seed = kept.hidden();
        let dice: Box<dyn DiceSource + Send> = match (&record.dice, seed) {
            (DiceOrigin::Seed(_), _) => Box::new(SeededDice::resume(&game)?),
            (DiceOrigin::Fair(_), Some(seed)) => Box::new(PromisedDice::resume(&game, seed)?),
            (DiceOrigin::Fair(_), None) => {
                return Err("only the server can go on with a game of a server".into());
            }
            (DiceOrigin::System | DiceOrigin::Unknown, _) => Box::new(SystemDice::new()?),
        };
        Ok(Self {
            game,
            dice,
            seed,
            kept,
        })
    }

    /// Writes the game down as it stands; when it is over, with the seed of its dice.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&mut self) -> std::io::Result<()> {
        if let Some(seed) = self.seed {
            self.game.reveal(seed);
        }
        self.kept.keep(&self.game.record())?;
        match self.game.turn() {
            hotdice_core::Turn::Over(_) if self.seed.is_some() => self.kept.hide(None),
            _ => Ok(()),
        }
    }
}
