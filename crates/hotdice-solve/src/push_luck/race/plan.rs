//! Perfect play as a way to play, to be set against others.

use hotdice_core::Dice;
use hotdice_games::push_luck::BankTakes;

use super::Race;
use super::chase::{chased, share};
use super::side::Side;
use crate::push_luck::options::{Spot, for_each_keep};
use crate::push_luck::policy::{Choice, Scores, Then, TurnPlan, TurnPolicy};
use crate::push_luck::turn::{Banking, SPOTS, Scratch};

impl TurnPolicy for Race {
    /// Plays perfectly, as if nobody had just bust where that matters.
    fn begin(&self, scores: Scores) -> Box<dyn TurnPlan + '_> {
        let steps = |points: u32| (points / self.turns.step) as usize;
        let (mine, yours) = (steps(scores.mine), steps(scores.yours));
        let grid = self.grid(0, 0);
        if scores.is_last {
            let ahead = yours.saturating_sub(mine);
            let least = grid.least[usize::from(mine != 0)];
            let levels = chased(&self.turns, ahead, least, 0..=0);
            let bank = move |total| Banking::from_least([share(total, ahead)], total, [least]);
            return Box::new(BestPlan::new(self, levels, bank));
        }
        let bust = self.after_bust(mine, yours, 0, 0);
        let side = Side::new(&self.turns, grid, mine + yours, yours as isize, [true]);
        let levels = side.fill(0..=0, [bust], &mut Scratch::default()).to_vec();
        Box::new(BestPlan::new(self, levels, move |total| side.bank(total)))
    }
}

/// The best choices of one turn.
struct BestPlan<'a, B> {
    race: &'a Race,
    levels: Vec<[f64; 1]>,
    bank: B,
}

impl<'a, B: Fn(usize) -> Banking<1>> BestPlan<'a, B> {
    fn new(race: &'a Race, levels: Vec<[f64; 1]>, bank: B) -> Self {
        Self { race, levels, bank }
    }

    fn at(&self, total: usize, spot: Spot) -> f64 {
        let highest = self.levels.len() / SPOTS - 1;
        self.levels[total.min(highest) * SPOTS + spot.index()][0]
    }

    /// Returns what banking this total by choice is worth.
    fn banked(&self, total: usize) -> f64 {
        (self.bank)(total).allowed[0]
    }
}

impl<B: Fn(usize) -> Banking<1>> TurnPlan for BestPlan<'_, B> {
    fn choose(&self, total: u32, roll: Dice) -> Choice {
        let (scorer, step) = (self.race.game.scorer(), self.race.turns.step);
        let mut best = (Dice::NONE, 0, f64::NEG_INFINITY);
        for_each_keep(scorer, roll, |keep, points| {
            let total = ((total + points) / step) as usize;
            let value = self.at(total, Spot::after(roll.len() - keep.len()));
            if value > best.2 {
                best = (keep, total, value);
            }
        });
        let (keep, kept, value) = best;
        let banked = match self.race.turns.takes {
            BankTakes::Kept => kept,
            BankTakes::Roll => ((total + scorer.worth(roll).points) / step) as usize,
        };
        let then = match self.banked(banked) >= value {
            true => Then::Bank,
            false => Then::Roll,
        };
        Choice { keep, then }
    }
}
