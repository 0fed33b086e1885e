//! Two fixed ways to play against each other: the exact chance that one of them wins.
//!
//! A pair of scores and its mirror are two linear equations: a bust in one leads to the other, and everything else leads
//! to larger sums of scores, which are solved before. How a turn of a player ends who does not look at the other's score
//! is worked out once for each own score. Perfect play looks at both scores: there the choices of the race are made
//! again, backwards through the turn, and what they are worth against this opponent is carried along.

#[cfg(test)]
mod tests;

use std::ops::Range;

use hotdice_games::push_luck::{BustPenalty, DeckKind, End, First, Piggyback, PushLuck};

use super::offer::Offers;
use super::options::{KeepFilter, menus, step};
use super::policy::{Scores, TurnEnds, TurnPolicy};
use super::race::{Grid, LANES, Race, share};
use super::rules::SolverRules;
use super::turn::{Scratch, Turns};
use crate::parallel::map_with;
use crate::{Stopped, Watch, size};

/// The most bytes that the chances of two players may take.
const MOST_BYTES: u128 = 4 << 30;

/// One of two players who are compared.
#[derive(Clone, Copy)]
pub enum Duelist<'a> {
    /// Looks at its own score only, or in the last turn at what it is behind.
    Steady(&'a dyn TurnPolicy),
    /// Plays the race perfectly.
    Perfect(&'a Race),
}

/// Why two ways to play cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DuelRefused {
    /// The game is played with cards, or busts in a row cost points.
    #[error(
        "two players can be compared where there are no cards, no penalties for busts and nothing to pick up"
    )]
    Rules,
    /// A perfect player has learned another game.
    #[error("the perfect player has learned other rules")]
    OtherRules,
    /// The chances would not fit in memory.
    #[error(
        "the chances of these two would take {}, and {} may be used: use a smaller target",
        size::in_words(*needed),
        size::in_words(*allowed)
    )]
    TooLarge {
        /// The bytes that they would take.
        needed: u128,
        /// The bytes that are allowed.
        allowed: u128,
    },
    /// The computation was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl DuelRefused {
    /// Refuses rules under which a turn depends on more than the scores.
    fn check(rules: &SolverRules) -> Result<(), Self> {
        let SolverRules {
            busts,
            deck,
            piggyback,
            // Offers and grids have these.
            no_score: _,
            hot: _,
            bank_takes: _,
            target: _,
            end: _,
            least: _,
            counts_from: _,
            first: _,
        } = *rules;
        match (deck, busts, piggyback) {
            (DeckKind::None, BustPenalty::None, Piggyback::No) => Ok(()),
            _ => Err(Self::Rules),
        }
    }
}

/// Returns the chance that the first of two players wins, who has the first seat; a tie is half a win.
///
/// # Errors
/// When the rules have cards or penalties, the target is too large, or `watch` stops the computation.
pub fn duel(
    game: &PushLuck,
    players: [Duelist<'_>; 2],
    watch: &dyn Watch,
) -> Result<f64, DuelRefused> {
    let rules = SolverRules::of(game);
    DuelRefused::check(&rules)?;
    let mut duel = Duel::new(game, &rules, players)?;
    duel.fill(watch)?;
    let [first, second] = duel.grids.each_ref().map(|grid| grid.at(0, 0));
    Ok(who_begins(rules.first, first, second))
}

/// Returns the chance of the first player, given those of both when they begin.
fn who_begins(rule: First, first: f64, second: f64) -> f64 {
    match rule {
        First::Entered => first,
        First::Random => f64::midpoint(first, 1.0 - second),
    }
}

/// A player made ready.
enum DuelSide<'a> {
    /// How its turns end, by its own score.
    Steady(Vec<TurnEnds>),
    Perfect(&'a Race),
}

struct Duel<'a> {
    sides: [DuelSide<'a>; 2],
    /// The chance of each player to win when in turn.
    grids: [Grid; 2],
}

/// The chances of neighbouring turns: to win by banking, and to bust.
type TurnChances = [[f64; LANES]; 2];

impl<'a> Duel<'a> {
    fn new(
        game: &PushLuck,
        rules: &SolverRules,
        players: [Duelist<'a>; 2],
    ) -> Result<Self, DuelRefused> {
        let every = step(&menus(game, KeepFilter::Every), rules.no_score);
        let turns = Turns::new(game, KeepFilter::to_win(rules), every);
        let (needed, allowed) = (2 * Grid::bytes(rules, &turns), MOST_BYTES);
        if needed > allowed {
            return Err(DuelRefused::TooLarge { needed, allowed });
        }
        let mut grids = [0, 1].map(|_| Grid::new(rules, &turns));
        let offers = Offers::new(game).ok_or(DuelRefused::Rules)?;
        let ready = |player, grid| DuelSide::new(player, game, &offers, turns.step, grid);
        let [first, second] = &mut grids;
        let sides = [ready(players[0], first)?, ready(players[1], second)?];
        Ok(Self { sides, grids })
    }

    fn fill(&mut self, watch: &dyn Watch) -> Result<(), Stopped> {
        let sums = 2 * self.grids[0].goal() - 1;
        for sum in (0..sums).rev() {
            watch.go_on()?;
            self.fill_sum(sum);
            watch.progress((sums - sum) as u64, sums as u64);
        }
        Ok(())
    }

    /// Works out all pairs of scores with one sum.
    fn fill_sum(&mut self, sum: usize) {
        let goal = self.grids[0].goal();
        let (lowest, highest) = ((sum + 1).saturating_sub(goal), sum.min(goal - 1));
        let blocks = (lowest..=highest).step_by(LANES);
        let tasks = blocks.flat_map(|yours| [(0, yours), (1, yours)]).collect();
        let blocks = map_with(tasks, |scratch, (player, yours)| {
            self.turn(player, sum, yours, scratch)
        });
        let turn = |player: usize, yours: usize| {
            let place = yours - lowest;
            let block = &blocks[2 * (place / LANES) + player];
            [block[0][place % LANES], block[1][place % LANES]]
        };
        for mine in lowest..=highest {
            let yours = sum - mine;
            let [first, second] = both(turn(0, yours), turn(1, mine));
            self.grids[0].set(mine, yours, first);
            self.grids[1].set(yours, mine, second);
        }
    }

    /// Returns the turns of a player against opponents who have `yours` points and more, at one sum of scores.
    fn turn(&self, player: usize, sum: usize, yours: usize, scratch: &mut Scratch) -> TurnChances {
        let theirs = &self.grids[1 - player];
        match &self.sides[player] {
            DuelSide::Perfect(race) => race.against(theirs, sum, yours, scratch),
            DuelSide::Steady(ends) => steady_turn(ends, theirs, sum, yours),
        }
    }
}

/// Returns the chances of two players in turn, given the chances of each to win by banking and to bust.
fn both([first_wins, first_busts]: [f64; 2], [second_wins, second_busts]: [f64; 2]) -> [f64; 2] {
    let both_bust = first_busts * second_busts;
    let first = (first_wins + first_busts * (1.0 - second_wins) - both_bust) / (1.0 - both_bust);
    [first, second_wins + second_busts * (1.0 - first)]
}

fn steady_turn(ends: &[TurnEnds], theirs: &Grid, sum: usize, yours: usize) -> TurnChances {
    let mut turn = [[0.0; LANES]; 2];
    for (lane, yours) in (yours..=sum).take(LANES).enumerate() {
        let Some(ends) = ends.get(sum - yours) else {
            continue;
        };
        let banked = ends.banked.iter().enumerate();
        let wins = banked.map(|(total, chance)| chance * (1.0 - theirs.at_sum(sum + total, yours)));
        turn[0][lane] = wins.sum();
        turn[1][lane] = ends.bust;
    }
    turn
}

impl<'a> DuelSide<'a> {
    /// Makes a player ready, and fills in its chances in the last turn.
    fn new(
        player: Duelist<'a>,
        game: &PushLuck,
        offers: &Offers,
        step: u32,
        grid: &mut Grid,
    ) -> Result<Self, DuelRefused> {
        match player {
            Duelist::Perfect(race) if race.game() != game || race.step() != step => {
                Err(DuelRefused::OtherRules)
            }
            Duelist::Perfect(race) => Ok(Self::Perfect(race)),
            Duelist::Steady(policy) => {
                let steady = Steady {
                    offers,
                    step,
                    policy,
                };
                steady.fill_last_turns(grid);
                Ok(Self::Steady(steady.all_ends(grid.goal())))
            }
        }
    }
}

/// A player who does not look at the other's score, on the way to be made ready.
#[derive(Clone, Copy)]
struct Steady<'a> {
    offers: &'a Offers,
    step: u32,
    policy: &'a dyn TurnPolicy,
}

impl Steady<'_> {
    /// Returns how turns end that are not the last, by the own score.
    fn all_ends(&self, goal: usize) -> Vec<TurnEnds> {
        let ends = |_: &mut Scratch, mine| self.ends(mine, 0, false);
        let on_roll = self.offers.rules().end == End::OnRoll;
        if self.policy.looks_at_scores() || on_roll {
            return map_with((0..goal).collect(), ends);
        }
        // All that matters is whether there are points yet.
        let [none, some] = [0, 1].map(|mine| self.ends(mine, 0, false));
        let rest = std::iter::repeat_n(some, goal - 1);
        std::iter::once(none).chain(rest).collect()
    }

    /// Fills in the chances in the last turn, which depend on what is missing and on whether there are points yet.
    fn fill_last_turns(&self, grid: &mut Grid) {
        let goal = grid.goal();
        // The other has the target, so a player without points is further behind.
        let starts = [(0, goal..grid.longest_lead()), (1, 1..grid.longest_lead())];
        for (mine, leads) in starts {
            let first = leads.start;
            let chances = self.chances_behind(mine, leads);
            grid.fill_ends(if mine == 0 { 0..1 } else { 1..goal }, |lead| {
                let place = lead.checked_sub(first);
                let chance = place.and_then(|place| chances.get(place));
                chance.copied().unwrap_or(0.0)
            });
        }
    }

    /// Returns the chances in the last turn by what is missing.
    fn chances_behind(&self, mine: usize, leads: Range<usize>) -> Vec<f64> {
        let chance = |ends: &TurnEnds, lead: usize| {
            let banked = ends.banked.iter().enumerate();
            let wins = banked.map(|(total, chance)| chance * share(total, lead));
            wins.sum()
        };
        if !self.policy.looks_at_scores() {
            let ends = self.ends(mine, mine, true);
            return leads.map(|lead| chance(&ends, lead)).collect();
        }
        map_with(leads.collect(), |_: &mut Scratch, lead| {
            chance(&self.ends(mine, mine + lead, true), lead)
        })
    }

    fn ends(&self, mine: usize, yours: usize, is_last: bool) -> TurnEnds {
        let scores = Scores {
            mine: mine as u32 * self.step,
            yours: yours as u32 * self.step,
            is_last,
        };
        let plan = self.policy.begin(scores);
        TurnEnds::of(self.offers, self.step, scores, &*plan)
    }
}
