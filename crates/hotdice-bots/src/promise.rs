//! Whether a level can be played at all, said before anything is solved.

use std::sync::Arc;

use hotdice_core::AnyGame;
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::generic::Solution;
use hotdice_solve::push_luck::{Race, RaceRefused, ThreeRace};
use hotdice_solve::tridice::Endings;
use hotdice_solve::yatzy::Solved;
use hotdice_solve::{Stopped, Unwatched};

use crate::roster::seat;
use crate::{Level, Library, Unsolvable};

/// The most memory that a solved race takes on machines that people play on: 4.5 GiB.
const MEMORY: u128 = 9 << 29;

/// Tells at once whether a program can play a game at a level, at a table of `seats`; to sit down may still take
/// the time that solving takes.
///
/// # Errors
/// When no program plays it at that level, with the reason.
pub fn can_play(game: &dyn AnyGame, level: Level, seats: u8) -> Result<(), Unsolvable> {
    match seat(game, level, seats, &Promises, [0; 32]) {
        Ok(_) | Err(Unsolvable::Stopped(_)) => Ok(()),
        Err(why) => Err(why),
    }
}

/// A library that solves nothing: it stops wherever work would begin, and refuses what it would refuse.
struct Promises;

impl Library for Promises {
    fn race(&self, game: &PushLuck) -> Result<Arc<Race>, Unsolvable> {
        match Race::solve(game, 0, &Unwatched) {
            Err(RaceRefused::TooLarge { needed, .. }) if needed <= MEMORY => Err(Stopped.into()),
            Err(RaceRefused::TooLarge { needed, .. }) => Err(RaceRefused::TooLarge {
                needed,
                allowed: MEMORY,
            }
            .into()),
            solved => Ok(Arc::new(solved?)),
        }
    }

    fn race_of_three(&self, _game: &PushLuck) -> Result<Arc<ThreeRace>, Unsolvable> {
        Err(Stopped.into())
    }

    fn yatzy(&self, _game: &Yatzy) -> Result<Arc<Solved>, Unsolvable> {
        Err(Stopped.into())
    }

    fn pig(&self, _game: &Pig, _seats: u8) -> Result<Arc<Solution>, Unsolvable> {
        Err(Stopped.into())
    }

    fn endings(&self, _game: &TriDice) -> Result<Arc<Endings>, Unsolvable> {
        Err(Stopped.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rules: &str, level: Level, seats: u8, refusal: Option<&str>) {
        let game = hotdice_games::find(rules).unwrap();
        let said = can_play(&*game, level, seats).map_err(|why| why.to_string());
        match refusal {
            None => assert_eq!(said, Ok(())),
            Some(words) => assert!(said.unwrap_err().contains(words)),
        }
    }

    #[test]
    fn perfect_only_where_it_can_be() {
        check("farkle", Level::Perfect, 2, None);
        check("farkle", Level::Perfect, 3, Some("solved for 2 players"));
        check("farkle", Level::Strong, 3, None);
        check("cheese(deck=small)", Level::Perfect, 2, Some("cards"));
        check("yatzy", Level::Perfect, 5, None);
        check("pig", Level::Perfect, 2, None);
        check("tridice", Level::Perfect, 2, Some("only its endings"));
        check("tridice", Level::Strong, 2, None);
    }

    #[test]
    fn a_race_that_fits_no_memory_is_refused() {
        let long = "farkle(target=1000000,busts=3:-1000)";
        check(long, Level::Perfect, 2, Some("the table would take"));
    }
}
