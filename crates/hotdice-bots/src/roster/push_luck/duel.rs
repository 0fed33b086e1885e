//! The exact chance of two bots.

use std::sync::Arc;

use hotdice_core::AnyGame;
use hotdice_games::push_luck::{BustPenalty, PushLuck};
use hotdice_solve::Watch;
use hotdice_solve::push_luck::{Duelist, Offers, Race, duel};

use super::steady_mind;
use crate::Level;
use crate::library::{Library, Unsolvable};
use crate::push_luck::Minded;

/// Returns the exact chance of the first of two levels to win, where both are players whose every choice is known.
///
/// # Errors
/// When a table cannot be had or the watch says stop.
pub fn exact_duel(
    game: &dyn AnyGame,
    levels: &[Level],
    library: &dyn Library,
    watch: &dyn Watch,
) -> Result<Option<f64>, Unsolvable> {
    let (Some(game), [first, second]) = (game.as_any().downcast_ref::<PushLuck>(), levels) else {
        return Ok(None);
    };
    let Some(offers) = Offers::new(game) else {
        return Ok(None);
    };
    if offers.rules().busts != BustPenalty::None {
        return Ok(None);
    }
    let known = |level: &Level| -> Result<Known<'_>, Unsolvable> {
        Ok(match steady_mind(game, *level) {
            Some(mind) => Known::Minded(Minded(mind, &offers)),
            None => Known::Perfect(library.race(game)?),
        })
    };
    let players = [known(first)?, known(second)?];
    let players = players.each_ref().map(Known::duelist);
    Ok(Some(duel(game, players, watch)?))
}

/// A player whose every choice is known.
enum Known<'a> {
    Minded(Minded<'a>),
    Perfect(Arc<Race>),
}

impl Known<'_> {
    fn duelist(&self) -> Duelist<'_> {
        match self {
            Self::Minded(mind) => Duelist::Steady(mind),
            Self::Perfect(race) => Duelist::Perfect(race),
        }
    }
}
