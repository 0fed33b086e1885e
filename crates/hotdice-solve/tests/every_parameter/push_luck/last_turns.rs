//! Last turns of three, each of whom wants to win.

use std::collections::HashMap;

use hotdice_core::{Game, Notation, Seat, Turn};
use hotdice_games::push_luck::{Phase, PushLuck, State};

use crate::rules_alone::followers;

/// The shares of three players from any state of a final round, by the rules alone.
pub(super) struct LastTurns<'a> {
    game: &'a PushLuck,
    known: HashMap<State, [f64; 3]>,
}

impl<'a> LastTurns<'a> {
    pub(super) fn new(game: &'a PushLuck) -> Self {
        let known = HashMap::new();
        Self { game, known }
    }

    /// Returns what each of the three gets.
    pub(super) fn shares(&mut self, state: &State) -> [f64; 3] {
        match self.game.turn(state) {
            Turn::Over(standing) => {
                let share = 1.0 / f64::from(standing.winners.len());
                let wins = |seat| standing.winners.contains(seat);
                seats().map(|seat| if wins(seat) { share } else { 0.0 })
            }
            Turn::Decide(seat) => {
                let own = seats().iter().position(|one| *one == seat);
                self.best(state, own.expect("one of three"))
            }
            // Only here do different ways meet.
            Turn::Roll => {
                let state = self.without_idle_points(state);
                if let Some(shares) = self.known.get(&state) {
                    return *shares;
                }
                let shares = self.mean(&state);
                self.known.insert(state, shares);
                shares
            }
        }
    }

    fn best(&mut self, state: &State, own: usize) -> [f64; 3] {
        let after = followers(self.game, state).into_iter();
        let choices = after.map(|(after, _)| self.shares(&after));
        let better = |best: [f64; 3], other: [f64; 3]| {
            if other[own] > best[own] { other } else { best }
        };
        choices.reduce(better).expect("a choice")
    }

    fn mean(&mut self, state: &State) -> [f64; 3] {
        let after = followers(self.game, state);
        let all: f64 = after.iter().map(|(_, weight)| weight).sum();
        let mut sum = [0.0; 3];
        for (after, weight) in &after {
            for (sum, share) in std::iter::zip(&mut sum, self.shares(after)) {
                *sum += weight / all * share;
            }
        }
        sum
    }

    /// Returns the same with no points for whoever has played and is behind: whoever plays last only has to catch the best.
    ///
    /// This turns hundreds of last turns into one.
    fn without_idle_points(&self, state: &State) -> State {
        let [first, second, last] = seats();
        let begins = state.seat() == last && state.total() == 0 && state.phase() == Phase::Roll(6);
        let [one, other, own] = [first, second, last].map(|seat| state.score(seat));
        if !begins || other >= one || other == 0 {
            return state.clone();
        }
        let text = self.game.write_state(state);
        let scores = format!("scores={one},{other},{own} ");
        let text = text.replace(&scores, &format!("scores={one},0,{own} "));
        self.game.read_state(&text).expect("a state")
    }
}

fn seats() -> [Seat; 3] {
    [0, 1, 2].map(|seat| Seat::new(seat).expect("a seat"))
}
