//! One turn of three players, for neighbouring triples of scores.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several arrays stay plain, so that they become vector code"
)]

use std::ops::RangeInclusive;

use hotdice_games::push_luck::End;

use super::ThreeRace;
use super::block::{LANES, TripleBlock, rotated};
use super::final_round::FinalRound;
use crate::push_luck::last_turn::LastTurn;
use crate::push_luck::turn::{SPOTS, Scratch, SharedThrows, SimdForTwo, Turns};

/// The chances of the player in turn and of the next one.
pub(super) type TwoChances = SimdForTwo<LANES>;

/// What both have after the player in turn has won.
pub(super) const WON: TwoChances = [[1.0; LANES], [0.0; LANES]];

/// Returns the chances of the first lane.
pub(super) const fn lane(chances: TwoChances) -> [f64; 2] {
    [chances[0][0], chances[1][0]]
}

/// What a turn needs to know of the rules.
#[derive(Clone, Debug)]
pub(in crate::push_luck) struct Course {
    /// The steps that win.
    pub(super) goal: usize,
    pub(super) turns: Turns,
    pub(super) throws: SharedThrows,
    pub(super) end: End,
    /// The least total to bank for a player without points, and for others.
    pub(super) least: [usize; 2],
    /// What follows the turn that reaches the target, if anything does.
    pub(super) final_round: Option<FinalRound>,
    /// The last turn of all.
    pub(super) last_turn: LastTurn,
}

/// One of the three turns of a block.
pub(super) struct TripleTurn {
    /// What banking each total is worth, up to where it always reaches the target.
    banks: Vec<TwoChances>,
    scores: [[usize; 3]; LANES],
    reach: [usize; LANES],
    /// The smallest of these.
    nearest: usize,
    least: [usize; LANES],
}

impl TripleTurn {
    pub(super) fn new(race: &ThreeRace, block: TripleBlock, turn: usize) -> Self {
        let course = &*race.course;
        let goal = race.corner.goal;
        let scores: [[usize; 3]; LANES] =
            std::array::from_fn(|lane| rotated(block.scores(lane), turn));
        let reach = scores.map(|[mine, ..]| goal - mine);
        let least = scores.map(|[mine, ..]| course.least[usize::from(mine != 0)]);
        let cap = std::iter::zip(reach, least).map(|(reach, least)| reach.max(least));
        let mut banks = vec![WON; cap.max().unwrap_or(0)];
        for (lane, [mine, next, third]) in scores.into_iter().enumerate() {
            let place = race.corner.place((turn + 1) % 3, [next, third, mine]);
            let chances = &race.chances[place..][..reach[lane]];
            for (bank, [me, you]) in std::iter::zip(&mut banks, chances) {
                bank[0][lane] = *me;
                bank[1][lane] = *you;
            }
        }
        if let Some(round) = &course.final_round {
            for (total, bank) in banks.iter_mut().enumerate() {
                for lane in (0..LANES).filter(|lane| total >= reach[*lane]) {
                    put_closed(bank, round, scores[lane], lane, total);
                }
            }
        }
        Self {
            banks,
            scores,
            reach,
            nearest: reach.into_iter().fold(usize::MAX, usize::min),
            least,
        }
    }

    /// Returns the chances at the start of the turn.
    #[inline(always)]
    pub(super) fn start(
        &self,
        course: &Course,
        bust: TwoChances,
        scratch: &mut Scratch,
    ) -> TwoChances {
        self.pass(course, bust, 0..=0, scratch, |_, _| {})[5]
    }

    /// Works the turn out down to the first of some totals, shows what rolling one to six dice is worth at each, and
    /// returns that of the first.
    #[inline(always)]
    pub(super) fn pass(
        &self,
        course: &Course,
        bust: TwoChances,
        totals: RangeInclusive<usize>,
        scratch: &mut Scratch,
        mut seen: impl FnMut(usize, &[TwoChances; 6]),
    ) -> [TwoChances; 6] {
        let throws = &course.throws;
        let SharedThrows { stride, span, .. } = *throws;
        let first = *totals.start();
        let cap = self.cap(course, &bust[0]).max(totals.end() + 1);
        let len = (cap - first) * stride + span;
        let (levels, _) = scratch.lanes::<LANES>(2 * len).as_chunks_mut::<2>();
        let tail = &mut levels[(cap - first) * stride..];
        self.fill_tail(course, cap, bust, tail);
        throws.compare_all(tail);
        let mut rolled = [WON; 6];
        for total in (first..cap).rev() {
            let ahead = &mut levels[(total - first) * stride..][..span];
            rolled = throws.rolled_for_two(ahead, bust);
            seen(total, &rolled);
            if let Some((level, _)) = ahead.split_first_chunk_mut() {
                self.put_level(course, total, &rolled, level);
            }
            throws.compare(ahead);
        }
        rolled
    }

    /// Fills the levels from which on there is nothing to think about.
    #[inline(always)]
    fn fill_tail(&self, course: &Course, cap: usize, bust: TwoChances, tail: &mut [TwoChances]) {
        let (turns, stride) = (&course.turns, course.throws.stride);
        let mut alike = Some([WON; SPOTS]);
        if course.final_round.is_some() && !turns.can_be_driven() {
            alike = None;
        } else if course.end != End::OnRoll {
            // Banking wins here, but dice that have to be rolled can still bust.
            let room = &mut tail[..(turns.depth + 1) * SPOTS];
            turns.fill_still_for_two(room, WON, bust);
            alike = room.first_chunk().copied();
        }
        for (total, level) in std::iter::zip(cap.., tail.chunks_exact_mut(stride)) {
            let values = alike.unwrap_or_else(|| [self.pays(course, total); SPOTS]);
            level[..SPOTS].copy_from_slice(&values);
        }
    }

    /// Returns the total from which on everybody banks, or has won.
    ///
    /// Rolling risks what a bust costs with at least the smallest chance of a bust. A closed game that is lost less often than that is
    /// banked. Where dice have to be rolled on nobody may stop, so there the lead is one that is never overtaken.
    #[inline(always)]
    fn cap(&self, course: &Course, bust: &[f64; LANES]) -> usize {
        let Some(round) = &course.final_round else {
            return self.banks.len();
        };
        let safe = |lane: usize| {
            let lead = if course.turns.can_be_driven() {
                round.longest()
            } else {
                round.safe_lead(course.turns.least_risk() * (1.0 - bust[lane]))
            };
            let [mine, next, third] = self.scores[lane];
            (next.max(third) + lead).saturating_sub(mine)
        };
        (0..LANES).map(safe).fold(self.banks.len(), usize::max)
    }

    /// Returns what banking is worth.
    #[inline(always)]
    fn pays(&self, course: &Course, total: usize) -> TwoChances {
        if let Some(known) = self.banks.get(total) {
            return *known;
        }
        let mut pays = WON;
        if let Some(round) = &course.final_round {
            for lane in 0..LANES {
                put_closed(&mut pays, round, self.scores[lane], lane, total);
            }
        }
        pays
    }

    /// Puts in the values of all spots at a total.
    #[inline(always)]
    fn put_level(
        &self,
        course: &Course,
        total: usize,
        rolled: &[TwoChances; 6],
        level: &mut [TwoChances; SPOTS],
    ) {
        let pays = self.pays(course, total);
        let mut allowed = pays;
        for lane in 0..LANES {
            if total < self.least[lane] {
                allowed[0][lane] = f64::NEG_INFINITY;
            }
        }
        course.turns.put_level_for_two(level, rolled, pays, allowed);
        if course.end == End::OnRoll && total >= self.nearest {
            for lane in (0..LANES).filter(|lane| total >= self.reach[*lane]) {
                for both in &mut *level {
                    both[0][lane] = 1.0;
                    both[1][lane] = 0.0;
                }
            }
        }
    }
}

/// Puts in what it is worth to close the game with a total.
#[inline(always)]
fn put_closed(
    bank: &mut TwoChances,
    round: &FinalRound,
    [mine, next, third]: [usize; 3],
    lane: usize,
    total: usize,
) {
    let score = mine + total;
    let [closer, second] = round.closed(score - next, score - third);
    bank[0][lane] = closer;
    bank[1][lane] = second;
}
