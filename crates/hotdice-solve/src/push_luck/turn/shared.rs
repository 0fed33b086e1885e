//! Choices that many throws have in common, compared once for each total instead of once for each throw.
//!
//! A choice leads to a spot, some points further on. Two choices that stand as far apart in many sets are merged to a pair: the better of one spot here and of another one so many points on. The value of such a pair at a total is known as
//! soon as the level of that total is, and is read by every set that the two are part of, at whatever total it is thrown. Pairs
//! of pairs follow, until what is left in common is not worth storing. The larger of some numbers is the same number in
//! whatever order they are compared, so nothing is rounded anew.

use super::simd::{SimdForTwo, SimdLanes, Values};
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

/// The better of two places, both counted from the start of the lower of their levels; of equals the first.
#[derive(Clone, Copy, Debug)]
struct Pair {
    first: usize,
    second: usize,
    /// How many levels above its own a throw reads it at.
    reach: usize,
}

/// Two choices, wherever they are: what they lead to, and by how many steps the second adds more.
type Shape = (usize, usize, isize);

/// Which of two equal choices counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::push_luck) enum Equals {
    /// It makes no difference: any two choices can be compared first.
    Alike,
    /// The one that is listed first: only neighbours are compared.
    First,
}

/// What the throws of a turn have in common.
#[derive(Clone, Debug)]
pub(super) struct CommonChoices {
    /// The sets of choices of each throw, in which pairs are one choice.
    throws: [Vec<ChoiceSet>; 6],
    /// The pairs, each of spots and of pairs before it.
    shapes: Vec<Shape>,
}

impl CommonChoices {
    /// Finds what sets of choices have in common.
    pub(super) fn find(mut throws: [Vec<ChoiceSet>; 6], equals: Equals) -> Self {
        if equals == Equals::Alike {
            let sets = throws.iter_mut().flatten();
            sets.for_each(|set| set.choices.sort_unstable());
        }
        let mut shapes = Vec::new();
        while let Some(shape) = commonest(throws.iter().flatten(), equals) {
            for set in throws.iter_mut().flatten() {
                merge(&mut set.choices, shape, SPOTS + shapes.len(), equals);
            }
            shapes.push(shape);
        }
        Self { throws, shapes }
    }

    /// Returns how many values a level needs.
    pub(super) const fn stride(&self) -> usize {
        SPOTS + self.shapes.len()
    }
}

impl SharedThrows {
    /// Finds what the throws of a turn have in common.
    pub(in crate::push_luck) fn new(turns: &Turns, equals: Equals) -> Self {
        let throws = turns.throws.each_ref().map(ThrowTable::sets);
        let common = CommonChoices::find(throws, equals);
        Self::lay_out(turns, &common, common.stride())
    }

    /// Lays out throws for levels of `stride` values.
    pub(super) fn lay_out(turns: &Turns, common: &CommonChoices, stride: usize) -> Self {
        let CommonChoices { throws, shapes } = common;
        let reach = reach(throws.iter().flatten(), shapes);
        let pair = |(first, second, more): &Shape, reach| Pair {
            first: above_by(-more) * stride + first,
            second: above_by(*more) * stride + second,
            reach,
        };
        let pairs = std::iter::zip(shapes, &reach[SPOTS..]);
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

    /// Returns the values of rolling one to six dice to the player who chooses and to another one.
    #[inline(always)]
    pub(in crate::push_luck) fn rolled_for_two<const L: usize>(
        &self,
        ahead: &[SimdForTwo<L>],
        bust: SimdForTwo<L>,
    ) -> [SimdForTwo<L>; 6] {
        let mut values = [[[0.0; L]; 2]; 6];
        for (value, throw) in std::iter::zip(&mut values, &self.throws) {
            *value = throw.value_for_two(ahead, bust);
        }
        values
    }

    /// Works out the pairs of the first of these levels.
    #[inline(always)]
    pub(in crate::push_luck) fn compare<T: Values>(&self, levels: &mut [T]) {
        for (place, pair) in std::iter::zip(SPOTS.., &self.pairs) {
            levels[place] = levels[pair.first].or_better(levels[pair.second]);
        }
    }

    /// Works out the pairs of all of these levels that are read from below the first.
    #[inline(always)]
    pub(in crate::push_luck) fn compare_all<T: Values>(&self, levels: &mut [T]) {
        for (place, pair) in std::iter::zip(SPOTS.., &self.pairs) {
            for above in 0..pair.reach {
                let level = &mut levels[above * self.stride..];
                level[place] = level[pair.first].or_better(level[pair.second]);
            }
        }
    }
}

/// Returns by how many levels something is above another thing that may also be above it.
fn above_by(steps: isize) -> usize {
    steps.max(0).unsigned_abs()
}

/// Returns how many levels further on every spot and pair is read.
fn reach<'s>(sets: impl Iterator<Item = &'s ChoiceSet>, shapes: &[Shape]) -> Vec<usize> {
    let mut reach = vec![0; SPOTS + shapes.len()];
    for (steps, spot) in sets.flat_map(|set| &set.choices) {
        reach[*spot] = reach[*spot].max(*steps);
    }
    // A pair is made of what comes before it.
    for (place, (first, second, more)) in shapes.iter().enumerate().rev() {
        let needed = reach[SPOTS + place];
        reach[*first] = reach[*first].max(needed + above_by(-more));
        reach[*second] = reach[*second].max(needed + above_by(*more));
    }
    reach
}

/// Returns the two choices that most sets share, of equally common ones the first; nothing when few do.
fn commonest<'s>(sets: impl Iterator<Item = &'s ChoiceSet>, equals: Equals) -> Option<Shape> {
    let mut shapes: Vec<Shape> = sets.flat_map(|set| shapes(&set.choices, equals)).collect();
    shapes.sort_unstable();
    let runs = shapes.chunk_by(|a, b| a == b).rev();
    let longest = runs.max_by_key(|run| run.len())?;
    (longest.len() >= SHARED).then(|| longest[0])
}

fn shapes(choices: &[Choice], equals: Equals) -> impl Iterator<Item = Shape> {
    let earlier = move |b: usize| match equals {
        Equals::Alike => 0..b,
        Equals::First => b - 1..b,
    };
    let pairs =
        (1..choices.len()).flat_map(move |b| earlier(b).map(move |a| (choices[a], choices[b])));
    pairs.map(|(a, b)| (a.1, b.1, b.0 as isize - a.0 as isize))
}

/// Replaces two choices of this shape by one that leads to `spot`; choices stay in order.
fn merge(choices: &mut Vec<Choice>, shape: Shape, spot: usize, equals: Equals) {
    let (first, second, more) = shape;
    let is_shape =
        |a: Choice, b: Choice| (a.1, b.1, b.0 as isize - a.0 as isize) == (first, second, more);
    for a in 0..choices.len() {
        let last = match equals {
            Equals::Alike => choices.len(),
            Equals::First => choices.len().min(a + 2),
        };
        if let Some(b) = (a + 1..last).find(|b| is_shape(choices[a], choices[*b])) {
            let (steps, _) = choices.remove(b);
            choices[a] = (steps.min(choices[a].0), spot);
            if equals == Equals::Alike {
                choices.sort_unstable();
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use hotdice_games::push_luck::PushLuck;

    use super::*;
    use crate::push_luck::options::KeepFilter;

    struct Levels {
        turns: Turns,
        next: u64,
    }

    impl Levels {
        fn of(line: &str, keeps: KeepFilter) -> Self {
            let game = PushLuck::read(&line.parse().unwrap()).unwrap();
            let turns = Turns::new(&game, keeps, 0);
            Self { turns, next: 1 }
        }

        fn random(&mut self) -> f64 {
            let next = self.next.wrapping_mul(6_364_136_223_846_793_005);
            self.next = next.wrapping_add(1);
            (self.next >> 11) as f64 / (1_u64 << 53) as f64
        }

        /// Returns levels without pairs, and the same with pairs as a pass works them out: level by level, but for those above its
        /// highest total.
        fn both<T: Values>(
            &mut self,
            shared: &SharedThrows,
            mut value: impl FnMut(&mut Self) -> T,
        ) -> [Vec<T>; 2] {
            assert!(shared.stride > SPOTS, "nothing is shared");
            let highest = self.turns.depth;
            let totals = 2 * highest + 1;
            let plain: Vec<T> = (0..totals * SPOTS).map(|_| value(self)).collect();
            let mut levels = vec![plain[0]; totals * shared.stride];
            for total in 0..totals {
                levels[total * shared.stride..][..SPOTS]
                    .copy_from_slice(&plain[total * SPOTS..][..SPOTS]);
            }
            shared.compare_all(&mut levels[highest * shared.stride..]);
            for total in (1..highest).rev() {
                shared.compare(&mut levels[total * shared.stride..][..shared.span]);
            }
            [plain, levels]
        }
    }

    /// Checks that throws are worth the same with pairs as without, whatever lies ahead.
    #[track_caller]
    fn check(line: &str, keeps: KeepFilter) {
        let mut levels = Levels::of(line, keeps);
        for equals in [Equals::Alike, Equals::First] {
            let shared = SharedThrows::new(&levels.turns, equals);
            let [plain, paired] = levels.both(&shared, |levels| [levels.random()]);
            for total in 0..levels.turns.depth {
                let expected = levels.turns.rolled(&plain[total * SPOTS..], [0.3]);
                let found = shared.rolled(&paired[total * shared.stride..], [0.3]);
                for (expected, found) in std::iter::zip(expected, found) {
                    assert!((expected[0] - found[0]).abs() < 1e-15, "{line} at {total}");
                }
            }
        }
    }

    /// Checks that of equal choices the first counts, with pairs as without: many values ahead are equal to the one who chooses.
    #[track_caller]
    fn check_equals(line: &str, keeps: KeepFilter) {
        let mut levels = Levels::of(line, keeps);
        let shared = SharedThrows::new(&levels.turns, Equals::First);
        let [plain, paired] = levels.both(&shared, |levels| {
            let own = (levels.random() * 4.0).floor() / 4.0;
            [[own], [levels.random()]]
        });
        for total in 0..levels.turns.depth {
            let bust = [[0.3], [0.2]];
            let expected = levels.turns.rolled_for_two(&plain[total * SPOTS..], bust);
            let found = shared.rolled_for_two(&paired[total * shared.stride..], bust);
            for (expected, found) in std::iter::zip(expected, found) {
                for which in 0..2 {
                    let gap = (expected[which][0] - found[which][0]).abs();
                    assert!(gap < 1e-15, "{line} at {total}");
                }
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

    #[test]
    fn of_equal_choices_the_first_counts() {
        check_equals("farkle-minimal", KeepFilter::Best);
        check_equals("farkle", KeepFilter::Best);
        check_equals("zilch", KeepFilter::Every);
    }
}
