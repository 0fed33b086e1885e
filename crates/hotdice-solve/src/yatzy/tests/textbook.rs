//! The slow solver of the textbook: every keep of every roll is tried, and upper sums are not merged.
//!
//! It uses nothing of this crate, so that the benchmarks can have it beside the fast one.

use std::collections::HashMap;

use hotdice_core::{Dice, Odds};
use hotdice_games::yatzy::{Column, UnusedRolls, Yatzy};

/// Returns the expected points of a whole game.
pub(super) fn expected(game: &Yatzy) -> f64 {
    let known = HashMap::new();
    Textbook { game, known }.value(&Column::default(), 0)
}

/// Expected points still to come, by the boxes filled, the upper sum, whether jokers earn 100 points, and saved rolls.
struct Textbook<'a> {
    game: &'a Yatzy,
    known: HashMap<(Vec<bool>, u16, bool, u16), f64>,
}

impl Textbook<'_> {
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
        let value = if column.filled() == game.boxes().len() {
            f64::from(game.bonus(column))
        } else {
            self.turn(column, saved)
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
