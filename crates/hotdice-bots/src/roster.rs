//! Which player plays a game at a level.

mod pig;
mod push_luck;
mod tridice;
mod yatzy;

use std::sync::Arc;

use hotdice_core::{AnyGame, Show};
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Watch;
use hotdice_solve::oracle::Oracle;

use crate::Level;
use crate::bot::{Bot, Seated};
use crate::figures::Figure;
use crate::library::{Library, Unsolvable};
use crate::player::Player;
use crate::simulate::{Tally, simulate};

pub use push_luck::{exact_duel, turn_points};

/// How much of a game is solved for its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One turn, where that can be looked at alone.
    Turn,
    /// The whole game, for two players where that matters.
    Game,
    /// The same, and how far its points are spread, which takes longer.
    GameAndSpread,
    /// The whole game, for three players where that matters.
    GameOfThree,
}

/// A game that programs can play.
trait Roster: Show {
    /// Returns the player of a level at a table of `seats`.
    fn player(
        &self,
        level: Level,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable>;

    /// Plays many games in a quicker way than state by state, where there is one.
    fn quick_tally(
        &self,
        _levels: &[Level],
        _library: &dyn Library,
        _games: u64,
        _seed: u64,
        _watch: &dyn Watch,
    ) -> Result<Option<Tally>, Unsolvable> {
        Ok(None)
    }

    /// Returns somebody who knows what positions are worth at a table of `seats`.
    fn oracle(&self, seats: u8, library: &dyn Library) -> Result<Arc<dyn Oracle>, Unsolvable>;

    /// Returns what perfect play is worth.
    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable>;
}

/// Something done with a game whose kind is known.
trait Errand {
    type Outcome;
    fn run<G: Roster>(self, game: &G) -> Self::Outcome;
}

/// Runs an errand with a game of any kind that programs can play.
fn send<E: Errand>(game: &dyn AnyGame, errand: E) -> Option<E::Outcome> {
    let game = game.as_any();
    if let Some(game) = game.downcast_ref::<PushLuck>() {
        Some(errand.run(game))
    } else if let Some(game) = game.downcast_ref::<Yatzy>() {
        Some(errand.run(game))
    } else if let Some(game) = game.downcast_ref::<TriDice>() {
        Some(errand.run(game))
    } else {
        game.downcast_ref::<Pig>().map(|game| errand.run(game))
    }
}

fn nobody(game: &dyn AnyGame) -> Unsolvable {
    Unsolvable::Never {
        rules: game.rules_line(),
        why: "no program plays this game yet",
    }
}

/// Returns a bot for a game.
///
/// # Errors
/// When no program plays it at that level.
pub fn seat(
    game: &dyn AnyGame,
    level: Level,
    seats: u8,
    library: &dyn Library,
    seed: [u8; 32],
) -> Result<Box<dyn Bot>, Unsolvable> {
    struct Take<'a>(Level, u8, &'a dyn Library, [u8; 32]);
    impl Errand for Take<'_> {
        type Outcome = Result<Box<dyn Bot>, Unsolvable>;
        fn run<G: Roster>(self, game: &G) -> Self::Outcome {
            let player = game.player(self.0, self.1, self.2)?;
            Ok(Box::new(Seated::new(game.clone(), player, self.3)))
        }
    }
    send(game, Take(level, seats, library, seed)).unwrap_or_else(|| Err(nobody(game)))
}

/// Returns somebody who knows what positions of a game are worth.
///
/// # Errors
/// When the game is not solved at a table of `seats`.
pub fn oracle(
    game: &dyn AnyGame,
    seats: u8,
    library: &dyn Library,
) -> Result<Arc<dyn Oracle>, Unsolvable> {
    struct Ask<'a>(u8, &'a dyn Library);
    impl Errand for Ask<'_> {
        type Outcome = Result<Arc<dyn Oracle>, Unsolvable>;
        fn run<G: Roster>(self, game: &G) -> Self::Outcome {
            game.oracle(self.0, self.1)
        }
    }
    send(game, Ask(seats, library)).unwrap_or_else(|| Err(nobody(game)))
}

/// Returns what perfect play of a game is worth.
///
/// # Errors
/// When the game is not solved.
pub fn figures(
    game: &dyn AnyGame,
    scope: Scope,
    library: &dyn Library,
) -> Result<Vec<Figure>, Unsolvable> {
    struct Count<'a>(Scope, &'a dyn Library);
    impl Errand for Count<'_> {
        type Outcome = Result<Vec<Figure>, Unsolvable>;
        fn run<G: Roster>(self, game: &G) -> Self::Outcome {
            game.figures(self.0, self.1)
        }
    }
    send(game, Count(scope, library)).unwrap_or_else(|| Err(nobody(game)))
}

/// Plays many games between levels, one for each seat.
///
/// # Errors
/// When no program plays at one of the levels, or the watch says stop.
pub fn tournament(
    game: &dyn AnyGame,
    levels: &[Level],
    library: &dyn Library,
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Unsolvable> {
    struct Play<'a>(&'a [Level], &'a dyn Library, u64, u64, &'a dyn Watch);
    impl Errand for Play<'_> {
        type Outcome = Result<Tally, Unsolvable>;
        fn run<G: Roster>(self, game: &G) -> Self::Outcome {
            let Self(levels, library, games, seed, watch) = self;
            if let Some(tally) = game.quick_tally(levels, library, games, seed, watch)? {
                return Ok(tally);
            }
            let player = |level: &Level| game.player(*level, levels.len() as u8, library);
            let players = levels.iter().map(player).collect::<Result<Vec<_>, _>>()?;
            let players: Vec<&dyn Player<G>> = players.iter().map(|player| &**player).collect();
            Ok(simulate(game, &players, games, seed, watch)?)
        }
    }
    send(game, Play(levels, library, games, seed, watch)).unwrap_or_else(|| Err(nobody(game)))
}
