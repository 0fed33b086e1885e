//! A solver that knows only the [`Game`] trait, and the checks against it and against the textbook.

use std::collections::HashMap;

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::yatzy::{State, Yatzy};

use super::textbook::expected;
use super::{SMALL, game, solve};

/// The points of the first seat, alone at the table, by the rules alone.
pub(super) struct ByTheRules<'a> {
    game: &'a Yatzy,
    known: HashMap<State, f64>,
}

impl<'a> ByTheRules<'a> {
    pub(super) fn new(game: &'a Yatzy) -> Self {
        let known = HashMap::new();
        Self { game, known }
    }

    pub(super) fn value(&mut self, state: &State) -> f64 {
        if let Some(&value) = self.known.get(state) {
            return value;
        }
        let value = match self.game.turn(state) {
            Turn::Over(_) => f64::from(self.game.points(state, Seat::FIRST)),
            Turn::Roll => self.rolled(state),
            Turn::Decide(_) => self.decided(state),
        };
        self.known.insert(state.clone(), value);
        value
    }

    fn rolled(&mut self, state: &State) -> f64 {
        let mut rolls = Vec::new();
        self.game
            .for_each_roll(state, |roll, weight| rolls.push((roll, weight as f64)));
        let total: f64 = rolls.iter().map(|(_, weight)| weight).sum();
        let values = rolls.into_iter().map(|(roll, weight)| {
            let mut after = state.clone();
            self.game.settle(&mut after, &roll);
            weight * self.value(&after)
        });
        values.sum::<f64>() / total
    }

    fn decided(&mut self, state: &State) -> f64 {
        let mut actions = Vec::new();
        self.game
            .for_each_action(state, |action| actions.push(action));
        let values = actions.into_iter().map(|action| {
            let mut after = state.clone();
            self.game.act(&mut after, &action);
            self.value(&after)
        });
        values.fold(f64::NEG_INFINITY, f64::max)
    }
}

#[track_caller]
pub(super) fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-11, "{one} is not {other}");
}

#[test]
fn agrees_with_the_rules_alone() {
    for line in SMALL {
        let game = game(line);
        let expected = ByTheRules::new(&game).value(&game.start(1));
        close(solve(line).expected(), expected);
    }
}

#[test]
fn agrees_with_the_textbook() {
    let more = [
        "yahtzee(dice=3,boxes=ones+sixes+three:sets-3:50+run:run-3:30+chance,bonus=20/15)",
        "maxi-yatzy(dice=4,rolls=2,boxes=sixes+two-pairs+chance)",
    ];
    for line in SMALL.iter().chain(&more) {
        close(solve(line).expected(), expected(&game(line)));
    }
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn agrees_with_the_textbook_on_seven_boxes() {
    let line =
        "yahtzee(boxes=fours+fives+sixes+full-house+small-straight+yahtzee+chance,bonus=35/40)";
    close(solve(line).expected(), expected(&game(line)));
}
