//! The throws of a turn at totals from which on nobody rolls few dice any more.
//!
//! With one to three dice left everybody banks from a few hundred points on, with four from about a thousand, with five from a few
//! thousand. From there on a choice that leaves so few dice is worth what banking is, and of all these choices only the one that banks
//! most has to be compared with those that leave more dice. Most totals of a pass are that large, and there a throw has between
//! a half and a quarter of its choices.
//!
//! # Why the values are the same
//! A pass goes down from the largest total and assumes nothing about a total before it has been worked out. A stage has some closed
//! spots, and the pass stays in it as long as this holds at every total above:
//!
//! 1. each closed spot is worth no more than banking by choice;
//! 2. banking is worth no more than at any larger total, give or take [`DIP`].
//!
//! Then a choice that adds p points and leads to a closed spot is worth no more than banking with p, by 1; that is worth no more than banking
//! with p' ≥ p, by 2; and that no more than a choice that adds p' and may bank. If the same throw has such a choice, the first
//! need not be compared. Rounding makes dips of less than [`DIP`]; they cost a turn no more than that, because whoever makes such a
//! choice banks, so that it is made once in a turn. As soon as a total breaks one of the two, the pass goes on in an earlier stage, and
//! the first stage has every choice.

use std::collections::BTreeMap;

use hotdice_games::push_luck::{BankTakes, Hot};

use super::shared::{CommonChoices, Equals, SharedThrows};
use super::simd::{any_above, larger, smaller};
use super::throw::{ChoiceSet, ThrowTable};
use super::{AGAIN, Banking, SPOTS, SimdLanes, SpotValues, Turns};
use crate::push_luck::options::TurnSpot;

/// By how much banking may be worth more than at a larger total.
const DIP: f64 = 1e-15;

/// How many spots are closed in each stage: those with so many dice left, or fewer.
const CLOSED: [usize; 4] = [0, 3, 4, 5];

/// The throws of a turn, with fewer and fewer choices.
#[derive(Clone, Debug)]
pub(in crate::push_luck) struct StagedThrows {
    stages: [SharedThrows; CLOSED.len()],
    /// How many values a level has.
    pub(in crate::push_luck) stride: usize,
    /// How many values a throw looks at.
    pub(in crate::push_luck) span: usize,
}

impl StagedThrows {
    /// Makes the throws of a turn ready.
    pub(in crate::push_luck) fn new(turns: &Turns) -> Self {
        let stages = CLOSED.map(|closed| {
            let throws = turns.throws.each_ref().map(ThrowTable::sets);
            let throws = throws.map(|sets| without_closed(sets, closed, turns));
            CommonChoices::find(throws, Equals::Alike)
        });
        let stride = stages.iter().map(CommonChoices::stride).max();
        let stride = stride.unwrap_or(SPOTS);
        Self {
            stages: stages.map(|stage| SharedThrows::lay_out(turns, &stage, stride)),
            stride,
            span: (turns.depth + 1) * stride,
        }
    }

    /// Fills the levels below those of the last [`StagedThrows::span`] values, which are filled but for their pairs; returns what
    /// rolling six dice is worth at the start of the turn.
    ///
    /// `bank(total)` says what banking is worth; from the last levels on it never falls, and nobody rolls one to five dice.
    /// `visit` is told what rolling is worth at each total.
    #[inline(always)]
    pub(in crate::push_luck) fn pass<const L: usize>(
        &self,
        turns: &Turns,
        levels: &mut [SimdLanes<L>],
        there: [bool; L],
        bust: SimdLanes<L>,
        bank: impl Fn(usize) -> Banking<L>,
        mut visit: impl FnMut(usize, &[SimdLanes<L>; 6]),
    ) -> SimdLanes<L> {
        let cap = (levels.len() - self.span) / self.stride;
        let mut pass = StagedPass::new(there, &bank(cap));
        self.stages[pass.stage].compare_all(&mut levels[cap * self.stride..]);
        let mut rolled = [[0.0; L]; 6];
        for total in (0..cap).rev() {
            let ahead = &mut levels[total * self.stride..];
            rolled = self.stages[pass.stage].rolled(ahead, bust);
            visit(total, &rolled);
            let bank = bank(total);
            let Some(level) = ahead.first_chunk_mut() else {
                break;
            };
            turns.put_level(level, &rolled, bank);
            if pass.stays(level, &bank) {
                self.stages[pass.stage].compare(ahead);
            } else {
                self.stages[pass.stage].compare_all(ahead);
            }
        }
        rolled[5]
    }
}

/// Leaves out the choices that lead to closed spots, where another one banks as much, and sends the others to the spot from which
/// everybody banks, since a closed spot is worth just that; sets that are then alike become one.
fn without_closed(sets: Vec<ChoiceSet>, closed: usize, turns: &Turns) -> Vec<ChoiceSet> {
    if closed == 0 {
        return sets;
    }
    let mut merged = BTreeMap::new();
    for ChoiceSet {
        mut choices,
        chance,
    } in sets
    {
        choices.sort_unstable();
        let banked = choices
            .iter()
            .rev()
            .find(|choice| can_bank(choice.1, turns));
        if let Some(&banked) = banked {
            choices.retain(|choice| *choice >= banked || !is_closed(choice.1, closed));
            for (_, spot) in &mut choices {
                if is_closed(*spot, closed) && can_bank(*spot, turns) {
                    *spot = TurnSpot::Taken.index();
                }
            }
            choices.sort_unstable();
            choices.dedup();
        }
        *merged.entry(choices).or_insert(0.0) += chance;
    }
    let set = |(choices, chance)| ChoiceSet { choices, chance };
    merged.into_iter().map(set).collect()
}

/// What a pass knows of the totals that it has worked out.
struct StagedPass<const L: usize> {
    stage: usize,
    /// −∞ in lanes that matter, ∞ in others.
    ignored: SimdLanes<L>,
    /// The least that banking has been worth so far.
    lowest: SimdLanes<L>,
}

impl<const L: usize> StagedPass<L> {
    /// Begins below a total at which, and above, nobody rolls anything but six dice, given what banking is worth there.
    #[inline(always)]
    fn new(there: [bool; L], bank: &Banking<L>) -> Self {
        let ignored = there.map(|there| {
            if there {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            }
        });
        Self {
            stage: CLOSED.len() - 1,
            ignored,
            lowest: larger(bank.by_choice(), ignored),
        }
    }

    /// Looks at the level of the next total; tells whether the pass stays in its stage.
    #[inline(always)]
    fn stays(&mut self, level: &SpotValues<L>, bank: &Banking<L>) -> bool {
        if self.stage == 0 {
            return true;
        }
        let before = self.stage;
        let bank = larger(bank.by_choice(), self.ignored);
        let dips = any_above(bank, self.lowest.map(|lowest| lowest + DIP));
        self.lowest = smaller(bank, self.lowest);
        if dips {
            self.stage = 0;
            return false;
        }
        while !is_below(level, CLOSED[self.stage], bank) {
            self.stage -= 1;
        }
        self.stage == before
    }
}

/// Tells whether the first spots of a level are worth no more than something.
#[inline(always)]
fn is_below<const L: usize>(level: &SpotValues<L>, closed: usize, bank: SimdLanes<L>) -> bool {
    let mut best = [f64::NEG_INFINITY; L];
    for spot in &level[1..=closed] {
        best = larger(best, *spot);
    }
    !any_above(best, bank)
}

/// Tells whether a spot is one of those with at most so many dice left, or of a roll that was taken.
fn is_closed(spot: usize, closed: usize) -> bool {
    (1..=closed).contains(&spot) || spot == TurnSpot::Taken.index()
}

/// Tells whether a spot is worth at least what banking by choice is.
fn can_bank(spot: usize, turns: &Turns) -> bool {
    match spot {
        AGAIN => false,
        spot if spot == TurnSpot::Taken.index() => true,
        spot if spot == TurnSpot::Hot.index() => turns.hot != Hot::Forced,
        _ => turns.takes == BankTakes::Kept,
    }
}

#[cfg(test)]
mod tests {
    use hotdice_games::push_luck::PushLuck;

    use super::*;
    use crate::push_luck::options::KeepFilter;

    const LANES: usize = 4;

    /// What banking is worth at a total, in lanes that differ.
    type Worth = fn(usize) -> [f64; LANES];

    /// Checks that a pass in stages finds what a plain one finds, whatever banking is worth; returns the smallest total at which some
    /// choices were left out.
    #[track_caller]
    fn check(line: &str, keeps: KeepFilter, least: usize, worth: Worth) -> Option<usize> {
        const CAP: usize = 230;
        let game = PushLuck::read(&line.parse().unwrap()).unwrap();
        let turns = Turns::new(&game, keeps, 0);
        let throws = StagedThrows::new(&turns);
        // The last lane has numbers that mean nothing.
        let there = [true, true, true, false];
        let bust = [0.05, 0.2, 0.4, 0.9];
        let bank = |total: usize| {
            let mut pays = worth(total.min(CAP));
            pays[3] = (total * 7 % 5) as f64;
            Banking::from_least(pays, total, [least; LANES])
        };
        let tail = || (CAP..=CAP + turns.depth).map(|total| [bank(total).pays; SPOTS]);
        let mut plain = vec![[0.0; LANES]; CAP * SPOTS];
        plain.extend(tail().flatten());
        turns.pass(&mut plain, bust, bank);
        let mut staged = vec![[0.0; LANES]; CAP * throws.stride + throws.span];
        for (total, level) in std::iter::zip(CAP.., tail()) {
            staged[total * throws.stride..][..SPOTS].copy_from_slice(&level);
        }
        let mut seen = [[[0.0; LANES]; 6]; CAP];
        throws.pass(&turns, &mut staged, there, bust, bank, |total, rolled| {
            seen[total] = *rolled;
        });
        for (total, rolled) in seen.iter().enumerate() {
            let expected = turns.rolled(&plain[total * SPOTS..], bust);
            for (expected, rolled) in std::iter::zip(expected, rolled) {
                for lane in 0..3 {
                    let gap = (expected[lane] - rolled[lane]).abs();
                    assert!(gap < 2e-14, "{line} at {total}: {gap:e}");
                }
            }
        }
        let mut pass = StagedPass::new(there, &bank(CAP));
        let mut levels = plain.chunks_exact(SPOTS).enumerate().take(CAP).rev();
        let left = levels.find(|(total, level)| {
            pass.stays(level.first_chunk().unwrap(), &bank(*total));
            pass.stage == 0
        });
        left.map(|(total, _)| total)
    }

    /// Checks all kinds of rules.
    #[track_caller]
    fn check_all(least: usize, worth: Worth) -> Vec<usize> {
        let lines = [
            ("farkle-minimal", KeepFilter::Best),
            ("farkle-minimal(hot=forced)", KeepFilter::Best),
            ("farkle-minimal(fives=35)", KeepFilter::Every),
            ("farkle", KeepFilter::Best),
            ("farkle(end=final-round)", KeepFilter::Every),
            ("farkle(hot=forced)", KeepFilter::Best),
            ("zilch", KeepFilter::Every),
            ("zilch-playr", KeepFilter::Every),
            ("cheese", KeepFilter::Every),
        ];
        let left = lines.map(|(line, keeps)| check(line, keeps, least, worth));
        left.into_iter().flatten().collect()
    }

    #[test]
    fn no_value_changes_where_more_points_are_worth_more() {
        let worth: Worth = |total| {
            let total = total as f64;
            [
                0.1 + total / 400.0,
                1.0 - 80.0 / (total + 100.0),
                0.4 + (total / 600.0).powi(2),
                0.0,
            ]
        };
        for least in [0, 6] {
            let left = check_all(least, worth);
            assert!(left.iter().all(|total| *total < 150), "{left:?}");
        }
    }

    #[test]
    fn no_value_changes_where_more_points_can_be_worth_less() {
        check_all(0, |total| {
            let dip = if (90..120).contains(&total) { 0.2 } else { 0.0 };
            [0.2 + total as f64 / 400.0 - dip; LANES]
        });
        check_all(0, |total| {
            let shaken = [31, 57, 83, 11].map(|factor| total * factor % 101);
            shaken.map(|shaken| shaken as f64 / 100.0)
        });
    }

    #[test]
    fn later_stages_have_fewer_choices() {
        let game = PushLuck::read(&"zilch".parse().unwrap()).unwrap();
        let turns = Turns::new(&game, KeepFilter::Every, 0);
        let counts = CLOSED.map(|closed| {
            let sets = turns.throws.each_ref().map(ThrowTable::sets);
            let sets = sets.map(|sets| without_closed(sets, closed, &turns));
            sets.iter()
                .flatten()
                .map(|set| set.choices.len())
                .sum::<usize>()
        });
        assert!(counts.is_sorted_by(|a, b| a > b), "{counts:?}");
    }
}
