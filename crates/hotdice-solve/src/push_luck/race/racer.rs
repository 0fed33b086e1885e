//! A perfect player of a race that remembers every turn it has thought through, for many games in a row.

use std::sync::{Arc, OnceLock};

use hotdice_core::Dice;
use hotdice_games::push_luck::{Action, BankTakes, BustPenalty, End, Hot, Phase, PushLuck, State};

use super::Race;
use super::advice::OneTurn;

/// A perfect player of a race without penalties and without a final round.
///
/// It chooses what [`Race::action_values`] holds for best, a hundred times as fast once it has met a pair of scores.
#[derive(Debug)]
pub struct Racer {
    race: Arc<Race>,
    /// What rolling is worth at every total, by my score and yours.
    turns: Vec<OnceLock<Vec<[f64; 6]>>>,
    goal: usize,
}

impl Racer {
    /// Returns a player of a race, or nothing where it needs to know more than the two scores.
    #[must_use]
    pub fn new(race: Arc<Race>) -> Option<Self> {
        let rules = race.game().rules();
        let plain = rules.busts == BustPenalty::None && rules.end != End::FinalRound;
        let goal = race.grids[0].goal();
        plain.then(|| Self {
            turns: std::iter::repeat_with(OnceLock::new)
                .take(goal * goal)
                .collect(),
            race,
            goal,
        })
    }

    /// Chooses the best action, of equal ones the first; nothing where nobody has to choose.
    #[must_use]
    pub fn choose(&self, state: &State) -> Option<Action> {
        let turn = self.turn(state)?;
        match state.phase() {
            Phase::Choose { roll } => Some(turn.choose(state, roll)),
            Phase::Kept { roll, kept } => Some(turn.go_on(state, roll, kept)),
            _ => None,
        }
    }

    fn turn(&self, state: &State) -> Option<Turn<'_>> {
        let step = self.race.turns.step;
        let (me, you) = (state.seat(), state.seat().next(2));
        let (mine, yours) = (state.score(me), state.score(you));
        let place = (mine / step) as usize * self.goal + (yours / step) as usize;
        let rolling = self.turns.get(place)?.get_or_init(|| {
            OneTurn::from_total(&self.race, state, 0).map_or(Vec::new(), |turn| turn.rolling())
        });
        Some(Turn {
            racer: self,
            rolling,
            mine,
            yours,
        })
    }
}

/// One turn of a perfect player.
struct Turn<'a> {
    racer: &'a Racer,
    rolling: &'a [[f64; 6]],
    mine: u32,
    yours: u32,
}

impl Turn<'_> {
    fn choose(&self, state: &State, roll: Dice) -> Action {
        let mut best = (Action::Bank, f64::NEG_INFINITY);
        roll.for_each_part(|keep| {
            let Some(points) = self.game().scorer().keep(keep) else {
                return;
            };
            let left = roll.len() - keep.len();
            let value = self.after_keep(state.total() + points, left);
            if value > best.1 {
                best = (Action::Keep(keep), value);
            }
        });
        let whole = self.whole_roll(state, roll);
        match whole {
            Some(value) if value >= best.1 => Action::Bank,
            _ => best.0,
        }
    }

    /// Returns what banking every scoring die of a roll is worth, where that is the rule and allowed.
    fn whole_roll(&self, state: &State, roll: Dice) -> Option<f64> {
        let rules = self.game().rules();
        let worth = self.game().scorer().worth(roll);
        let all = worth.scoring == roll;
        let forced = all && rules.hot == Hot::Forced;
        let ends = all && rules.hot == Hot::EndsTurn;
        let takes = rules.bank_takes == BankTakes::Roll && !forced;
        takes
            .then(|| self.bank(state.total() + worth.points, ends))
            .flatten()
    }

    fn go_on(&self, state: &State, roll: Dice, kept: Dice) -> Action {
        let points = self.game().scorer().keep(kept).unwrap_or(0);
        let total = state.total() + points;
        let left = roll.len() - kept.len();
        let rolled = self.roll(total, if left == 0 { 6 } else { left });
        let banked = match self.game().rules().bank_takes {
            BankTakes::Roll => self.whole_roll(state, roll),
            BankTakes::Kept if left == 0 && self.game().rules().hot == Hot::Forced => None,
            BankTakes::Kept => self.bank(total, false),
        };
        match banked {
            Some(value) if value >= rolled => Action::Bank,
            _ => Action::Roll,
        }
    }

    /// Returns the best that can be had with so much set aside and so many dice left of the roll.
    fn after_keep(&self, total: u32, left: u8) -> f64 {
        let rules = self.game().rules();
        let hot = (left == 0).then_some(rules.hot);
        let kept = rules.bank_takes == BankTakes::Kept;
        match hot {
            Some(Hot::EndsTurn) => self.bank(total, true).unwrap_or(0.0),
            Some(Hot::Forced) => self.roll(total, 6),
            Some(Hot::Optional) | None => {
                let rolled = self.roll(total, if left == 0 { 6 } else { left });
                let banked = self.bank(total, false).filter(|_| kept);
                banked.map_or(rolled, |banked| banked.max(rolled))
            }
        }
    }

    fn roll(&self, total: u32, dice: u8) -> f64 {
        let place = (total / self.racer.race.turns.step) as usize;
        let values = self.rolling.get(place).or_else(|| self.rolling.last());
        values.map_or(1.0, |values| values[usize::from(dice) - 1])
    }

    /// Returns what banking is worth, if it is allowed or comes by itself.
    fn bank(&self, total: u32, by_itself: bool) -> Option<f64> {
        let rules = self.game().rules();
        let score = self.mine + total;
        if total < rules.least_to_bank(self.mine) && !by_itself {
            None
        } else if score >= rules.target {
            Some(1.0)
        } else {
            self.racer
                .race
                .chance(self.yours, score)
                .map(|theirs| 1.0 - theirs)
        }
    }

    fn game(&self) -> &PushLuck {
        self.racer.race.game()
    }
}
