//! Two players race to the target: the exact chance to win from every position.
//!
//! Only the chances at the start of a turn are kept. A pair of scores and its mirror are two unknowns: a bust in one
//! leads to the other, and everything else leads to larger sums of scores, which are solved before. What one unknown
//! is worth, given the other, takes one backward pass over a turn (backward induction over the turn total); both together are found
//! by secants. Where busts cost points a score can fall, and value iteration sweeps the whole table until nothing changes.
//! Eight neighbouring pairs go through a pass together, as the lanes of one SIMD kernel.

mod advice;
mod against;
mod anderson;
mod bytes;
mod chase;
mod grid;
mod memory;
mod pair;
mod penalties;
mod racer;
mod side;
#[cfg(test)]
mod tests;
mod thought;

use hotdice_games::push_luck::{BustPenalty, DeckKind, First, Piggyback, PushLuck};

use self::pair::{Guess, PairBlock, Pairs};
use self::thought::LastTurns;
use super::options::KeepFilter;
use super::rules::SolverRules;
use super::turn::{StagedThrows, Turns};
use crate::parallel::within;
use crate::{Stopped, Watch, size};

pub use advice::NoValue;
pub use bytes::WrongBytes;
pub use racer::{Racer, RacerTurn};

pub(super) use advice::has_just_begun;
pub(super) use chase::{Chase, HALF, chased_for, share};
pub(super) use grid::Grid;
pub(super) use pair::LANES;

/// The chance to win a race of two, from the start of every turn.
#[derive(Clone, Debug)]
pub struct Race {
    game: PushLuck,
    rules: SolverRules,
    turns: Turns,
    /// How many busts in a row cost points, or 1 where they cost none.
    row: usize,
    /// What they cost, in steps.
    penalty: usize,
    /// One grid for each number of busts in a row of the player in turn and of the other.
    grids: Vec<Grid>,
    /// What was worked out of them for the last questions.
    last: LastTurns,
}

/// Why a race cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RaceRefused {
    /// The game is played with cards.
    #[error(
        "a race with cards is not solved: every deck that can be left makes it a race of its own, and the table would take {}; use deck=none",
        size::in_words(*needed)
    )]
    Cards {
        /// The bytes that the table would take.
        needed: u128,
    },
    /// Turns may begin with what the last player left.
    #[error(
        "a race in which players pick up what was left is solved to small targets only: every total and every number of dice that can be left makes it a race of its own; use piggyback=no, or a target of a few hundred points"
    )]
    Piggyback,
    /// A roll wins at once, and a part of some roll pays more than all of it.
    #[error(
        "a race in which rolls win at once is not solved where a part of a roll pays more than the whole: use count=best or end=on-bank"
    )]
    PartsPayMore,
    /// A roll pays so many steps that working out a turn takes much more memory than the table.
    #[error(
        "a race is solved up to {MOST_DEPTH} times its step in one roll, and here the step is {step} and a roll pays up to {most}"
    )]
    TooDeep {
        /// The points of a step, of which everything that pays is a multiple.
        step: u32,
        /// The most that a roll pays.
        most: u32,
    },
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

/// The most steps that a roll may pay: every thread that solves the race takes about a kilobyte for each. A million points in
/// steps of 50 are as many.
const MOST_DEPTH: usize = 20_000;

impl Race {
    /// Returns how many bytes it takes to solve the race of two players.
    #[must_use]
    pub fn bytes_needed(game: &PushLuck) -> u128 {
        let rules = SolverRules::of(game);
        let acceleration = match rules.busts {
            BustPenalty::None => 0,
            BustPenalty::InARow(..) => acceleration_bytes(&rules, &turns(game, &rules)),
        };
        Self::bytes_kept(game) + acceleration
    }

    /// Returns how many bytes the race takes once it is solved.
    #[must_use]
    pub fn bytes_kept(game: &PushLuck) -> u128 {
        let rules = SolverRules::of(game);
        let grids = (row(&rules) as u128).pow(2);
        grids * Grid::bytes(&rules, &turns(game, &rules)) * decks(rules.deck)
    }

    /// Solves the race of two players.
    ///
    /// ```
    /// use hotdice_games::push_luck::PushLuck;
    /// use hotdice_solve::Unwatched;
    /// use hotdice_solve::push_luck::Race;
    ///
    /// let game = PushLuck::read(&"farkle-minimal(target=300)".parse()?)?;
    /// let race = Race::solve(&game, 1 << 20, &Unwatched)?;
    /// assert_eq!(format!("{:.6}", race.first_wins()), "0.855662");
    /// // Ahead by 200 and in turn:
    /// assert!(race.chance(250, 50).unwrap() > 0.9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When these rules are not covered, the table would take more than `memory` bytes, or `watch` stops the computation.
    pub fn solve(game: &PushLuck, memory: u128, watch: &dyn Watch) -> Result<Self, RaceRefused> {
        let rules = SolverRules::of(game);
        let SolverRules {
            deck,
            end,
            piggyback,
            // The turns and the grids of the race have these.
            no_score: _,
            hot: _,
            bank_takes: _,
            target: _,
            least: _,
            busts: _,
            counts_from: _,
            first: _,
        } = rules;
        let turns = turns(game, &rules);
        if turns.depth > MOST_DEPTH {
            let (step, most) = (turns.step, turns.step * turns.depth as u32);
            return Err(RaceRefused::TooDeep { step, most });
        }
        let needed = Self::bytes_needed(game);
        if deck != DeckKind::None {
            return Err(RaceRefused::Cards { needed });
        }
        if piggyback == Piggyback::Yes {
            return Err(RaceRefused::Piggyback);
        }
        if !turns.totals_tell(end) {
            return Err(RaceRefused::PartsPayMore);
        }
        if needed > memory {
            let allowed = memory;
            return Err(RaceRefused::TooLarge { needed, allowed });
        }
        within(|| {
            let mut race = Self::unsolved(game);
            race.fill(watch)?;
            race.settle_penalties(watch)?;
            Ok(race)
        })
    }

    /// Returns the race before anything but its ends is known.
    fn unsolved(game: &PushLuck) -> Self {
        let rules = SolverRules::of(game);
        let turns = turns(game, &rules);
        let row = row(&rules);
        let penalty = match rules.busts {
            BustPenalty::None => 0,
            BustPenalty::InARow(_, points) => (points / turns.step) as usize,
        };
        Self {
            game: game.clone(),
            rules,
            grids: vec![Grid::new(&rules, &turns); row * row],
            turns,
            row,
            penalty,
            last: LastTurns::default(),
        }
    }

    /// Returns the rules that this race was solved for.
    #[must_use]
    pub fn game(&self) -> &PushLuck {
        &self.game
    }

    /// Returns how many scores there are before the target.
    #[must_use]
    pub fn scores(&self) -> usize {
        self.grids[0].goal()
    }

    /// Returns the chance of the first seat to win from the start of the game.
    #[must_use]
    pub fn first_wins(&self) -> f64 {
        let first = self.grid(0, 0).at(0, 0);
        match self.rules.first {
            First::Entered => first,
            First::Random => 0.5,
        }
    }

    /// Returns the chance of a player with `mine` points who begins a turn against one with `yours`, neither having
    /// bust just before, or nothing when no game comes to these scores.
    #[must_use]
    pub fn chance(&self, mine: u32, yours: u32) -> Option<f64> {
        let [mine, yours] = [self.steps(mine)?, self.steps(yours)?];
        let goal = self.grids[0].goal();
        (mine < goal && yours < goal).then(|| self.grid(0, 0).at(mine, yours))
    }

    /// Returns how many steps these points are.
    fn steps(&self, points: u32) -> Option<usize> {
        let is_whole = points.is_multiple_of(self.turns.step);
        is_whole.then_some((points / self.turns.step) as usize)
    }

    /// Returns the chances of players who have bust `mine` times in a row against those who have `yours` times.
    fn grid(&self, mine: usize, yours: usize) -> &Grid {
        &self.grids[mine * self.row + yours]
    }

    /// Solves the race as if busts cost nothing.
    fn fill(&mut self, watch: &dyn Watch) -> Result<(), Stopped> {
        let goal = self.grids[0].goal();
        let mut guess = Guess::new(goal);
        let throws = StagedThrows::new(&self.turns);
        let sums = 2 * goal - 1;
        for sum in (0..sums).rev() {
            watch.go_on()?;
            let pairs = Pairs {
                turns: &self.turns,
                throws: &throws,
                grid: &self.grids[0],
                sum,
            };
            let solved = pairs.solve(&guess);
            for (first, block) in solved {
                self.put(sum, first, &block);
                guess.learn(first, &block);
            }
            watch.progress((sums - sum) as u64, sums as u64);
        }
        Ok(())
    }

    fn put(&mut self, sum: usize, first: usize, block: &PairBlock) {
        let grid = &mut self.grids[0];
        for (lane, yours) in (first..first + LANES).enumerate() {
            if grid.has_pair(sum, yours) {
                grid.set(sum - yours, yours, block.mine[lane]);
                grid.set(yours, sum - yours, block.yours[lane]);
            }
        }
    }
}

fn turns(game: &PushLuck, rules: &SolverRules) -> Turns {
    let penalty = match rules.busts {
        BustPenalty::None => 0,
        BustPenalty::InARow(_, points) => points,
    };
    Turns::new(game, KeepFilter::to_win(rules), penalty)
}

/// Returns how many numbers of busts in a row there are to tell apart.
fn row(rules: &SolverRules) -> usize {
    match rules.busts {
        BustPenalty::None => 1,
        BustPenalty::InARow(busts, _) => usize::from(busts),
    }
}

/// Returns how many bytes Anderson acceleration takes.
fn acceleration_bytes(rules: &SolverRules, turns: &Turns) -> u128 {
    let goal = u128::from(rules.target.div_ceil(turns.step));
    let chances = row(rules) as u128 * goal * goal;
    (anderson::VECTORS * size_of::<f64>()) as u128 * chances
}

/// Returns how many different decks can be left.
const fn decks(kind: DeckKind) -> u128 {
    match kind {
        DeckKind::None => 1,
        DeckKind::Small => 13 * 11 * 9 * 7,
        DeckKind::Full => 13 * 11 * 9 * 7 * 5 * 3 * 9 * 5,
    }
}
