//! A perfect player of a race that remembers every turn it has thought through, for many games in a row.

use std::cell::OnceCell;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use hotdice_core::Dice;
use hotdice_games::push_luck::{Action, BankTakes, BustPenalty, Hot, Phase, State};

use super::Race;
use super::pair::LANES;
use super::side::{RaceTurns, TurnKernel};
use super::thought::{TotalValues, TurnStart, TurnValues};
use crate::processor;
use crate::push_luck::offer::{Keep, Offer, Offers, RollChoice, Rolled, Then};
use crate::push_luck::options::for_each_keep;
use crate::push_luck::policy::{Scores, TurnPlan, TurnPolicy};
use crate::push_luck::rules::SolverRules;
use crate::push_luck::turn::{Scratch, SharedThrows};

/// How many bytes a player may remember.
const MEMORY: usize = 512 << 20;

/// The fewest and the most totals of a turn that are remembered; larger ones are rare.
const REMEMBERED: (usize, usize) = (8, 64);

/// A perfect player of a race without penalties.
///
/// It chooses what [`Race::action_values`] holds for best, hundreds of times as fast once it has met a pair of scores.
#[derive(Debug)]
pub struct Racer {
    race: Arc<Race>,
    offers: Offers,
    throws: SharedThrows,
    /// What the totals of a turn are worth, by my score and yours.
    turns: Vec<OnceLock<TurnValues>>,
    /// The same in the last turn, by what is missing.
    last: Vec<OnceLock<TurnValues>>,
    goal: usize,
}

impl Racer {
    /// Returns a player of a race, or nothing where it needs to know more than the two scores.
    #[must_use]
    pub fn new(race: Arc<Race>) -> Option<Self> {
        let goal = race.grids[0].goal();
        let locks = |count| std::iter::repeat_with(OnceLock::new).take(count).collect();
        let SolverRules {
            busts,
            // The race and its offers have these.
            no_score: _,
            hot: _,
            bank_takes: _,
            target: _,
            end: _,
            least: _,
            counts_from: _,
            piggyback: _,
            first: _,
            deck: _,
        } = race.rules;
        let offers = Offers::new(race.game())?;
        (busts == BustPenalty::None).then(|| Self {
            offers,
            throws: SharedThrows::new(&race.turns),
            turns: locks(goal * goal),
            last: locks(race.grids[0].chase.longest()),
            race,
            goal,
        })
    }

    /// Chooses the best action, of equal ones the first; nothing where nobody has to choose.
    #[must_use]
    pub fn choose(&self, state: &State) -> Option<Action> {
        let scores = Scores {
            mine: state.score(state.seat()),
            yours: state.score(state.seat().next(2)),
            is_last: state.closer().is_some(),
        };
        let turn = self.turn(scores);
        match state.phase() {
            Phase::Choose { roll } => {
                let choice = turn.choose(state.total(), self.offer(roll)?);
                let takes_roll = self.offers.rules().bank_takes == BankTakes::Roll;
                match choice.then {
                    Then::Bank if takes_roll => Some(Action::Bank),
                    _ => self.dice_of(roll, choice.keep).map(Action::Keep),
                }
            }
            Phase::Kept { roll, kept } => {
                let offer = self.offer(roll)?;
                let points = self.race.game().scorer().keep(kept)?;
                let left = roll.len() - kept.len();
                let is_kept = |keep: &&Keep| (keep.points(), keep.left()) == (points, left);
                let keep = offer.keeps().iter().find(is_kept)?;
                Some(match turn.go_on(state.total(), offer, *keep) {
                    Then::Bank => Action::Bank,
                    Then::Roll => Action::Roll,
                })
            }
            _ => None,
        }
    }

    /// Thinks a turn through, or remembers it.
    #[must_use]
    pub fn turn(&self, scores: Scores) -> RacerTurn<'_> {
        let steps = |points: u32| (points / self.race.turns.step) as usize;
        let (mine, yours) = (steps(scores.mine), steps(scores.yours));
        let thought = if scores.is_last {
            let place = self.last.get(yours.saturating_sub(mine));
            place.map(|place| place.get_or_init(|| self.think(scores, 0..=self.most())))
        } else {
            self.remember(mine, yours)
        };
        let racer = self;
        RacerTurn {
            racer,
            scores,
            thought,
            further: OnceCell::new(),
        }
    }

    /// Returns the largest total that is remembered, in steps.
    fn most(&self) -> usize {
        let (fewest, most) = REMEMBERED;
        (MEMORY / size_of::<TotalValues>() / self.turns.len()).clamp(fewest, most)
    }

    /// Remembers a turn that is not the last, after thinking it through with its neighbours if need be.
    fn remember(&self, mine: usize, yours: usize) -> Option<&TurnValues> {
        if mine >= self.goal || yours >= self.goal {
            return None;
        }
        let place = &self.turns[mine * self.goal + yours];
        if place.get().is_none() {
            self.think_block(mine + yours, yours);
        }
        place.get()
    }

    /// Thinks the turns of neighbouring pairs of scores through, which go through one pass together.
    ///
    /// Blocks begin at fixed scores, so that each turn is worked out in the same company whoever asks first; where two threads
    /// do the same work, both come to the same values.
    fn think_block(&self, sum: usize, yours: usize) {
        let (race, goal) = (&self.race, self.goal);
        let lowest = (sum + 1).saturating_sub(goal);
        let first = yours - (yours - lowest) % LANES;
        let mine = |lane: usize| sum.checked_sub(first + lane).filter(|mine| *mine < goal);
        let there = std::array::from_fn(|lane| first + lane < goal && mine(lane).is_some());
        let grid = race.grid(0, 0);
        let side = RaceTurns::new(&race.turns, grid, sum, first as isize, there);
        let theirs = grid.lanes::<LANES>(sum, first as isize);
        let mut rolls = vec![[[0.0; LANES]; 6]; self.most() + 1];
        processor::best().dispatch(TurnKernel {
            side: &side,
            throws: &self.throws,
            bust: theirs.map(|theirs| 1.0 - theirs),
            scratch: &mut Scratch::default(),
            rolls: &mut rolls,
        });
        let banks: Vec<_> = (0..rolls.len())
            .map(|total| side.bank(total).pays)
            .collect();
        for lane in (0..LANES).filter(|lane| there[*lane]) {
            let worths = std::iter::zip(&banks, &rolls).map(|(bank, rolls)| TotalValues {
                bank: bank[lane],
                rolls: rolls.map(|values| values[lane]),
            });
            let yours = first + lane;
            // Another thread may have been faster, with the same values.
            let _ = self.turns[(sum - yours) * goal + yours].set(TurnValues {
                first: 0,
                worths: worths.collect(),
            });
        }
    }

    /// Works out what some totals of a turn are worth.
    fn think(&self, scores: Scores, totals: RangeInclusive<usize>) -> TurnValues {
        let steps = |points: u32| (points / self.race.turns.step) as usize;
        let start = TurnStart {
            mine: steps(scores.mine),
            yours: steps(scores.yours),
            busts: [0; 2],
            is_last: scores.is_last,
        };
        self.race.think(start, totals)
    }

    fn offer(&self, roll: Dice) -> Option<&Offer> {
        match self.offers.of(roll) {
            Rolled::Offer(offer) => Some(offer),
            Rolled::Bust | Rolled::Nothing(_) => None,
        }
    }

    /// Returns the first dice of a roll that make a keep.
    fn dice_of(&self, roll: Dice, keep: Keep) -> Option<Dice> {
        let mut found = None;
        for_each_keep(self.race.game().scorer(), roll, |dice, points| {
            if (points, roll.len() - dice.len()) == (keep.points(), keep.left()) {
                found = found.or(Some(dice));
            }
        });
        found
    }
}

impl TurnPolicy for Racer {
    fn begin(&self, scores: Scores) -> Box<dyn TurnPlan + '_> {
        Box::new(self.turn(scores))
    }
}

/// One turn of a perfect player.
#[derive(Debug)]
pub struct RacerTurn<'a> {
    racer: &'a Racer,
    scores: Scores,
    thought: Option<&'a TurnValues>,
    /// What larger totals are worth that this turn has come to.
    further: OnceCell<TurnValues>,
}

impl TurnPlan for RacerTurn<'_> {
    fn choices(&self, total: u32, offer: &Offer, visit: &mut dyn FnMut(RollChoice, f64)) {
        visit(self.choose(total, offer), 1.0);
    }
}

impl RacerTurn<'_> {
    /// Makes the best choice; of equal keeps the first, and rather the bank than a roll.
    #[must_use]
    pub fn choose(&self, total: u32, offer: &Offer) -> RollChoice {
        self.with_thought(total, offer, |thought| self.best(thought, total, offer))
    }

    /// Says what is best after a keep.
    fn go_on(&self, total: u32, offer: &Offer, keep: Keep) -> Then {
        self.with_thought(total, offer, |thought| {
            self.then(thought, total, offer, keep)
        })
    }

    /// Does something with what the totals are worth to which an offer leads.
    fn with_thought<T>(&self, total: u32, offer: &Offer, ask: impl FnOnce(&TurnValues) -> T) -> T {
        let highest = self.steps(total + offer.points());
        if let Some(thought) = self.thought.filter(|thought| thought.reaches(highest)) {
            return ask(thought);
        }
        let think = |totals| self.racer.think(self.scores, totals);
        let further = self.further.get_or_init(|| think(0..=4 * highest));
        if further.reaches(highest) {
            ask(further)
        } else {
            ask(&think(self.steps(total)..=highest))
        }
    }

    fn best(&self, thought: &TurnValues, total: u32, offer: &Offer) -> RollChoice {
        let mut best = (offer.whole(), f64::NEG_INFINITY);
        for keep in offer.keeps() {
            let value = self.after_keep(thought, total, offer, *keep);
            if value > best.1 {
                best = (*keep, value);
            }
        }
        let takes_roll = self.racer.offers.rules().bank_takes == BankTakes::Roll;
        if takes_roll && self.bank(thought, total, offer, offer.whole()) >= best.1 {
            let (keep, then) = (offer.whole(), Then::Bank);
            return RollChoice { keep, then };
        }
        let keep = best.0;
        let then = self.then(thought, total, offer, keep);
        RollChoice { keep, then }
    }

    fn then(&self, thought: &TurnValues, total: u32, offer: &Offer, keep: Keep) -> Then {
        let banks = self.bank(thought, total, offer, keep) >= self.roll(thought, total, keep);
        if banks { Then::Bank } else { Then::Roll }
    }

    /// Returns the best that can be had after a keep without banking the rest of the roll.
    fn after_keep(&self, thought: &TurnValues, total: u32, offer: &Offer, keep: Keep) -> f64 {
        let rules = self.racer.offers.rules();
        if keep.is_pass() && rules.hot == Hot::EndsTurn {
            return self.worth(thought, total + keep.points()).bank;
        }
        let rolled = self.roll(thought, total, keep);
        match rules.bank_takes {
            BankTakes::Roll => rolled,
            BankTakes::Kept => rolled.max(self.bank(thought, total, offer, keep)),
        }
    }

    /// Returns what rolling on after a keep is worth.
    fn roll(&self, thought: &TurnValues, total: u32, keep: Keep) -> f64 {
        let worth = self.worth(thought, total + keep.points());
        worth.rolls[usize::from(keep.to_roll()) - 1]
    }

    /// Returns what banking after a keep is worth, or −∞ where the rules forbid it.
    fn bank(&self, thought: &TurnValues, total: u32, offer: &Offer, keep: Keep) -> f64 {
        let offers = &self.racer.offers;
        if offers.may_bank(self.scores.mine, total, offer, keep) {
            self.worth(thought, offers.bank(total, offer, keep)).bank
        } else {
            f64::NEG_INFINITY
        }
    }

    fn worth<'t>(&self, thought: &'t TurnValues, total: u32) -> &'t TotalValues {
        thought.at(self.steps(total))
    }

    fn steps(&self, points: u32) -> usize {
        (points / self.racer.race.turns.step) as usize
    }
}
