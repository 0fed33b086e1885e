//! Who plays Shut the Box: where everybody has one turn, the whole game is known at any table.

use std::sync::Arc;

use hotdice_core::{AnyGame, Seat};
use hotdice_games::shut_the_box::ShutTheBox;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{EvaluatorOracle, Oracle};
use hotdice_solve::shut_the_box::OneTurnEach;

use super::{Entrant, Scope, Specialization};
use crate::figures::Figure;
use crate::library::{Key, Library, Solvable, SolveCost, Unsolvable, Workspace};
use crate::player::{AnyPlayer, Best, Typed};
use crate::{Level, generic};

/// The rules, and the number of players.
#[derive(Clone)]
pub struct SeatedShutTheBox {
    game: ShutTheBox,
    seats: u8,
}

impl Solvable for OneTurnEach {
    type Rules = SeatedShutTheBox;

    const IS_WRITTEN: bool = true;

    fn key(SeatedShutTheBox { game, seats }: &SeatedShutTheBox) -> Key {
        Key::first(format!("{} {seats}", AnyGame::rules_line(game)), "turns")
    }

    fn check(
        SeatedShutTheBox { game, seats }: &SeatedShutTheBox,
        _memory: u64,
    ) -> Result<u128, Unsolvable> {
        let turns = || Unsolvable::Refused("players have more than one turn".to_owned());
        Ok(Self::bytes_needed(game, *seats).ok_or_else(turns)?.into())
    }

    fn cost(SeatedShutTheBox { game, seats }: &SeatedShutTheBox) -> SolveCost {
        SolveCost {
            seconds: Self::steps_needed(game, *seats) as f64 * STEP_SECONDS,
            memory: Self::bytes_needed(game, *seats).unwrap_or(u64::MAX),
            disk: 0,
        }
    }

    fn solve(
        SeatedShutTheBox { game, seats }: &SeatedShutTheBox,
        work: &dyn Workspace,
    ) -> Result<Self, Unsolvable> {
        let solved = Self::solve(game, *seats, work.watch())?;
        solved.ok_or_else(|| Unsolvable::Refused("players have more than one turn".to_owned()))
    }

    fn bytes_kept(&self, SeatedShutTheBox { game, seats }: &SeatedShutTheBox) -> u64 {
        Self::bytes_needed(game, *seats).unwrap_or(u64::MAX)
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(Self::to_bytes(self))
    }

    fn from_bytes(
        SeatedShutTheBox { game, seats }: &SeatedShutTheBox,
        bytes: Vec<u8>,
        _work: &dyn Workspace,
    ) -> Option<Self> {
        Self::from_bytes(game, *seats, &bytes)
    }
}

/// How long an addition or a comparison takes, about.
const STEP_SECONDS: f64 = 2e-9;

/// Returns the solution of a table, where everybody has one turn and nobody is alone.
fn solved(
    game: &ShutTheBox,
    seats: u8,
    library: &dyn Library,
) -> Option<Result<Arc<OneTurnEach>, Unsolvable>> {
    OneTurnEach::bytes_needed(game, seats)?;
    let game = game.clone();
    Some(OneTurnEach::get(library, &SeatedShutTheBox { game, seats }))
}

impl Specialization for ShutTheBox {
    fn game(&self) -> &dyn AnyGame {
        self
    }

    fn player(
        &self,
        bot: Entrant,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn AnyPlayer>, Unsolvable> {
        let known = match bot.level {
            Level::Perfect => solved(self, seats, library).transpose()?,
            Level::Strong => match solved(self, seats, library).transpose() {
                // Whoever need not be perfect looks ahead instead.
                Err(Unsolvable::Refused(_) | Unsolvable::TooLarge(_)) => None,
                known => known?,
            },
            Level::Random | Level::Greedy | Level::Careful => None,
        };
        match known {
            Some(known) => Ok(Arc::new(Typed {
                game: self.clone(),
                player: Best(known),
            })),
            None => generic::player(self, bot.level, seats, library),
        }
    }

    fn oracle(
        &self,
        seats: u8,
        _aim: Option<Aim>,
        library: &dyn Library,
    ) -> Result<Arc<dyn Oracle>, Unsolvable> {
        match solved(self, seats, library) {
            Some(known) => Ok(Arc::new(EvaluatorOracle::new(self.clone(), known?))),
            None => generic::oracle(self, seats, library),
        }
    }

    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        let seats = match scope {
            Scope::GameOfThree => 3,
            Scope::Turn | Scope::Game | Scope::GameAndSpread => 2,
        };
        let known = if self.seats.contains(seats) {
            solved(self, seats, library).transpose()?
        } else {
            None
        };
        let Some(known) = known else {
            return generic::figures(self, scope, library);
        };
        if seats == 3 {
            return Ok(generic::chances_of_three(|seat| known.wins(seat)));
        }
        let mut figures = if self.seats.contains(1) {
            generic::figures_alone(self, library)?
        } else {
            Vec::new()
        };
        figures.push(Figure::first_of_two(known.wins(Seat::FIRST)));
        Ok(figures)
    }

    fn solution_keys(&self) -> Vec<Key> {
        let table = |seats| SeatedShutTheBox {
            game: self.clone(),
            seats,
        };
        match OneTurnEach::bytes_needed(self, 2).filter(|_| self.seats.contains(2)) {
            Some(_) => vec![OneTurnEach::key(&table(2))],
            None => generic::solution_key(self).into_iter().collect(),
        }
    }
}
