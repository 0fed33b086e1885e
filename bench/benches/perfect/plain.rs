//! Push your luck as one would write it down: from the rules alone, with every roll and every keep, and chances by
//! substitution.

use std::collections::HashMap;

use hotdice_core::{Dice, Odds};
use hotdice_games::push_luck::PushLuck;

/// Totals from here on are banked: so few turns get there that the mean suffers in the seventh decimal at most.
const FAR: u32 = 15_000;

const STEP: u32 = 50;

/// All keeps of every roll of one to six dice, with its chance.
struct Rolls(Vec<Vec<(f64, Vec<Keep>)>>);

/// What a keep pays and how many dice it leaves to roll.
type Keep = (u32, usize);

impl Rolls {
    fn new(game: &PushLuck) -> Self {
        let of_dice = |dice: u8| {
            let odds = Odds::of_dice(dice);
            let all = odds.total() as f64;
            let rolls = odds.iter();
            rolls
                .map(|(roll, weight)| (weight as f64 / all, keeps(game, *roll)))
                .collect()
        };
        Self((1..=6).map(of_dice).collect())
    }

    /// Returns what rolling some dice is worth; `ahead` says what a keep is worth.
    fn value(&self, dice: usize, bust: f64, mut ahead: impl FnMut(Keep) -> f64) -> f64 {
        let rolls = self.0[dice - 1].iter();
        rolls
            .map(|(chance, keeps)| {
                let best = keeps.iter().map(|&keep| ahead(keep)).reduce(f64::max);
                chance * best.unwrap_or(bust)
            })
            .sum()
    }
}

fn keeps(game: &PushLuck, roll: Dice) -> Vec<Keep> {
    let mut keeps = Vec::new();
    roll.for_each_part(|part| {
        if let Some(points) = game.scorer().keep(part) {
            let left = usize::from(roll.len() - part.len());
            keeps.push((points, if left == 0 { 6 } else { left }));
        }
    });
    keeps
}

/// Returns the chance of the first player in pig, by value iteration over the totals of both players' turns.
pub(crate) fn pig(target: usize) -> f64 {
    // By the score of the player in turn, then of the other.
    let mut known = vec![vec![1.0; target]; target];
    for sum in (0..2 * target - 1).rev() {
        for mine in (sum + 1).saturating_sub(target)..=sum / 2 {
            let scores = [(mine, sum - mine), (sum - mine, mine)];
            loop {
                let mut change: f64 = 0.0;
                for (mine, yours) in scores {
                    let value = pig_turn(&known, target, mine, yours);
                    change = change.max((value - known[mine][yours]).abs());
                    known[mine][yours] = value;
                }
                if change < 1e-14 {
                    break;
                }
            }
        }
    }
    known[0][0]
}

/// Returns the chance of a player in turn, from the largest total down.
fn pig_turn(known: &[Vec<f64>], target: usize, mine: usize, yours: usize) -> f64 {
    let missing = target - mine;
    let bust = 1.0 - known[yours][mine];
    let mut best = vec![1.0; missing + 6];
    let mut rolled = 0.0;
    for total in (0..missing).rev() {
        let ahead: f64 = best[total + 2..=total + 6].iter().sum();
        rolled = (bust + ahead) / 6.0;
        best[total] = rolled.max(1.0 - known[yours][mine + total]);
    }
    rolled
}

/// Returns the expected points of the best turn where hot dice may be rolled and nothing else is special.
pub(crate) fn best_turn(game: &PushLuck) -> f64 {
    let rolls = Rolls::new(game);
    let mut values: HashMap<(u32, usize), f64> = HashMap::new();
    for total in (0..FAR / STEP).rev().map(|steps| steps * STEP) {
        for dice in 1..=6 {
            let value = rolls.value(dice, 0.0, |(points, left)| {
                let total = total + points;
                let rolled = values.get(&(total, left)).copied().unwrap_or(0.0);
                rolled.max(f64::from(total))
            });
            values.insert((total, dice), value);
        }
    }
    values[&(0, 6)]
}

/// Returns the chance of the first player where banking wins, hot dice may be rolled and nothing else is special.
pub(crate) fn race(game: &PushLuck) -> f64 {
    let rolls = Rolls::new(game);
    let target = game.rules().target;
    let mut known: HashMap<(u32, u32), f64> = HashMap::new();
    for sum in (0..2 * target / STEP - 1).rev().map(|steps| steps * STEP) {
        let smaller = (0..=sum / 2).step_by(STEP as usize);
        for mine in smaller.filter(|mine| sum - mine < target) {
            let scores = [(mine, sum - mine), (sum - mine, mine)];
            let mut chances = [0.5; 2];
            for round in 0..400 {
                let bust = 1.0 - chances[1 - round % 2];
                let value = turn(&rolls, &known, target, scores[round % 2], bust);
                let before = std::mem::replace(&mut chances[round % 2], value);
                if round > 1 && (before - value).abs() < 1e-16 {
                    break;
                }
            }
            known.insert(scores[0], chances[0]);
            known.insert(scores[1], chances[1]);
        }
    }
    known[&(0, 0)]
}

/// Returns the chance of a player in turn, given what a bust is worth.
fn turn(
    rolls: &Rolls,
    known: &HashMap<(u32, u32), f64>,
    target: u32,
    (mine, yours): (u32, u32),
    bust: f64,
) -> f64 {
    let missing = target - mine;
    let mut values: HashMap<(u32, usize), f64> = HashMap::new();
    for total in (0..missing).step_by(STEP as usize).rev() {
        for dice in 1..=6 {
            let value = rolls.value(dice, bust, |(points, left)| {
                let total = total + points;
                if total >= missing {
                    return 1.0;
                }
                values[&(total, left)].max(1.0 - known[&(yours, mine + total)])
            });
            values.insert((total, dice), value);
        }
    }
    values[&(0, 6)]
}
