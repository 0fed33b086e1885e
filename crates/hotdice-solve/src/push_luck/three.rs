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

mod advice;
mod block;
mod bytes;
mod corner;
mod final_round;
mod search;
mod side;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use hotdice_games::push_luck::{BustPenalty, DeckKind, End, First, Piggyback, PushLuck};

use self::block::{TripleBlock, rotated};
use self::corner::Corner;
use self::final_round::FinalRound;
use self::search::{KnownBusts, TripleKernel, TripleSolution};
pub(super) use self::side::Course;
use super::in_turn::{KnownTurns, RecentTurn};
use super::last_turn::LastTurn;
use super::options::KeepFilter;
use super::rules::SolverRules;
use super::turn::{Equals, SharedThrows, Turns};
use crate::parallel::map_with;
use crate::{Stopped, Watch, processor, size};

/// The chances of three players at the start of every turn from some scores up, by which every position has its own.
#[derive(Clone, Debug)]
pub struct ThreeRace {
    course: Arc<Course>,
    corner: Corner,
    /// By the scores of the player in turn, the next and the third: the chances of the third and of the one in turn.
    chances: Vec<[f64; 2]>,
    restless: Vec<[u32; 3]>,
    recent: RecentTurn,
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
        let (course, corner) = Self::plan(game, memory)?;
        Ok(Self::fill(Arc::new(course), corner, watch)?)
    }

    /// Returns what it takes to solve the race of three players from the start.
    fn plan(game: &PushLuck, memory: u128) -> Result<(Course, Corner), ThreeRefused> {
        let last_turn = LastTurn::new(game);
        let (rules, turns) = (last_turn.rules(), last_turn.turns());
        check(rules, turns)?;
        let needed = bytes(rules, turns);
        if needed > memory {
            let allowed = memory;
            return Err(ThreeRefused::TooLarge { needed, allowed });
        }
        let course = Course::new(&last_turn);
        let corner = course.corner([0; 3]);
        Ok((course, corner))
    }

    /// Solves the race from a corner up.
    pub(super) fn fill(
        course: Arc<Course>,
        corner: Corner,
        watch: &dyn Watch,
    ) -> Result<Self, Stopped> {
        let mut race = Self::unsolved(course, corner);
        race.fill_in(watch)?;
        Ok(race)
    }

    /// Returns the race from a corner up, before anything but its ends is known.
    fn unsolved(course: Arc<Course>, corner: Corner) -> Self {
        Self {
            course,
            corner,
            chances: vec![[1.0 / 3.0; 2]; corner.turns()],
            restless: Vec::new(),
            recent: RecentTurn::default(),
        }
    }

    /// Returns the chances of the seats to win from the start of the game, in order; a third each where that is not part of
    /// what was solved.
    #[must_use]
    pub fn from_start(&self) -> [f64; 3] {
        match self.game().rules().first {
            First::Entered => self.chances([0; 3]).unwrap_or([1.0 / 3.0; 3]),
            First::Random => [1.0 / 3.0; 3],
        }
    }

    /// Returns the chances of three players with these points, the first of whom has the first seat and begins a turn, or
    /// nothing when no game comes to these scores or they are not part of what was solved.
    #[must_use]
    pub fn chances(&self, scores: [u32; 3]) -> Option<[f64; 3]> {
        self.begun(0, scores)
    }

    /// Returns the rules of the race.
    #[must_use]
    pub fn game(&self) -> &PushLuck {
        self.course.last_turn.game()
    }

    /// Returns the triples of points that did not come to rest under the tie rule.
    #[must_use]
    pub fn restless(&self) -> &[[u32; 3]] {
        &self.restless
    }

    /// Returns the chances of a seat that begins a turn and of the next two, by their points.
    fn begun(&self, seat: usize, points: [u32; 3]) -> Option<[f64; 3]> {
        let step = self.course.turns.step;
        let scores = points.map(|points| (points / step) as usize);
        let is_whole = points.iter().all(|points| points.is_multiple_of(step));
        let is_known = is_whole && self.corner.covers(rotated(scores, (3 - seat) % 3));
        is_known.then(|| self.at(seat, scores))
    }

    fn at(&self, seat: usize, scores: [usize; 3]) -> [f64; 3] {
        let [third, first] = self.chances[self.corner.place(seat, scores)];
        [first, 1.0 - first - third, third]
    }

    fn fill_in(&mut self, watch: &dyn Watch) -> Result<(), Stopped> {
        let lowest = self.corner.from.iter().sum::<usize>();
        let highest = 3 * self.corner.goal - 3;
        let mut busts = KnownBusts::new(self.corner);
        for sum in (lowest..=highest).rev() {
            watch.go_on()?;
            let solved = map_with(TripleBlock::all(&self.corner, sum), |scratch, block| {
                let task = TripleKernel {
                    race: self,
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
            watch.progress((highest + 1 - sum) as u64, (highest + 1 - lowest) as u64);
        }
        Ok(())
    }

    fn put(&mut self, block: TripleBlock, solution: &TripleSolution) {
        for lane in 0..block.count {
            let scores = block.scores(lane);
            for (turn, chances) in solution.turns.iter().enumerate() {
                let place = self.corner.place(turn, rotated(scores, turn));
                self.chances[place] = [1.0 - chances[0][lane] - chances[1][lane], chances[0][lane]];
            }
            if solution.is_restless[lane] {
                let points = scores.map(|steps| steps as u32 * self.course.turns.step);
                self.restless.push(points);
            }
        }
    }
}

impl Course {
    /// Returns what turns of three players need, where their race is solved; nothing where closed games take more than so many
    /// bytes.
    pub(super) fn small(last_turn: &LastTurn, most_closed: u128) -> Option<Self> {
        let (rules, turns) = (last_turn.rules(), last_turn.turns());
        let is_small = closed_bytes(rules, turns) <= most_closed;
        (is_small && check(rules, turns).is_ok()).then(|| Self::new(last_turn))
    }

    fn new(last_turn: &LastTurn) -> Self {
        let (rules, turns) = (*last_turn.rules(), last_turn.turns().clone());
        let steps = |points: u32| points.div_ceil(turns.step) as usize;
        Self {
            goal: steps(rules.target),
            throws: SharedThrows::new(&turns, Equals::First),
            end: rules.end,
            least: rules.least.map(steps),
            final_round: (rules.end == End::FinalRound).then(|| FinalRound::new(&rules, &turns)),
            turns,
            last_turn: last_turn.clone(),
        }
    }

    /// Returns what is to be solved once the seats have these points: all of it from the lowest of them up, where that is less.
    ///
    /// Points from the target on stand for the most that are below.
    pub(super) fn corner(&self, points: [u32; 3]) -> Corner {
        let goal = self.goal;
        let from = points.map(|points| ((points / self.turns.step) as usize).min(goal - 1));
        let apart = Corner { goal, from };
        let lowest = from.into_iter().fold(goal - 1, usize::min);
        let even = Corner {
            goal,
            from: [lowest; 3],
        };
        if even.turns() <= apart.turns() {
            even
        } else {
            apart
        }
    }
}

/// Refuses rules that are not covered.
fn check(rules: &SolverRules, turns: &Turns) -> Result<(), ThreeRefused> {
    let SolverRules {
        end,
        busts,
        deck,
        piggyback,
        // The turns, what they need, and the evaluation of states have these.
        no_score: _,
        hot: _,
        bank_takes: _,
        target: _,
        least: _,
        counts_from: _,
        first: _,
    } = *rules;
    if deck != DeckKind::None {
        return Err(ThreeRefused::Cards);
    }
    if busts != BustPenalty::None {
        return Err(ThreeRefused::Penalties);
    }
    if piggyback == Piggyback::Yes {
        return Err(ThreeRefused::Piggyback);
    }
    if !turns.totals_tell(end) {
        return Err(ThreeRefused::PartsPayMore);
    }
    Ok(())
}

/// Returns how many bytes the tables of the whole race take.
fn bytes(rules: &SolverRules, turns: &Turns) -> u128 {
    let goal = u128::from(rules.target.div_ceil(turns.step));
    goal.pow(3) * size_of::<[f64; 2]>() as u128 + closed_bytes(rules, turns)
}

/// Returns how many bytes closed games take.
fn closed_bytes(rules: &SolverRules, turns: &Turns) -> u128 {
    let leads = match rules.end {
        End::FinalRound => FinalRound::leads(rules, turns) as u128,
        End::OnRoll | End::OnBank => 0,
    };
    leads.pow(2) * size_of::<[f64; 2]>() as u128
}
