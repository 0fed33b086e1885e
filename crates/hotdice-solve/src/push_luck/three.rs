//! Three players race to the target.
//!
//! Three scores and their two rotations are one problem of three unknown turns: a bust hands the same scores on, all
//! else leads to larger sums. The three turns are worked out one after the other, each from the last result of the next one, and
//! the chances of their busts tell where that leads.
//!
//! In a final round the two others have one more turn each, in which only their leads matter: see [`final_round`].
//!
//! With three players a choice that is all the same to the player in turn can matter to the others. The tie rule is:
//! rolling on only when it is better than banking, and of equal choices the one that leaves fewer dice. Where even so no choice of
//! plain moves is at rest the triple is listed ([`ThreeRace::restless`]).

mod block;
mod final_round;
mod search;
mod side;
#[cfg(test)]
mod tests;

use hotdice_games::push_luck::{BustPenalty, DeckKind, End, First, Piggyback, PushLuck};

use self::block::{TripleBlock, rotated};
use self::final_round::FinalRound;
use self::search::{KnownBusts, TripleKernel, TripleSolution};
use self::side::Course;
use super::options::KeepFilter;
use super::rules::SolverRules;
use super::turn::{Equals, SharedThrows, Turns};
use crate::parallel::map_with;
use crate::{Stopped, Watch, processor, size};

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
    /// The game is played with cards.
    #[error(
        "a race of three with cards is not solved: every deck that can be left makes it a race of its own; use deck=none"
    )]
    Cards,
    /// Busts in a row cost points.
    #[error(
        "a race of three in which busts cost points is not solved: scores fall, so that no triple of scores is worked out before the others, and three counts of busts multiply the table; use busts=none"
    )]
    Penalties,
    /// Turns may begin with what the last player left.
    #[error(
        "a race of three in which players pick up what was left is not solved: every total and every number of dice that can be left makes it a race of its own; use piggyback=no"
    )]
    Piggyback,
    /// A roll wins at once, and a part of some roll pays more than all of it.
    #[error(
        "a race of three in which rolls win at once is not solved where a part of a roll pays more than the whole: use count=best or end=on-bank"
    )]
    PartsPayMore,
    /// The table would not fit in the memory that is allowed.
    #[error(
        "the table would take {}, and {} may be used: use a smaller target",
        size::in_words(*needed),
        size::in_words(*allowed)
    )]
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
    /// Returns how many bytes it takes to solve the race of three players.
    #[must_use]
    pub fn bytes_needed(game: &PushLuck) -> u128 {
        let rules = SolverRules::of(game);
        let turns = Turns::new(game, KeepFilter::to_win(&rules), 0);
        bytes(&rules, &turns)
    }

    /// Solves the race of three players.
    ///
    /// # Errors
    /// When the rules are not covered, the table would take more than `memory` bytes, or `watch` stops the computation.
    pub fn solve(game: &PushLuck, memory: u128, watch: &dyn Watch) -> Result<Self, ThreeRefused> {
        let rules = SolverRules::of(game);
        let SolverRules {
            end,
            least,
            busts,
            first,
            deck,
            piggyback,
            // The turns and the goal have these.
            no_score: _,
            hot: _,
            bank_takes: _,
            target: _,
            counts_from: _,
        } = rules;
        if deck != DeckKind::None {
            return Err(ThreeRefused::Cards);
        }
        if busts != BustPenalty::None {
            return Err(ThreeRefused::Penalties);
        }
        if piggyback == Piggyback::Yes {
            return Err(ThreeRefused::Piggyback);
        }
        let turns = Turns::new(game, KeepFilter::to_win(&rules), 0);
        if !turns.totals_tell(end) {
            return Err(ThreeRefused::PartsPayMore);
        }
        let goal = goal(&rules, &turns);
        let needed = bytes(&rules, &turns);
        if needed > memory {
            let allowed = memory;
            return Err(ThreeRefused::TooLarge { needed, allowed });
        }
        let mut race = Self {
            goal,
            step: turns.step,
            first,
            chances: vec![[1.0 / 3.0; 2]; goal.pow(3)],
            restless: Vec::new(),
        };
        let course = Course {
            turns: &turns,
            throws: SharedThrows::new(&turns, Equals::First),
            end,
            least: least.map(|points| points.div_ceil(turns.step) as usize),
            final_round: (end == End::FinalRound).then(|| FinalRound::new(&rules, &turns)),
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
        let mut busts = KnownBusts::new(self.goal);
        for sum in (0..sums).rev() {
            watch.go_on()?;
            let solved = map_with(TripleBlock::all(self.goal, sum), |scratch, block| {
                let task = TripleKernel {
                    race: self,
                    course,
                    block,
                    busts: busts.lanes(&block),
                    scratch,
                };
                (block, processor::best().dispatch(task))
            });
            for (block, solution) in solved {
                self.put(block, &solution);
                busts.learn(&block, &solution.busts);
            }
            watch.progress((sums - sum) as u64, sums as u64);
        }
        Ok(())
    }

    fn put(&mut self, block: TripleBlock, solution: &TripleSolution) {
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

/// Returns the steps that win.
fn goal(rules: &SolverRules, turns: &Turns) -> usize {
    rules.target.div_ceil(turns.step) as usize
}

/// Returns how many bytes the tables take.
fn bytes(rules: &SolverRules, turns: &Turns) -> u128 {
    let closed = match rules.end {
        End::FinalRound => FinalRound::leads(rules, turns) as u128,
        End::OnRoll | End::OnBank => 0,
    };
    let entries = (goal(rules, turns) as u128).pow(3) + closed.pow(2);
    entries * size_of::<[f64; 2]>() as u128
}
