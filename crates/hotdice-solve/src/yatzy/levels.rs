//! Backward induction: the values of a level from those of the next.

use pulp::NullaryFnOnce;

use super::boxes::Filled;
use super::group::SheetGroup;
use super::layout::{Layout, SheetState};
use super::progress::StateProgress;
use super::shares::{Share, share_out};
use super::turn::TurnScratch;
use super::worth::{SimdLane, Value};
use crate::parallel::map;
use crate::{Stopped, processor};

/// How many sheets are worked out side by side.
pub(super) const LANES: usize = 16;

/// Returns the values of the last level, on which every box is filled.
pub(super) fn last_level<V: Value>(layout: &Layout) -> Vec<V> {
    let full = layout.boxes.full();
    let saved = layout.levels[layout.boxes.all.len()].saved;
    let mut values = vec![V::NEVER; layout.sheets(full) * saved];
    for sheet in layout.sheets_of(full) {
        for rolls in 0..saved {
            values[layout.index(&sheet, rolls)] = V::certain(layout.bonus(&sheet));
        }
    }
    values
}

/// Returns the values of a level from those of the next.
///
/// # Errors
/// When nobody waits any more.
pub(super) fn level_before<W: SimdLane<LANES>>(
    layout: &Layout,
    filled: usize,
    later: &[W::Value],
    progress: &StateProgress<'_>,
) -> Result<Vec<W::Value>, Stopped> {
    let mut values = vec![W::Value::NEVER; layout.levels[filled].states];
    let level = &layout.levels[filled];
    let states = |set: Filled| layout.states_of(set);
    let shares = share_out(&level.sets, &mut values, states);
    map(shares, |share| {
        if !progress.is_stopped() {
            let states = share.values.len();
            processor::best().dispatch(LevelKernel::<W> {
                layout,
                later,
                share,
            });
            progress.add(states);
        }
    });
    progress.check().map(|()| values)
}

/// The work on a share, to be compiled for every kind of processor.
struct LevelKernel<'a, W: SimdLane<LANES>> {
    layout: &'a Layout,
    later: &'a [W::Value],
    share: Share<'a, W::Value>,
}

impl<W: SimdLane<LANES>> NullaryFnOnce for LevelKernel<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            layout,
            later,
            share,
        } = self;
        let start = layout.start(share.sets[0]);
        let saved = layout.levels[share.sets[0].count_ones() as usize].saved;
        let mut work = TurnScratch::<W>::new(layout);
        let mut sheets = share.sets.iter().flat_map(|&set| layout.sheets_of(set));
        while let Some((lanes, used)) = take_lanes(&mut sheets) {
            let group = SheetGroup::new(layout, lanes, later);
            layout.play_turn(&group, &mut work, saved, |rolls, worth: W| {
                for (lane, sheet) in lanes.iter().enumerate().take(used) {
                    share.values[layout.index(sheet, rolls) - start] = worth.get(lane);
                }
            });
        }
    }
}

/// Takes the next sheets; the last stands in for those that are missing. Says how many there are.
#[inline(always)]
fn take_lanes(
    sheets: &mut impl Iterator<Item = SheetState>,
) -> Option<([SheetState; LANES], usize)> {
    let mut lanes = [sheets.next()?; LANES];
    let mut used = 1;
    while used < LANES {
        let Some(sheet) = sheets.next() else { break };
        lanes[used..].fill(sheet);
        used += 1;
    }
    Some((lanes, used))
}
