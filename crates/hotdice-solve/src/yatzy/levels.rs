//! Backward induction: the values of a level from those of the next.

use pulp::{Arch, NullaryFnOnce};

use super::boxes::Filled;
use super::group::Group;
use super::layout::{Layout, Sheet};
use super::turn::Work;
use super::worth::Mean;

/// How many sheets are worked out side by side.
const LANES: usize = 8;

/// How many states one thread takes at a time, about.
const SHARE: usize = 512;

/// Returns the values of the last level, on which every box is filled.
pub(super) fn last_level(layout: &Layout) -> Vec<f64> {
    let full = layout.boxes.full();
    let saved = layout.levels[layout.boxes.all.len()].saved;
    let mut values = vec![0.0; layout.sheets(full) * saved];
    for sheet in layout.sheets_of(full) {
        for rolls in 0..saved {
            values[layout.index(&sheet, rolls)] = f64::from(layout.bonus(&sheet));
        }
    }
    values
}

/// Returns the values of a level from those of the next.
pub(super) fn level_before(layout: &Layout, filled: usize, later: &[f64]) -> Vec<f64> {
    let level = &layout.levels[filled];
    let mut values = vec![0.0; level.states];
    let shares = share_out(layout, filled, &mut values);
    let work = |share: Share<'_>| {
        Arch::new().dispatch(Job {
            layout,
            later,
            share,
        });
    };
    in_parallel(shares, work);
    values
}

/// Some sets of a level that follow each other, and room for their values.
struct Share<'a> {
    sets: &'a [Filled],
    values: &'a mut [f64],
}

fn share_out<'a>(layout: &'a Layout, filled: usize, mut values: &'a mut [f64]) -> Vec<Share<'a>> {
    let level = &layout.levels[filled];
    let mut sets = level.sets.as_slice();
    let mut shares = Vec::new();
    while !sets.is_empty() {
        let (mut taken, mut states) = (0, 0);
        while taken < sets.len() && states < SHARE {
            states += layout.sheets(sets[taken]) * level.saved;
            taken += 1;
        }
        let (mine, others) = sets.split_at(taken);
        let (room, rest) = values.split_at_mut(states);
        shares.push(Share {
            sets: mine,
            values: room,
        });
        (sets, values) = (others, rest);
    }
    shares
}

#[cfg(feature = "parallel")]
fn in_parallel<T: Send>(shares: Vec<T>, work: impl Fn(T) + Send + Sync) {
    use rayon::prelude::*;
    shares.into_par_iter().for_each(work);
}

#[cfg(not(feature = "parallel"))]
fn in_parallel<T: Send>(shares: Vec<T>, work: impl Fn(T) + Send + Sync) {
    shares.into_iter().for_each(work);
}

/// The work on a share, to be compiled for every kind of processor.
struct Job<'a> {
    layout: &'a Layout,
    later: &'a [f64],
    share: Share<'a>,
}

impl NullaryFnOnce for Job<'_> {
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
        let mut work = Work::<Mean<LANES>>::new(layout);
        let mut sheets = share.sets.iter().flat_map(|&set| layout.sheets_of(set));
        while let Some((lanes, used)) = take_lanes(&mut sheets) {
            let group = Group::new(layout, lanes, later);
            layout.play_turn(&group, &mut work, saved, |rolls, worth| {
                for (sheet, value) in lanes.iter().zip(worth.0).take(used) {
                    share.values[layout.index(sheet, rolls) - start] = value;
                }
            });
        }
    }
}

/// Takes the next sheets; the last stands in for those that are missing. Says how many there are.
#[inline(always)]
fn take_lanes(sheets: &mut impl Iterator<Item = Sheet>) -> Option<([Sheet; LANES], usize)> {
    let mut lanes = [sheets.next()?; LANES];
    let mut used = 1;
    while used < LANES {
        let Some(sheet) = sheets.next() else { break };
        lanes[used..].fill(sheet);
        used += 1;
    }
    Some((lanes, used))
}
