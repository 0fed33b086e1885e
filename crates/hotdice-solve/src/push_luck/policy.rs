//! Two fixed ways to play against each other: the exact chance that one of them wins.
//!
//! A way to play gives every turn a distribution: the chance to bank each total, and to bust. It is found forwards from
//! the start of the turn, through the positions that the player really comes to. A pair of scores and its mirror are
//! then two linear equations.

use std::collections::{BTreeMap, HashMap};

use hotdice_core::{Dice, Odds};
use hotdice_games::push_luck::{BankTakes, BustPenalty, DeckKind, End, First, Hot, PushLuck};

use super::options::{DICE, Keeps, menus, step};
use crate::{Stopped, Watch};

/// Positions that a turn comes to less often than this are left out.
const NEVER: f64 = 1e-15;

/// The scores that a player sees when a turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scores {
    /// What the player in turn has banked.
    pub mine: u32,
    /// What the other has banked.
    pub yours: u32,
    /// Whether the other has reached the target and this is the last turn.
    pub is_last: bool,
}

/// What a player does with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The dice to keep; where banking takes the whole roll they matter only to those who roll on.
    pub keep: Dice,
    /// What to do then.
    pub then: Then,
}

/// What a player does after a keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Banks if the rules allow it, and rolls on otherwise.
    Bank,
    /// Rolls on.
    Roll,
}

/// A way to play that depends on nothing but what both players see.
pub trait TurnPolicy: Sync {
    /// Makes up the mind for a turn that begins with these scores.
    fn begin(&self, scores: Scores) -> Box<dyn TurnPlan + '_>;
}

/// A way to play one turn.
pub trait TurnPlan {
    /// Chooses what to do with a roll that scores, given the turn total before it.
    fn choose(&self, total: u32, roll: Dice) -> Choice;
}

/// Why two ways to play cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyRefused {
    /// The game is played with cards, or busts in a row cost points.
    #[error("two players can be compared where there are no cards and no penalties for busts")]
    Rules,
    /// A player kept dice that cannot be kept.
    #[error("a player kept {keep} of {roll}, which the rules do not allow")]
    Keep {
        /// The dice that were kept.
        keep: Dice,
        /// The dice on the table.
        roll: Dice,
    },
    /// The computation was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Returns the chance that `first`, in the first seat, wins against `second`; a tie is half a win.
///
/// # Errors
/// When the rules have cards or penalties, a player breaks the rules, or `watch` stops the computation.
pub fn duel(
    game: &PushLuck,
    first: &dyn TurnPolicy,
    second: &dyn TurnPolicy,
    watch: &dyn Watch,
) -> Result<f64, PolicyRefused> {
    let rules = game.rules();
    if rules.deck != DeckKind::None || rules.busts != BustPenalty::None {
        return Err(PolicyRefused::Rules);
    }
    let step = step(&menus(game.scorer(), Keeps::Every), rules).max(1);
    let goal = rules.target.div_ceil(step) as usize;
    let mut duel = Duel {
        game,
        players: [first, second],
        step,
        goal,
        chances: [vec![0.0; goal * goal], vec![0.0; goal * goal]],
        last: [HashMap::new(), HashMap::new()],
    };
    duel.fill(watch)?;
    let [first, second] = [0, 1].map(|player: usize| duel.chances[player][0]);
    Ok(match rules.first {
        First::Entered => first,
        First::Random => f64::midpoint(first, 1.0 - second),
    })
}

/// How a turn ends: the chance to bank each total, and to bust.
#[derive(Default)]
struct Ends {
    banked: BTreeMap<u32, f64>,
    bust: f64,
}

struct Duel<'a> {
    game: &'a PushLuck,
    players: [&'a dyn TurnPolicy; 2],
    step: u32,
    goal: usize,
    /// For each player the chance to win at the start of a turn, by own steps and the other's.
    chances: [Vec<f64>; 2],
    /// For each player the chance in the last turn, by both scores.
    last: [HashMap<(u32, u32), f64>; 2],
}

impl Duel<'_> {
    fn fill(&mut self, watch: &dyn Watch) -> Result<(), PolicyRefused> {
        let sums = 2 * self.goal - 1;
        for sum in (0..sums).rev() {
            if watch.is_stopped() {
                return Err(Stopped.into());
            }
            for mine in (sum + 1).saturating_sub(self.goal)..=sum.min(self.goal - 1) {
                self.solve(mine, sum - mine)?;
            }
            watch.progress((sums - sum) as u64, sums as u64);
        }
        Ok(())
    }

    /// Solves the two equations of a pair: the first player has `mine` and the second `yours`.
    fn solve(&mut self, mine: usize, yours: usize) -> Result<(), PolicyRefused> {
        let (first_wins, first_busts) = self.turn(0, mine, yours)?;
        let (second_wins, second_busts) = self.turn(1, yours, mine)?;
        let both = first_busts * second_busts;
        let first = (first_wins + first_busts * (1.0 - second_wins) - both) / (1.0 - both);
        self.chances[0][mine * self.goal + yours] = first;
        self.chances[1][yours * self.goal + mine] = second_wins + second_busts * (1.0 - first);
        Ok(())
    }

    /// Returns the chance to win by banking in or after this turn, and the chance to bust.
    fn turn(
        &mut self,
        player: usize,
        mine: usize,
        yours: usize,
    ) -> Result<(f64, f64), PolicyRefused> {
        let scores = Scores {
            mine: mine as u32 * self.step,
            yours: yours as u32 * self.step,
            is_last: false,
        };
        let ends = self.ends(player, scores)?;
        let mut wins = 0.0;
        for (total, chance) in &ends.banked {
            wins += chance * self.after_bank(player, scores, *total)?;
        }
        Ok((wins, ends.bust))
    }

    /// Returns the chance to win of a player who has banked this total.
    fn after_bank(
        &mut self,
        player: usize,
        scores: Scores,
        total: u32,
    ) -> Result<f64, PolicyRefused> {
        let score = scores.mine + total;
        if score < self.game.rules().target {
            let place =
                (scores.yours / self.step) as usize * self.goal + (score / self.step) as usize;
            return Ok(1.0 - self.chances[1 - player][place]);
        }
        match self.game.rules().end {
            End::OnRoll | End::OnBank => Ok(1.0),
            End::FinalRound => Ok(1.0 - self.last_turn(1 - player, scores.yours, score)?),
        }
    }

    /// Returns the chance of a player to win in the last turn.
    fn last_turn(&mut self, player: usize, mine: u32, yours: u32) -> Result<f64, PolicyRefused> {
        if let Some(chance) = self.last[player].get(&(mine, yours)) {
            return Ok(*chance);
        }
        let is_last = true;
        let ends = self.ends(
            player,
            Scores {
                mine,
                yours,
                is_last,
            },
        )?;
        let share = |total: u32| match (mine + total).cmp(&yours) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        let banked = ends.banked.iter();
        let chance = banked.map(|(total, chance)| chance * share(*total)).sum();
        self.last[player].insert((mine, yours), chance);
        Ok(chance)
    }

    /// Follows a turn from its first roll to all its ends.
    fn ends(&self, player: usize, scores: Scores) -> Result<Ends, PolicyRefused> {
        let plan = self.players[player].begin(scores);
        let mut ends = Ends::default();
        let mut open = BTreeMap::from([((0, DICE), 1.0)]);
        // Totals only grow, so the smallest open position is complete.
        while let Some(((total, dice), chance)) = open.pop_first() {
            if chance < NEVER {
                ends.bust += chance;
                continue;
            }
            let odds = Odds::of_dice(dice);
            let all = odds.total() as f64;
            for (roll, weight) in odds.iter() {
                let chance = chance * weight as f64 / all;
                match self.follow(&*plan, scores, total, *roll)? {
                    Step::Bust => ends.bust += chance,
                    Step::Banks(total) => *ends.banked.entry(total).or_default() += chance,
                    Step::Rolls(total, dice) => *open.entry((total, dice)).or_default() += chance,
                }
            }
        }
        Ok(ends)
    }

    fn follow(
        &self,
        plan: &dyn TurnPlan,
        scores: Scores,
        total: u32,
        roll: Dice,
    ) -> Result<Step, PolicyRefused> {
        let (scorer, rules) = (self.game.scorer(), self.game.rules());
        let worth = scorer.worth(roll);
        if worth.points == 0 {
            return Ok(Step::Bust);
        }
        if rules.end == End::OnRoll && scores.mine + total + worth.points >= rules.target {
            return Ok(Step::Banks(total + worth.points));
        }
        if worth.is_for_nothing() {
            return Ok(Step::Rolls(total + worth.points, DICE));
        }
        let choice = plan.choose(total, roll);
        let keep = choice.keep;
        let points = scorer.keep(keep).filter(|_| roll.contains(keep));
        let points = points.ok_or(PolicyRefused::Keep { keep, roll })?;
        let (banked, passes) = match rules.bank_takes {
            BankTakes::Kept => (total + points, keep == roll),
            BankTakes::Roll => (total + worth.points, worth.scoring == roll),
        };
        let least = rules.least_to_bank(scores.mine);
        let may_bank = match (passes, rules.hot) {
            (true, Hot::EndsTurn) => true,
            (true, Hot::Forced) => false,
            _ => banked >= least,
        };
        let left = roll.len() - keep.len();
        Ok(match (choice.then, left) {
            (Then::Bank, _) if may_bank => Step::Banks(banked),
            (_, 0) if rules.hot == Hot::EndsTurn => Step::Banks(total + points),
            (_, 0) => Step::Rolls(total + points, DICE),
            (_, left) => Step::Rolls(total + points, left),
        })
    }
}

/// What follows a roll.
enum Step {
    Bust,
    Banks(u32),
    Rolls(u32, u8),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;
    use crate::push_luck::Race;

    fn game(line: &str) -> PushLuck {
        PushLuck::read(&line.parse().unwrap()).unwrap()
    }

    /// Keeps every die that scores, and banks from some total on.
    struct Threshold<'a> {
        game: &'a PushLuck,
        enough: u32,
    }

    impl TurnPolicy for Threshold<'_> {
        fn begin(&self, _: Scores) -> Box<dyn TurnPlan + '_> {
            let (game, enough) = (self.game, self.enough);
            Box::new(Threshold { game, enough })
        }
    }

    impl TurnPlan for Threshold<'_> {
        fn choose(&self, total: u32, roll: Dice) -> Choice {
            let worth = self.game.scorer().worth(roll);
            let keep = worth.scoring;
            let then = match total + worth.points >= self.enough {
                true => Then::Bank,
                false => Then::Roll,
            };
            Choice { keep, then }
        }
    }

    /// Perfect play against itself is the race itself.
    #[track_caller]
    fn check_perfect(line: &str) {
        let game = game(line);
        let race = Race::solve(&game, 1 << 30, &Unwatched).unwrap();
        let found = duel(&game, &race, &race, &Unwatched).unwrap();
        let expected = race.first_wins();
        assert!(
            (found - expected).abs() < 1e-12,
            "{line}: {found}, not {expected}"
        );
        let careful = Threshold {
            game: &game,
            enough: 300,
        };
        let against = duel(&game, &race, &careful, &Unwatched).unwrap();
        assert!(against >= expected - 1e-12, "{line}: {against}");
        let turned = duel(&game, &careful, &race, &Unwatched).unwrap();
        assert!(turned <= expected + 1e-12, "{line}: {turned}");
    }

    #[test]
    fn perfect_play_is_perfect_against_itself_and_others() {
        check_perfect("farkle-minimal(target=500)");
        check_perfect("farkle(target=500)");
        check_perfect("farkle(target=400,end=on-bank,opening=200)");
        check_perfect("cheese(target=500,bank_min=150)");
        check_perfect("farkle-minimal(target=300,hot=forced)");
    }

    #[test]
    #[ignore = "long: run by cargo xtask test --long"]
    fn perfect_play_is_perfect_in_a_final_round() {
        check_perfect("zilch(target=100)");
    }

    #[test]
    fn who_breaks_the_rules_is_refused() {
        struct Greedy;
        impl TurnPolicy for Greedy {
            fn begin(&self, _: Scores) -> Box<dyn TurnPlan + '_> {
                Box::new(Greedy)
            }
        }
        impl TurnPlan for Greedy {
            fn choose(&self, _: u32, roll: Dice) -> Choice {
                let (keep, then) = (roll, Then::Bank);
                Choice { keep, then }
            }
        }
        let refused = duel(
            &game("farkle-minimal(target=500)"),
            &Greedy,
            &Greedy,
            &Unwatched,
        );
        assert!(matches!(refused, Err(PolicyRefused::Keep { .. })));
        let refused = duel(&game("zilch-playr"), &Greedy, &Greedy, &Unwatched);
        assert_eq!(refused, Err(PolicyRefused::Rules));
    }
}
