//! Whole games between bots, with dice that are given.

use std::sync::Arc;

use hotdice_bots::{Bot, Level, seat};
use hotdice_core::{AnyGame, AnyPosition, CheckedAction, CheckedRoll, Turn};
use hotdice_solve::ledger::LedgerEvent;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::memory::Memory;

/// More events than any of these games takes.
const ENDLESS: usize = 20_000;

pub(crate) fn game(line: &str) -> Arc<dyn AnyGame> {
    hotdice_games::find(line).expect("a rules line")
}

/// Dice that fall one way up to a throw, and another way after it.
pub(crate) struct Dice {
    before: ChaCha8Rng,
    after: ChaCha8Rng,
    throws: usize,
    turning_point: usize,
}

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self::turning(seed, usize::MAX, 0)
    }

    pub(crate) fn turning(seed: u64, turning_point: usize, other: u64) -> Self {
        Self {
            before: ChaCha8Rng::seed_from_u64(seed),
            after: ChaCha8Rng::seed_from_u64(other),
            throws: 0,
            turning_point,
        }
    }

    pub(crate) fn roll(&mut self, position: &dyn AnyPosition) -> CheckedRoll {
        let source = if self.throws < self.turning_point {
            &mut self.before
        } else {
            &mut self.after
        };
        self.throws += 1;
        let throw = position.throw().expect("dice are due");
        let lying: Vec<u16> = (0..throw.dice)
            .map(|_| (source.next_u64() % u64::from(throw.sides)) as u16)
            .collect();
        position.read_throw(&lying).expect("a throw that is due")
    }
}

/// A decision of a game: how many throws came before, where it was, and what was chosen.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) throws: usize,
    pub(crate) level: Level,
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) chosen: CheckedAction,
}

/// A whole game.
pub(crate) struct Played {
    pub(crate) start: Box<dyn AnyPosition>,
    pub(crate) events: Vec<LedgerEvent>,
    pub(crate) decisions: Vec<Decision>,
}

pub(crate) fn bot(
    game: &dyn AnyGame,
    level: Level,
    seats: usize,
    memory: &Memory,
    coins: u64,
) -> Box<dyn Bot> {
    let mut seed = [level as u8; 32];
    seed[..8].copy_from_slice(&coins.to_le_bytes());
    seat(game, level, seats as u8, memory, seed).expect("somebody plays at this level")
}

/// Plays a game to its end. Every choice has to be legal.
#[track_caller]
pub(crate) fn play(
    game: &dyn AnyGame,
    levels: &[Level],
    memory: &Memory,
    mut dice: Dice,
    coins: u64,
) -> Played {
    let mut bots: Vec<_> = levels
        .iter()
        .map(|&level| bot(game, level, levels.len(), memory, coins))
        .collect();
    let start = game.open(levels.len() as u8).expect("seats");
    let mut position = start.clone();
    let (mut events, mut decisions) = (Vec::new(), Vec::new());
    while events.len() < ENDLESS {
        match position.turn() {
            Turn::Over(_) => {
                return Played {
                    start,
                    events,
                    decisions,
                };
            }
            Turn::Roll => {
                let roll = dice.roll(&*position);
                position.settle(&roll).expect("a roll that can come");
                events.push(LedgerEvent::Rolled(roll.to_string()));
            }
            Turn::Decide(seat) => {
                let chosen = bots[seat.index()].choose(&*position).expect("a choice");
                let state = position.state();
                assert!(
                    position.actions().contains(&chosen),
                    "{} chooses {chosen:?} in {state}",
                    levels[seat.index()]
                );
                decisions.push(Decision {
                    throws: dice.throws,
                    level: levels[seat.index()],
                    position: position.clone(),
                    chosen: chosen.clone(),
                });
                position.act(&chosen).expect("a legal action");
                events.push(LedgerEvent::Acted(chosen.to_string()));
            }
        }
    }
    panic!("{levels:?} play for ever: {}", position.state());
}
