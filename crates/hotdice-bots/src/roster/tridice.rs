//! Who plays TriDice.

use std::sync::Arc;
use std::time::Duration;

use hotdice_core::Notation;
use hotdice_games::tridice::TriDice;
use hotdice_solve::oracle::{Knowing, Oracle};

use super::{Roster, Scope};
use crate::figures::Figure;
use crate::library::{Library, Unsolvable};
use crate::player::{Player, Random};
use crate::{Level, tridice};

/// How long the strong player thinks.
const THINKING_TIME: Duration = Duration::from_millis(100);

impl Roster for TriDice {
    fn player(
        &self,
        level: Level,
        _seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        Ok(match level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(tridice::Greedy),
            Level::Careful => Arc::new(tridice::FourRules),
            Level::Strong => {
                let endings = library.endings(self)?;
                Arc::new(tridice::Searching::new(self, endings, THINKING_TIME))
            }
            Level::Perfect => return Err(not_solved(self)),
        })
    }

    fn oracle(&self, _seats: u8, library: &dyn Library) -> Result<Arc<dyn Oracle>, Unsolvable> {
        let endings = library.endings(self)?;
        Ok(Arc::new(Knowing::new(
            *self,
            tridice::Estimates::new(self, endings),
        )))
    }

    fn figures(&self, _scope: Scope, _library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        Err(not_solved(self))
    }
}

fn not_solved(game: &TriDice) -> Unsolvable {
    Unsolvable::Never {
        rules: Notation::rules_line(game),
        why: "only its endings are; take bot:strong, which knows them and looks ahead",
    }
}
