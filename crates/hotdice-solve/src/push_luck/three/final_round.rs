//! The last turns of two players after the third has closed the game.
//!
//! Who closes is ahead of both. The next player chases that lead and has to think of the last one, who then chases whoever leads; so
//! all that matters are the two leads. What the last player gets follows from [`Chase`]: the leaders share the rest alike.
//!
//! Against a given lead over the last player the worth of a total depends only on what is missing to the closer, whatever was missing at the
//! start of the turn, so one pass that begins furthest behind passes through all the others. That holds from the least total to bank on: below
//! it, totals that overtake the closer cannot be banked, so the few leads that are smaller have a pass each.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several arrays stay plain, so that they become vector code"
)]

use std::ops::RangeInclusive;

use super::block::LANES;
use super::side::{TwoChances, WON, lane};
use crate::parallel::map_with;
use crate::push_luck::race::{Chase, HALF};
use crate::push_luck::rules::SolverRules;
use crate::push_luck::turn::{SPOTS, Scratch, Turns};

/// The share of a tie of three.
const THIRD: f64 = 1.0 / 3.0;

/// What a closed game is worth, by what the next player is behind and what the last one is.
#[derive(Clone, Debug)]
pub(super) struct FinalRound {
    /// The chances of the last player against one leader, and against two with the same score.
    last: [Chase; 2],
    longest: usize,
    /// The chances of the next player and of the last one, by what the last one is behind and then what the next one is.
    chances: Vec<[f64; 2]>,
}

impl FinalRound {
    /// Returns how many leads there are to tell apart.
    pub(super) fn leads(rules: &SolverRules, turns: &Turns) -> usize {
        Chase::of(rules, turns).longest() + 1
    }

    /// Works out all closed games.
    pub(super) fn new(rules: &SolverRules, turns: &Turns) -> Self {
        let least = rules.least[1].div_ceil(turns.step) as usize;
        let last = [HALF, THIRD].map(|tie| Chase::new(turns, least, tie));
        let longest = last[0].longest();
        let mut round = Self {
            last,
            longest,
            chances: Vec::new(),
        };
        let firsts: Vec<usize> = (0..=longest).step_by(LANES).collect();
        let blocks = map_with(firsts, |scratch, first| {
            round.block(turns, least, first, scratch)
        });
        let rows = blocks.iter().flat_map(|block| {
            let lane = move |lane: usize| {
                block
                    .iter()
                    .map(move |[next, last]| [next[lane], last[lane]])
            };
            (0..LANES).map(lane)
        });
        round.chances = rows.take(longest + 1).flatten().collect();
        round
    }

    /// Returns the smallest lead that nobody overtakes.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Returns a lead over both that is overtaken by either with a chance of `most` or less.
    pub(super) fn safe_lead(&self, most: f64) -> usize {
        self.last[0].safe_lead(most / 2.0)
    }

    /// Returns the chances of the closer and of the next player, given how much the next and the last one are behind.
    #[inline(always)]
    pub(super) fn closed(&self, next: usize, last: usize) -> [f64; 2] {
        let row = last.min(self.longest) * (self.longest + 1);
        let [second, third] = self.chances[row + next.min(self.longest)];
        [1.0 - second - third, second]
    }

    /// Returns what rolling one to six dice is worth to the next and the last player at some totals of the turn of the next one,
    /// given how much both are behind.
    pub(super) fn rolls(
        &self,
        turns: &Turns,
        least: usize,
        [next, last]: [usize; 2],
        totals: RangeInclusive<usize>,
    ) -> Vec<[[f64; 2]; 6]> {
        let turn = LastButOne {
            round: self,
            turns,
            behind: [last; LANES],
        };
        let mut scratch = Scratch::default();
        let levels = turn.levels(next, least, totals.clone(), &mut scratch);
        let bust = turn.lost();
        let rolled = |total: usize| turns.rolled_for_two(&levels[total * SPOTS..], bust);
        let totals = 0..=totals.end() - totals.start();
        totals.map(|total| rolled(total).map(lane)).collect()
    }

    /// Returns the chances of the next and the last player for last players who are behind by `first` and more, by what the next one is.
    fn block(
        &self,
        turns: &Turns,
        least: usize,
        first: usize,
        scratch: &mut Scratch,
    ) -> Vec<TwoChances> {
        let behind = std::array::from_fn(|lane| first + lane);
        let turn = LastButOne {
            round: self,
            turns,
            behind,
        };
        let levels = turn.levels(self.longest, 0, 0..=0, scratch);
        let start = |total: usize| turn.six(&levels[total * SPOTS..]);
        let mut chances: Vec<TwoChances> = (0..=self.longest).rev().map(start).collect();
        for missing in 1..least.min(self.longest + 1) {
            let levels = turn.levels(missing, least, 0..=0, scratch);
            chances[missing] = turn.six(levels);
        }
        chances
    }
}

/// The turn of the next player, for several leads over the last one.
struct LastButOne<'a> {
    round: &'a FinalRound,
    turns: &'a Turns,
    /// What the last player is behind the closer.
    behind: [usize; LANES],
}

impl LastButOne<'_> {
    /// Returns the levels of some totals, and of all above, of a turn that begins so far behind the closer.
    fn levels<'s>(
        &self,
        missing: usize,
        least: usize,
        totals: RangeInclusive<usize>,
        scratch: &'s mut Scratch,
    ) -> &'s [TwoChances] {
        let turns = self.turns;
        // Nobody overtakes somebody who is so far ahead of the last player.
        let first = *totals.start();
        let cap = (missing + 1 + self.round.longest)
            .max(least)
            .max(totals.end() + 1);
        let len = (cap - first + turns.depth + 1) * SPOTS;
        let (levels, _) = scratch.lanes::<LANES>(2 * len).as_chunks_mut::<2>();
        let bust = self.lost();
        turns.fill_still_for_two(&mut levels[(cap - first) * SPOTS..], WON, bust);
        let span = (turns.depth + 1) * SPOTS;
        for total in (first..cap).rev() {
            let ahead = &mut levels[(total - first) * SPOTS..][..span];
            let rolled = turns.rolled_for_two(ahead, bust);
            let pays = self.bank(missing, total);
            let mut allowed = pays;
            if total < least {
                allowed[0] = [f64::NEG_INFINITY; LANES];
            }
            let level = turns.level_for_two(&rolled, pays, allowed);
            ahead[..SPOTS].copy_from_slice(&level);
        }
        levels
    }

    /// Returns what six dice are worth at the start of a turn.
    fn six(&self, ahead: &[TwoChances]) -> TwoChances {
        let span = (self.turns.depth + 1) * SPOTS;
        self.turns.throws[5].value_for_two(&ahead[..span], self.lost())
    }

    /// Returns what both have when the closer stays ahead of the next player.
    fn lost(&self) -> TwoChances {
        let chance = |behind| self.round.last[0].chance(behind);
        [[0.0; LANES], self.behind.map(chance)]
    }

    /// Returns what both have when a total is banked.
    fn bank(&self, missing: usize, total: usize) -> TwoChances {
        let [alone, both] = &self.round.last;
        match total.checked_sub(missing) {
            None => self.lost(),
            Some(0) => {
                let last = self.behind.map(|behind| both.chance(behind));
                [last.map(|last| (1.0 - last) / 2.0), last]
            }
            Some(ahead) => {
                let last = self.behind.map(|behind| alone.chance(behind + ahead));
                [last.map(|last| 1.0 - last), last]
            }
        }
    }
}
