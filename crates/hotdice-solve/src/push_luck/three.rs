//! Three players race to the target.
//!
//! Three scores and their two rotations are one problem of three unknown turns: a bust hands the same scores on, all
//! else leads to larger sums. The three turns are worked out one after the other, each from the last result of the next one, until
//! nothing changes.
//!
//! With three players a choice that is all the same to the player in turn can matter to the others. The tie rule is:
//! rolling on only when it is better than banking, and of equal choices the one that leaves fewer dice. Where even so no choice of
//! plain moves is at rest the triple is listed ([`ThreeRace::restless`]).

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several arrays stay plain, so that they become vector code"
)]

use hotdice_games::push_luck::{BankTakes, BustPenalty, DeckKind, End, First, Hot, PushLuck};

use super::options::Keeps;
use super::options::Spot;
use super::parallel::each;
use super::turn::{ForTwo, Lanes, SPOTS, Scratch, Turns, raise_both};
use crate::{Stopped, Watch};

/// How many triples go through a pass together.
const LANES: usize = 8;

/// The change in one round at which a triple is at rest; what is left of the error is smaller by far.
const STILL: f64 = 1e-11;

/// The change in the last round that makes a triple restless.
const RESTLESS: f64 = 1e-9;

/// The rounds after which a triple is restless.
const PATIENCE: usize = 80;

/// The chances of three players at the start of every turn.
#[derive(Clone, Debug)]
pub struct ThreeRace {
    goal: usize,
    step: u32,
    first: First,
    /// By the scores of the player in turn, the next and the third: the chances of the third and of the one in turn.
    chances: Vec<[f64; 2]>,
    restless: Vec<[u32; 3]>,
}

/// Why a race of three cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThreeRefused {
    /// The rules have cards, penalties, a final round, or dice that must be rolled again.
    #[error(
        "a race of three is solved without cards, penalties, final round, forced hot dice and pay for idle dice"
    )]
    Rules,
    /// The table would not fit in the memory that is allowed.
    #[error("the table would take {needed} bytes, and {allowed} are allowed: use a smaller target")]
    TooLarge {
        /// The bytes that the table would take.
        needed: u128,
        /// The bytes that are allowed.
        allowed: u128,
    },
    /// The computation was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl ThreeRace {
    /// Solves the race of three players.
    ///
    /// # Errors
    /// When the rules are not covered, the table would take more than `memory` bytes, or `watch` stops the computation.
    pub fn solve(game: &PushLuck, memory: u128, watch: &dyn Watch) -> Result<Self, ThreeRefused> {
        let rules = game.rules();
        if rules.deck != DeckKind::None
            || rules.busts != BustPenalty::None
            || rules.end == End::FinalRound
            || rules.hot == Hot::Forced
            || rules.no_score > 0
        {
            return Err(ThreeRefused::Rules);
        }
        let turns = Turns::new(game.scorer(), Keeps::to_win(rules), 0);
        let goal = rules.target.div_ceil(turns.step) as usize;
        let needed = (goal as u128).pow(3) * size_of::<[f64; 2]>() as u128;
        if needed > memory {
            let allowed = memory;
            return Err(ThreeRefused::TooLarge { needed, allowed });
        }
        let mut race = Self {
            goal,
            step: turns.step,
            first: rules.first,
            chances: vec![[1.0 / 3.0; 2]; goal.pow(3)],
            restless: Vec::new(),
        };
        let least = [rules.least_to_bank(0), rules.least_to_bank(1)];
        let course = Course {
            turns: &turns,
            end: rules.end,
            least: least.map(|points| points.div_ceil(turns.step) as usize),
        };
        race.fill(&course, watch)?;
        Ok(race)
    }

    /// Returns the chances of the seats to win from the start of the game, in order.
    #[must_use]
    pub fn from_start(&self) -> [f64; 3] {
        match self.first {
            First::Entered => self.at(0, 0, 0),
            First::Random => [1.0 / 3.0; 3],
        }
    }

    /// Returns the chances of three players with these points, the first of whom begins a turn, or nothing when no
    /// game comes to these scores.
    #[must_use]
    pub fn chances(&self, scores: [u32; 3]) -> Option<[f64; 3]> {
        let fits = |points: &u32| {
            points.is_multiple_of(self.step) && ((points / self.step) as usize) < self.goal
        };
        let [a, b, c] = scores.map(|points| (points / self.step) as usize);
        scores.iter().all(fits).then(|| self.at(a, b, c))
    }

    /// Returns the triples of points that did not come to rest under the tie rule.
    #[must_use]
    pub fn restless(&self) -> &[[u32; 3]] {
        &self.restless
    }

    fn at(&self, a: usize, b: usize, c: usize) -> [f64; 3] {
        let [third, first] = self.chances[self.place(a, b, c)];
        [first, 1.0 - first - third, third]
    }

    fn place(&self, a: usize, b: usize, c: usize) -> usize {
        (a * self.goal + b) * self.goal + c
    }

    fn fill(&mut self, course: &Course<'_>, watch: &dyn Watch) -> Result<(), Stopped> {
        let sums = 3 * self.goal - 2;
        for sum in (0..sums).rev() {
            if watch.is_stopped() {
                return Err(Stopped);
            }
            let solved = each(self.blocks(sum), |scratch, block| {
                let task = SolveBlock {
                    race: self,
                    course,
                    block,
                    scratch,
                };
                (block, pulp::Arch::new().dispatch(task))
            });
            for (block, solution) in solved {
                self.put(block, &solution);
            }
            watch.progress((sums - sum) as u64, sums as u64);
        }
        Ok(())
    }

    /// Returns the blocks of a sum: triples in which the second score is the smallest, by that and the third.
    fn blocks(&self, sum: usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        for second in 0..=(sum / 3).min(self.goal - 1) {
            let rest = sum - second;
            let lowest = second.max((rest + 1).saturating_sub(self.goal));
            let highest = (rest - second).min(self.goal - 1);
            for third in (lowest..=highest).step_by(LANES) {
                let count = (highest + 1 - third).min(LANES);
                blocks.push(Block {
                    first: rest - third,
                    second,
                    third,
                    count,
                });
            }
        }
        blocks
    }

    /// Guesses the chances in the first turns of a block by going on straight from its neighbours.
    fn guess(&self, block: Block) -> Both {
        let mut guess = [[1.0 / 3.0; LANES]; 2];
        for lane in 0..block.count {
            let [a, b, c] = block.scores(lane);
            if a + 1 < self.goal && b + 1 < self.goal {
                let near = [self.at(a + 1, b, c), self.at(a, b + 1, c)];
                let far = self.at(a + 1, b + 1, c);
                for which in 0..2 {
                    let straight = near[0][which] + near[1][which] - far[which];
                    guess[which][lane] = straight.clamp(0.0, 1.0);
                }
            }
        }
        guess
    }

    fn put(&mut self, block: Block, solution: &Solution) {
        for lane in 0..block.count {
            let scores = block.scores(lane);
            for (turn, chances) in solution.turns.iter().enumerate() {
                let [a, b, c] = rotated(scores, turn);
                let place = self.place(a, b, c);
                self.chances[place] = [1.0 - chances[0][lane] - chances[1][lane], chances[0][lane]];
            }
            if solution.is_restless[lane] {
                let points = scores.map(|steps| steps as u32 * self.step);
                self.restless.push(points);
            }
        }
    }
}

/// What a turn needs to know of the rules.
struct Course<'a> {
    turns: &'a Turns,
    end: End,
    /// The least total to bank for a player without points, and for others.
    least: [usize; 2],
}

/// Neighbouring triples: the second score is the same, the third grows and the first shrinks.
#[derive(Clone, Copy, Debug)]
struct Block {
    first: usize,
    second: usize,
    third: usize,
    count: usize,
}

impl Block {
    /// Returns the scores of a lane; lanes beyond the last repeat it.
    fn scores(&self, lane: usize) -> [usize; 3] {
        let lane = lane.min(self.count - 1);
        [self.first - lane, self.second, self.third + lane]
    }
}

/// Returns scores as the player sees them who is in turn after so many others.
const fn rotated([a, b, c]: [usize; 3], turn: usize) -> [usize; 3] {
    match turn {
        0 => [a, b, c],
        1 => [b, c, a],
        _ => [c, a, b],
    }
}

/// The chances of the player in turn and of the next one.
type Both = ForTwo<LANES>;

/// The three turns of a block.
struct Solution {
    turns: [Both; 3],
    is_restless: [bool; LANES],
}

/// The task to solve one block, to be compiled for every kind of processor.
struct SolveBlock<'a> {
    race: &'a ThreeRace,
    course: &'a Course<'a>,
    block: Block,
    scratch: &'a mut Scratch,
}

impl pulp::WithSimd for SolveBlock<'_> {
    type Output = Solution;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> Solution {
        let Self {
            race,
            course,
            block,
            scratch,
        } = self;
        let sides: [Side; 3] = std::array::from_fn(|turn| Side::new(race, course, block, turn));
        let mut search = Search::new(race.guess(block));
        for _ in 0..PATIENCE {
            let third = sides[2].start(course, handed_on(search.tried), scratch);
            let second = sides[1].start(course, handed_on(third), scratch);
            let first = sides[0].start(course, handed_on(second), scratch);
            search.turns = [first, second, third];
            if search.step() {
                break;
            }
        }
        Solution {
            turns: search.turns,
            is_restless: search.gap.map(|gap| gap > RESTLESS),
        }
    }
}

/// Returns what a bust is worth when it leads to these chances of the next player, who is then in turn, and the one after.
#[inline(always)]
fn handed_on([own, next]: Both) -> Both {
    let mut third = [0.0; LANES];
    for lane in 0..LANES {
        third[lane] = 1.0 - own[lane] - next[lane];
    }
    [third, own]
}

/// The search for the chances of a block.
///
/// While no choice changes, a round of three turns shrinks every error by the same factor: the chance of three busts in a row.
/// That factor is learned from two rounds, and the rest of the way is done in one step.
struct Search {
    /// The chances in the first turn that were put in.
    tried: Both,
    turns: [Both; 3],
    /// What was put in before, and by how much it changed.
    before: Option<[Both; 2]>,
    shrinks: Lanes<LANES>,
    gap: Lanes<LANES>,
}

impl Search {
    fn new(tried: Both) -> Self {
        Self {
            tried,
            turns: [tried; 3],
            before: None,
            shrinks: [0.02; LANES],
            gap: [1.0; LANES],
        }
    }

    /// Puts in better chances; returns whether the search is over.
    #[inline(always)]
    fn step(&mut self) -> bool {
        let mut moved = [[0.0; LANES]; 2];
        for which in 0..2 {
            for lane in 0..LANES {
                moved[which][lane] = self.turns[0][which][lane] - self.tried[which][lane];
            }
        }
        if let Some([tried, moved_before]) = self.before {
            self.learn(&tried, &moved_before, &moved);
        }
        self.before = Some([self.tried, moved]);
        for lane in 0..LANES {
            self.gap[lane] = moved[0][lane].abs().max(moved[1][lane].abs());
            for which in 0..2 {
                self.tried[which][lane] += moved[which][lane] / (1.0 - self.shrinks[lane]);
            }
        }
        self.gap.iter().all(|gap| *gap < STILL)
    }

    /// Learns by how much a round shrinks errors.
    #[inline(always)]
    fn learn(&mut self, tried: &Both, moved_before: &Both, moved: &Both) {
        for lane in 0..LANES {
            let (mut along, mut length) = (0.0, 0.0);
            for which in 0..2 {
                let step = self.tried[which][lane] - tried[which][lane];
                let change = moved[which][lane] - moved_before[which][lane];
                along += step * (step + change);
                length += step * step;
            }
            if length > 1e-20 {
                self.shrinks[lane] = (along / length).clamp(0.0, 0.9);
            }
        }
    }
}

/// One of the three turns of a block.
struct Side {
    /// What banking each total is worth, up to where it always wins.
    banks: Vec<Both>,
    reach: [usize; LANES],
    least: [usize; LANES],
}

impl Side {
    fn new(race: &ThreeRace, course: &Course<'_>, block: Block, turn: usize) -> Self {
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
    fn start(&self, course: &Course<'_>, bust: Both, scratch: &mut Scratch) -> Both {
        let turns = course.turns;
        let cap = self.banks.len();
        let len = (cap + turns.depth + 1) * SPOTS;
        let (levels, _) = scratch.lanes::<LANES>(2 * len).as_chunks_mut::<2>();
        levels[cap * SPOTS..].fill([[1.0; LANES], [0.0; LANES]]);
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
            Hot::Optional | Hot::Forced => or_bank(&rolled[5]),
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;

    fn solve(line: &str) -> Result<ThreeRace, ThreeRefused> {
        let game = PushLuck::read(&line.parse().unwrap()).unwrap();
        ThreeRace::solve(&game, 1 << 30, &Unwatched)
    }

    #[test]
    fn chances_of_three_add_up() {
        let race = solve("farkle-minimal(target=700)").unwrap();
        let [first, second, third] = race.from_start();
        assert!(first > second && second > third);
        for scores in [[0, 0, 0], [650, 0, 300], [100, 650, 650]] {
            let chances = race.chances(scores).unwrap();
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
        }
        assert_eq!(race.chances([700, 0, 0]), None);
        assert!(race.restless().is_empty(), "{:?}", race.restless());
    }

    #[test]
    #[ignore = "long: run by cargo xtask test --long"]
    fn three_to_ten_thousand_match_the_known_numbers() {
        let found = solve("farkle-minimal").unwrap().from_start();
        for (found, known) in std::iter::zip(found, [0.371_610, 0.331_218, 0.297_172]) {
            assert!((found - known).abs() < 1e-6, "{found}, not {known}");
        }
    }

    #[test]
    fn what_is_not_covered_is_refused() {
        assert_eq!(solve("zilch").unwrap_err(), ThreeRefused::Rules);
        let large = solve("farkle-minimal(target=100000)").unwrap_err();
        assert!(matches!(large, ThreeRefused::TooLarge { .. }));
    }
}
