//! TriDice: tables against plain solvers, the search against plain looking ahead, and the simple player.

mod endings;
mod fields;
mod plain_endings;
mod plain_search;
mod search;
mod simple;

use hotdice_core::{Game, Notation, Turn};
use hotdice_games::tridice::{Action, Roll, Rows, State, TriDice};

fn game(rows: u8, dice: u8) -> TriDice {
    TriDice::new(Rows::new(rows).unwrap(), dice).unwrap()
}

#[track_caller]
fn state(game: &TriDice, text: &str) -> State {
    game.read_state(text).unwrap()
}

#[track_caller]
fn action(game: &TriDice, text: &str) -> Action {
    game.read_action(text).unwrap()
}

fn actions(game: &TriDice, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.for_each_action(state, |action| actions.push(action));
    actions
}

fn rolls(game: &TriDice, state: &State) -> Vec<Roll> {
    let mut rolls = Vec::new();
    game.for_each_roll(state, |roll, _| rolls.push(roll));
    rolls
}

/// Plays one event for every word, as it chooses, and returns the state in which somebody has to choose after them.
fn wander(game: &TriDice, choices: &[u16]) -> Option<State> {
    let mut state = game.start(2);
    for &choice in choices {
        match game.turn(&state) {
            Turn::Over(_) => return None,
            Turn::Roll => {
                let rolls = rolls(game, &state);
                game.settle(&mut state, &rolls[usize::from(choice) % rolls.len()]);
            }
            Turn::Decide(_) => {
                let actions = actions(game, &state);
                game.act(&mut state, &actions[usize::from(choice) % actions.len()]);
            }
        }
    }
    matches!(game.turn(&state), Turn::Decide(_)).then_some(state)
}

/// Plays so many quiet turns in a row that do not end the game, if chance leads to them.
fn quiet_game(game: &TriDice, seed: u64, turns: usize) -> Option<State> {
    let mut chance = Chance(seed * 77);
    let mut state = wander(game, &chance.words(4))?;
    while state.quiet_turns() < turns {
        let quiet: Vec<State> = actions(game, &state)
            .iter()
            .map(|action| {
                let mut after = state;
                game.act(&mut after, action);
                after
            })
            .filter(|after| matches!(game.turn(after), Turn::Decide(_)) && after.quiet_turns() > 0)
            .collect();
        state = *quiet.get(usize::from(chance.word()).checked_rem(quiet.len())?)?;
    }
    Some(state)
}

/// Numbers that look random and are the same in every run.
struct Chance(u64);

impl Chance {
    fn word(&mut self) -> u16 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as u16
    }

    fn words(&mut self, count: usize) -> Vec<u16> {
        (0..count).map(|_| self.word()).collect()
    }
}
