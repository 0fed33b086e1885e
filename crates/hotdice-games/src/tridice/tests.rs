//! TriDice as a whole: both models of the die, counts, ends, refusals, texts and pictures.

mod counts;
mod duel;
mod ends;
mod refusals;
mod scenes;
mod slow;
mod texts;
mod theorem;

use hotdice_core::{AnyPosition, Notation, Position, Turn};

use super::{Rows, State, TriDice};

/// Every board with every number of dice.
fn every_game() -> impl Iterator<Item = TriDice> {
    Rows::ALL
        .into_iter()
        .flat_map(|rows| (1..=4).filter_map(move |dice| TriDice::new(rows, dice)))
}

/// Returns the position that a state's text describes.
#[track_caller]
fn position(game: TriDice, state: &str) -> Position<TriDice> {
    let state = game.read_state(state).unwrap();
    Position::from_state(game, state)
}

/// Plays events in their text form, rolls and actions as they come.
#[track_caller]
fn play(position: &mut dyn AnyPosition, events: &[&str]) {
    for event in events {
        let happened = position.play(event).unwrap();
        assert!(!happened.story.is_empty(), "{event} has a story");
    }
}

/// Numbers that look random and are the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn pick<'a>(&mut self, events: &'a [String]) -> &'a str {
        &events[self.below(events.len())]
    }
}

/// Returns every event that can come next, in text.
fn events(position: &dyn AnyPosition) -> Vec<String> {
    match position.turn() {
        Turn::Roll => {
            let rolls = position.rolls();
            rolls.iter().map(|(roll, _)| roll.to_string()).collect()
        }
        Turn::Decide(_) | Turn::Over(_) => {
            let actions = position.actions();
            actions.iter().map(ToString::to_string).collect()
        }
    }
}

/// Plays games at random and shows every state on the way. Every other game avoids captures and placements where it
/// can, so that it comes to the quiet ends.
fn for_each_random_state(games: u64, mut visit: impl FnMut(&TriDice, &State)) {
    for game in every_game() {
        for seed in 1..=games {
            let mut chance = Chance(seed * 0x9e37_79b9);
            let mut position = Position::new(game, 2).unwrap();
            visit(&game, position.state());
            loop {
                let event = choose(&position, &mut chance, seed % 2 == 0);
                let Some(event) = event else { break };
                play(&mut position, &[&event]);
                visit(&game, position.state());
            }
        }
    }
}

fn choose(position: &Position<TriDice>, chance: &mut Chance, peaceful: bool) -> Option<String> {
    let events = events(position);
    let board = position.state().board();
    let is_quiet = |event: &&String| {
        let to = event.rsplit('-').next().and_then(|cell| cell.parse().ok());
        to.is_some_and(|to| !board.taken().contains(to))
    };
    let quiet: Vec<String> = events.iter().filter(is_quiet).cloned().collect();
    match (events.is_empty(), peaceful && !quiet.is_empty()) {
        (true, _) => None,
        (false, true) => Some(chance.pick(&quiet).to_owned()),
        (false, false) => Some(chance.pick(&events).to_owned()),
    }
}
