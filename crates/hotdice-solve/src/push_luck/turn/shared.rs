//! Choices that many throws have in common, compared once for each total instead of once for each throw.
//!
//! A choice leads to a spot, some points further on. Two choices that stand as far apart in many sets are merged to a pair: the better of one spot here and of another one so many points on. The value of such a pair at a total is known as
//! soon as the level of that total is, and is read by every set that the two are part of, at whatever total it is thrown. Pairs
//! of pairs follow, until what is left in common is not worth storing. The larger of some numbers is the same number in
//! whatever order they are compared, so nothing is rounded anew.

use super::simd::{SimdLanes, larger};
use super::throw::{Choice, ChoiceSet, ThrowTable};
use super::{SPOTS, Turns};

/// How many sets have to share two choices to make a pair of them: what few share costs more room in the cache than it saves.
const SHARED: usize = 6;

/// The throws of a turn, for levels that have pairs of choices beside their spots.
#[derive(Clone, Debug)]
pub(in crate::push_luck) struct SharedThrows {
    throws: [ThrowTable; 6],
    pairs: Vec<Pair>,
    /// How many values a level has.
    pub(in crate::push_luck) stride: usize,
    /// How many values a throw looks at.
    pub(in crate::push_luck) span: usize,
}

/// The better of one place of a level and of another one there or above, both counted from the start of the level.
#[derive(Clone, Copy, Debug)]
struct Pair {
    near: usize,
    far: usize,
    /// How many levels above its own a throw reads it at.
    reach: usize,
}

/// Two choices, wherever they are: what they lead to, and how many steps are between them.
type Shape = (usize, usize, usize);

impl SharedThrows {
    /// Finds what the throws of a turn have in common.
    pub(in crate::push_luck) fn new(turns: &Turns) -> Self {
        let mut throws = turns.throws.each_ref().map(ThrowTable::sets);
        let mut shapes = Vec::new();
        while let Some(shape) = commonest(throws.iter().flatten()) {
            for set in throws.iter_mut().flatten() {
                merge(&mut set.choices, shape, SPOTS + shapes.len());
            }
            shapes.push(shape);
        }
        let stride = SPOTS + shapes.len();
        let reach = reach(throws.iter().flatten(), &shapes);
        let pair = |(near, far, apart): &Shape, reach| Pair {
            near: *near,
            far: apart * stride + far,
            reach,
        };
        let pairs = std::iter::zip(&shapes, &reach[SPOTS..]);
        Self {
            throws: std::array::from_fn(|dice| {
                ThrowTable::from_sets(turns.throws[dice].bust, &throws[dice], stride)
            }),
            pairs: pairs.map(|(shape, reach)| pair(shape, *reach)).collect(),
            stride,
            span: (turns.depth + 1) * stride,
        }
    }

    /// Returns the values of rolling one to six dice, given the levels from this total on.
    #[inline(always)]
    pub(in crate::push_luck) fn rolled<const L: usize>(
        &self,
        ahead: &[SimdLanes<L>],
        bust: SimdLanes<L>,
    ) -> [SimdLanes<L>; 6] {
        let mut values = [[0.0; L]; 6];
        for (value, throw) in std::iter::zip(&mut values, &self.throws) {
            *value = throw.value(ahead, bust);
        }
        values
    }

    /// Works out the pairs of the first of these levels.
    #[inline(always)]
    pub(in crate::push_luck) fn compare<const L: usize>(&self, levels: &mut [SimdLanes<L>]) {
        for (place, pair) in std::iter::zip(SPOTS.., &self.pairs) {
            levels[place] = larger(levels[pair.near], levels[pair.far]);
        }
    }

    /// Works out the pairs of all of these levels that are read from below the first.
    #[inline(always)]
    pub(in crate::push_luck) fn compare_all<const L: usize>(&self, levels: &mut [SimdLanes<L>]) {
        for (place, pair) in std::iter::zip(SPOTS.., &self.pairs) {
            for above in 0..pair.reach {
                let level = &mut levels[above * self.stride..];
                level[place] = larger(level[pair.near], level[pair.far]);
            }
        }
    }
}

/// Returns how many levels further on every spot and pair is read.
fn reach<'s>(sets: impl Iterator<Item = &'s ChoiceSet>, shapes: &[Shape]) -> Vec<usize> {
    let mut reach = vec![0; SPOTS + shapes.len()];
    for (steps, spot) in sets.flat_map(|set| &set.choices) {
        reach[*spot] = reach[*spot].max(*steps);
    }
    // A pair is made of what comes before it.
    for (place, (near, far, apart)) in shapes.iter().enumerate().rev() {
        let needed = reach[SPOTS + place];
        reach[*near] = reach[*near].max(needed);
        reach[*far] = reach[*far].max(needed + apart);
    }
    reach
}

/// Returns the two choices that most sets share, of equally common ones the first; nothing when few do.
fn commonest<'s>(sets: impl Iterator<Item = &'s ChoiceSet>) -> Option<Shape> {
    let mut shapes: Vec<Shape> = sets.flat_map(|set| shapes(&set.choices)).collect();
    shapes.sort_unstable();
    let runs = shapes.chunk_by(|a, b| a == b).rev();
    let longest = runs.max_by_key(|run| run.len())?;
    (longest.len() >= SHARED).then(|| longest[0])
}

fn shapes(choices: &[Choice]) -> impl Iterator<Item = Shape> {
    let pairs = (1..choices.len()).flat_map(move |b| (0..b).map(move |a| (choices[a], choices[b])));
    pairs.map(|(a, b)| (a.1, b.1, b.0 - a.0))
}

/// Replaces two choices of this shape by one that leads to `spot`; choices stay in order.
fn merge(choices: &mut Vec<Choice>, shape: Shape, spot: usize) {
    let (near, far, apart) = shape;
    for a in 0..choices.len() {
        let (steps, here) = choices[a];
        let other = (steps + apart, far);
        if here == near
            && let Some(b) = (a + 1..choices.len()).find(|b| choices[*b] == other)
        {
            choices.remove(b);
            choices[a].1 = spot;
            choices.sort_unstable();
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use hotdice_games::push_luck::PushLuck;

    use super::*;
    use crate::push_luck::options::KeepFilter;

    /// Checks that throws are worth the same with pairs as without, whatever lies ahead.
    #[track_caller]
    fn check(line: &str, keeps: KeepFilter) {
        let game = PushLuck::read(&line.parse().unwrap()).unwrap();
        let turns = Turns::new(&game, keeps, 0);
        let shared = SharedThrows::new(&turns);
        assert!(shared.stride > SPOTS, "nothing is shared");
        let totals = 2 * turns.depth + 1;
        let mut next = 1_u64;
        let mut random = || {
            next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            [(next >> 11) as f64 / (1_u64 << 53) as f64]
        };
        let plain: Vec<[f64; 1]> = (0..totals * SPOTS).map(|_| random()).collect();
        let mut levels = vec![[f64::NAN]; totals * shared.stride];
        for total in 0..totals {
            levels[total * shared.stride..][..SPOTS]
                .copy_from_slice(&plain[total * SPOTS..][..SPOTS]);
        }
        // What a pass works out level by level, and what it finds above its highest total.
        let highest = turns.depth;
        shared.compare_all(&mut levels[highest * shared.stride..]);
        for total in (1..highest).rev() {
            shared.compare(&mut levels[total * shared.stride..][..shared.span]);
        }
        for total in 0..highest {
            let expected = turns.rolled(&plain[total * SPOTS..], [0.3]);
            let found = shared.rolled(&levels[total * shared.stride..], [0.3]);
            for (expected, found) in std::iter::zip(expected, found) {
                assert!((expected[0] - found[0]).abs() < 1e-15, "{line} at {total}");
            }
        }
    }

    #[test]
    fn pairs_change_no_value() {
        check("farkle-minimal", KeepFilter::Best);
        check("farkle", KeepFilter::Best);
        check("zilch", KeepFilter::Every);
        check("zilch-playr", KeepFilter::Every);
        check("farkle-minimal(fives=35)", KeepFilter::Every);
    }
}
