//! What can come up in a turn until all six dice are kept.

use crate::push_luck::options::{DICE, ThrowMenu, TurnSpot};

/// Which dice can be rolled on top of which totals, in steps, and with which totals all six dice can be kept.
///
/// Few dice are left when a total is large, so most throws at most totals never come up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnReach {
    /// A bit for each number of dice that can be rolled, by total.
    rolled: Vec<u8>,
    passes: Vec<usize>,
}

impl TurnReach {
    /// Finds out what can come up after six dice are rolled on top of some totals, as far as totals below `cap`.
    pub(super) fn new(
        menus: &[ThrowMenu; DICE as usize],
        step: u32,
        nothing: usize,
        cap: usize,
        starts: impl IntoIterator<Item = usize>,
    ) -> Self {
        let mut rolled = vec![0_u8; cap];
        let mut passed = vec![false; cap];
        for start in starts {
            rolled[start] |= 1 << 5;
        }
        let landings = menus.each_ref().map(|menu| distinct(menu, step));
        for total in 0..cap {
            for dice in bits(rolled[total]) {
                if menus[dice].nothings > 0 && total + nothing < cap {
                    rolled[total + nothing] |= 1 << 5;
                }
                for &(points, spot) in &landings[dice] {
                    let total = total + points;
                    match spot {
                        _ if total >= cap => {}
                        TurnSpot::Left(left) => rolled[total] |= 1 << (left - 1),
                        TurnSpot::Hot => passed[total] = true,
                        TurnSpot::Taken => {}
                    }
                }
            }
        }
        let passes = (0..cap).filter(|&total| passed[total]).collect();
        let highest = rolled.iter().rposition(|&dice| dice > 0);
        rolled.truncate(highest.map_or(0, |highest| highest + 1));
        Self { rolled, passes }
    }

    /// Returns how many totals there are, from 0, on top of which something can be rolled.
    pub(super) fn totals(&self) -> usize {
        self.rolled.len()
    }

    /// Returns which dice can be rolled on top of a total, as places in a table of throws.
    pub(super) fn dice(&self, total: usize) -> impl Iterator<Item = usize> + use<> {
        bits(self.rolled.get(total).copied().unwrap_or(0))
    }

    /// Returns the totals with which all six dice can be kept.
    pub(super) fn passes(&self) -> impl Iterator<Item = usize> {
        self.passes.iter().copied()
    }
}

fn bits(set: u8) -> impl Iterator<Item = usize> {
    (0..usize::from(DICE)).filter(move |dice| set >> dice & 1 == 1)
}

/// Returns where a throw can lead, each only once.
fn distinct(menu: &ThrowMenu, step: u32) -> Vec<(usize, TurnSpot)> {
    let landings = menu.choices.iter().flat_map(|(landings, _)| landings);
    let mut all: Vec<(usize, TurnSpot)> = landings
        .map(|landing| ((landing.points / step) as usize, landing.spot))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}
