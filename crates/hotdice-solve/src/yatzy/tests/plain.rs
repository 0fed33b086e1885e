//! Two slow solvers: one that knows only the [`Game`] trait, and one that tries every keep of every roll.

use std::collections::HashMap;

use hotdice_core::{Dice, Game, Odds, Seat, Turn};
use hotdice_games::yatzy::{Column, State, UnusedRolls, Yatzy};

use super::{SMALL, game, solve};

/// What a game is worth to the first seat, alone at the table, by the rules alone.
pub(super) struct ByTheRules<'a> {
    game: &'a Yatzy,
    /// What the final points are worth.
    worth: Box<dyn Fn(i32) -> f64>,
    known: HashMap<State, f64>,
}

impl<'a> ByTheRules<'a> {
    /// Goes for points.
    pub(super) fn new(game: &'a Yatzy) -> Self {
        Self::with(game, f64::from)
    }

    /// Goes for what the final points are worth.
    pub(super) fn with(game: &'a Yatzy, worth: impl Fn(i32) -> f64 + 'static) -> Self {
        Self {
            game,
            worth: Box::new(worth),
            known: HashMap::new(),
        }
    }

    pub(super) fn value(&mut self, state: &State) -> f64 {
        if let Some(&value) = self.known.get(state) {
            return value;
        }
        let value = match self.game.turn(state) {
            Turn::Over(_) => (self.worth)(self.game.points(state, Seat::FIRST)),
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

/// Expected points still to come, by the textbook: every keep of every roll is tried, upper sums are not merged.
struct Plain<'a> {
    game: &'a Yatzy,
    known: HashMap<(Vec<bool>, u16, bool, u16), f64>,
}

impl Plain<'_> {
    fn value(&mut self, column: &Column, saved: usize) -> f64 {
        let game = self.game;
        let filled = game.places().map(|(place, _)| column.cell(place).is_some());
        let equal = game.equal_box().and_then(|place| column.cell(place));
        let key = (
            filled.collect::<Vec<_>>(),
            game.upper_sum(column),
            equal > Some(0),
            saved as u16,
        );
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let value = match column.filled() == game.boxes().len() {
            true => f64::from(game.bonus(column)),
            false => self.turn(column, saved),
        };
        self.known.insert(key, value);
        value
    }

    fn turn(&mut self, column: &Column, saved: usize) -> f64 {
        let dice = self.game.rules().dice;
        let mut rolls = self.placed(column, 0);
        for left in 1..usize::from(self.game.rules().rolls) + saved {
            let placed = self.placed(column, left);
            rolls = Dice::all(dice)
                .map(|roll| placed[roll.rank()].max(best_keep(roll, &rolls)))
                .collect();
        }
        mean(Dice::NONE, dice, &rolls)
    }

    fn placed(&mut self, column: &Column, left: usize) -> Vec<f64> {
        let game = self.game;
        let saved = match game.rules().unused {
            UnusedRolls::Saved => left,
            UnusedRolls::Lost => 0,
        };
        Dice::all(game.rules().dice)
            .map(|roll| {
                let placing = game.placing(column, roll);
                let boxes = placing.allowed.iter().map(|place| {
                    let mut after = *column;
                    let points = game.pays(&placing, place);
                    after.fill(place, points);
                    let on_top = if placing.hundred { 100.0 } else { 0.0 };
                    f64::from(points) + on_top + self.value(&after, saved)
                });
                boxes.fold(f64::NEG_INFINITY, f64::max)
            })
            .collect()
    }
}

fn best_keep(roll: Dice, rolls: &[f64]) -> f64 {
    let mut best = f64::NEG_INFINITY;
    roll.for_each_part(|keep| {
        if keep != roll {
            best = best.max(mean(keep, roll.len(), rolls));
        }
    });
    best
}

fn mean(keep: Dice, dice: u8, rolls: &[f64]) -> f64 {
    let odds = Odds::of_dice(dice - keep.len());
    let values = odds.iter().map(|(thrown, weight)| {
        let roll = keep.plus(*thrown).expect("six dice fit one handful");
        weight as f64 * rolls[roll.rank()]
    });
    values.sum::<f64>() / odds.total() as f64
}

pub(super) fn plain(game: &Yatzy) -> f64 {
    let mut plain = Plain {
        game,
        known: HashMap::new(),
    };
    plain.value(&Column::default(), 0)
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
        close(solve(line).expected(), plain(&game(line)));
    }
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn agrees_with_the_textbook_on_seven_boxes() {
    let line =
        "yahtzee(boxes=fours+fives+sixes+full-house+small-straight+yahtzee+chance,bonus=35/40)";
    close(solve(line).expected(), plain(&game(line)));
}
