//! The last turn of a final round: the chance to overtake somebody who has closed the game.

use std::ops::RangeInclusive;

use hotdice_games::push_luck::End;

use crate::push_luck::options::TurnSpot;
use crate::push_luck::rules::SolverRules;
use crate::push_luck::turn::{AGAIN, Banking, SPOTS, Turns};

/// The share of a tie of two.
pub(in crate::push_luck) const HALF: f64 = 0.5;

/// Chances below this count as none.
const TINY: f64 = 1e-16;

/// The chance to win in one turn against somebody who is so many steps ahead; a tie is a part of a win.
#[derive(Clone, Debug)]
pub(in crate::push_luck) struct Chase {
    chances: Vec<f64>,
    /// What six dice are worth to somebody who closes the game with each lead, where they cannot bust.
    safe_six: Option<Vec<SafeSix>>,
}

/// What six dice that cannot bust are worth to somebody who banks whatever comes of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct SafeSix {
    /// After all six dice have been kept.
    pub(super) hot: f64,
    /// When they have to be rolled.
    pub(super) again: f64,
}

impl Chase {
    /// Returns the chances where there is no last turn.
    const fn none() -> Self {
        Self {
            chances: Vec::new(),
            safe_six: None,
        }
    }

    /// Works out the chances under these rules.
    pub(in crate::push_luck) fn of(rules: &SolverRules, turns: &Turns) -> Self {
        match rules.end {
            End::FinalRound => Self::new(turns, rules.least[1].div_ceil(turns.step) as usize, HALF),
            End::OnRoll | End::OnBank => Self::none(),
        }
    }

    /// Works out the chances of somebody who may bank `least` or more and has a share `tie` of a tie.
    pub(in crate::push_luck) fn new(turns: &Turns, least: usize, tie: f64) -> Self {
        let mut longest = 64.max(4 * turns.depth);
        loop {
            let mut chances = far(turns, longest, tie);
            if chances[longest] < TINY || longest > 1 << 20 {
                let kept = chances.partition_point(|chance| *chance >= TINY);
                chances.truncate(kept + 1);
                let near = least.min(chances.len());
                (0..near).for_each(|ahead| chances[ahead] = near_by(turns, ahead, least, tie));
                let safe_six = turns.six_are_safe().then(|| safe_six(turns, &chances));
                return Self { chances, safe_six };
            }
            longest *= 2;
        }
    }

    /// Returns the chance against a lead of `ahead`.
    pub(in crate::push_luck) fn chance(&self, ahead: usize) -> f64 {
        self.chances.get(ahead).copied().unwrap_or(0.0)
    }

    /// Returns the smallest lead that is overtaken with a chance of `most` or less.
    pub(in crate::push_luck) fn safe_lead(&self, most: f64) -> usize {
        self.chances.partition_point(|chance| *chance > most)
    }

    /// Returns what six dice are worth to somebody who closes the game with this lead; nothing where they can bust.
    #[inline(always)]
    pub(super) fn safe_six(&self, ahead: usize) -> Option<SafeSix> {
        const WON: SafeSix = SafeSix {
            hot: 1.0,
            again: 1.0,
        };
        let leads = self.safe_six.as_ref()?;
        Some(leads.get(ahead).copied().unwrap_or(WON))
    }

    /// Returns the smallest lead that cannot be overtaken.
    pub(in crate::push_luck) fn longest(&self) -> usize {
        self.chances.len()
    }
}

/// Returns the chances against all leads up to `longest`, without a minimum.
///
/// What matters is how much is missing, so one turn that chases the longest lead passes through all the others.
fn far(turns: &Turns, longest: usize, tie: f64) -> Vec<f64> {
    let levels = chased_for(turns, longest, 0, 0..=0, tie);
    let missing = |ahead: usize| &levels[(longest - ahead) * SPOTS..];
    let six = &turns.throws[5];
    (0..=longest)
        .map(|ahead| six.value(missing(ahead), [0.0])[0])
        .collect()
}

/// Returns what six dice that cannot bust are worth, by the lead, given the chances to overtake each lead.
///
/// Whoever rolls them banks what comes of it, or rolls them again when all are kept: a bust plays no part.
fn safe_six(turns: &Turns, chances: &[f64]) -> Vec<SafeSix> {
    let longest = chances.len();
    let mut levels = vec![[1.0]; (longest + turns.depth + 1) * SPOTS];
    for ahead in (0..longest).rev() {
        let banked = [1.0 - chances[ahead]];
        let mut rolled = [banked; 6];
        rolled[5] = turns.throws[5].value(&levels[ahead * SPOTS..], [0.0]);
        let level = turns.level(&rolled, Banking::free(banked));
        levels[ahead * SPOTS..][..SPOTS].copy_from_slice(&level);
    }
    let (levels, _) = levels.as_chunks::<SPOTS>();
    let levels = levels.iter().take(longest);
    let six = |level: &[[f64; 1]; SPOTS]| SafeSix {
        hot: level[TurnSpot::Hot.index()][0],
        again: level[AGAIN][0],
    };
    levels.map(six).collect()
}

/// Returns the chance against one lead that is smaller than the minimum.
fn near_by(turns: &Turns, ahead: usize, least: usize, tie: f64) -> f64 {
    let levels = chased_for(turns, ahead, least, 0..=0, tie);
    turns.throws[5].value(&levels, [0.0])[0]
}

/// Returns the levels of some totals, and of all above, of a turn that chases a lead; the first level is that of the first total.
pub(super) fn chased(
    turns: &Turns,
    ahead: usize,
    least: usize,
    totals: RangeInclusive<usize>,
) -> Vec<[f64; 1]> {
    chased_for(turns, ahead, least, totals, HALF)
}

/// Does what [`chased`] does for somebody who has a share `tie` of a tie.
pub(in crate::push_luck) fn chased_for(
    turns: &Turns,
    ahead: usize,
    least: usize,
    totals: RangeInclusive<usize>,
    tie: f64,
) -> Vec<[f64; 1]> {
    let first = *totals.start();
    let cap = (ahead + 1).max(least).max(*totals.end()) - first;
    let mut levels = vec![[0.0]; (cap + turns.depth + 1) * SPOTS];
    turns.fill_still(&mut levels[cap * SPOTS..], [1.0], [0.0]);
    turns.pass(&mut levels, [0.0], |place| {
        let total = first + place;
        Banking::from_least([share_of(total, ahead, tie)], total, [least])
    });
    levels
}

/// Returns the share of the win for somebody who banks `total` against a lead of `ahead`.
pub(in crate::push_luck) fn share(total: usize, ahead: usize) -> f64 {
    share_of(total, ahead, HALF)
}

fn share_of(total: usize, ahead: usize, tie: f64) -> f64 {
    match total.cmp(&ahead) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => tie,
        std::cmp::Ordering::Greater => 1.0,
    }
}
