//! One turn of three players, for neighbouring triples of scores.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several arrays stay plain, so that they become vector code"
)]

use hotdice_games::push_luck::{BankTakes, End, Hot};

use super::ThreeRace;
use super::block::{Block, LANES, rotated};
use crate::push_luck::options::Spot;
use crate::push_luck::turn::{AGAIN, ForTwo, SPOTS, Scratch, Turns, raise_both};

/// The chances of the player in turn and of the next one.
pub(super) type Both = ForTwo<LANES>;

/// What a turn needs to know of the rules.
pub(super) struct Course<'a> {
    pub(super) turns: &'a Turns,
    pub(super) end: End,
    /// The least total to bank for a player without points, and for others.
    pub(super) least: [usize; 2],
}

/// One of the three turns of a block.
pub(super) struct Side {
    /// What banking each total is worth, up to where it always wins.
    banks: Vec<Both>,
    reach: [usize; LANES],
    least: [usize; LANES],
}

impl Side {
    pub(super) fn new(race: &ThreeRace, course: &Course<'_>, block: Block, turn: usize) -> Self {
        let scores: [[usize; 3]; LANES] =
            std::array::from_fn(|lane| rotated(block.scores(lane), turn));
        let reach = scores.map(|[mine, ..]| race.goal - mine);
        let least = scores.map(|[mine, ..]| course.least[usize::from(mine != 0)]);
        let cap = std::iter::zip(reach, least).map(|(reach, least)| reach.max(least));
        let won = [[1.0; LANES], [0.0; LANES]];
        let mut banks = vec![won; cap.max().unwrap_or(0)];
        for (lane, [mine, next, third]) in scores.into_iter().enumerate() {
            let place = race.place(next, third, mine);
            let chances = &race.chances[place..][..reach[lane]];
            for (bank, [me, you]) in std::iter::zip(&mut banks, chances) {
                bank[0][lane] = *me;
                bank[1][lane] = *you;
            }
        }
        Self {
            banks,
            reach,
            least,
        }
    }

    /// Returns the chances at the start of the turn.
    #[inline(always)]
    pub(super) fn start(&self, course: &Course<'_>, bust: Both, scratch: &mut Scratch) -> Both {
        let turns = course.turns;
        let cap = self.banks.len();
        let len = (cap + turns.depth + 1) * SPOTS;
        let (levels, _) = scratch.lanes::<LANES>(2 * len).as_chunks_mut::<2>();
        fill_won(course, bust, &mut levels[cap * SPOTS..]);
        let span = (turns.depth + 1) * SPOTS;
        for total in (1..cap).rev() {
            let ahead = &levels[total * SPOTS..][..span];
            let mut rolled = [[[0.0; LANES]; 2]; 6];
            for (value, throw) in std::iter::zip(&mut rolled, &turns.throws) {
                *value = throw.value_for_two(ahead, bust);
            }
            let level = self.level(course, total, &rolled);
            levels[total * SPOTS..][..SPOTS].copy_from_slice(&level);
        }
        turns.throws[5].value_for_two(&levels[..span], bust)
    }

    /// Returns the values of all spots at a total.
    #[inline(always)]
    fn level(&self, course: &Course<'_>, total: usize, rolled: &[Both; 6]) -> [Both; SPOTS] {
        let pays = self.banks[total];
        let mut allowed = pays;
        for lane in 0..LANES {
            if total < self.least[lane] {
                allowed[0][lane] = f64::NEG_INFINITY;
            }
        }
        let or_bank = |roll: &Both| {
            let mut best = allowed;
            raise_both(&mut best, roll);
            best
        };
        let mut level = [allowed; SPOTS];
        level[Spot::Hot.index()] = match course.turns.hot {
            Hot::EndsTurn => pays,
            Hot::Optional => or_bank(&rolled[5]),
            Hot::Forced => rolled[5],
        };
        level[AGAIN] = rolled[5];
        for left in 1..=5 {
            level[left] = match course.turns.takes {
                BankTakes::Kept => or_bank(&rolled[left - 1]),
                BankTakes::Roll => rolled[left - 1],
            };
        }
        if course.end == End::OnRoll {
            for lane in (0..LANES).filter(|lane| total >= self.reach[*lane]) {
                for both in &mut level {
                    both[0][lane] = 1.0;
                    both[1][lane] = 0.0;
                }
            }
        }
        level
    }
}

/// Fills the levels from which on banking wins; dice that have to be rolled can still bust there.
#[inline(always)]
fn fill_won(course: &Course<'_>, bust: Both, levels: &mut [Both]) {
    const WON: Both = [[1.0; LANES], [0.0; LANES]];
    levels.fill(WON);
    if course.end == End::OnRoll || !course.turns.can_be_driven() {
        return;
    }
    // Rolls that neither bust nor can be banked are rare, so this settles within a few rounds.
    for _ in 0..200 {
        let six = course.turns.throws[5].value_for_two(levels, bust);
        let (all, _) = levels.as_chunks_mut::<SPOTS>();
        if all[0][AGAIN] == six {
            break;
        }
        for level in all {
            level[AGAIN] = six;
            if course.turns.hot == Hot::Forced {
                level[Spot::Hot.index()] = six;
            }
        }
    }
}
