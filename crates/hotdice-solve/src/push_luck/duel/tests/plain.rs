//! The same slowly and plainly: every turn of every pair of scores, roll by roll. The check of the quick way.

use std::collections::{BTreeMap, HashMap};

use hotdice_core::Odds;
use hotdice_games::push_luck::{End, PushLuck};

use super::who_begins;
use crate::push_luck::offer::{AfterRoll, Offers, Rolled};
use crate::push_luck::options::{DICE, KeepFilter, menus, step};
use crate::push_luck::policy::{Scores, TurnPlan, TurnPolicy};
use crate::push_luck::race::share;

/// Positions that a turn comes to less often than this are left out.
const NEVER: f64 = 1e-15;

/// Returns the chance that the first of two players of any kind wins, who has the first seat; a tie is half a win.
///
/// Takes minutes where [`duel`](super::duel) takes seconds.
pub(super) fn plain_duel(game: &PushLuck, players: [&dyn TurnPolicy; 2]) -> f64 {
    let rules = game.rules();
    let step = step(&menus(game, KeepFilter::Every), rules.no_score).max(1);
    let goal = rules.target.div_ceil(step) as usize;
    let mut duel = PlainDuel {
        game,
        offers: Offers::new(game).unwrap(),
        rolls: std::array::from_fn(|place| rolls(game, place as u8 + 1)),
        players,
        step,
        goal,
        chances: [vec![0.0; goal * goal], vec![0.0; goal * goal]],
        last: [HashMap::new(), HashMap::new()],
    };
    for sum in (0..2 * goal - 1).rev() {
        for mine in (sum + 1).saturating_sub(goal)..=sum.min(goal - 1) {
            duel.solve(mine, sum - mine);
        }
    }
    let [first, second] = [0, 1].map(|player: usize| duel.chances[player][0]);
    who_begins(rules.first, first, second)
}

/// Returns what every roll of some dice brings, with its chance.
fn rolls(game: &PushLuck, dice: u8) -> Vec<(Rolled, f64)> {
    let odds = Odds::of_dice(dice);
    let chance = |weight: u64| weight as f64 / odds.total() as f64;
    odds.iter()
        .map(|(roll, weight)| (Rolled::new(game.scorer(), *roll), chance(weight)))
        .collect()
}

/// How a turn ends: the chance to bank each total, and to bust.
#[derive(Default)]
struct TurnEnds {
    banked: BTreeMap<u32, f64>,
    bust: f64,
}

struct PlainDuel<'a> {
    game: &'a PushLuck,
    offers: Offers,
    /// By the number of dice, without merging anything.
    rolls: [Vec<(Rolled, f64)>; DICE as usize],
    players: [&'a dyn TurnPolicy; 2],
    step: u32,
    goal: usize,
    /// For each player the chance to win at the start of a turn, by own steps and the other's.
    chances: [Vec<f64>; 2],
    /// For each player the chance in the last turn, by both scores.
    last: [HashMap<(u32, u32), f64>; 2],
}

impl PlainDuel<'_> {
    /// Solves the two equations of a pair: the first player has `mine` and the second `yours`.
    fn solve(&mut self, mine: usize, yours: usize) {
        let (first_wins, first_busts) = self.turn(0, mine, yours);
        let (second_wins, second_busts) = self.turn(1, yours, mine);
        let both = first_busts * second_busts;
        let first = (first_wins + first_busts * (1.0 - second_wins) - both) / (1.0 - both);
        self.chances[0][mine * self.goal + yours] = first;
        self.chances[1][yours * self.goal + mine] = second_wins + second_busts * (1.0 - first);
    }

    /// Returns the chance to win by banking in or after this turn, and the chance to bust.
    fn turn(&mut self, player: usize, mine: usize, yours: usize) -> (f64, f64) {
        let scores = Scores {
            mine: mine as u32 * self.step,
            yours: yours as u32 * self.step,
            is_last: false,
        };
        let ends = self.ends(player, scores);
        let mut wins = 0.0;
        for (total, chance) in &ends.banked {
            wins += chance * self.after_bank(player, scores, *total);
        }
        (wins, ends.bust)
    }

    /// Returns the chance to win of a player who has banked this total.
    fn after_bank(&mut self, player: usize, scores: Scores, total: u32) -> f64 {
        let score = scores.mine + total;
        if score < self.game.rules().target {
            let place =
                (scores.yours / self.step) as usize * self.goal + (score / self.step) as usize;
            return 1.0 - self.chances[1 - player][place];
        }
        match self.game.rules().end {
            End::OnRoll | End::OnBank => 1.0,
            End::FinalRound => 1.0 - self.last_turn(1 - player, scores.yours, score),
        }
    }

    /// Returns the chance of a player to win in the last turn.
    fn last_turn(&mut self, player: usize, mine: u32, yours: u32) -> f64 {
        if let Some(chance) = self.last[player].get(&(mine, yours)) {
            return *chance;
        }
        let scores = Scores {
            mine,
            yours,
            is_last: true,
        };
        let ends = self.ends(player, scores);
        let behind = (yours - mine) as usize;
        let banked = ends.banked.iter();
        let chance = banked
            .map(|(total, chance)| chance * share(*total as usize, behind))
            .sum();
        self.last[player].insert((mine, yours), chance);
        chance
    }

    /// Follows a turn from its first roll to all its ends.
    fn ends(&self, player: usize, scores: Scores) -> TurnEnds {
        let plan = self.players[player].begin(scores);
        let mut ends = TurnEnds::default();
        let mut open = BTreeMap::from([((0, DICE), 1.0)]);
        // Totals only grow, so the smallest open position is complete.
        while let Some(((total, dice), chance)) = open.pop_first() {
            if chance < NEVER {
                ends.bust += chance;
                continue;
            }
            for (rolled, part) in &self.rolls[usize::from(dice) - 1] {
                let chance = chance * part;
                self.follow(
                    &*plan,
                    scores.mine,
                    total,
                    rolled,
                    &mut |step, part| match step {
                        AfterRoll::Bust => ends.bust += chance * part,
                        AfterRoll::Banks(total) => {
                            *ends.banked.entry(total).or_default() += chance * part;
                        }
                        AfterRoll::Rolls(total, dice) => {
                            *open.entry((total, dice)).or_default() += chance * part;
                        }
                    },
                );
            }
        }
        ends
    }

    /// Visits what can follow a roll, with its chance.
    fn follow(
        &self,
        plan: &dyn TurnPlan,
        mine: u32,
        total: u32,
        rolled: &Rolled,
        visit: &mut dyn FnMut(AfterRoll, f64),
    ) {
        match rolled {
            Rolled::Offer(offer) => plan.choices(total, offer, &mut |choice, part| {
                let step = self.offers.follow(mine, total, rolled, |_| choice);
                visit(step, part);
            }),
            _ => visit(self.offers.unanswered(mine, total, rolled), 1.0),
        }
    }
}
